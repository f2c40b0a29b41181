// Tokens of Python source, as CPython 3.11's tokenizer cuts them.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_LEXER_H_
#define BFCLX_CORE_PYTHON_SYNTAX_LEXER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx::python {

enum class TokenKind : std::uint8_t {
  kEnd,
  kNewline,
  kIndent,
  kDedent,
  kError,  // the tokenizer could not go on, see LexError
  kName,
  kNumber,
  kString,
  kUnknown,  // a character that begins no token ('$', '?', '!', '`'), or an operator of statements
  // Punctuation.
  kLeftParen,
  kRightParen,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kComma,
  kColon,
  kDot,
  kEllipsis,
  kAssign,
  kColonAssign,
  // Binary operators, in the order of BinaryOperator.
  kPlus,
  kMinus,
  kStar,
  kAt,
  kSlash,
  kPercent,
  kDoubleStar,
  kLeftShift,
  kRightShift,
  kBar,
  kCaret,
  kAmpersand,
  kDoubleSlash,
  kTilde,
  // Comparisons, in the order of CompareOperator.
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  // Keywords that occur in expressions, then all others.
  kFalse,
  kNone,
  kTrue,
  kAnd,
  kOr,
  kNot,
  kIn,
  kIs,
  kIf,
  kElse,
  kFor,
  kAsync,
  kAwait,
  kLambda,
  kYield,
  kFrom,
  kKeyword,
};

struct Token {
  std::uint32_t begin;
  std::uint32_t end;
  TokenKind kind;
  std::uint8_t level;  // brackets open behind the token
  // Of a kName: not ASCII. Of a kString: has a backslash.
  bool special;
};

// Why the last token is kError.
struct LexError {
  enum class Kind : std::uint8_t {
    kNone,
    kSyntax,            // a SyntaxError with `message`, which goes before the parser's own errors
    kEndOfFile,         // inside brackets, or behind a line continuation
    kLineContinuation,  // a backslash that does not end its line
    kDedent,            // to a column that no block has
    kTabs,              // tabs and spaces that cannot be compared
    kTooDeep,           // more than 100 blocks
  };
  Kind kind = Kind::kNone;
  std::string message;
  std::size_t line = 0;
};

// CPython's MAXLEVEL and MAXINDENT.
inline constexpr std::size_t kMaxBrackets = 200;
inline constexpr std::size_t kMaxIndents = 100;

struct TokenList {
  std::vector<Token> tokens;  // the last one is kEnd or kError
  LexError error;
  std::size_t max_level = 0;
  // The innermost bracket that is open at the end, '\0' when there is none, and its offset.
  char open_bracket = '\0';
  std::uint32_t open_offset = 0;
};

// `source` has only "\n" as newlines and no NUL; smaller than 2^32 bytes.
void tokenize(std::string_view source, TokenList& out);

// Number of the line that `offset` lies on, from 1; at the end of the source, of the last line that
// has a character (0 when the source is empty).
std::size_t line_number(std::string_view source, std::size_t offset);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_LEXER_H_
