// What parses, and how it is printed again: expectations are CPython 3.11's ast.unparse.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/python/python.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

struct ParseCase {
  std::string_view source;
  std::string_view printed;
};

constexpr ParseCase kCases[] = {
    // clang-format off
    {"f()", "f()"},
    {"a.b.c(x=1)", "a.b.c(x=1)"},
    {"f(a, *b, c=1, **d)", "f(a, *b, c=1, **d)"},
    {"f(x for x in y)", "f((x for x in y))"},
    {"f((x for x in y), z)", "f((x for x in y), z)"},
    {"f(a=1, a=2)", "f(a=1, a=2)"},
    {"f(a := 1)", "f((a := 1))"},
    {"[a := 1, b]", "[(a := 1), b]"},
    {"{a := 1}", "{(a := 1)}"},
    {"(a, )", "(a,)"},
    {"()", "()"},
    {"[]", "[]"},
    {"{}", "{}"},
    {"{1, 2}", "{1, 2}"},
    {"{'a': 1, **b}", "{'a': 1, **b}"},
    {"{**a, **b}", "{**a, **b}"},
    {"[*a, *b]", "[*a, *b]"},
    {"(*a, b)", "(*a, b)"},
    {"{*a}", "{*a}"},
    {"x[1]", "x[1]"},
    {"x[1, 2]", "x[1, 2]"},
    {"x[(1, 2)]", "x[1, 2]"},
    {"x[1,]", "x[1,]"},
    {"x[()]", "x[()]"},
    {"x[:]", "x[:]"},
    {"x[1:2:3]", "x[1:2:3]"},
    {"x[::2, *y]", "x[::2, *y]"},
    {"x[*y]", "x[*y,]"},
    {"x[a := 1]", "x[(a := 1)]"},
    {"a if b else c if d else e", "a if b else c if d else e"},
    {"(a if b else c) if d else e", "(a if b else c) if d else e"},
    {"lambda: 0", "lambda: 0"},
    {"lambda a, b=1, /, c=2, *d, e, f=3, **g: a", "lambda a, b=1, /, c=2, *d, e, f=3, **g: a"},
    {"lambda *, a: a", "lambda *, a: a"},
    {"lambda: (yield)", "lambda: (yield)"},
    {"(lambda: x)()", "(lambda: x)()"},
    {"(yield)", "(yield)"},
    {"(yield from a)", "(yield from a)"},
    {"(yield a, b)", "(yield (a, b))"},
    {"await x", "await x"},
    {"(await x)()", "(await x)()"},
    {"-x ** -y", "-x ** (-y)"},
    {"(-x) ** y", "(-x) ** y"},
    {"(x ** y) ** z", "(x ** y) ** z"},
    {"x ** y ** z", "x ** y ** z"},
    {"not a in b", "not a in b"},
    {"not (not a)", "not not a"},
    {"-(not x)", "-(not x)"},
    {"~-+x", "~-+x"},
    {"a - (b - c)", "a - (b - c)"},
    {"(a - b) - c", "a - b - c"},
    {"a * (b + c)", "a * (b + c)"},
    {"a + b * c", "a + b * c"},
    {"a | b ^ c & d << e + f * g", "a | b ^ c & d << e + f * g"},
    {"(a or b) or c", "(a or b) or c"},
    {"a or (b or c)", "a or (b or c)"},
    {"(a or b) and c", "(a or b) and c"},
    {"a < b <= c != d is not e not in f", "a < b <= c != d is not e not in f"},
    {"(a < b) < c", "(a < b) < c"},
    {"a @ b // c % d", "a @ b // c % d"},
    {"[x for x in a if b if c for d in e]", "[x for x in a if b if c for d in e]"},
    {"{x: y for x, y in z}", "{x: y for x, y in z}"},
    {"{x for x in y}", "{x for x in y}"},
    {"[x async for x in y]", "[x async for x in y]"},
    {"[x for x, in y]", "[x for x, in y]"},
    {"[x for (a.b, c[0]), *d in e]", "[x for (a.b, c[0]), *d in e]"},
    {"[x for *a in b]", "[x for *a in b]"},
    {"[lambda: (y, z)]", "[lambda: (y, z)]"},
    {"[x for x in (lambda: y)]", "[x for x in (lambda: y)]"},
    {"1 .real", "1 .real"},
    {"1.0.real", "1.0.real"},
    {"True.real", "True .real"},
    {"1e400", "1e309"},
    {"-1e400j", "-1e309j"},
    {"0x1F + 0o17 + 0b11 + 1_000", "31 + 15 + 3 + 1000"},
    {"00", "0"},
    {"1_0.5e-1_0j", "1.05e-09j"},
    {"1if x else y", "1 if x else y"},
    {"1or 2", "1 or 2"},
    {"0x1for x in y", "31 or x in y"},
    {"'a' \"b\" '''c'''", "'abc'"},
    {"u'a' 'b'", "u'ab'"},
    {"b'a' rb'\\x'", "b'a\\\\x'"},
    {"'it\\'s'", "\"it's\""},
    {"'\\x41\\u0042\\103\\n\\q\\\n'", "'ABC\\n\\\\q'"},
    {"'\\ud800'", "'\\ud800'"},
    {"r'\\d'", "'\\\\d'"},
    {"...", "..."},
    {"f'{a}b{{c}}'", "f'{a}b{{c}}'"},
    {"f'{a!r:>{w}}'", "f'{a!r:>{w}}'"},
    {"f'{a=}'", "f'a={a!r}'"},
    {"f'{a == b}' 'c'", "f'{a == b}c'"},
    {"f\"{d['k']}\"", "f\"{d['k']}\""},
    {"f''", "f''"},
    {"f'{ {1: 2} }'", "f'{ {1: 2}}'"},
    {"f'{x}\\n'", "f'{x}\\n'"},
    {"Ⅷ.ﬁ", "VIII.fi"},
    {"\\\nf()", "f()"},
    {"f(\n  a,  # comment\n)\n\n  \n", "f(a)"},
    {"'''a\r\nb\rc'''", "'a\\nb\\nc'"},
    {"# c\nf()", "f()"},
    {"\014f()", "f()"},
    {"  \\\n\nf()", "f()"},
    {"a,", "(a,)"},
    {"a, b", "(a, b)"},
    {"None.a", "None.a"},
    {"print(x)", "print(x)"},
    {"match(x)", "match(x)"},
    {"_", "_"},  // clang-format on
};

std::string printed(std::string_view source) {
  const Result<Tree> tree = parse_expression(source);
  if (!tree.ok()) return "!! " + std::string(tree.error().kind) + ": " + tree.error().message;
  const Result<std::string> text = unparse(tree->root());
  if (!text.ok()) return "!! " + std::string(text.error().kind) + ": " + text.error().message;
  return *text;
}

TEST(Parse, PrintsAsCPython) {
  for (const ParseCase& parse_case : kCases) {
    EXPECT_EQ(printed(parse_case.source), parse_case.printed) << parse_case.source;
  }
}

TEST(Parse, PrintedTextPrintsAgain) {
  for (const ParseCase& parse_case : kCases) {
    EXPECT_EQ(printed(parse_case.printed), parse_case.printed);
  }
}

TEST(Parse, ConstantsAreValues) {
  constexpr ParseCase kConstants[] = {
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
  for (const ParseCase& constant : kConstants) {
    const Result<Tree> tree = parse_expression(constant.source);
    const std::string text = tree.ok() ? repr(as<Constant>(tree->root()).value) : std::string("!!");
    EXPECT_EQ(text, constant.printed) << constant.source;
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
