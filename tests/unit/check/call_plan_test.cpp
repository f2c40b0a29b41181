// A plan judges as the checker does, of the ordinary entries that it is made for.
#include "core/check/call_plan.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

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

// Calls as a response in the plain form has them.
std::string text_of(const Value& calls) {
  std::string text = "[";
  for (const Value& call : calls.items()) {
    const auto& [name, arguments] = call.as_dict().entry(0);
    text += text.size() > 1 ? ", " : "";
    text += std::string(name.as_str()) + "(";
    for (const auto& [argument, value] : arguments.as_dict()) {
      text += text.back() != '(' ? ", " : "";
      text += std::string(argument.as_str()) + "=" + repr(value);
    }
    text += ")";
  }
  return text + "]";
}

// The same as native tool calls.
Value tool_calls_of(const Value& calls) {
  JsonStyle style;
  style.ensure_ascii = false;
  List items;
  for (const Value& call : calls.items()) {
    const auto& [name, arguments] = call.as_dict().entry(0);
    Dict item;
    item.set(name, Value::str(json_dumps(arguments, style).value()));
    items.push_back(Value::dict(std::move(item)));
  }
  return Value::list(std::move(items));
}

// Whether the verdict of calls that are judged while they are read is the checker's. Failures of
// parallel calls are left to that, but for their number.
void expect_verdict(bool known, const Verdict& verdict, const Verdict& checked,
                    const std::string& what) {
  const bool is_left = checked.error_type.ends_with("cannot_find_match");
  if (is_left || !known) {
    EXPECT_FALSE(known) << what;
    EXPECT_TRUE(is_left || checked.valid) << what;
    return;
  }
  EXPECT_EQ(verdict.valid, checked.valid) << what;
  EXPECT_EQ(verdict.error_type, checked.error_type) << what;
  EXPECT_EQ(repr(verdict.error), repr(checked.error)) << what;
  EXPECT_FALSE(verdict.why) << what;
}

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
  EXPECT_EQ(plan->judge(calls, underscore_to_dot), item.passes) << item.calls;
  EXPECT_EQ(plan->judge_text(text_of(calls), underscore_to_dot), item.passes) << item.calls;
  Verdict of_text;
  const bool text_known = plan->verdict_of_text(text_of(calls), check, of_text);
  expect_verdict(text_known, of_text, *verdict, item.calls);
  Verdict of_tool_calls;
  const bool tool_calls_known =
      plan->verdict_of_tool_calls(tool_calls_of(calls), check, of_tool_calls);
  expect_verdict(tool_calls_known, of_tool_calls, *verdict, item.calls);
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
           Case{R"([{"a.b": {"other": 1, "city": "Boston"}}])", false},
           Case{R"([{"a.b": {"city": "Boston", "days": 4, "other": 1}}])", false},
           Case{R"([{"a.b": {"days": 4, "other": 1}}])", false},
           Case{R"([{"a.b": {"city": "Z\u00fcrich"}}])", false},
           Case{R"([{"a.b": {"city": ["NYC"]}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "tags": ["a b", 3]}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "tags": "c"}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "box": {"k": 1, "l": 2}}}])", false},
           Case{R"([{"a.b": {"city": "NYC", "box": {}}}])", false},
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

TEST(CallPlan, JudgesTextsOfThePlainForm) {
  const Value functions = json(kFunctions);
  const Value answers = json(kAnswer);
  const auto plan = CallPlan::make(functions, answers, Language::kPython, CallCount::kSimple);
  const std::string padding(300, '-');
  for (const auto& [text, valid] : std::initializer_list<std::pair<std::string, bool>>{
           {"[a.b(city='NYC',)]", true},
           {"[ a.b(\n city = \"n.y.c\" , on=True ), ]", true},
           {"[a.b(city='New\\tYork')]", false},
           {"[a.b(city='New" + padding + "York')]", true},
           {"[a.b(city=NYC)]", true},
           {"[a.b(city='NYC', days=3, limit=2)]", true},
           {"[a.b(city='NYC', days=-3)]", false},
           {"[a.b(city='NYC', days='3')]", false},
           {"[a.b(city='N\xc3\xa9w York')]", false},
           // The last counts.
           {"[a.b(city='Boston', city='NYC')]", true},
           {"[a.b(city='NYC', city='Boston')]", false},
       }) {
    EXPECT_EQ(plan->judge_text(text, false), valid) << text;
  }
  for (const char* text : {"", "a.b(city='NYC')", "[a.b(city='N' 'YC')]", "[a.b(city='NYC')] #",
                           "[a.b('NYC')]", "[a.b(city='NYC', on=not 0)]", "[a.b(city='NYC')"}) {
    EXPECT_EQ(plan->judge_text(text, false), std::nullopt) << text;
  }
}

TEST(CallPlan, LeavesToolCallsOfOddFormsToTheChecker) {
  const Value functions = json(kFunctions);
  const Value answers = json(kAnswer);
  const auto plan = CallPlan::make(functions, answers, Language::kPython, CallCount::kSimple);
  const AstCheck check{Language::kPython, CallCount::kSimple, false, false};
  for (const char* calls :
       {R"("a.b")", R"({"a.b": "{}"})", R"(["a.b"])", R"([{}])", R"([{"a.b": {"city": "NYC"}}])",
        R"([{"a.b": ""}])", R"([{"a.b": "[]"}])", R"([{"a.b": "{\"city\": \"NYC\""}])",
        R"([{"a.b": "{\"city\": \"NYC\"} x"}])",
        // The last counts, at the first one's place.
        R"([{"a.b": "{\"city\": \"NYC\", \"city\": \"Boston\"}"}])"}) {
    Verdict verdict;
    EXPECT_FALSE(plan->verdict_of_tool_calls(json(calls), check, verdict)) << calls;
  }
  Verdict verdict;  // only the first member counts
  EXPECT_TRUE(plan->verdict_of_tool_calls(json(R"([{"a.b": "{\"city\": \"NYC\"}", "c": "{}"}])"),
                                          check, verdict));
  EXPECT_TRUE(verdict.valid);
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
