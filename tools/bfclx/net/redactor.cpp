#include "tools/bfclx/net/redactor.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "tools/bfclx/net/base64.h"

namespace bfclx::net {
namespace {

constexpr std::size_t kLongText =
    20;  // words and numbers of fewer characters are no secret for sure
constexpr std::size_t kShortestBase64 = 6;

constexpr std::string_view kPlainHeaders[] = {
    "accept",         "accept-encoding", "accept-language", "anthropic-beta", "anthropic-version",
    "cache-control",  "content-type",    "http-referer",    "openai-beta",    "openai-organization",
    "openai-project", "origin",          "referer",         "user-agent",     "x-title"};

// Parts of names whose values are secrets.
constexpr std::string_view kSecretNames[] = {"auth",   "key",   "token",     "secret",
                                             "cookie", "passw", "signature", "sig"};

std::string lower(std::string_view text) {
  std::string copy(text);
  std::transform(copy.begin(), copy.end(), copy.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return copy;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool names_a_secret(std::string_view name) {
  const std::string small = lower(name);
  return std::any_of(std::begin(kSecretNames), std::end(kSecretNames),
                     [&small](std::string_view part) { return small.find(part) != small.npos; });
}

// What may as well stand in an answer: words and numbers, joined by "-", "_" or "." ("EMPTY",
// "lm-studio", "token-abc123"). A word may end in digits; digits in front of letters are a key's.
bool is_guessable(std::string_view text) {
  if (text.size() >= kLongText) return false;
  bool digits = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '-' || c == '_' || c == '.') {
      digits = false;
    } else if (std::isdigit(byte) != 0) {
      digits = true;
    } else if (std::isalpha(byte) == 0 || digits) {
      return false;
    }
  }
  return true;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Whether the text, as far as it is the needle, has something that may be an escape.
bool has_escape(std::string_view text, std::string_view needle) {
  for (std::size_t i = 0; i < text.size() && i < needle.size(); ++i) {
    if (is_escape(text[i])) return true;
    if (text[i] != needle[i]) return false;
  }
  return false;
}

// "100%25" of an address as it was meant.
std::string percent_decoded(std::string_view text) {
  std::string decoded;
  EscapedText escaped(text);
  for (std::size_t at = 0; at < text.size();) {
    const bool percent = text[at] == '%';
    const EscapedText::Char one = escaped.read(at, percent ? 1 : 0);
    decoded.append(one.bytes, one.size);
    at = one.end;
  }
  return decoded;
}

}  // namespace

bool is_plain_header(std::string_view name) {
  return std::find(std::begin(kPlainHeaders), std::end(kPlainHeaders), lower(name)) !=
         std::end(kPlainHeaders);
}

std::string plain_headers() {
  std::string text;
  for (const std::string_view name : kPlainHeaders) {
    text.append(text.empty() ? "" : ", ").append(name);
  }
  return text;
}

void Redactor::add_needle(std::string text, std::string_view mark, bool whole_word) {
  if (text.empty()) return;
  for (const Needle& known : needles_) {
    if (known.text == text && known.whole_word == whole_word) return;
  }
  const auto first = static_cast<unsigned char>(text[0]);
  begins_[first] = true;
  pairs_.resize(std::size_t{256} * 256);
  for (unsigned next = 0; next < 256; ++next) {
    const bool same = text.size() == 1 || static_cast<unsigned char>(text[1]) == next;
    if (same) pairs_[first * 256u + next] = true;
  }
  needles_.push_back({std::move(text), std::string(mark), whole_word});
  std::stable_sort(needles_.begin(), needles_.end(),
                   [](const Needle& a, const Needle& b) { return a.text.size() > b.text.size(); });
}

// The characters that the secret alone decides, for each place in a group of three bytes.
void Redactor::add_base64(std::string_view secret, std::string_view mark) {
  constexpr std::size_t kUndecided[] = {0, 2, 3};
  for (std::size_t before = 0; before < 3; ++before) {
    std::string text = to_base64(std::string(before, ' ') + std::string(secret));
    text.resize((before + secret.size()) * 8 / 6);
    text.erase(0, std::min(kUndecided[before], text.size()));
    if (text.size() < kShortestBase64) continue;
    std::string other = text;
    std::replace(other.begin(), other.end(), '+', '-');
    std::replace(other.begin(), other.end(), '/', '_');
    add_needle(std::move(text), mark, false);
    add_needle(std::move(other), mark, false);
  }
}

// As a hex dump has it.
void Redactor::add_hex(std::string_view secret, std::string_view mark) {
  for (const std::string_view digits : {"0123456789abcdef", "0123456789ABCDEF"}) {
    std::string text;
    for (const char c : secret) {
      text += digits[static_cast<unsigned char>(c) >> 4];
      text += digits[static_cast<unsigned char>(c) & 0x0F];
    }
    add_needle(std::move(text), mark, false);
  }
}

void Redactor::add_everywhere(std::string_view secret, std::string_view mark) {
  add_needle(std::string(secret), mark, false);
  add_base64(secret, mark);
  add_hex(secret, mark);
}

// People choose passwords, also words: no server takes any.
void Redactor::add_password(std::string_view password) {
  if (password.size() >= kShortestSecret) return add_everywhere(password, "[key]");
  add(password, {":"});
}

void Redactor::add(std::string_view secret, const std::vector<std::string>& sent_with,
                   std::string_view mark) {
  if (secret.empty()) return;
  if (secret.size() >= kShortestSecret && !is_guessable(secret))
    return add_everywhere(secret, mark);
  for (const std::string& before : sent_with) {
    if (!before.empty()) add_needle(before + std::string(secret), mark, true);
  }
}

void Redactor::add_header(std::string_view name, std::string_view value) {
  value = trimmed(value);
  if (value.empty() || is_plain_header(name)) return;
  const std::vector<std::string> sent_with = {
      std::string(name) + ": ", std::string(name) + ":", "\"" + std::string(name) + "\": \"",
      "\"" + std::string(name) + "\":\"", lower(name) + ": "};
  add(value, sent_with);
  if (!names_a_secret(name)) return;
  // "Bearer KEY", "Basic USER:PASSWORD", "name=KEY; other=KEY"
  const std::size_t space = value.find(' ');
  if (space != std::string_view::npos && value.find_first_of("=;") > space) {
    const std::string_view rest = trimmed(value.substr(space));
    add(rest, {std::string(value.substr(0, space)) + " "});
    if (lower(value.substr(0, space)) == "basic") {
      const std::string user = from_base64(rest);
      const std::size_t colon = user.find(':');
      if (colon != std::string::npos) add_password(std::string_view(user).substr(colon + 1));
    }
  }
  if (lower(name).find("cookie") == std::string::npos) return;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(';'), value.size());
    const std::size_t equals = value.substr(0, end).find('=');
    if (equals != std::string_view::npos) {
      add(trimmed(value.substr(equals + 1, end - equals - 1)),
          {std::string(trimmed(value.substr(0, equals))) + "="});
    }
    value.remove_prefix(std::min(end + 1, value.size()));
  }
}

