#include "core/simulators/apis/markdown_text.h"

#include <algorithm>
#include <cstddef>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/simulators/apis/text_wrap.h"

namespace bfclx {

namespace {

constexpr std::size_t kWidth = 78;
constexpr auto kNone = std::string_view::npos;

// Typographic characters that are written in ASCII.
struct Plain {
  std::string_view name;
  char32_t code;
  std::string_view text;
};
constexpr Plain kPlain[] = {
    {"rsquo", 0x2019, "'"},     {"lsquo", 0x2018, "'"}, {"rdquo", 0x201d, "\""},
    {"ldquo", 0x201c, "\""},    {"copy", 0xa9, "(C)"},  {"mdash", 0x2014, "--"},
    {"nbsp", 0xa0, kSpaceMark}, {"rarr", 0x2192, "->"}, {"larr", 0x2190, "<-"},
    {"middot", 0xb7, "*"},      {"ndash", 0x2013, "-"}, {"oelig", 0x153, "oe"},
    {"aelig", 0xe6, "ae"},      {"agrave", 0xe0, "a"},  {"aacute", 0xe1, "a"},
    {"acirc", 0xe2, "a"},       {"atilde", 0xe3, "a"},  {"auml", 0xe4, "a"},
    {"aring", 0xe5, "a"},       {"egrave", 0xe8, "e"},  {"eacute", 0xe9, "e"},
    {"ecirc", 0xea, "e"},       {"euml", 0xeb, "e"},    {"igrave", 0xec, "i"},
    {"iacute", 0xed, "i"},      {"icirc", 0xee, "i"},   {"iuml", 0xef, "i"},
    {"ograve", 0xf2, "o"},      {"oacute", 0xf3, "o"},  {"ocirc", 0xf4, "o"},
    {"otilde", 0xf5, "o"},      {"ouml", 0xf6, "o"},    {"ugrave", 0xf9, "u"},
    {"uacute", 0xfa, "u"},      {"ucirc", 0xfb, "u"},   {"uuml", 0xfc, "u"},
    {"lrm", 0x200e, ""},        {"rlm", 0x200f, ""}};

bool space_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_space(next_code_point(text, at));
}

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    std::size_t next = at;
    if (decimal_value(next_code_point(text, next)) < 0) break;
    at = next;
  }
  return at;
}

// Puts a backslash before `mark` wherever it is the first of a line, behind white space and, of
// dots, a number, and before white space (of dashes, also before a dash).
std::string with_escaped_items(std::string_view text, char mark) {
  if (text.find(mark) == kNone) return std::string(text);
  std::string result;
  std::size_t done = 0;
  std::size_t line = 0;
  while (line != kNone && line <= text.size()) {
    const std::size_t begin = skip_space(text, line);
    const std::size_t at = mark == '.' ? skip_digits(text, begin) : begin;
    const bool numbered = mark != '.' || at > begin;
    std::size_t behind = std::max(at, begin);
    if (numbered && at < text.size() && text[at] == mark &&
        (space_at(text, at + 1) || (mark == '-' && text.substr(at + 1, 1) == "-"))) {
      result.append(text.substr(done, at - done)).append("\\");
      done = at;
      behind = at + 1;
    }
    const std::size_t end = text.find('\n', behind);
    line = end == kNone ? kNone : end + 1;
  }
  return result.append(text.substr(done));
}

// Whether html2text leaves the line as it is.
bool is_left(std::string_view line) {
  if (line.substr(0, 4) == "    " || line[0] == '\t') return true;
  const std::string_view text = lstrip(line);
  const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  if (text.substr(0, 2) == "--" && text.size() > 2 && at(2) != '-') return false;
  if ((at(0) == '-' || at(0) == '*') && text.substr(0, 2) != "**") return true;
  if (line.find(" | ") != kNone) return true;
  const std::size_t digits = skip_digits(text, 0);
  if (digits > 0 && at(digits) == '.' && space_at(text, digits + 1)) return true;
  return (at(0) == '-' || at(0) == '*' || at(0) == '+') && space_at(text, 1);
}

// ^\s\+
bool is_space_and_plus(std::string_view line) {
  std::size_t next = 0;
  return is_space(next_code_point(line, next)) && next < line.size() && line[next] == '+';
}

}  // namespace

std::optional<std::string_view> plain_reference(std::string_view name) {
  for (const Plain& plain : kPlain) {
    if (plain.name == name) return plain.text;
  }
  return std::nullopt;
}

std::optional<std::string_view> plain_character(char32_t code) {
  for (const Plain& plain : kPlain) {
    if (plain.code == code && plain.name != "nbsp") return plain.text;
  }
  return std::nullopt;
}

std::string escaped_markdown(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '[' || c == ']' || c == '(' || c == ')') result += '\\';
    result += c;
  }
  return result;
}

std::string escaped_markdown_section(std::string_view text) {
  static constexpr std::string_view kMarks = "\\`*_{}[]()#+-.!";
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && kMarks.find(text[i + 1]) != kNone) {
      escaped += '\\';
    }
    escaped += text[i];
  }
  for (const char mark : {'.', '+', '-'}) escaped = with_escaped_items(escaped, mark);
  return escaped;
}

std::string wrapped_markdown(std::string_view text) {
  std::string result;
  int newlines = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty()) {
      if (newlines < 2) {
        result += '\n';
        ++newlines;
      }
      continue;
    }
    if (is_left(line)) {
      if (is_space_and_plus(line)) continue;
      result.append(line).append("\n");
      newlines = 1;
      continue;
    }
    std::string_view indent;
    if (line.substr(0, 3) == "  *") indent = "    ";
    if (line.substr(0, 2) == "> ") indent = "> ";
    result += wrapped_text(line, kWidth, indent);
    const bool broken = line.size() >= 2 && line.substr(line.size() - 2) == "  ";
    result += broken ? "  \n" : indent.empty() ? "\n\n" : "\n";
    newlines = broken || !indent.empty() ? 1 : 2;
  }
  return result;
}

}  // namespace bfclx
