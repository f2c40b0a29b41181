#include "tools/bfclx/net/escaped_text.h"

#include <algorithm>
#include <cctype>

namespace bfclx::net {
namespace {

using Char = EscapedText::Char;

constexpr std::size_t kEntityLetters = 9;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

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

}  // namespace

// `count` digits of `base` from `at`; the character that they name, or none.
EscapedText::Char EscapedText::digits_char(std::size_t at, int count, int layers, bool as_byte,
                                           unsigned base) {
  unsigned code = 0;
  for (int i = 0; i < count; ++i) {
    const Char digit = read(at, layers);
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
EscapedText::Char EscapedText::braced_char(std::size_t at, int layers) {
  const Char open = read(at, layers);
  if (!open.is('{')) return {};
  for (int count = 1; count <= 6; ++count) {
    Char named = digits_char(open.end, count, layers, false);
    if (named.size == 0) return {};
    const Char close = read(named.end, layers);
    named.end = close.end;
    if (close.is('}')) return named;
  }
  return {};
}

// Behind a backslash: "u0041", "u{41}", "U00000041", "x41", "101", or the character itself.
EscapedText::Char EscapedText::escaped(const Char& backslash, int layers) {
  const Char next = read(backslash.end, layers);
  if (next.size != 1) return backslash;
  Char named;
  if (next.is('u')) named = digits_char(next.end, 4, layers, false);
  if (next.is('u') && named.size == 0) named = braced_char(next.end, layers);
  if (next.is('U')) named = digits_char(next.end, 8, layers, false);
  if (next.is('x')) named = digits_char(next.end, 2, layers, true);
  if (next.bytes[0] >= '0' && next.bytes[0] <= '3') {
    named = digits_char(backslash.end, 3, layers, true, 8);
  }
  if (named.size > 0) return named;
  return is_word(next.bytes[0]) ? backslash : next;
}

// Behind an ampersand: "#65;", "#x41;", "sol;".
EscapedText::Char EscapedText::entity(const Char& ampersand, int layers) {
  char letters[kEntityLetters];
  std::size_t size = 0;
  std::size_t at = ampersand.end;
  Char next = read(at, layers);
  while (next.size == 1 && (is_word(next.bytes[0]) || (size == 0 && next.is('#'))) &&
         size < kEntityLetters) {
    letters[size++] = next.bytes[0];
    at = next.end;
    next = read(at, layers);
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

EscapedText::Char EscapedText::read(std::size_t at, int layers) {
  if (at >= text_.size()) return {};
  const char c = text_[at];
  if (layers == 0 || !is_escape(c)) return one_byte(c, at + 1);
  if (known_ == nullptr) known_ = std::make_unique<std::array<Known, kKnown>>();
  Known& known = (*known_)[at % kKnown];
  const auto place = static_cast<std::size_t>(layers - 1);
  if (known.at == at && known.layers >= layers) return known.decoded[place];
  const Char decoded = decode(at, layers);  // the layers above it are known then
  if (known.at != at || known.layers < layers - 1) {
    known.at = at;
    known.layers = 0;
    if (layers > 1) return decoded;
  }
  known.layers = std::max(known.layers, layers);
  known.decoded[place] = decoded;
  return decoded;
}

EscapedText::Char EscapedText::decode(std::size_t at, int layers) {
  const Char c = read(at, layers - 1);
  if (c.size != 1) return c;
  switch (c.bytes[0]) {
    case '\\':
      return escaped(c, layers - 1);
    case '&':
      return entity(c, layers - 1);
    case '%': {
      const Char next = read(c.end, layers - 1);
      const Char named = next.is('u') ? digits_char(next.end, 4, layers - 1, false)
                                      : digits_char(c.end, 2, layers - 1, true);
      return named.size > 0 ? named : c;
    }
    default:
      return c;
  }
}

// Where the needle ends that begins at `at`; npos when it is another text.
std::size_t EscapedText::match(std::size_t at, std::string_view needle, int layers) {
  std::size_t done = 0;
  while (done < needle.size()) {
    const Char c = read(at, layers);
    if (c.size == 0 || needle.compare(done, c.size, std::string_view(c.bytes, c.size)) != 0) {
      return std::string_view::npos;
    }
    done += c.size;
    at = c.end;
  }
  return at;
}

}  // namespace bfclx::net
