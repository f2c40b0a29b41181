// Several calls, the pairing with the ground truth, names. Expectations are the official checker's.
#include "core/check/ast_checker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

struct CallsCase {
  std::string_view title;
  CallCount count;
  bool underscore_to_dot;
  std::string_view functions;  // names, comma between; each requires the integer p
  std::string_view calls;
  std::string_view answers;
  std::string_view error_type;  // as in check_support.h:Summary
  std::string_view error;
};

const CallsCase kCallsCases[] = {
    {"two calls, none expected so", CallCount::kSimple, false, "f",
     R"([{"f": {"p": 1}}, {"f": {"p": 1}}])", R"([{"f": {"p": [1]}}])",
     "simple_function_checker:wrong_count", "['Wrong number of functions.']"},
    {"no call", CallCount::kSimple, false, "f", "[]", R"([{"f": {"p": [1]}}])",
     "simple_function_checker:wrong_count", "['Wrong number of functions.']"},
    {"the first doc counts", CallCount::kSimple, false, "f,g", R"([{"f": {"p": 1}}])",
     R"([{"g": {"p": [1]}}])", "", ""},
    {"no doc", CallCount::kSimple, false, "", R"([{"f": {"p": 1}}])", R"([{"g": {"p": [1]}}])",
     "!IndexError", "['list index out of range']"},
    {"no ground truth", CallCount::kSimple, false, "f", R"([{"f": {"p": 1}}])", "[]", "!IndexError",
     "['list index out of range']"},
    {"empty ground truth", CallCount::kSimple, false, "f", R"([{"f": {"p": 1}}])", "[{}]",
     "!IndexError", "['list index out of range']"},
    {"other name", CallCount::kSimple, false, "f", R"([{"g": {"p": 1}}])", R"([{"f": {"p": [1]}}])",
     "simple_function_checker:wrong_func_name",
     R"(["Function name 'f' not found in model output."])"},
    {"dots stay", CallCount::kSimple, false, "a.b", R"([{"a_b": {"p": 1}}])",
     R"([{"a.b": {"p": [1]}}])", "simple_function_checker:wrong_func_name",
     R"(["Function name 'a.b' not found in model output."])"},
    {"dots become underscores", CallCount::kSimple, true, "a.b", R"([{"a_b": {"p": 1}}])",
     R"([{"a.b": {"p": [1]}}])", "", ""},
    {"underscores expected", CallCount::kSimple, true, "a.b.c", R"([{"a.b.c": {"p": 1}}])",
     R"([{"a.b.c": {"p": [1]}}])", "simple_function_checker:wrong_func_name",
     R"(["Function name 'a_b_c' not found in model output."])"},
    {"multiple", CallCount::kMultiple, false, "f,g", R"([{"g": {"p": 1}}])",
     R"([{"g": {"p": [1]}}])", "", ""},
    {"multiple, wrong function", CallCount::kMultiple, false, "f,g", R"([{"f": {"p": 1}}])",
     R"([{"g": {"p": [1]}}])", "simple_function_checker:wrong_func_name",
     R"(["Function name 'g' not found in model output."])"},
    {"multiple, count", CallCount::kMultiple, false, "f,g", "[]", R"([{"g": {"p": [1]}}])",
     "multiple_function_checker:wrong_count", "['Wrong number of functions.']"},
    {"multiple, unknown function", CallCount::kMultiple, false, "f", R"([{"g": {"p": 1}}])",
     R"([{"g": {"p": [1]}}])", "!TypeError", R"(["'NoneType' object is not subscriptable"])"},
    {"multiple, nothing on either side", CallCount::kMultiple, false, "f", "[]", "[]",
     "!IndexError", "['list index out of range']"},
    {"parallel in another order", CallCount::kParallel, false, "f,g",
     R"([{"g": {"p": 2}}, {"f": {"p": 1}}])", R"([{"f": {"p": [1]}}, {"g": {"p": [2]}}])", "", ""},
    {"parallel, nothing on either side", CallCount::kParallel, false, "f", "[]", "[]", "", ""},
    {"parallel, count", CallCount::kParallel, false, "f", R"([{"f": {"p": 1}}])",
     R"([{"f": {"p": [1]}}, {"f": {"p": [1]}}])", "parallel_function_checker_no_order:wrong_count",
     "['Wrong number of functions.']"},
    {"parallel is greedy", CallCount::kParallel, false, "f",
     R"([{"f": {"p": 1}}, {"f": {"p": 2}}])", R"([{"f": {"p": [1, 2]}}, {"f": {"p": [1]}}])",
     "parallel_function_checker_no_order:cannot_find_match",
     R"(['Could not find a matching function among index [1] of model output for index 1 of possible answers.', {'Model Result Index 1': {'sub_error': ["Invalid value for parameter 'p': 2. Expected one of [1]."], 'sub_error_type': 'value_error:others', 'model_output_item': {'f': {'p': 2}}, 'possible_answer_item': {'f': {'p': [1]}}}}])"},
    {"parallel, none fits", CallCount::kParallel, false, "f,g",
     R"([{"f": {"p": 2}}, {"g": {"p": 1}}, {"g": {"p": 5}}])",
     R"([{"g": {"p": [1]}}, {"f": {"p": [3]}}, {"g": {"p": [5]}}])",
     "parallel_function_checker_no_order:cannot_find_match",
     R"(['Could not find a matching function among index [0, 2] of model output for index 1 of possible answers.', {'Model Result Index 0': {'sub_error': ["Invalid value for parameter 'p': 2. Expected one of [3]."], 'sub_error_type': 'value_error:others', 'model_output_item': {'f': {'p': 2}}, 'possible_answer_item': {'f': {'p': [3]}}}}, {'Model Result Index 2': {'sub_error': ["Function name 'f' not found in model output."], 'sub_error_type': 'simple_function_checker:wrong_func_name', 'model_output_item': {'g': {'p': 5}}, 'possible_answer_item': {'f': {'p': [3]}}}}])"},
    {"ground truth has no length", CallCount::kParallel, false, "f", R"([{"f": {"p": 1}}])", "null",
     "!TypeError", R"x(["object of type 'NoneType' has no len()"])x"},
};

