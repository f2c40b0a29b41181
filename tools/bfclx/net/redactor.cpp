#include "tools/bfclx/net/redactor.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "core/base/unicode.h"
#include "tools/bfclx/net/base64.h"

namespace bfclx::net {
namespace {

constexpr std::size_t kLongWord = 12;  // of passwords: what people talk of is shorter
constexpr std::size_t kLongNumber = 8;
constexpr std::size_t kLongText =
    20;  // words and numbers of fewer characters are no secret for sure
constexpr std::size_t kShortestBase64 = 6;
constexpr int kLayers = 8;                              // of escapes around escapes
constexpr std::size_t kMostSpelled = 72;                // bytes that one of a secret may take
constexpr std::size_t kBlock = std::size_t{256} << 10;  // bytes

constexpr std::string_view kPlainHeaders[] = {
    "accept",         "accept-encoding", "accept-language", "anthropic-beta", "anthropic-version",
    "cache-control",  "content-type",    "http-referer",    "openai-beta",    "openai-organization",
    "openai-project", "origin",          "referer",         "user-agent",     "x-title"};

// Parts of names whose values are secrets.
constexpr std::string_view kSecretNames[] = {"auth",   "key",   "token",     "secret",
                                             "cookie", "passw", "signature", "sig"};

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }
std::string lower(std::string_view text) {
  std::string copy(text);
  std::transform(copy.begin(), copy.end(), copy.begin(), lowered);
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

bool is_word_or_number(std::string_view text) {
  const auto all = [text](int (*is)(int)) {
    return std::all_of(text.begin(), text.end(),
                       [is](char c) { return is(static_cast<unsigned char>(c)) != 0; });
  };
  return (text.size() < kLongWord && all(std::isalpha)) ||
         (text.size() < kLongNumber && all(std::isdigit));
}

std::string_view trimmed(std::string_view text) { return strip_chars(text, " \t"); }

// The characters of base64 that the secret alone decides, for each place in a group of three bytes,
// in both alphabets.
std::vector<std::string> base64_parts(std::string_view secret) {
  constexpr std::size_t kUndecided[] = {0, 2, 3};
  std::vector<std::string> parts;
  for (std::size_t before = 0; before < 3; ++before) {
    std::string text = to_base64(std::string(before, ' ') + std::string(secret));
    text.resize((before + secret.size()) * 8 / 6);
    text.erase(0, std::min(kUndecided[before], text.size()));
    if (text.size() < kShortestBase64) continue;
    std::string other = text;
    std::replace(other.begin(), other.end(), '+', '-');
    std::replace(other.begin(), other.end(), '/', '_');
    if (other != text) parts.push_back(std::move(other));
    parts.push_back(std::move(text));
  }
  return parts;
}

// The bytes of a text with something between each two.
std::string joined(std::string_view text, std::size_t size, std::string_view between) {
  std::string all;
  for (std::size_t at = 0; at < text.size(); at += size) {
    if (at > 0) all += between;
    all += text.substr(at, size);
  }
  return all;
}

std::string without_spaces(std::string_view text) {
  Reading whole;
  Reading without;
  whole.assign(text);
  return drop_spaces(whole, without) ? without.text : whole.text;
}

std::size_t pair_of(char first, char second) {
  return static_cast<unsigned char>(first) * std::size_t{256} + static_cast<unsigned char>(second);
}

// A letter in both cases where any fits; else the character twice.
std::array<char, 2> cases_of(char c, bool any_case) {
  const bool folds = any_case && c >= 'a' && c <= 'z';
  return {c, folds ? static_cast<char>(c ^ 0x20) : c};
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

bool Redactor::Needle::stands_at(std::string_view where, std::size_t at) const {
  if (!any_case) return where.compare(at, text.size(), text) == 0;
  if (where.size() - at < text.size()) return false;
  return std::equal(text.begin(), text.end(), where.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char own, char other) { return own == lowered(other); });
}

void Redactor::add_needle(Kind kind, Needle needle) {
  if (needle.text.size() < 2) return;
  Needles& needles = needles_[kind];
  if (needle.any_case) needle.text = lower(needle.text);
  for (const Needle& known : needles.all) {
    if (known.text == needle.text && known.whole_word == needle.whole_word &&
        known.any_case == needle.any_case) {
      return;
    }
  }
  needles.begins.resize(std::size_t{256} * 256);
  for (const char first : cases_of(needle.text[0], needle.any_case)) {
    for (const char second : cases_of(needle.text[1], needle.any_case)) {
      needles.begins[pair_of(first, second)] = 1;
    }
  }
  longest_ = std::max(longest_, needle.text.size());
  needles.all.push_back(std::move(needle));
}

// At each place in a group of five bytes, what the secret alone decides; of the whole secret also
// the last character.
void Redactor::add_base32(std::string_view secret, std::string_view mark) {
  constexpr std::size_t kUndecided[] = {0, 2, 4, 5, 7};
  const auto add = [&](std::string text) {
    add_needle(kBase64, {std::move(text), std::string(mark), false, true});
  };
  add(to_base32(secret));
  for (std::size_t before = 0; before < std::size(kUndecided); ++before) {
    std::string text = to_base32(std::string(before, ' ') + std::string(secret));
    text.resize((before + secret.size()) * 8 / 5);
    add(text.substr(std::min(kUndecided[before], text.size())));
  }
}

// As a hex dump has it, of UTF-16 too.
void Redactor::add_hex(std::string_view secret, std::string_view mark) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : secret) {
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[static_cast<unsigned char>(c) & 0x0F];
  }
  add_needle(kHex, joined(text, 2, "00"), mark);
  add_needle(kHex, std::move(text), mark);
}

