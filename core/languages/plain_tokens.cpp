#include "core/languages/plain_tokens.h"

#include <span>

namespace bfclx::languages {
namespace {

using plain::has_class;

constexpr std::string_view kValueWords[] = {"true", "false", "null", "undefined"};

constexpr std::string_view kJavaKeywords[] = {
    "abstract",  "assert",     "boolean",    "break",        "byte",       "case",    "catch",
    "char",      "class",      "const",      "continue",     "default",    "do",      "double",
    "else",      "enum",       "extends",    "final",        "finally",    "float",   "for",
    "goto",      "if",         "implements", "import",       "instanceof", "int",     "interface",
    "long",      "native",     "new",        "package",      "permits",    "private", "protected",
    "public",    "record",     "return",     "sealed",       "short",      "static",  "strictfp",
    "super",     "superclass", "switch",     "synchronized", "this",       "throw",   "throws",
    "transient", "try",        "void",       "volatile",     "when",       "while",   "yield"};
constexpr std::string_view kJavaDirectives[] = {"exports",  "module",   "open", "opens",
                                                "provides", "requires", "to",   "transitive",
                                                "uses",     "with"};
constexpr std::string_view kJavaScriptKeywords[] = {
    "as",       "async",      "await",   "break",  "case",     "catch", "class",  "const",
    "continue", "debugger",   "default", "delete", "do",       "else",  "enum",   "export",
    "extends",  "finally",    "for",     "from",   "function", "get",   "if",     "import",
    "in",       "instanceof", "let",     "meta",   "new",      "of",    "return", "set",
    "static",   "super",      "switch",  "target", "this",     "throw", "try",    "typeof",
    "using",    "var",        "void",    "while",  "with",     "yield"};

// By first letter, the lengths of the words: most names are ruled out by it.
using Lengths = std::array<std::uint16_t, 26>;
constexpr void add_lengths(Lengths& lengths, std::span<const std::string_view> words) {
  for (const std::string_view word : words) {
    std::uint16_t& of_letter = lengths[static_cast<std::size_t>(word[0] - 'a')];
    of_letter = static_cast<std::uint16_t>(of_letter | 1U << word.size());
  }
}
constexpr Lengths kJavaLengths = [] {
  Lengths lengths{};
  for (const std::span<const std::string_view> words :
       {std::span<const std::string_view>(kValueWords),
        std::span<const std::string_view>(kJavaKeywords),
        std::span<const std::string_view>(kJavaDirectives)}) {
    add_lengths(lengths, words);
  }
  return lengths;
}();
constexpr Lengths kJavaScriptLengths = [] {
  Lengths lengths{};
  add_lengths(lengths, kValueWords);
  add_lengths(lengths, kJavaScriptKeywords);
  return lengths;
}();

bool is_among(std::string_view name, std::span<const std::string_view> words) {
  for (const std::string_view word : words) {
    if (word == name) return true;
  }
  return false;
}

// What may stand behind a backslash; the grammars take more.
constexpr bool is_escape(char c) {
  return c == '"' || c == '\'' || c == '\\' || c == 'n' || c == 't' || c == 'r' || c == 'b' ||
         c == 'f';
}

}  // namespace

Word word_kind(std::string_view name, Syntax syntax) {
  constexpr std::size_t kLongest = 12;  // "synchronized"
  if (name[0] < 'a' || name[0] > 'z' || name.size() > kLongest) return Word::kName;
  const bool is_java = syntax == Syntax::kJava;
  const Lengths& lengths = is_java ? kJavaLengths : kJavaScriptLengths;
  if ((lengths[static_cast<std::size_t>(name[0] - 'a')] >> name.size() & 1U) == 0) {
    return Word::kName;
  }
  if (is_among(name, kValueWords)) {
    return is_java && name == "undefined" ? Word::kName : Word::kValue;
  }
  if (!is_java) return is_among(name, kJavaScriptKeywords) ? Word::kKeyword : Word::kName;
  if (is_among(name, kJavaDirectives)) return Word::kDirective;
  return is_among(name, kJavaKeywords) ? Word::kKeyword : Word::kName;
}

std::string_view TokenScanner::name() {
  const char* const begin = at_;
  if (at_ == end_ || !has_class(*at_, plain::kNameStart)) return {};
  do {
    ++at_;
  } while (at_ != end_ && has_class(*at_, plain::kNameStart | plain::kDigit));
  return taken_from(begin);
}

std::string_view TokenScanner::text() {
  const char* const begin = at_;
  const char quote = next();
  if (quote != '"' && quote != '\'') return {};
  const char* at = begin + 1;
  while (true) {
    while (at != end_ && has_class(*at, plain::kText)) ++at;
    if (at == end_) return {};
    if (*at == quote) break;
    if (*at == '\\') {
      if (++at == end_ || !is_escape(*at)) return {};
    } else if (*at != '"' && *at != '\'') {
      return {};
    }
    ++at;
  }
  ++at;
  if (syntax_ == Syntax::kJava && at == begin + 2) {
    // No character, and the beginning of a text block.
    if (quote == '\'' || (at != end_ && *at == quote)) return {};
  }
  at_ = at;
  return taken_from(begin);
}

std::size_t TokenScanner::skip_digits() {
  const char* const begin = at_;
  while (at_ != end_ && has_class(*at_, plain::kDigit)) ++at_;
  return static_cast<std::size_t>(at_ - begin);
}

std::string_view TokenScanner::number() {
  const char* const begin = at_;
  take('-');
  const bool zero = next() == '0';
  std::size_t digits = skip_digits();
  bool plain = digits == 1 || (digits > 1 && !zero);
  bool whole = true;
  if (plain && take('.')) {
    plain = skip_digits() > 0;
    whole = false;
  }
  if (plain && syntax_ == Syntax::kJava && at_ != end_) {
    const char suffix = static_cast<char>(*at_ | 0x20);
    if (whole ? suffix == 'l' : suffix == 'f' || suffix == 'd') ++at_;
  }
  // An exponent, another base, or what only an error can be.
  if (plain && at_ != end_ && (*at_ == '.' || has_class(*at_, plain::kNameStart | plain::kDigit))) {
    plain = false;
  }
  if (!plain) {
    at_ = begin;
    return {};
  }
  return taken_from(begin);
}

}  // namespace bfclx::languages
