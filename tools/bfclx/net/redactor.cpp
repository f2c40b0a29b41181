#include "tools/bfclx/net/redactor.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "tools/bfclx/net/base64.h"

namespace bfclx::net {
namespace {

constexpr int kLayers = 3;             // of escapes around escapes
constexpr std::size_t kLongWord = 16;  // letters or digits alone below this are no secret for sure
constexpr std::size_t kShortestBase64 = 6;
constexpr std::size_t kEntityLetters = 9;

constexpr std::string_view kPlainHeaders[] = {
    "accept",         "accept-encoding", "accept-language", "anthropic-beta", "anthropic-version",
    "cache-control",  "content-type",    "http-referer",    "openai-beta",    "openai-organization",
    "openai-project", "origin",          "referer",         "user-agent",     "x-title"};

// Parts of names whose values are secrets.
constexpr std::string_view kSecretNames[] = {"auth",   "key",   "token",     "secret",
                                             "cookie", "passw", "signature", "sig"};

struct EntityRow {
  std::string_view name;
  char c;
};
constexpr EntityRow kEntities[] = {
    {"amp", '&'},    {"lt", '<'},     {"gt", '>'},     {"quot", '"'},  {"apos", '\''},
    {"sol", '/'},    {"plus", '+'},   {"equals", '='}, {"colon", ':'}, {"period", '.'},
    {"lowbar", '_'}, {"hyphen", '-'}, {"dash", '-'},   {"num", '#'},   {"percnt", '%'},
    {"dollar", '$'}, {"commat", '@'}, {"excl", '!'},   {"ast", '*'},   {"bsol", '\\'},
    {"comma", ','},  {"semi", ';'},   {"quest", '?'},  {"lpar", '('},  {"rpar", ')'},
    {"lbrack", '['}, {"lsqb", '['},   {"rsqb", ']'},   {"lcub", '{'},  {"rcub", '}'},
    {"verbar", '|'}, {"vert", '|'},   {"Hat", '^'},    {"grave", '`'}, {"UnderBar", '_'},
    {"nbsp", ' '}};

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

// What may as well be a word or a number of an answer.
bool is_guessable(std::string_view text) {
  if (text.size() >= kLongWord) return false;
  const auto all = [text](auto test) {
    return std::all_of(text.begin(), text.end(),
                       [&test](char c) { return test(static_cast<unsigned char>(c)) != 0; });
  };
  return all([](unsigned char c) { return std::isalpha(c); }) ||
         all([](unsigned char c) { return std::isdigit(c) != 0 || c == '.' || c == '-'; });
}

// One character of a text below some layers of escapes: its bytes, and where the next begins.
struct Char {
  char bytes[3] = {};
  std::size_t size = 0;  // 0: none
  std::size_t end = 0;

