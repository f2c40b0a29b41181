// What does not parse, beside the cases of tests/golden/parsers/python_syntax_errors.txt.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/python/python.h"

namespace bfclx::python {
namespace {

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
