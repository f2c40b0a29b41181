// What does not parse, and what CPython 3.11.2 says about it.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/python/python.h"

namespace bfclx::python {
namespace {

struct ErrorCase {
  std::string source;
  std::string_view kind;
  std::string_view message;
};

TEST(SyntaxError, IsWordedAsCPythonDoes) {
  const ErrorCase cases[] = {
      // clang-format off
      {"", "SyntaxError", "invalid syntax (<unknown>, line 0)"},
      {"f(", "SyntaxError", "'(' was never closed (<unknown>, line 1)"},
      {"[f(a=1)", "SyntaxError", "'[' was never closed (<unknown>, line 1)"},
      {"f(a=1]", "SyntaxError", "closing parenthesis ']' does not match opening parenthesis '(' (<unknown>, line 1)"},
      {"f(a=\n1]", "SyntaxError", "closing parenthesis ']' does not match opening parenthesis '(' on line 1 (<unknown>, line 2)"},
      {"f)", "SyntaxError", "unmatched ')' (<unknown>, line 1)"},
      {"f(a b)", "SyntaxError", "invalid syntax. Perhaps you forgot a comma? (<unknown>, line 1)"},
      {"f(a=1 b=2)", "SyntaxError", "invalid syntax. Perhaps you forgot a comma? (<unknown>, line 1)"},
      {"[1 2]", "SyntaxError", "invalid syntax. Perhaps you forgot a comma? (<unknown>, line 1)"},
      {"{1: 2 3: 4}", "SyntaxError", "invalid syntax. Perhaps you forgot a comma? (<unknown>, line 1)"},
      {"a b", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"a; b", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"f(a=1); g(b=2)", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"x = 1", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"import x", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"f(a=)", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"f(a==)", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"f(=1)", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"f(,)", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"f(class=1)", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"f(None=1)", "SyntaxError", "cannot assign to None (<unknown>, line 1)"},
      {"f(a.b=1)", "SyntaxError", "expression cannot contain assignment, perhaps you meant \"==\"? (<unknown>, line 1)"},
      {"f('a'=1)", "SyntaxError", "expression cannot contain assignment, perhaps you meant \"==\"? (<unknown>, line 1)"},
      {"f(a=1, b)", "SyntaxError", "positional argument follows keyword argument (<unknown>, line 1)"},
      {"f(**k, a)", "SyntaxError", "positional argument follows keyword argument unpacking (<unknown>, line 1)"},
      {"f(**k, *a)", "SyntaxError", "iterable argument unpacking follows keyword argument unpacking (<unknown>, line 1)"},
      {"f(a for a in b, c)", "SyntaxError", "Generator expression must be parenthesized (<unknown>, line 1)"},
      {"f(c, a for a in b)", "SyntaxError", "Generator expression must be parenthesized (<unknown>, line 1)"},
      {"f(a=x for x in y)", "SyntaxError", "invalid syntax. Maybe you meant '==' or ':=' instead of '='? (<unknown>, line 1)"},
      {"(a = b)", "SyntaxError", "invalid syntax. Maybe you meant '==' or ':=' instead of '='? (<unknown>, line 1)"},
      {"(a.b = c)", "SyntaxError", "cannot assign to attribute here. Maybe you meant '==' instead of '='? (<unknown>, line 1)"},
      {"(1 := 2)", "SyntaxError", "cannot use assignment expressions with literal (<unknown>, line 1)"},
      {"[1 = 2]", "SyntaxError", "cannot assign to literal here. Maybe you meant '==' instead of '='? (<unknown>, line 1)"},
      {"(*a)", "SyntaxError", "cannot use starred expression here (<unknown>, line 1)"},
      {"(**a)", "SyntaxError", "cannot use double starred expression here (<unknown>, line 1)"},
      {"*a", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"yield x", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"a if b", "SyntaxError", "expected 'else' after 'if' expression (<unknown>, line 1)"},
      {"[a if b]", "SyntaxError", "expected 'else' after 'if' expression (<unknown>, line 1)"},
      {"(c d)", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"f(print x)", "SyntaxError", "Missing parentheses in call to 'print'. Did you mean print(...)? (<unknown>, line 1)"},
      {"print x", "SyntaxError", "Missing parentheses in call to 'print'. Did you mean print(...)? (<unknown>, line 1)"},
      {"f(a 'x')", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"{a: b, c d: e}", "SyntaxError", "':' expected after dictionary key (<unknown>, line 1)"},
      {"{a: b, c}", "SyntaxError", "':' expected after dictionary key (<unknown>, line 1)"},
      {"{a:}", "SyntaxError", "expression expected after dictionary key and ':' (<unknown>, line 1)"},
      {"{a: b, c:, d: e}", "SyntaxError", "expression expected after dictionary key and ':' (<unknown>, line 1)"},
      {"{a: *b}", "SyntaxError", "cannot use a starred expression in a dictionary value (<unknown>, line 1)"},
      {"{**a for a in b}", "SyntaxError", "dict unpacking cannot be used in dict comprehension (<unknown>, line 1)"},
      {"[*a for a in b]", "SyntaxError", "iterable unpacking cannot be used in comprehension (<unknown>, line 1)"},
      {"[a, b for a in c]", "SyntaxError", "did you forget parentheses around the comprehension target? (<unknown>, line 1)"},
      {"[x for 1 in y]", "SyntaxError", "cannot assign to literal (<unknown>, line 1)"},
      {"[x for f() in y]", "SyntaxError", "cannot assign to function call (<unknown>, line 1)"},
      {"[x for x y]", "SyntaxError", "invalid syntax. Perhaps you forgot a comma? (<unknown>, line 1)"},
      {"lambda a=1, b: 0", "SyntaxError", "non-default argument follows default argument (<unknown>, line 1)"},
      {"lambda *: 0", "SyntaxError", "named arguments must follow bare * (<unknown>, line 1)"},
      {"lambda *a, *b: 0", "SyntaxError", "* argument may appear only once (<unknown>, line 1)"},
      {"lambda **a, b: 0", "SyntaxError", "arguments cannot follow var-keyword argument (<unknown>, line 1)"},
      {"lambda (a): 0", "SyntaxError", "Lambda expression parameters cannot be parenthesized (<unknown>, line 1)"},
      {"lambda a, /, /: 0", "SyntaxError", "/ may appear only once (<unknown>, line 1)"},
      {"lambda a=, b: 0", "SyntaxError", "expected default value expression (<unknown>, line 1)"},
      {"await", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"a <> b", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"a ? b", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"f(a!b)", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {"a\\", "SyntaxError", "unexpected character after line continuation character (<unknown>, line 1)"},
      {"f(a\\b)", "SyntaxError", "unexpected character after line continuation character (<unknown>, line 1)"},
      {"f() \\\n", "SyntaxError", "unexpected EOF while parsing (<unknown>, line 1)"},
      {" f()", "IndentationError", "unexpected indent (<unknown>, line 1)"},
      {"\n f()", "IndentationError", "unexpected indent (<unknown>, line 2)"},
      {"f()\n  g", "IndentationError", "unexpected indent (<unknown>, line 2)"},
      {"a\n  b\n c\n", "IndentationError", "unexpected indent (<unknown>, line 2)"},
      {"\"abc", "SyntaxError", "unterminated string literal (detected at line 1) (<unknown>, line 1)"},
      {"it's", "SyntaxError", "unterminated string literal (detected at line 1) (<unknown>, line 1)"},
      {"f(a='x\ny')", "SyntaxError", "unterminated string literal (detected at line 1) (<unknown>, line 1)"},
      {"\"a\\\nb", "SyntaxError", "unterminated string literal (detected at line 2) (<unknown>, line 1)"},
      {"\"\"\"abc\nd", "SyntaxError", "unterminated triple-quoted string literal (detected at line 2) (<unknown>, line 1)"},
      {"0777", "SyntaxError", "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers (<unknown>, line 1)"},
      {"1f(", "SyntaxError", "invalid decimal literal (<unknown>, line 1)"},
      {"1__0", "SyntaxError", "invalid decimal literal (<unknown>, line 1)"},
      {"1_", "SyntaxError", "invalid decimal literal (<unknown>, line 1)"},
      {"0xg", "SyntaxError", "invalid hexadecimal literal (<unknown>, line 1)"},
      {"0b12", "SyntaxError", "invalid digit '2' in binary literal (<unknown>, line 1)"},
      {"0o8", "SyntaxError", "invalid digit '8' in octal literal (<unknown>, line 1)"},
      {"1jx", "SyntaxError", "invalid imaginary literal (<unknown>, line 1)"},
      {"1e", "SyntaxError", "invalid decimal literal (<unknown>, line 1)"},
      {"5€", "SyntaxError", "invalid decimal literal (<unknown>, line 1)"},
      {"“a”", "SyntaxError", "invalid character '“' (U+201C) (<unknown>, line 1)"},
      {"a\342\200\213b", "SyntaxError", "invalid non-printable character U+200B (<unknown>, line 1)"},
      {"\357\273\277f()", "SyntaxError", "invalid non-printable character U+FEFF (<unknown>, line 1)"},
      {"\001", "SyntaxError", "invalid non-printable character U+0001 (<unknown>, line 1)"},
      {"f(\302\240)", "SyntaxError", "invalid non-printable character U+00A0 (<unknown>, line 1)"},
      {"b\"é\"", "SyntaxError", "bytes can only contain ASCII literal characters (<unknown>, line 1)"},
      {"\"\\x1\"", "SyntaxError", "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-2: truncated \\xXX escape (<unknown>, line 1)"},
      {"\"é\\u12\"", "SyntaxError", "(unicode error) 'unicodeescape' codec can't decode bytes in position 10-13: truncated \\uXXXX escape (<unknown>, line 1)"},
      {"\"\\U12345678\"", "SyntaxError", "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-9: illegal Unicode character (<unknown>, line 1)"},
      {"\"\\N{\"", "SyntaxError", "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-2: malformed \\N character escape (<unknown>, line 1)"},
      {"\"\\N\"", "SyntaxError", "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-1: malformed \\N character escape (<unknown>, line 1)"},
      {"b\"a\\x1\"", "SyntaxError", "(value error) invalid \\x escape at position 1 (<unknown>, line 1)"},
      {"\"a\" b\"b\"", "SyntaxError", "cannot mix bytes and nonbytes literals (<unknown>, line 1)"},
      {"f\"{}\"", "SyntaxError", "f-string: empty expression not allowed (<unknown>, line 1)"},
      {"f\"{a\"", "SyntaxError", "f-string: expecting '}' (<unknown>, line 1)"},
      {"f\"}\"", "SyntaxError", "f-string: single '}' is not allowed (<unknown>, line 1)"},
      {"f\"{a b}\"", "SyntaxError", "f-string: invalid syntax. Perhaps you forgot a comma? (<unknown>, line 1)"},
      {"f\"{a!x}\"", "SyntaxError", "f-string: invalid conversion character: expected 's', 'r', or 'a' (<unknown>, line 1)"},
      {"f\"{a:{b:{c}}}\"", "SyntaxError", "f-string: expressions nested too deeply (<unknown>, line 1)"},
      {"f\"{a#}\"", "SyntaxError", "f-string expression part cannot include '#' (<unknown>, line 1)"},
      {"f\"{a(}\"", "SyntaxError", "f-string: closing parenthesis '}' does not match opening parenthesis '(' (<unknown>, line 1)"},
      {"f\"{:x}\"", "SyntaxError", "f-string: expression required before ':' (<unknown>, line 1)"},
      {"f\"\"\"\n{\na b}\"\"\"", "SyntaxError", "f-string: invalid syntax. Perhaps you forgot a comma? (<unknown>, line 3)"},
      {"f\"{lambda x: 1}\"", "SyntaxError", "f-string: invalid syntax (<unknown>, line 1)"},
      {"(x\n y z\n", "SyntaxError", "'(' was never closed (<unknown>, line 1)"},
      {"(x\n y z", "SyntaxError", "invalid syntax. Perhaps you forgot a comma? (<unknown>, line 1)"},
      {"[[a,\nb c]", "SyntaxError", "invalid syntax. Perhaps you forgot a comma? (<unknown>, line 2)"},
      {"[[a,\nb c]\n", "SyntaxError", "'[' was never closed (<unknown>, line 1)"},
      {"x y \"abc", "SyntaxError", "unterminated string literal (detected at line 1) (<unknown>, line 1)"},
      {"x y\n(", "SyntaxError", "invalid syntax (<unknown>, line 1)"},
      {std::string(201, '('), "SyntaxError", "too many nested parentheses (<unknown>, line 1)"},
      {std::string(4301, '9'), "SyntaxError", "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer literals to avoid decimal conversion limits. (<unknown>, line 1)"},      // 3.11.2; later versions say less here.
      {"f(a, *)", "SyntaxError", "iterable argument unpacking follows keyword argument unpacking (<unknown>, line 1)"},
      // clang-format on
  };
  for (const ErrorCase& error_case : cases) {
    const Result<Tree> tree = parse_expression(error_case.source);
    ASSERT_FALSE(tree.ok()) << error_case.source;
    EXPECT_EQ(tree.error().kind, error_case.kind) << error_case.source;
    EXPECT_EQ(tree.error().message, error_case.message) << error_case.source;
  }
}

TEST(SyntaxError, NamesTheFile) {
  const Result<Tree> tree = parse_expression("\n(", "<string>");
  ASSERT_FALSE(tree.ok());
  EXPECT_EQ(tree.error().message, "'(' was never closed (<string>, line 2)");
}

TEST(SyntaxError, SourcesThatCannotBeRead) {
  using std::literals::string_view_literals::operator""sv;
  Result<Tree> tree = parse_expression("a\0b"sv);
  ASSERT_FALSE(tree.ok());
  EXPECT_EQ(tree.error().kind, "ValueError");
  EXPECT_EQ(tree.error().message, "source code string cannot contain null bytes");
  // Lone surrogates, as three bytes each.
  tree = parse_expression("f('\xc3\xa9\xed\xa0\x80')");
  ASSERT_FALSE(tree.ok());
  EXPECT_EQ(tree.error().kind, "UnicodeEncodeError");
  EXPECT_EQ(tree.error().message,
            "'utf-8' codec can't encode character '\\ud800' in position 4: surrogates not allowed");
  tree = parse_expression("\xed\xa0\x80\xed\xb0\x80");
  ASSERT_FALSE(tree.ok());
  EXPECT_EQ(tree.error().message,
            "'utf-8' codec can't encode characters in position 0-1: surrogates not allowed");
}

TEST(SyntaxError, LongGarbageIsReadOnce) {
  // Each would take a parser that tries again at every level very long.
  for (const std::string_view unit :
       {"f(a ", "[{a: (", "f(a b, c=", "x for x in (", "lambda a=("}) {
    std::string source;
    for (int i = 0; i < 150; ++i) source += unit;
    EXPECT_FALSE(parse_expression(source).ok());
  }
}

}  // namespace
}  // namespace bfclx::python
