// Trees of expressions. How they are printed is in tests/golden/parsers/python_print.txt.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/python/python.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

TEST(Parse, ConstantsAreValues) {
  struct ConstantCase {
    std::string_view source;
    std::string_view value;
  };
  constexpr ConstantCase kConstants[] = {
      {"1_000", "1000"},
      {"0xFFFFFFFFFFFFFFFFFF", "4722366482869645213695"},
      {"9223372036854775808", "9223372036854775808"},
      {"1e5", "100000.0"},
      {".5", "0.5"},
      {"1_0.5e-1_0J", "1.05e-09j"},
      {"'a' 'b'", "'ab'"},
      {"b'\\x00\\777'", "b'\\x00\\xff'"},
      {"'\\N'  # no name", "!!"},
      {"'\\u00e9\\101\\\n'",
       "'\xc3\xa9"
       "A'"},
      {"'''a\r\nb\rc'''", "'a\\nb\\nc'"},
      {"...", "Ellipsis"},
  };
  for (const ConstantCase& constant : kConstants) {
    const Result<Tree> tree = parse_expression(constant.source);
    const std::string text = tree.ok() ? repr(as<Constant>(tree->root()).value) : std::string("!!");
    EXPECT_EQ(text, constant.value) << constant.source;
  }
}

TEST(Parse, NodesKnowTheirLines) {
  const Result<Tree> tree = parse_expression("f(\n  a,\n  '''x\n''', (\nb).c)");
  ASSERT_TRUE(tree.ok());
  const Call& call = as<Call>(tree->root());
  EXPECT_EQ(tree->line_of(call), 1u);
  ASSERT_EQ(call.arguments.size(), 3u);
  EXPECT_EQ(tree->line_of(*call.arguments[0]), 2u);
  EXPECT_EQ(tree->line_of(*call.arguments[1]), 3u);
  EXPECT_EQ(tree->line_of(*call.arguments[2]), 4u);
  EXPECT_EQ(tree->line_of(*as<Attribute>(*call.arguments[2]).value), 5u);
}

std::string repeated(std::string_view unit, int count, std::string_view end = "") {
  std::string text;
  for (int i = 0; i < count; ++i) text += unit;
  return text + std::string(end);
}

TEST(Parse, DepthIsBounded) {
  // As deep as CPython takes brackets.
  EXPECT_TRUE(parse_expression(repeated("(", 200) + repeated(")", 200)).ok());
  EXPECT_TRUE(parse_expression(repeated("f(a=", 199, "1") + repeated(")", 199)).ok());
  EXPECT_TRUE(parse_expression(repeated("{1: ", 199, "1") + repeated("}", 199)).ok());
  const std::string deep[] = {
      repeated("-", 100'000, "1"),       repeated("not ", 100'000, "1"),
      repeated("lambda: ", 50'000, "1"), repeated("1 if x else ", 50'000, "1"),
      repeated("1**", 50'000, "1"),      repeated("1+", 50'000, "1"),
      "a" + repeated(".b", 50'000),      "a" + repeated("()", 50'000),
      "a" + repeated("[0]", 50'000),     repeated("await ", 50'000, "1"),
  };
  for (const std::string& source : deep) {
    const Result<Tree> tree = parse_expression(source);
    ASSERT_FALSE(tree.ok()) << source.substr(0, 20);
    EXPECT_TRUE(tree.error().kind == "RecursionError" || tree.error().kind == "SyntaxError" ||
                tree.error().kind == "MemoryError")
        << tree.error().kind;
  }
  // Wide is not deep.
  EXPECT_TRUE(parse_expression("[" + repeated("1, ", 50'000) + "]").ok());
  EXPECT_TRUE(parse_expression(repeated("a and ", 50'000, "b")).ok());
}

TEST(Parse, PrinterGivesUpWhereCPythonDoes) {
  const std::string sum = repeated("1+", 1000, "1");
  const Result<Tree> tree = parse_expression(sum);
  ASSERT_TRUE(tree.ok());
  const Result<std::string> text = unparse(tree->root());
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().kind, "RecursionError");
}

}  // namespace
}  // namespace bfclx::python
