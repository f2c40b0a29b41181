// The tokens of the plain form of Java and JavaScript, which tree-sitter's lexers split alike in
// every state of their parsers.
#ifndef BFCLX_CORE_LANGUAGES_PLAIN_TOKENS_H_
#define BFCLX_CORE_LANGUAGES_PLAIN_TOKENS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bfclx::languages {

enum class Syntax : std::uint8_t { kJava, kJavaScript };

// A name that is a keyword somewhere in the grammar. kValue: true, false, null and undefined, plain
// as a whole value. kDirective: one of Java's modules alone, plain as the
// name of an argument or behind a dot.
enum class Word : std::uint8_t { kName, kValue, kDirective, kKeyword };
Word word_kind(std::string_view name, Syntax syntax);

namespace plain {

// kText: what may stand in quotes as it is; kQuote: the quotes and the backslash.
enum Class : std::uint8_t { kNameStart = 1, kDigit = 2, kText = 4, kQuote = 8 };

constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[c] |= kNameStart;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] |= kNameStart;
  classes['_'] |= kNameStart;
  classes['$'] |= kNameStart;
  for (int c = '0'; c <= '9'; ++c) classes[c] |= kDigit;
  for (int c = ' '; c <= '~'; ++c) classes[c] |= kText;
  classes['\t'] |= kText;
  classes['\\'] = classes['"'] = classes['\''] = kQuote;
  return classes;
}();

inline bool has_class(char c, int classes) {
  return (kClasses[static_cast<unsigned char>(c)] & classes) != 0;
}

}  // namespace plain

// Walks over a source of printable ASCII, tabs and line feeds.
class TokenScanner {
 public:
  TokenScanner(std::string_view source, Syntax syntax)
      : syntax_(syntax), at_(source.data()), end_(at_ + source.size()) {}

  Syntax syntax() const { return syntax_; }
  const char* at() const { return at_; }
  bool at_end() const { return at_ == end_; }
  // The next character; NUL at the end.
  char next() const { return at_ != end_ ? *at_ : '\0'; }
  void skip() { ++at_; }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  // A name that is this word.
  bool take_word(std::string_view word) {
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    if (!rest.starts_with(word)) return false;
    if (rest.size() > word.size() &&
        plain::has_class(rest[word.size()], plain::kNameStart | plain::kDigit))
      return false;
    at_ += word.size();
    return true;
  }
  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t')) ++at_;
  }

  // Each takes a token, or nothing where none of the kind begins; empty then.
  std::string_view name();
  // With its quotes. In Java either quotes hold at least one character if they are single.
  std::string_view text();
  // `-` included.
  std::string_view number();

 private:
  std::string_view taken_from(const char* begin) const {
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }
  std::size_t skip_digits();

  Syntax syntax_;
  const char* at_;
  const char* end_;
};

}  // namespace bfclx::languages

#endif  // BFCLX_CORE_LANGUAGES_PLAIN_TOKENS_H_