Value functions_named(std::string_view names) {
  std::string docs;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(','), names.size());
    if (!docs.empty()) docs += ",";
    docs += "{\"name\": \"" + std::string(names.substr(0, end)) +
            "\", \"parameters\": {\"properties\": {\"p\": {\"type\": \"integer\"}}, "
            "\"required\": [\"p\"]}}";
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return parse("[" + docs + "]");
}

class CallsTest : public ::testing::TestWithParam<CallsCase> {};

TEST_P(CallsTest, VerdictIsTheOfficialOne) {
  const CallsCase& row = GetParam();
  const Result<Verdict> verdict =
      check_calls(functions_named(row.functions), parse(row.calls), parse(row.answers),
                  {.count = row.count, .underscore_to_dot = row.underscore_to_dot});
  EXPECT_EQ(summary(verdict), Summary(row.error_type, row.error)) << row.title;
}

INSTANTIATE_TEST_SUITE_P(Table, CallsTest, ::testing::ValuesIn(kCallsCases));

struct ReasonCase {
  std::string_view calls;
  std::string_view answers;
  std::string_view rule;
  std::string_view path;
};

// The reason of parallel calls is that of the nearest call: the one that passed most tests.
TEST(Reasons, PointAtTheNearestCall) {
  const ReasonCase cases[] = {
      {R"([{"f": {"p": 5}}, {"g": {"p": 2}}])", R"([{"g": {"p": [1]}}, {"f": {"p": [5]}}])",
       "value", "[1, 'g', 'p']"},
      {R"([{"f": {}}, {"f": {"p": "x"}}])", R"([{"f": {"p": [1]}}, {"f": {"p": [5]}}])", "type",
       "[1, 'f', 'p']"},
      {R"([{"h": {}}, {"i": {"p": "x"}}])", R"([{"f": {"p": [1]}}, {"f": {"p": [5]}}])",
       "wrong_func_name", "[0, 'h']"},
      {R"([{"f": {}}])", R"([{"f": {"p": [1]}}])", "missing_required", "[0, 'f', 'p']"},
      {R"([{"f": {"p": 1, "q": 2}}])", R"([{"f": {"p": [1]}}])", "unexpected_param",
       "[0, 'f', 'q']"},
      {R"([])", R"([{"f": {"p": [1]}}])", "wrong_count", "[]"},
  };
  for (const ReasonCase& row : cases) {
    const Result<Verdict> verdict =
        check_calls(functions_named("f,g"), parse(row.calls), parse(row.answers),
                    {.count = CallCount::kParallel});
    ASSERT_TRUE(verdict.ok() && verdict->why) << row.calls;
    EXPECT_EQ(verdict->why->rule, row.rule) << row.calls;
    EXPECT_EQ(repr(Value::list(verdict->why->path)), row.path) << row.calls;
    EXPECT_FALSE(verdict->why->text.empty()) << row.calls;
  }
}

