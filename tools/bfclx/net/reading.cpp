#include "tools/bfclx/net/reading.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <numeric>

namespace bfclx::net {
namespace {

using std::string_view;

constexpr std::size_t kEntityLetters = 9;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool is_line_letter(char c) { return c == 'n' || c == 'r' || c == 't'; }
unsigned hex_value(char c) {
  return static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

// The letters of a set, to be looked up by their byte.
constexpr std::array<bool, 256> set_of(string_view letters) {
  std::array<bool, 256> set = {};
  for (const char c : letters) set[static_cast<unsigned char>(c)] = true;
  return set;
}

// What is neither a hexadecimal digit nor stands between two of them: other letters, UTF-8.
constexpr std::array<bool, 256> other_text() {
  std::array<bool, 256> set = set_of("ghijklmnopqrstvwyzGHIJKLMNOPQRSTVWYZ");
  for (std::size_t byte = 0x80; byte < set.size(); ++byte) set[byte] = true;
  return set;
}

// Writes a reading from another one, which is no shorter.
class Writer {
 public:
  Writer(const Reading& from, Reading& to) : from_(from), to_(to) {
    to.text.resize(from.text.size());
    to.begins.resize(from.text.size());
    to.ends.resize(from.text.size());
  }
  ~Writer() { to_.text.resize(size_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // A byte that stands for those of `from` from `begin` to `end`.
  void add(char c, std::size_t begin, std::size_t end) {
    to_.text[size_] = c;
    to_.begins[size_] = from_.begins[begin];
    to_.ends[size_] = from_.ends[end - 1];
    ++size_;
  }
  void copy(std::size_t at) { add(from_.text[at], at, at + 1); }
  // The bytes up to one of the set.
  std::size_t copy_until(const std::array<bool, 256>& set, std::size_t at) {
    std::size_t end = at;
    while (end < from_.text.size() && !set[static_cast<unsigned char>(from_.text[end])]) ++end;
    const auto part = [&](const auto& from, auto& to) {
      std::copy_n(from.data() + at, end - at, to.data() + size_);
    };
    part(from_.text, to_.text);
    part(from_.begins, to_.begins);
    part(from_.ends, to_.ends);
    size_ += end - at;
    return end;
  }
  std::size_t size() const { return size_; }

 private:
  const Reading& from_;
  Reading& to_;
  std::size_t size_ = 0;
};

struct EntityRow {
  string_view name;
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

// What an escape stands for, and how many bytes it takes; none where it is no escape.
struct Escape {
  unsigned code = 0;
  bool is_byte = false;  // no code point
  std::size_t size = 0;

  explicit operator bool() const { return size > 0; }
};

// An escape of that many digits, which begin behind `prefix` characters.
Escape digits_escape(string_view text, std::size_t prefix, std::size_t count, bool is_byte,
                     unsigned base = 16) {
  if (text.size() < prefix + count) return {};
  unsigned code = 0;
  for (const char c : text.substr(prefix, count)) {
    if (!is_hex(c) || hex_value(c) >= base) return {};
    code = code * base + hex_value(c);
  }
  if (!is_byte && code > 0xFFFF) return {};
  return {code, is_byte, prefix + count};
}

// "\u{41}"
Escape braced_escape(string_view text) {
  if (text.size() < 3 || text[2] != '{') return {};
  const std::size_t close = text.substr(0, 10).find('}');
  if (close == string_view::npos || close == 3) return {};
  Escape escape = digits_escape(text, 3, close - 3, false);
  if (escape) ++escape.size;
  return escape;
}

Escape backslash_escape(string_view text) {
  if (text.size() < 2) return {};
  Escape escape;
  switch (text[1]) {
    case 'u':
      escape = digits_escape(text, 2, 4, false);
      return escape ? escape : braced_escape(text);
    case 'U':
      return digits_escape(text, 2, 8, false);
    case 'x':
      return digits_escape(text, 2, 2, true);
    case '0':
    case '1':
    case '2':
    case '3':
      return digits_escape(text, 1, 3, true, 8);
    default:
      if (is_word(text[1])) return {};
      return {static_cast<unsigned char>(text[1]), true, 2};
  }
}

Escape percent_escape(string_view text) {
  if (text.size() > 1 && text[1] == 'u') return digits_escape(text, 2, 4, false);
  return digits_escape(text, 1, 2, true);
}

// "&#65;", "&#x41;", "&sol;"; browsers do without the semicolon.
Escape entity(string_view text) {
  std::size_t size = 0;
  string_view name = text.substr(1, kEntityLetters);
  while (size < name.size() && (is_word(name[size]) || (size == 0 && name[size] == '#'))) ++size;
  name = name.substr(0, size);
  size = 1 + name.size();
  if (size < text.size() && text[size] == ';') ++size;
  if (name.empty()) return {};
  if (name[0] != '#') {
    for (const EntityRow& row : kEntities) {
      if (row.name == name) return {static_cast<unsigned char>(row.c), true, size};
    }
    return {};
  }
  const bool hex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
  const std::size_t prefix = hex ? 2 : 1;
  if (name.size() == prefix) return {};
  Escape escape = digits_escape(name, prefix, name.size() - prefix, false, hex ? 16 : 10);
  if (escape) escape.size = size;
  return escape;
}

Escape escape_of(string_view text) {
  switch (text[0]) {
    case '\\':
      return backslash_escape(text);
    case '%':
      return percent_escape(text);
    default:
      return entity(text);
  }
}

// The bytes of white space or of a character of no width that the text begins with; else 0.
std::size_t space_size(string_view text) {
  if (static_cast<unsigned char>(text[0]) < 0x80) return 1;
  const auto is_one_of = [&](std::initializer_list<string_view> all) {
    return std::any_of(all.begin(), all.end(),
                       [&](string_view one) { return text.starts_with(one); });
  };
  // U+00A0, U+00AD; U+1680, U+180E, U+3000, U+FEFF
  if (is_one_of({"\xC2\xA0", "\xC2\xAD"})) return 2;
  if (is_one_of({"\xE1\x9A\x80", "\xE1\xA0\x8E", "\xE3\x80\x80", "\xEF\xBB\xBF"})) return 3;
  if (text.size() < 3) return 0;
  const auto last = static_cast<unsigned char>(text[2]);
  // U+2000 to U+200F, U+2028 to U+202F; U+205F to U+206F
  if (text.starts_with("\xE2\x80")) return last <= 0x8F || (last >= 0xA8 && last <= 0xAF) ? 3 : 0;
  return text.starts_with("\xE2\x81") && last >= 0x9F && last <= 0xAF ? 3 : 0;
}

void add_escape(Writer& writer, const Escape& escape, std::size_t at) {
  const auto add = [&](unsigned byte) {
    writer.add(static_cast<char>(byte), at, at + escape.size);
  };
  const unsigned code = escape.code;
  if (escape.is_byte || code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0 | (code >> 6));
  } else {
    add(0xE0 | (code >> 12));
    add(0x80 | ((code >> 6) & 0x3F));
  }
  add(0x80 | (code & 0x3F));
}

}  // namespace

void Reading::assign(string_view original) {
  text.assign(original);
  begins.resize(text.size());
  ends.resize(text.size());
  std::iota(begins.begin(), begins.end(), 0U);
  std::iota(ends.begin(), ends.end(), 1U);
}

bool undo_escapes(const Reading& from, Reading& to) {
  static constexpr auto kBegins = set_of("\\%&");
  const string_view text = from.text;
  Writer writer(from, to);
  bool changed = false;
  for (std::size_t at = 0; (at = writer.copy_until(kBegins, at)) < text.size();) {
    if (const Escape escape = escape_of(text.substr(at))) {
      add_escape(writer, escape, at);
      at += escape.size;
      changed = true;
    } else if (text[at] == '\\' && at + 1 < text.size() && is_word(text[at + 1])) {
      writer.add(text[at], at, at + 2);
      writer.add(text[at + 1], at, at + 2);
      at += 2;
    } else {
      writer.copy(at++);
    }
  }
  return changed;
}

bool undo_quoted_printable(const Reading& from, Reading& to) {
  static constexpr auto kBegins = set_of("=");
  const string_view text = from.text;
  if (text.find('=') == string_view::npos) return false;
  Writer writer(from, to);
  bool changed = false;
  for (std::size_t at = 0; (at = writer.copy_until(kBegins, at)) < text.size();) {
    if (const Escape escape = digits_escape(text.substr(at), 1, 2, true)) {
      add_escape(writer, escape, at);
      at += escape.size;
      changed = true;
      continue;
    }
    std::size_t end = at + 1;
    for (const string_view line_end : {"\r\n", "\n", "\\r\\n", "\\n"}) {
      if (text.substr(at + 1, line_end.size()) == line_end) {
        end += line_end.size();
        break;
      }
    }
    if (end == at + 1) {
      writer.copy(at);
    } else {
      changed = true;
    }
    at = end;
  }
  return changed;
}

bool join_lines(const Reading& from, Reading& to) {
  static constexpr auto kBegins = set_of("\r\n\\");
  const string_view text = from.text;
  if (text.find_first_of("\r\n\\") == string_view::npos) return false;
  Writer writer(from, to);
  for (std::size_t at = 0; (at = writer.copy_until(kBegins, at)) < text.size();) {
    std::size_t end = at;
    while (end < text.size() && text[end] == '\\') ++end;
    const bool written = end > at && end < text.size() && is_line_letter(text[end]);
    if (!written && end > at) {
      while (at < end) writer.copy(at++);
      continue;
    }
    ++end;
    at = std::min(text.find_first_not_of(" \t", end), text.size());
  }
  return writer.size() < text.size();
}

bool drop_spaces(const Reading& from, Reading& to) {
  static constexpr auto kBegins = set_of(" \t\r\n\v\f\\\xC2\xE1\xE2\xE3\xEF");
  const string_view text = from.text;
  Writer writer(from, to);
  for (std::size_t at = 0; (at = writer.copy_until(kBegins, at)) < text.size();) {
    if (text[at] == '\\') {
      std::size_t end = at;
      while (end < text.size() && text[end] == '\\') ++end;
      if (end < text.size() && is_line_letter(text[end])) {
        at = end + 1;
      } else {
        while (at < end) writer.copy(at++);
      }
      continue;
    }
    const std::size_t size = space_size(text.substr(at));
    if (size == 0) writer.copy(at);
    at += std::max<std::size_t>(size, 1);
  }
  return writer.size() < text.size();
}

void keep_hex_digits(const Reading& from, Reading& to) {
  static constexpr auto kOther = other_text();
  const string_view text = from.text;
  Writer writer(from, to);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (kOther[static_cast<unsigned char>(c)]) {
      writer.add('\0', at, at + 1);
      while (at + 1 < text.size() && kOther[static_cast<unsigned char>(text[at + 1])]) ++at;
    } else if (c == '\\' && next == 'u' && digits_escape(text.substr(at), 2, 4, false)) {
      writer.add('\0', at, at + 1);
      at += 5;
    } else if ((c == '\\' && is_line_letter(next)) || (c == '0' && (next | 0x20) == 'x')) {
      ++at;
    } else if (is_hex(c)) {
      writer.add(static_cast<char>(c <= '9' ? c : c | 0x20), at, at + 1);
    }
  }
}

std::string percent_decoded(string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size();) {
    const Escape escape = text[at] == '%' ? digits_escape(text.substr(at), 1, 2, true) : Escape();
    decoded += escape ? static_cast<char>(escape.code) : text[at];
    at += escape ? escape.size : 1;
  }
  return decoded;
}

}  // namespace bfclx::net
