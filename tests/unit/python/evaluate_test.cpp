// eval() of the subset: its bounds and its environment. What expressions give is in
// tests/golden/parsers/python_evaluate.txt and python_literals.txt.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/python/python.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

struct EvaluateCase {
  std::string_view source;
  std::string_view outcome;  // repr() of the value, or "!! TypeError: ..."
};

std::string outcome(const Result<Value>& result) {
  if (result.ok()) return repr(*result);
  return "!! " + std::string(result.error().kind) + ": " + result.error().message;
}

TEST(Evaluate, IsBounded) {
  for (const std::string_view source :
       {"2 ** 10000000", "9 ** 9 ** 9", "1 << 10 ** 9", "'a' * 10 ** 9", "[0] * 10 ** 9",
        "'%10000000d' % 1", "f'{1:10000000}'", "[x for x in range(10 ** 9)]", "sum(range(10 ** 9))",
        "[0 for a in range(9999) for b in range(9999)]", "open('x')"}) {
    EXPECT_EQ(outcome(evaluate_text(source)).substr(0, 9), "!! Limit:") << source;
  }
}

// evaluate_text() looks at the first name before it evaluates anything: with the same outcome.
TEST(Evaluate, EndsAtTheFirstNameThatNobodyHas) {
  for (const std::string_view source : {"f(a=1)",
                                        "[f(a=g), h()]",
                                        "(f.g.h(1), 2)",
                                        "f().g",
                                        "f + 1",
                                        "[*f]",
                                        "[1, f]",
                                        "len(f)",
                                        "print.f(1)",
                                        "True.f()",
                                        "f[g]",
                                        "{f: g}",
                                        "f if g else h",
                                        "(f := 1)",
                                        "-f",
                                        "f < g",
                                        "[]",
                                        "()",
                                        "not f",
                                        "f and g",
                                        "len",
                                        "Ellipsis",
                                        "__debug__",
                                        "f'{g}'",
                                        "f(1)(h)"}) {
    const Result<Tree> tree = parse_expression(source);
    ASSERT_TRUE(tree.ok()) << source;
    Environment environment;
    EXPECT_EQ(outcome(evaluate_text(source)), outcome(evaluate(tree->root(), environment)))
        << source;
  }
}

// Few objects that stand for many: 2 to the 60 in all, or 10 megabytes a hundred thousand times.
TEST(Evaluate, IsBoundedInWhatOperationsRead) {
  std::string tree = "(x := [0], ";
  for (int i = 0; i < 60; ++i) tree += "x := [x, x], ";
  for (const std::string_view use : {"str(x)", "x == [x]", "f'{x}'", "'%s' % x", "[x].index(5)"}) {
    const std::string source = tree + std::string(use) + ")";
    EXPECT_EQ(outcome(evaluate_text(source)).substr(0, 9), "!! Limit:") << use;
  }
  EXPECT_EQ(outcome(evaluate_text(tree + "len(x[0]))[-1]")).substr(0, 9), "!! Limit:");
  EXPECT_EQ(outcome(evaluate_text("(x := [1], len([x, x]))[-1]")), "2");
  for (const std::string_view use :
       {"'b' in x", "x + 'b'", "x[1:]", "x == x", "x.upper()", "x * 1"}) {
    const std::string source =
        "[" + std::string(use) + " for x in ['a' * 10 ** 7]" + " for i in range(10 ** 5)]";
    EXPECT_EQ(outcome(evaluate_text(source)).substr(0, 9), "!! Limit:") << use;
  }
  EXPECT_EQ(outcome(evaluate_text("sum([[0]] * 10 ** 5, [])")).substr(0, 9), "!! Limit:");
}

// Knows one variable and one function, which gives its arguments back.
class TestEnvironment : public Environment {
 public:
  Result<Value> name(std::string_view name, bool local) override {
    if (name == "x") return Value::integer(7);
    if (name == "local" && local) return Value::integer(8);
    return Environment::name(name, local);
  }
  const Extensions* extensions() override { return &all_extensions(); }
  bool has_callee(const Node& function) override {
    return (function.kind == NodeKind::kAttribute &&
            as<Attribute>(function).value->kind == NodeKind::kName) ||
           (function.kind == NodeKind::kName && as<Name>(function).id.size() == 1);
  }
  Result<Value> call(const Node& function, const List& positional, const Dict& keywords) override {
    BFCLX_ASSIGN_OR_RETURN(const std::string text, unparse(function));
    return Value::tuple({Value::str(text), Value::list(positional), Value::dict(keywords)});
  }
};

TEST(Evaluate, AsksItsEnvironment) {
  constexpr EvaluateCase kCases[] = {
      {"x + 1", "8"},
      {"y", "!! NameError: name 'y' is not defined"},
      {"a.b(x, *[1, 2], k=len('ab'), **{'m': x})", "('a.b', [7, 1, 2], {'k': 2, 'm': 7})"},
      {"f(g(1))", "('f', [('g', [1], {})], {})"},
      {"f(*5)", "!! TypeError: f() argument after * must be an iterable, not int"},
      {"f(**5)", "!! TypeError: f() argument after ** must be a mapping, not int"},
      {"f(a=1, **{'a': 2})", "!! TypeError: f() got multiple values for keyword argument 'a'"},
      {"[len for len in 'ab']", "['a', 'b']"},
      {"[local + i for i in [local]]", "!! NameError: name 'local' is not defined"},
      {"[i for i in [local]]", "[8]"},
      {"(1).__format__(y)", "!! NameError: name 'y' is not defined"},
      {"(1).nothing(y)", "!! AttributeError: 'int' object has no attribute 'nothing'"},
      {"(lambda: local)()", "!! NameError: name 'local' is not defined"},
      {"(lambda i=local: i + x)()", "15"},
  };
  TestEnvironment environment;
  for (const EvaluateCase& evaluated : kCases) {
    const Result<Tree> tree = parse_expression(evaluated.source);
    ASSERT_TRUE(tree.ok());
    EXPECT_EQ(outcome(evaluate(tree->root(), environment)), evaluated.outcome) << evaluated.source;
  }
}

}  // namespace
}  // namespace bfclx::python