struct InnerReasonCase {
  std::string_view type;
  std::string_view given;
  std::string_view answers;
  std::string_view rule;
  std::string_view path;
  std::string_view expected;
  std::string_view found;
};

TEST(Reasons, PointInsideTheValue) {
  constexpr std::string_view kInts = R"({"type": "array", "items": {"type": "integer"}})";
  constexpr std::string_view kDicts = R"({"type": "array", "items": {"type": "dict"}})";
  const InnerReasonCase cases[] = {
      {kInts, "[1, 2.5]", "[[1, 2]]", "nested_type", "[0, 'f', 'p', 1]", "'int'", "2.5"},
      {kInts, "[1, 5]", "[[7, 5], [1, 2]]", "list_value", "[0, 'f', 'p', 1]", "[[7, 5], [1, 2]]",
       "[1, 5]"},
      {kDicts, R"([{"a": 1}, {"a": "x"}])", R"([[{"a": [1]}, {"a": ["Y"]}]])", "dict_value",
       "[0, 'f', 'p', 1, 'a']", "['Y']", "'x'"},
      {kDicts, R"([{}])", R"([[{"a": [1]}]])", "missing_dict_key", "[0, 'f', 'p', 0, 'a']", "[1]",
       "None"},
      {kDicts, R"([{"b": 1}])", R"([[{"a": [1]}]])", "dict_key", "[0, 'f', 'p', 0, 'b']", "None",
       "1"},
      {kDicts, R"([{"b": 1}])", R"([[]])", "list_dict_count", "[0, 'f', 'p']", "0", "1"},
      {R"({"type": "string"})", R"("x")", R"(["Y", ""])", "string_value", "[0, 'f', 'p']",
       "['Y', '']", "'x'"},
      {R"({"type": "string"})", "5", R"(["Y", ""])", "type", "[0, 'f', 'p']", "'string'", "5"},
  };
  for (const InnerReasonCase& row : cases) {
    const Value functions =
        parse("[{\"name\": \"f\", \"parameters\": {\"required\": [], \"properties\": {\"p\": " +
              std::string(row.type) + "}}}]");
    const auto item = [](std::string_view value) {
      return parse("[{\"f\": {\"p\": " + std::string(value) + "}}]");
    };
    const Result<Verdict> verdict = check_calls(functions, item(row.given), item(row.answers), {});
    ASSERT_TRUE(verdict.ok() && verdict->why) << row.given;
    const Reason& why = *verdict->why;
    EXPECT_EQ(why.rule, row.rule) << row.given;
    EXPECT_EQ(repr(Value::list(why.path)), row.path) << row.given;
    EXPECT_EQ(repr(why.expected), row.expected) << row.given;
    EXPECT_EQ(repr(why.found), row.found) << row.given;
  }
}

TEST(Format, ListOfDictsOfOneDict) {
  const struct {
    std::string_view value;
    bool is_format;
    bool is_empty;
  } cases[] = {
      {R"([{"f": {"a": 1}}])", true, false},
      {R"([{"f": {}}, {"g": {}}])", true, false},
      {"[]", true, true},
      {"[{}]", false, true},
      {R"([{"f": {}, "g": {}}])", false, true},
      {R"([{"f": 1}])", false, true},
      {R"({"f": {}})", false, true},
      {R"x("f()")x", false, true},
      {R"([{"f": {}}, "g"])", false, true},
      {"null", false, true},
  };
  for (const auto& row : cases) {
    EXPECT_EQ(is_function_calling_format(parse(row.value)), row.is_format) << row.value;
    EXPECT_EQ(is_empty_output(parse(row.value)), row.is_empty) << row.value;
  }
  EXPECT_FALSE(is_function_calling_format(Value::tuple()));
}

}  // namespace
}  // namespace bfclx