void Redactor::add_url(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return;
  const std::string_view rest = url.substr(scheme + 3);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  const std::size_t at = authority.rfind('@');
  if (at != std::string_view::npos) {
    const std::size_t colon = authority.substr(0, at).find(':');
    if (colon != std::string_view::npos) {
      add_password(percent_decoded(authority.substr(colon + 1, at - colon - 1)));
    }
  }
  std::string_view query = rest.substr(std::min(rest.find('?'), rest.size()));
  while (!query.empty()) {
    query.remove_prefix(1);
    const std::string_view member = query.substr(0, query.find_first_of("&#"));
    const std::size_t equals = member.find('=');
    if (equals != std::string_view::npos && names_a_secret(member.substr(0, equals))) {
      add(percent_decoded(member.substr(equals + 1)), {std::string(member.substr(0, equals + 1))});
    }
    query.remove_prefix(member.size());
  }
}

// Most of a text is sorted out here: what neither begins a secret nor an escape that could.
bool Redactor::may_begin(std::string_view text, std::size_t at) const {
  const auto here = static_cast<unsigned char>(text[at]);
  if (!is_escape(text[at]) && !begins_[here]) return false;
  if (at + 1 == text.size()) return begins_[here];
  const auto next = static_cast<unsigned char>(text[at + 1]);
  if (is_escape(text[at + 1])) return true;
  if (begins_[here] && pairs_[here * 256u + next]) return true;
  switch (text[at]) {
    case '\\':
      return std::string_view("uUx0123").find(text[at + 1]) != text.npos || begins_[next];
    case '%':
      return next == 'u' || std::isxdigit(next) != 0;
    case '&':
      return next == '#' || std::isalpha(next) != 0;
    default:
      return false;
  }
}

// Whether some secret begins with the bytes of these two characters.
bool Redactor::may_follow(const EscapedText::Char& first, const EscapedText::Char& next) const {
  if (first.size == 1 && next.size == 0) return true;
  const char second = first.size > 1 ? first.bytes[1] : next.bytes[0];
  return pairs_[static_cast<unsigned char>(first.bytes[0]) * 256u +
                static_cast<unsigned char>(second)];
}

// The secret that begins at `at`, and where it ends. Deep layers go first: a shallow one would
// begin in the middle of an escape, and leave half of it.
const Redactor::Needle* Redactor::match(EscapedText& text, std::size_t at, std::size_t& end) const {
  const std::string_view plain = text.text();
  const bool escape = is_escape(plain[at]);
  for (int layers = escape ? EscapedText::kLayers : 0; layers >= 0; --layers) {
    const EscapedText::Char first = text.read(at, layers);
    if (first.size == 0 || !begins_[static_cast<unsigned char>(first.bytes[0])]) continue;
    if (escape && !may_follow(first, text.read(first.end, layers))) continue;
    for (const Needle& needle : needles_) {
      if (needle.text[0] != first.bytes[0]) continue;
      // What begins with a plain character may have escapes of any layer behind it.
      int deep = layers;
      if (!escape && has_escape(plain.substr(at), needle.text)) deep = EscapedText::kLayers;
      for (; deep >= layers; --deep) {
        end = text.match(at, needle.text, deep);
        if (end == std::string_view::npos) continue;
        if (needle.whole_word && end < plain.size() && is_word(plain[end])) continue;
        return &needle;
      }
    }
  }
  return nullptr;
}

bool Redactor::redact(std::string& text) const {
  if (needles_.empty()) return false;
  std::string clean;
  EscapedText escaped(text);
  std::size_t kept = 0;
  bool found = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = 0;
    const Needle* needle = may_begin(text, at) ? match(escaped, at, end) : nullptr;
    if (needle == nullptr) {
      ++at;
      continue;
    }
    clean.append(text, kept, at - kept).append(needle->mark);
    kept = at = end;
    found = true;
  }
  if (!found) return false;
  clean.append(text, kept);
  text = std::move(clean);
  return true;
}

std::string Redactor::redacted(std::string text) const {
  redact(text);
  return text;
}

}  // namespace bfclx::net