  bool is(char c) const { return size == 1 && bytes[0] == c; }
};

Char one_byte(char c, std::size_t end) {
  Char one;
  one.bytes[0] = c;
  one.size = 1;
  one.end = end;
  return one;
}

Char code_point(unsigned code, std::size_t end) {
  if (code < 0x80) return one_byte(static_cast<char>(code), end);
  Char one;
  one.end = end;
  const auto tail = [code](unsigned shift) {
    return static_cast<char>(0x80 | ((code >> shift) & 0x3F));
  };
  if (code < 0x800) {
    one.bytes[0] = static_cast<char>(0xC0 | (code >> 6));
    one.bytes[1] = tail(0);
    one.size = 2;
  } else {
    one.bytes[0] = static_cast<char>(0xE0 | ((code >> 12) & 0x0F));
    one.bytes[1] = tail(6);
    one.bytes[2] = tail(0);
    one.size = 3;
  }
  return one;
}

Char read(std::string_view text, std::size_t at, int layers);

// `count` digits of `base` from `at`; the character that they name, or none.
Char digits_char(std::string_view text, std::size_t at, int count, int layers, bool as_byte,
                 unsigned base = 16) {
  unsigned code = 0;
  for (int i = 0; i < count; ++i) {
    const Char digit = read(text, at, layers);
    if (digit.size != 1 || std::isxdigit(static_cast<unsigned char>(digit.bytes[0])) == 0) {
      return {};
    }
    const char c = digit.bytes[0];
    const auto value = static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    if (value >= base) return {};
    code = code * base + value;
    at = digit.end;
  }
  if (as_byte) return one_byte(static_cast<char>(code), at);
  return code > 0xFFFF ? Char() : code_point(code, at);
}

// "{41}" of "\u{41}".
Char braced_char(std::string_view text, std::size_t at, int layers) {
  const Char open = read(text, at, layers);
  if (!open.is('{')) return {};
  for (int count = 1; count <= 6; ++count) {
    Char named = digits_char(text, open.end, count, layers, false);
    if (named.size == 0) return {};
    const Char close = read(text, named.end, layers);
    named.end = close.end;
    if (close.is('}')) return named;
  }
  return {};
}

// Behind a backslash: "u0041", "u{41}", "U00000041", "x41", "101", or the character itself.
Char escaped(std::string_view text, const Char& backslash, int layers) {
  const Char next = read(text, backslash.end, layers);
  if (next.size != 1) return backslash;
  Char named;
  if (next.is('u')) named = digits_char(text, next.end, 4, layers, false);
  if (next.is('u') && named.size == 0) named = braced_char(text, next.end, layers);
  if (next.is('U')) named = digits_char(text, next.end, 8, layers, false);
  if (next.is('x')) named = digits_char(text, next.end, 2, layers, true);
  if (next.bytes[0] >= '0' && next.bytes[0] <= '3') {
    named = digits_char(text, backslash.end, 3, layers, true, 8);
  }
  if (named.size > 0) return named;
  return is_word(next.bytes[0]) ? backslash : next;
}

// Behind an ampersand: "#65;", "#x41;", "sol;".
Char entity(std::string_view text, const Char& ampersand, int layers) {
  char letters[kEntityLetters];
  std::size_t size = 0;
  std::size_t at = ampersand.end;
  Char next = read(text, at, layers);
  while (next.size == 1 && (is_word(next.bytes[0]) || (size == 0 && next.is('#'))) &&
         size < kEntityLetters) {
    letters[size++] = next.bytes[0];
    at = next.end;
    next = read(text, at, layers);
  }
  const std::string_view name(letters, size);
  if (name.empty()) return ampersand;
  if (next.is(';')) at = next.end;  // browsers do without it
  if (name[0] != '#') {
    for (const EntityRow& row : kEntities) {
      if (row.name == name) return one_byte(row.c, at);
    }
    return ampersand;
  }
  const bool hex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
  const std::string_view digits = name.substr(hex ? 2 : 1);
  unsigned code = 0;
  for (const char c : digits) {
    const bool decimal = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!decimal && (!hex || std::isxdigit(static_cast<unsigned char>(c)) == 0)) return ampersand;
    code =
        code * (hex ? 16 : 10) + static_cast<unsigned>(decimal ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return digits.empty() || code > 0xFFFF ? ampersand : code_point(code, at);
}

Char read(std::string_view text, std::size_t at, int layers) {
  if (at >= text.size()) return {};
  if (layers == 0) return one_byte(text[at], at + 1);
  const Char c = read(text, at, layers - 1);
  if (c.size != 1) return c;
  switch (c.bytes[0]) {
    case '\\':
      return escaped(text, c, layers - 1);
    case '&':
      return entity(text, c, layers - 1);
    case '%': {
      const Char next = read(text, c.end, layers - 1);
      const Char named = next.is('u') ? digits_char(text, next.end, 4, layers - 1, false)
                                      : digits_char(text, c.end, 2, layers - 1, true);
      return named.size > 0 ? named : c;
    }
    default:
      return c;
  }
}

// Where the needle ends that begins at `at`; npos when it is another text.
std::size_t match_at(std::string_view text, std::size_t at, std::string_view needle, int layers) {
  std::size_t done = 0;
  while (done < needle.size()) {
    const Char c = read(text, at, layers);
    if (c.size == 0 || needle.compare(done, c.size, std::string_view(c.bytes, c.size)) != 0) {
      return std::string_view::npos;
    }
    done += c.size;
    at = c.end;
  }
  return at;
}

bool is_escape(char c) { return c == '\\' || c == '%' || c == '&'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// "100%25" of an address as it was meant.
std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size();) {
    const Char named = text[at] == '%' ? digits_char(text, at + 1, 2, 0, true) : Char();
    decoded += named.size > 0 ? named.bytes[0] : text[at];
    at = named.size > 0 ? named.end : at + 1;
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

void Redactor::add(std::string_view secret, const std::vector<std::string>& sent_with,
                   std::string_view mark) {
  if (secret.empty()) return;
  if (secret.size() >= kShortestSecret) {
    add_needle(std::string(secret), mark, false);
    add_base64(secret, mark);
    add_hex(secret, mark);
    return;
  }
  for (const std::string& before : sent_with) {
    if (!before.empty()) add_needle(before + std::string(secret), mark, true);
  }
}

void Redactor::add_header(std::string_view name, std::string_view value) {
  value = trimmed(value);
  if (value.empty() || is_plain_header(name)) return;
  const bool secret = names_a_secret(name);
  const std::vector<std::string> sent_with = {
      std::string(name) + ": ", std::string(name) + ":", "\"" + std::string(name) + "\": \"",
      "\"" + std::string(name) + "\":\"", lower(name) + ": "};
  const auto add_one = [&](std::string_view text) {
    if (text.size() >= kShortestSecret && is_guessable(text) && !secret) {
      for (const std::string& before : sent_with) {
        add_needle(before + std::string(text), "[key]", true);
      }
    } else {
      add(text, sent_with);
    }
  };
  add_one(value);
  if (!secret) return;
  // "Bearer KEY", "Basic USER:PASSWORD", "name=KEY; other=KEY"
  const std::size_t space = value.find(' ');
  if (space != std::string_view::npos && value.find_first_of("=;") > space) {
    const std::string_view rest = trimmed(value.substr(space));
    add(rest, {std::string(value.substr(0, space)) + " "});
    if (lower(value.substr(0, space)) == "basic") {
      const std::string user = from_base64(rest);
      const std::size_t colon = user.find(':');
      if (colon != std::string::npos) add(std::string_view(user).substr(colon + 1));
    }
  }
  if (lower(name).find("cookie") == std::string::npos) return;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(';'), value.size());
    const std::size_t equals = value.substr(0, end).find('=');
    if (equals != std::string_view::npos) {
      const std::string_view one = trimmed(value.substr(equals + 1, end - equals - 1));
      if (!is_guessable(one)) add(one);
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
      add(percent_decoded(authority.substr(colon + 1, at - colon - 1)), {":"});
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

// The secret that begins at `at`, and where it ends. Deep layers go first: a shallow one would
// begin in the middle of an escape, and leave half of it.
const Redactor::Needle* Redactor::match(std::string_view text, std::size_t at,
                                        std::size_t& end) const {
  for (int layers = is_escape(text[at]) ? kLayers : 0; layers >= 0; --layers) {
    const Char first = read(text, at, layers);
    if (first.size == 0 || !begins_[static_cast<unsigned char>(first.bytes[0])]) continue;
    for (const Needle& needle : needles_) {
      if (needle.text[0] != first.bytes[0]) continue;
      // What begins with a plain character may have escapes of any layer behind it.
      const int least = is_escape(text[at]) ? layers : 0;
      for (int deep = is_escape(text[at]) ? layers : kLayers; deep >= least; --deep) {
        end = match_at(text, at, needle.text, deep);
        if (end == std::string_view::npos) continue;
        if (needle.whole_word && end < text.size() && is_word(text[end])) continue;
        return &needle;
      }
    }
  }
  return nullptr;
}

bool Redactor::redact(std::string& text) const {
  if (needles_.empty()) return false;
  std::string clean;
  std::size_t kept = 0;
  bool found = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = 0;
    const Needle* needle = may_begin(text, at) ? match(text, at, end) : nullptr;
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