void Redactor::add_everywhere(std::string_view secret, std::string_view mark) {
  const bool any_case = secret.size() >= kShortestFolded && !is_guessable(secret);
  add_needle(kPlain, {std::string(secret), std::string(mark), false, any_case});
  const std::string unbroken = without_spaces(secret);
  if (unbroken.size() >= kShortestBroken) {
    add_needle(kBroken, {unbroken, std::string(mark), false, true});
  }
  add_base32(secret, mark);
  add_needle(kPlain, joined(secret, 1, std::string_view("\0", 1)), mark);
  add_hex(secret, mark);
  for (std::string& part : base64_parts(secret)) {
    for (std::string& again : base64_parts(part)) add_needle(kBase64, std::move(again), mark);
    add_needle(kBase64, std::move(part), mark);
  }
}

// People choose passwords, words too, which a response may contain. A Basic header has the pair.
void Redactor::add_user_and_password(const std::string& user, const std::string& password) {
  if (password.empty()) return;
  if (password.size() >= kShortestSecret && !is_word_or_number(password)) {
    add_everywhere(password, "[key]");
  }
  const std::string pair = user + ":" + password;
  if (pair.size() >= kShortestSecret) return add_everywhere(pair, "[key]");
  add_needle(kPlain, {pair, "[key]", true, false});
}

void Redactor::add(std::string_view secret, const std::vector<std::string>& sent_with,
                   std::string_view mark) {
  if (secret.empty()) return;
  if (secret.size() >= kShortestSecret && !is_guessable(secret))
    return add_everywhere(secret, mark);
  for (const std::string& before : sent_with) {
    if (!before.empty())
      add_needle(kPlain, {before + std::string(secret), std::string(mark), true});
  }
}

// Of a URL. A word is removed only as its user information: "https://api.example.com" is no secret.
void Redactor::add_user(const std::string& user) {
  if (user.empty()) return;
  if (user.size() >= kShortestSecret && !is_guessable(user)) return add_everywhere(user, "[key]");
  for (const char* after : {"@", ":"}) {
    add_needle(kPlain, {"://" + user + after, std::string("://[key]") + after, false});
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
      if (colon != std::string::npos) {
        add_user_and_password(user.substr(0, colon), user.substr(colon + 1));
      }
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
    const std::string user = percent_decoded(authority.substr(0, std::min(colon, at)));
    add_user(user);
    if (colon != std::string_view::npos) {
      add_user_and_password(user, percent_decoded(authority.substr(colon + 1, at - colon - 1)));
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

void Redactor::add_proxies() {
  for (const char* variable :
       {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr) continue;
    const std::string_view url = value;
    const bool named = url.find("://") != std::string_view::npos;
    add_url(named ? std::string(url) : "http://" + std::string(url));
  }
}

// Adds where needles of that kind are. `last`: the text ends with the block.
void Redactor::find(Kind kind, const Reading& reading, bool last,
                    std::vector<Match>& matches) const {
  const Needles& needles = needles_[kind];
  const std::string_view text = reading.text;
  if (needles.all.empty()) return;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (needles.begins[pair_of(text[at], text[at + 1])] == 0) continue;
    for (const Needle& needle : needles.all) {
      const std::size_t end = at + needle.text.size();
      if (!needle.stands_at(text, at)) continue;
      if (needle.whole_word && (end < text.size() ? is_word(text[end]) : !last)) continue;
      matches.push_back({reading.begins[at], reading.ends[end - 1], &needle});
    }
  }
}

std::vector<Redactor::Match> Redactor::find_all(std::string_view block, bool last) const {
  std::vector<Match> matches;
  Reading reading;
  Reading deeper;
  Reading other;
  reading.assign(block);
  for (int layer = 0; layer <= kLayers; ++layer) {
    find(kPlain, reading, last, matches);
    if (undo_quoted_printable(reading, other)) find(kPlain, other, last, matches);
    find(kBase64, join_lines(reading, other) ? other : reading, last, matches);
    if (drop_spaces(reading, other)) find(kBroken, other, last, matches);
    keep_hex_digits(reading, other);
    find(kHex, other, last, matches);
    if (layer == kLayers || !undo_escapes(reading, deeper)) break;
    std::swap(reading, deeper);
  }
  std::sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  return matches;
}

// A long text goes through memory block by block. They overlap by what a secret may take.
std::optional<std::string> Redactor::without_secrets(std::string_view text) const {
  if (empty()) return std::nullopt;
  const std::size_t overlap = longest_ * kMostSpelled;
  const std::size_t step = std::max(kBlock, overlap);
  std::string clean;
  std::size_t done = 0;  // of the text
  bool found = false;
  for (std::size_t start = 0; start < text.size(); start += step) {
    const bool last = text.size() - start <= step + overlap;
    const std::string_view block = text.substr(start, step + overlap);
    for (const Match& match : find_all(block, last)) {
      const std::size_t end = start + match.end;
      if (end <= done) continue;
      // What overlaps is one secret, in two spellings or twice.
      if (!found || start + match.begin >= done) {
        clean.append(text, done, start + match.begin - done).append(match.needle->mark);
      }
      done = end;
      found = true;
    }
    if (last) break;
  }
  if (!found) return std::nullopt;
  clean.append(text, done);
  return clean;
}

bool Redactor::redact(std::string& text) const {
  std::optional<std::string> clean = without_secrets(text);
  if (!clean) return false;
  text = *std::move(clean);
  return true;
}

std::string Redactor::redacted(std::string text) const {
  redact(text);
  return text;
}

}  // namespace bfclx::net
