// The words and signs that are tokens of their own.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_TOKEN_TABLES_H_
#define BFCLX_CORE_PYTHON_SYNTAX_TOKEN_TABLES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/python/syntax/lexer.h"

namespace bfclx::python {

struct Word {
  std::string_view text;
  TokenKind kind;
};

inline constexpr Word kKeywords[] = {
    {"False", TokenKind::kFalse},
    {"None", TokenKind::kNone},
    {"True", TokenKind::kTrue},
    {"and", TokenKind::kAnd},
    {"as", TokenKind::kKeyword},
    {"assert", TokenKind::kKeyword},
    {"async", TokenKind::kAsync},
    {"await", TokenKind::kAwait},
    {"break", TokenKind::kKeyword},
    {"class", TokenKind::kKeyword},
    {"continue", TokenKind::kKeyword},
    {"def", TokenKind::kKeyword},
    {"del", TokenKind::kKeyword},
    {"elif", TokenKind::kKeyword},
    {"else", TokenKind::kElse},
    {"except", TokenKind::kKeyword},
    {"finally", TokenKind::kKeyword},
    {"for", TokenKind::kFor},
    {"from", TokenKind::kFrom},
    {"global", TokenKind::kKeyword},
    {"if", TokenKind::kIf},
    {"import", TokenKind::kKeyword},
    {"in", TokenKind::kIn},
    {"is", TokenKind::kIs},
    {"lambda", TokenKind::kLambda},
    {"nonlocal", TokenKind::kKeyword},
    {"not", TokenKind::kNot},
    {"or", TokenKind::kOr},
    {"pass", TokenKind::kKeyword},
    {"raise", TokenKind::kKeyword},
    {"return", TokenKind::kKeyword},
    {"try", TokenKind::kKeyword},
    {"while", TokenKind::kKeyword},
    {"with", TokenKind::kKeyword},
    {"yield", TokenKind::kYield},
};

// Those with the same first character stand together, the longest first. kUnknown: tokens of
// statements, and "<>", which is a token but no operator.
inline constexpr Word kOperators[] = {
    {"...", TokenKind::kEllipsis},  {".", TokenKind::kDot},
    {",", TokenKind::kComma},       {":=", TokenKind::kColonAssign},
    {":", TokenKind::kColon},       {"==", TokenKind::kEqual},
    {"=", TokenKind::kAssign},      {"+=", TokenKind::kUnknown},
    {"+", TokenKind::kPlus},        {"-=", TokenKind::kUnknown},
    {"->", TokenKind::kUnknown},    {"-", TokenKind::kMinus},
    {"**=", TokenKind::kUnknown},   {"**", TokenKind::kDoubleStar},
    {"*=", TokenKind::kUnknown},    {"*", TokenKind::kStar},
    {"//=", TokenKind::kUnknown},   {"//", TokenKind::kDoubleSlash},
    {"/=", TokenKind::kUnknown},    {"/", TokenKind::kSlash},
    {"%=", TokenKind::kUnknown},    {"%", TokenKind::kPercent},
    {"@=", TokenKind::kUnknown},    {"@", TokenKind::kAt},
    {"<<=", TokenKind::kUnknown},   {"<<", TokenKind::kLeftShift},
    {"<=", TokenKind::kLessEqual},  {"<>", TokenKind::kUnknown},
    {"<", TokenKind::kLess},        {">>=", TokenKind::kUnknown},
    {">>", TokenKind::kRightShift}, {">=", TokenKind::kGreaterEqual},
    {">", TokenKind::kGreater},     {"|=", TokenKind::kUnknown},
    {"|", TokenKind::kBar},         {"^=", TokenKind::kUnknown},
    {"^", TokenKind::kCaret},       {"&=", TokenKind::kUnknown},
    {"&", TokenKind::kAmpersand},   {"!=", TokenKind::kNotEqual},
    {"~", TokenKind::kTilde},
};

// For each first character, the words that begin with it.
struct WordRange {
  std::uint8_t begin = 0;
  std::uint8_t end = 0;
};
using WordIndex = std::array<WordRange, 128>;
template <std::size_t kSize>
constexpr WordIndex index_words(const Word (&words)[kSize]) {
  WordIndex index{};
  for (std::size_t i = 0; i < kSize; ++i) {
    WordRange& range = index[static_cast<std::size_t>(words[i].text[0])];
    if (range.end == 0) range.begin = static_cast<std::uint8_t>(i);
    range.end = static_cast<std::uint8_t>(i + 1);
  }
  return index;
}
inline constexpr WordIndex kKeywordIndex = index_words(kKeywords);
inline constexpr WordIndex kOperatorIndex = index_words(kOperators);

// `first` is ASCII.
template <std::size_t kSize>
constexpr std::span<const Word> words_with(const Word (&words)[kSize], const WordIndex& index,
                                           char first) {
  const WordRange range = index[static_cast<unsigned char>(first)];
  return {words + range.begin, words + range.end};
}

// A keyword's kind, or kName. The word is ASCII.
constexpr TokenKind word_kind(std::string_view word) {
  for (const Word& keyword : words_with(kKeywords, kKeywordIndex, word[0])) {
    if (keyword.text == word) return keyword.kind;
  }
  return TokenKind::kName;
}

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_TOKEN_TABLES_H_
