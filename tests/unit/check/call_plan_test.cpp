// A plan passes what the checker passes, of the ordinary entries that it is made for.
#include "core/check/call_plan.h"

#include <gtest/gtest.h>

#include "core/value/json.h"

namespace bfclx {
namespace {

Value json(std::string_view text) { return json_loads(text).value(); }

constexpr std::string_view kFunctions = R"([
  {"name": "a.b", "parameters": {"type": "dict", "required": ["city"], "properties": {
    "city": {"type": "string"}, "days": {"type": "integer"}, "limit": {"type": "float"},
    "tags": {"type": "array", "items": {"type": "string"}}, "on": {"type": "boolean"},
    "box": {"type": "dict"}}}},
  {"name": "c", "parameters": {"type": "dict", "required": [], "properties": {
    "x": {"type": "integer"}}}}])";

constexpr std::string_view kAnswer = R"([{"a.b": {"city": ["New York", "NYC"], "days": [3, ""],
  "limit": [2.0, ""], "tags": [["A b", "c"], ""], "on": [true, ""], "box": [{"k": [1]}, ""]}}])";

struct Case {
  const char* calls;
  bool passes;
};

// Whatever the plan says, the checker says the same of these.
void expect(const Value& functions, const Value& answers, CallCount count, const Case& item,
            bool underscore_to_dot = false) {
  const auto plan = CallPlan::make(functions, answers, Language::kPython, count);
  ASSERT_NE(plan, nullptr);
  const Value calls = json(item.calls);
  const AstCheck check{Language::kPython, count, underscore_to_dot};
  const Result<Verdict> verdict = check_calls(functions, calls, answers, check);
  ASSERT_TRUE(verdict.ok()) << item.calls;
  EXPECT_EQ(verdict->valid, item.passes) << item.calls;
  EXPECT_EQ(plan->passes(calls, underscore_to_dot), item.passes) << item.calls;
}

TEST(CallPlan, AgreesWithTheCheckerOnOneCall) {
  const Value functions = json(kFunctions);
  const Value answers = json(kAnswer);
  for (const Case& item : {
           Case{R"([{"a.b": {"city": "new york"}}])", true},
           Case{R"([{"a.b": {"city": "N.Y.C."}}])", true},
           Case{R"([{"a.b": {"city": "Boston"}}])", false},
           Case{R"([{"a.b": {"city": 3}}])", false},
           Case{R"([{"a.b": {"days": 3}}])", false},
           Case{R"([{"a.b": {"days": 3, "city": "NYC"}}])", true},
           Case{R"([{"a.b": {"city": "NYC", "days": 4}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "days": true}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "days": 3.0}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "limit": 2}}])", true},
           Case{R"([{"a.b": {"city": "NYC", "limit": 2.5}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "tags": ["ab", "C"]}}])", true},
           Case{R"([{"a.b": {"city": "NYC", "tags": ["c", "ab"]}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "on": true, "box": {"k": 1}}}])", true},
           Case{R"([{"a.b": {"city": "NYC", "on": 1}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "box": {"k": 2}}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "other": 1}}])", false},
           Case{R"([{"c": {"x": 1}}])", false},
           Case{R"([])", false},
           Case{R"([{"a.b": {"city": "NYC"}}, {"a.b": {"city": "NYC"}}])", false},
       }) {
    expect(functions, answers, CallCount::kSimple, item);
    expect(functions, answers, CallCount::kMultiple, item);
  }
  expect(functions, answers, CallCount::kSimple, {R"([{"a_b": {"city": "NYC"}}])", true}, true);
  expect(functions, answers, CallCount::kSimple, {R"([{"a.b": {"city": "NYC"}}])", false}, true);
}

TEST(CallPlan, PairsParallelCallsAsTheCheckerDoes) {
  const Value functions = json(kFunctions);
  const Value answers =
      json(R"([{"c": {"x": [1, 2]}}, {"c": {"x": [1]}}, {"a.b": {"city": ["B"]}}])");
  for (const Case& item : {
           Case{R"([{"c": {"x": 2}}, {"c": {"x": 1}}, {"a.b": {"city": "b"}}])", true},
           Case{R"([{"a.b": {"city": "b"}}, {"c": {"x": 2}}, {"c": {"x": 1}}])", true},
           // Greedy in the order of the answers: the first takes the 1, the second finds none.
           Case{R"([{"c": {"x": 1}}, {"c": {"x": 2}}, {"a.b": {"city": "b"}}])", false},
           Case{R"([{"c": {"x": 1}}, {"c": {"x": 1}}, {"c": {"x": 1}}])", false},
       }) {
    expect(functions, answers, CallCount::kParallel, item);
  }
}

TEST(CallPlan, IsNotMadeForOddEntries) {
  const Value functions = json(kFunctions);
  EXPECT_EQ(CallPlan::make(functions, json(kAnswer), Language::kJava, CallCount::kSimple), nullptr);
  for (const char* answers :
       {R"([])", R"([{}])", R"([3])", R"({"a.b": {}})", R"([{"unknown": {"city": ["x"]}}])",
        R"([{"a.b": {"days": [3]}}])", R"([{"a.b": {"city": "x"}}])", R"([{"a.b": ["city"]}])"}) {
    EXPECT_EQ(CallPlan::make(functions, json(answers), Language::kPython, CallCount::kMultiple),
              nullptr)
        << answers;
  }
}

}  // namespace
}  // namespace bfclx
