// eval() of objects, iterators, functions and formats: bounds and lifetimes. What expressions give
// is in tests/golden/parsers/python_objects.txt.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/python/python.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

// What calls of the simulated services have.
class Everything : public Environment {
 public:
  const Extensions* extensions() override { return &all_extensions(); }
};

Result<Value> evaluate_all(std::string_view source) {
  BFCLX_ASSIGN_OR_RETURN(const Tree tree, parse_expression(source, "<string>"));
  Everything environment;
  return evaluate(tree.root(), environment);
}

// Whatever calls itself, nests or repeats without end, ends.
TEST(EvaluateObjects, AreBounded) {
  struct Bounded {
    std::string_view source;
    std::string_view kind;
  };
  constexpr Bounded kBounded[] = {
      {"(lambda f: f(f))(lambda f: list(map(f, [f])))", "RecursionError"},
      {"(lambda f: f(f))(lambda f: sum(f(f) for _ in [1]))", "RecursionError"},
      {"(lambda: [x := 'a'] + [x := map(str, x) for _ in range(99999)] + list(x))()",
       "RecursionError"},
      {"(lambda: ([x := 1], [x := {1: x}.items() for _ in range(99999)]))()", "Limit"},
      {"[any(range(1, 99999)) for _ in range(99999)]", "Limit"},
      {"(lambda x: [{x} for _ in range(99999)])((0,) * 99999)", "Limit"},
      {"(lambda x: [x.rfind('b') for _ in range(99999)])('a' * 10 ** 6)", "Limit"},
      {"('{0:9999}' * 9999).format(1)", "Limit"},
      {"'a'.center(10 ** 12)", "Limit"},
      {"'%*d' % (-9223372036854775808, 1)", "Limit"},
      {"range(9)[::2 ** 70]", "Limit"},
      {"('\\t' * 10 ** 6).expandtabs(10 ** 6)", "Limit"},
      {"('a' * 10 ** 6).replace('', 'b' * 10 ** 6)", "Limit"},
      {"list(enumerate(range(10 ** 9)))", "Limit"},
      {"(lambda d: [d == d.copy() for _ in range(9999)])(dict(zip(range(9999), 'a' * 9999)))",
       "Limit"},
  };
  for (const Bounded& expected : kBounded) {
    const Result<Value> result = evaluate_all(expected.source);
    ASSERT_FALSE(result.ok()) << expected.source;
    EXPECT_EQ(result.error().kind, expected.kind) << expected.source;
  }
  // A generator that asks one before it for its item, far down in its element.
  const std::string tall = std::string(900, '~') + "next(y)";
  const std::string chain_of_generators = "(lambda: ([x := iter([1])], [x := (lambda y=x: (" +
                                          tall +
                                          " for _ in [1]))() for _ in range(999)], next(x)))()";
  const Result<Value> deep = evaluate_all(chain_of_generators);
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().kind, "RecursionError");
  // Many objects behind one another go without recursion.
  for (const std::string_view chain :
       {"(lambda: ([x := 1], [x := (lambda y=x: y) for _ in range(99999)], 1))()[2]",
        "(lambda: ([x := 1], [x := (x,).count for _ in range(99999)], 1))()[2]"}) {
    const Result<Value> result = evaluate_all(chain);
    ASSERT_TRUE(result.ok()) << chain;
    EXPECT_EQ(repr(*result), "1");
  }
}

// What is kept longer than its evaluation is printed, and does nothing else.
TEST(EvaluateObjects, OutliveTheirEvaluation) {
  const Result<Value> kept = evaluate_all("[lambda: 1, (i for i in [1]), map(str, [1])]");
  ASSERT_TRUE(kept.ok());
  class Kept : public Everything {
   public:
    explicit Kept(Value value) : value_(std::move(value)) {}
    Result<Value> name(std::string_view name, bool local) override {
      return name == "kept" ? Result<Value>(value_) : Environment::name(name, local);
    }

   private:
    Value value_;
  };
  Kept environment(*kept);
  for (const std::string_view source :
       {"kept[0]()", "list(kept[1])", "next(kept[2])", "1 in kept[1]"}) {
    const Result<Tree> tree = parse_expression(source);
    ASSERT_TRUE(tree.ok());
    const Result<Value> result = evaluate(tree->root(), environment);
    ASSERT_FALSE(result.ok()) << source;
    EXPECT_EQ(result.error().kind, "Limit") << source;
  }
  EXPECT_EQ(repr(*kept),
            "[<function <lambda> at 0x7f0000000000>, <generator object <genexpr> at "
            "0x7f0000000000>, <map object at 0x7f0000000000>]");
}

// Single responses have less, and are told so.
TEST(EvaluateObjects, AreNotForSingleResponses) {
  for (const std::string_view source :
       {"lambda: 1", "'{}'.format(1)", "isinstance(1, int)", "list(map(str, [1]))", "{}.keys()",
        "(i for i in [1])", "'a'.center(3)"}) {
    const Result<Value> result = evaluate_text(source);
    ASSERT_FALSE(result.ok()) << source;
    EXPECT_EQ(result.error().kind, "Limit") << source;
  }
  const Result<Value> listed = evaluate_text("sum(i for i in [1, 2])");
  ASSERT_TRUE(listed.ok());
  EXPECT_EQ(repr(*listed), "3");
}

}  // namespace
}  // namespace bfclx::python
