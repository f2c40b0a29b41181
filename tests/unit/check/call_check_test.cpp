// One call against one item of the ground truth. Expectations are the official checker's.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/check/ast_checker.h"
#include "core/value/dict.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

struct CallCase {
  std::string_view title;
  Language language;
  std::string_view properties;  // of the function f, JSON
  std::string_view required;
  std::string_view given;  // the call's parameters
  std::string_view answers;
  std::string_view error_type;  // "" when valid; "!KeyError" where the official checker raises
  std::string_view error;       // repr of the official `error`; of [str(e)] where it raises
};

const CallCase kCallCases[] = {
    {"equal string", Language::kPython, R"({"p": {"type": "string"}})", R"(["p"])",
     R"({"p": "New York, NY"})", R"({"p": ["new_york NY"]})", "", ""},
    {"other string", Language::kPython, R"({"p": {"type": "string"}})", R"(["p"])",
     R"({"p": "it's"})", R"({"p": ["b", ""]})", "value_error:string",
     R"(['Invalid value for parameter \'p\': "it\'s". Expected one of [\'b\', \'\']. Case insensitive.'])"},
    {"quotes count alike", Language::kPython, R"({"p": {"type": "string"}})", R"(["p"])",
     R"({"p": "it's"})", R"({"p": ["IT\"S"]})", "", ""},
    {"final sigma", Language::kPython, R"({"p": {"type": "string"}})", "[]", R"({"p": "ΑΣ"})",
     R"({"p": ["ας"]})", "", ""},
    {"final sigma is not sigma", Language::kPython, R"({"p": {"type": "string"}})", "[]",
     R"({"p": "ΑΣ"})", R"({"p": ["ασ"]})", "value_error:string",
     R"(["Invalid value for parameter 'p': 'ΑΣ'. Expected one of ['ασ']. Case insensitive."])"},
    {"Kelvin sign", Language::kPython, R"({"p": {"type": "string"}})", "[]", R"({"p": "K"})",
     R"({"p": ["k"]})", "", ""},
    {"missing required", Language::kPython, R"({"p": {"type": "string"}})", R"(["p"])", "{}",
     R"({"p": [""]})", "simple_function_checker:missing_required",
     R"(["Missing required parameter: 'p'."])"},
    {"left out, optional", Language::kPython, R"({"p": {"type": "string"}})", "[]", "{}",
     R"({"p": ["x", ""]})", "", ""},
    {"left out, not optional", Language::kPython, R"({"p": {"type": "string"}})", "[]", "{}",
     R"({"p": ["x"]})", "simple_function_checker:missing_optional",
     R"(["Optional parameter 'p' not provided and not marked as optional."])"},
    {"unknown parameter", Language::kPython, R"({"p": {"type": "string"}})", "[]", R"({"z": 1})",
     R"({"p": [""]})", "simple_function_checker:unexpected_param",
     R"(["Unexpected parameter: 'z'."])"},
    {"no answer gives it", Language::kPython,
     R"({"p": {"type": "string"}, "q": {"type": "string"}})", "[]", R"({"q": "x"})",
     R"({"p": [""]})", "simple_function_checker:unexpected_param",
     R"(["Unexpected parameter: 'q'."])"},
    {"bool is no int", Language::kPython, R"({"p": {"type": "integer"}})", "[]", R"({"p": true})",
     R"({"p": [1]})", "type_error:simple",
     R"(["Incorrect type for parameter 'p'. Expected type integer, got bool. Parameter value: True."])"},
    {"int for float", Language::kPython, R"({"p": {"type": "float"}})", "[]", R"({"p": 3})",
     R"({"p": [3.0]})", "", ""},
    {"other int for float", Language::kPython, R"({"p": {"type": "float"}})", "[]", R"({"p": 4})",
     R"({"p": [3.0, 3.5]})", "value_error:others",
     R"(["Invalid value for parameter 'p': 4.0. Expected one of [3.0, 3.5]."])"},
    {"float for int", Language::kPython, R"({"p": {"type": "integer"}})", "[]", R"({"p": 3.0})",
     R"({"p": [3]})", "type_error:simple",
     R"(["Incorrect type for parameter 'p'. Expected type integer, got float. Parameter value: 3.0."])"},
    {"no int for float in lists", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "float"}}})", "[]", R"({"p": [1, 3]})",
     R"({"p": [[1.0, 3.0]]})", "type_error:nested",
     R"(["Nested type checking failed for parameter 'p'. Expected outer type array with inner type <class 'float'>. Parameter value: [1, 3]."])"},
    {"variable of the answers' type", Language::kPython, R"({"p": {"type": "integer"}})", "[]",
     R"({"p": "n"})", R"({"p": ["n"]})", "", ""},
    {"variable is compared exactly", Language::kPython, R"({"p": {"type": "integer"}})", "[]",
     R"({"p": "N"})", R"({"p": ["n"]})", "value_error:others",
     R"(["Invalid value for parameter 'p': 'N'. Expected one of ['n']."])"},
    {"first answer decides", Language::kPython, R"({"p": {"type": "boolean"}})", "[]",
     R"({"p": 1})", R"({"p": ["", 1]})", "", ""},
    {"True among ints of a variable", Language::kPython, R"({"p": {"type": "boolean"}})", "[]",
     R"({"p": true})", R"({"p": ["", 1]})", "", ""},
    {"list", Language::kPython, R"({"p": {"type": "array", "items": {"type": "string"}}})", "[]",
     R"({"p": ["A b", "c"]})", R"({"p": [["ab", "C."]]})", "", ""},
    {"list in another order", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "string"}}})", "[]", R"({"p": ["c", "a"]})",
     R"({"p": [["a", "c"], ["x"]]})", "value_error:list/tuple",
     R"(["Invalid value for parameter 'p': ['c', 'a']. Expected one of [['a', 'c'], ['x']]."])"},
    {"optional lets every type pass", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "string"}}})", "[]", R"({"p": [1]})",
     R"({"p": ["", ["a"]]})", "value_error:list/tuple",
     R"(["Invalid value for parameter 'p': [1]. Expected one of ['', ['a']]."])"},
    {"empty list equals empty text", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "string"}}})", "[]", R"({"p": []})",
     R"({"p": ["", ["a"]]})", "", ""},
    {"nested type", Language::kPython, R"({"p": {"type": "array", "items": {"type": "integer"}}})",
     "[]", R"({"p": [1, "2"]})", R"({"p": [[1, 2]]})", "type_error:nested",
     R"(["Nested type checking failed for parameter 'p'. Expected outer type array with inner type <class 'int'>. Parameter value: [1, '2']."])"},
    {"nested variable", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "integer"}}})", "[]", R"({"p": ["x"]})",
     R"({"p": [["x"]]})", "", ""},
    {"no answers: both texts", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "integer"}}})", "[]", R"({"p": [1]})",
     R"({"p": []})", "type_error:simple",
     R"(["Nested type checking failed for parameter 'p'. Expected outer type array with inner type <class 'int'>. Parameter value: [1].", "Incorrect type for parameter 'p'. Expected type array, got list. Parameter value: [1]."])"},
    {"dict", Language::kPython, R"({"p": {"type": "dict"}})", "[]", R"({"p": {"a": "X", "b": 1}})",
     R"({"p": [{"a": ["x"], "b": [1], "c": ["z", ""]}]})", "", ""},
    {"dict key", Language::kPython, R"({"p": {"type": "dict"}})", "[]",
     R"({"p": {"a": "X", "z": 1}})", R"({"p": [{"a": ["x"], "b": [""]}]})", "value_error:dict_key",
     R"(["Unexpected dict key parameter: 'z'."])"},
    {"dict key and missing key", Language::kPython, R"({"p": {"type": "dict"}})", "[]",
     R"({"p": {"z": 1}})", R"({"p": [{"a": ["x"]}]})", "value_error:dict_key",
     R"(["Unexpected dict key parameter: 'z'.", "Missing dict key parameter: 'a'."])"},
    {"dict value", Language::kPython, R"({"p": {"type": "dict"}})", "[]", R"({"p": {"a": "Y"}})",
     R"({"p": [{"a": ["A.b", 2]}]})", "value_error:dict_value",
     R"(["Invalid value for parameter 'a': 'Y'. Expected one of ['ab', 2]."])"},
    {"missing dict key", Language::kPython, R"({"p": {"type": "dict"}})", "[]", R"({"p": {}})",
     R"({"p": [{"a": ["x"]}]})", "value_error:dict_key", R"(["Missing dict key parameter: 'a'."])"},
    {"last answer speaks", Language::kPython, R"({"p": {"type": "dict"}})", "[]",
     R"({"p": {"b": 2}})", R"({"p": [{"a": ["x"]}, {"b": [1]}, ""]})", "value_error:dict_value",
     R"(["Invalid value for parameter 'b': 2. Expected one of [1]."])"},
    {"dict without answer", Language::kPython, R"({"p": {"type": "dict"}})", "[]", R"({"p": {}})",
     R"({"p": [""]})", "dict_checker:unclear", "[]"},
    {"list of dicts", Language::kPython, R"({"p": {"type": "array", "items": {"type": "dict"}}})",
     "[]", R"({"p": [{"a": 1}, {"a": 2}]})", R"({"p": [[{"a": [1]}, {"a": [2]}]]})", "", ""},
    {"list of dicts, value", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "dict"}}})", "[]",
     R"({"p": [{"a": 1}, {"a": 3}]})", R"({"p": [[{"a": [1]}, {"a": [2]}]]})",
     "value_error:dict_value", R"(["Invalid value for parameter 'a': 3. Expected one of [2]."])"},
    {"list of dicts, count", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "dict"}}})", "[]", R"({"p": [{"a": 1}]})",
     R"({"p": [[{"a": [1]}, {"a": [2]}]]})", "value_error:list_dict_count",
     "['Wrong number of dictionaries in the list.']"},
    {"list of dicts, no dict inside", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "dict"}}})", "[]", R"({"p": ["x"]})",
     R"({"p": ["", [{"a": [1]}]]})", "!AttributeError",
     R"(["'str' object has no attribute 'items'"])"},
    {"list answer without length", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "string"}}})", "[]", R"({"p": ["x"]})",
     R"({"p": [["x"], 5]})", "!TypeError", R"x(["object of type 'int' has no len()"])x"},
    {"dict answer is a text", Language::kPython, R"({"p": {"type": "dict"}})", "[]", R"({"p": {}})",
     R"({"p": [{"a": [1]}, "abc"]})", "!AttributeError",
     R"(["'str' object has no attribute 'items'"])"},
    {"unknown type", Language::kPython, R"({"p": {"type": "strin"}})", "[]", R"({"p": "x"})",
     R"({"p": ["x"]})", "!KeyError", R"(["'strin'"])"},
    {"array without items", Language::kPython, R"({"p": {"type": "array"}})", "[]",
     R"({"p": ["x"]})", R"({"p": [["x"]]})", "!KeyError", R"(["'items'"])"},
    {"other value", Language::kPython, R"({"p": {"type": "integer"}})", "[]", R"({"p": 5})",
     R"({"p": [1, ""]})", "value_error:others",
     R"(["Invalid value for parameter 'p': 5. Expected one of [1, '']."])"},
    {"any is text", Language::kPython, R"({"p": {"type": "any"}})", "[]", R"({"p": [1]})",
     R"({"p": ["x"]})", "type_error:simple",
     R"(["Incorrect type for parameter 'p'. Expected type any, got list. Parameter value: [1]."])"},
    {"no types inside dicts", Language::kPython, R"({"p": {"type": "dict"}})", "[]",
     R"({"p": {"a": true}})", R"({"p": [{"a": [1]}]})", "", ""},
    {"lists inside lists are compared exactly", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "array"}}})", "[]", R"({"p": [["A"]]})",
     R"({"p": [[["a"]]]})", "value_error:list/tuple",
     R"(["Invalid value for parameter 'p': [['A']]. Expected one of [[['a']]]."])"},
    {"members of a list as Python compares", Language::kPython,
     R"({"p": {"type": "array", "items": {"type": "integer"}}})", "[]", R"({"p": [1]})",
     R"({"p": [[true]]})", "", ""},
    {"the mark of what is optional is an answer", Language::kPython, R"({"p": {"type": "string"}})",
     "[]", R"({"p": "-"})", R"({"p": ["x", ""]})", "", ""},
    {"Java int", Language::kJava, R"({"p": {"type": "integer"}})", "[]", R"({"p": "5"})",
     R"({"p": [5]})", "", ""},
    {"Java int that is none", Language::kJava, R"({"p": {"type": "integer"}})", "[]",
     R"({"p": "5L"})", R"({"p": [5]})", "type_error:simple",
     R"(["Incorrect type for parameter 'p'. Expected type integer, got str. Parameter value: '5L'."])"},
    {"Java wants text", Language::kJava, R"({"p": {"type": "integer"}})", "[]", R"({"p": 5})",
     R"({"p": [5]})", "type_error:java",
     R"(["Incorrect type for parameter 'p'. Expected type String, got int. Parameter value: 5."])"},
    {"Java set", Language::kJava, R"({"p": {"type": "Set"}})", "[]", R"({"p": "x"})",
     R"({"p": ["x"]})", "!NotImplementedError", "['Set conversion is not implemented']"},
    {"Java list", Language::kJava, R"({"p": {"type": "ArrayList", "items": {"type": "integer"}}})",
     "[]", R"x({"p": "new ArrayList<Integer>(Arrays.asList(1, 2))"})x", R"({"p": [[1, 2]]})", "",
     ""},
    {"Java map", Language::kJava, R"({"p": {"type": "HashMap"}})", "[]",
     R"({"p": "new HashMap<String, Integer>() {{ put(\"a\", 1); }}"})", R"({"p": [{"a": [1]}]})",
     "", ""},
    {"JavaScript wants text", Language::kJavaScript, R"({"p": {"type": "Boolean"}})", "[]",
     R"({"p": true})", R"({"p": [true]})", "type_error:js",
     R"(["Incorrect type for parameter 'p'. Expected type String, got bool. Parameter value: True."])"},
    {"JavaScript array", Language::kJavaScript,
     R"({"p": {"type": "array", "items": {"type": "String"}}})", "[]", R"({"p": "['A', 'b']"})",
     R"({"p": [["a", "b"]]})", "", ""},
    {"JavaScript array that is none", Language::kJavaScript,
     R"({"p": {"type": "array", "items": {"type": "String"}}})", "[]", R"({"p": "xs"})",
     R"({"p": [["a", "b"]]})", "type_error:simple",
     R"(["Incorrect type for parameter 'p'. Expected type array, got str. Parameter value: 'xs'."])"},
    {"JavaScript dict", Language::kJavaScript, R"({"p": {"type": "dict"}})", "[]",
     R"({"p": "{a: 1, 'b': [x, 2]}"})", R"({"p": [{"a": [1], "b": [["x", 2]]}]})", "", ""},
};

Value functions_of(const CallCase& row) {
  return parse(
      "[{\"name\": \"f\", \"parameters\": {\"properties\": " + std::string(row.properties) +
      ", \"required\": " + std::string(row.required) + "}}]");
}

Value call_of(std::string_view parameters) {
  return parse("[{\"f\": " + std::string(parameters) + "}]");
}

class CallCheckTest : public ::testing::TestWithParam<CallCase> {};

TEST_P(CallCheckTest, VerdictIsTheOfficialOne) {
  const CallCase& row = GetParam();
  const Result<Verdict> verdict = check_calls(functions_of(row), call_of(row.given),
                                              call_of(row.answers), {.language = row.language});
  EXPECT_EQ(summary(verdict), Summary(row.error_type, row.error)) << row.title;
}

TEST_P(CallCheckTest, OneParallelCallHasTheSameOutcome) {
  const CallCase& row = GetParam();
  const Result<Verdict> verdict =
      check_calls(functions_of(row), call_of(row.given), call_of(row.answers),
                  {.language = row.language, .count = CallCount::kParallel});
  const Summary found = summary(verdict);
  if (row.error_type.empty() || row.error_type[0] == '!') {
    EXPECT_EQ(found, Summary(row.error_type, row.error)) << row.title;
  } else {
    EXPECT_EQ(found.error_type, "parallel_function_checker_no_order:cannot_find_match");
    EXPECT_NE(found.error.find("'sub_error': " + std::string(row.error)), std::string::npos)
        << row.title << found.error;
  }
}

TEST(CallCheck, AnIntBeyondEveryFloatRaises) {
  const std::string huge = "1" + std::string(400, '0');
  const Result<Verdict> verdict =
      check_calls(parse(R"([{"name": "f", "parameters": {"properties": {"p": {"type": "float"}},
                 "required": []}}])"),
                  call_of("{\"p\": " + huge + "}"), call_of(R"({"p": [1.0]})"), {});
  EXPECT_EQ(summary(verdict), Summary("!OverflowError", "['int too large to convert to float']"));
}

// What JSON cannot hold reaches the checker from Python source.
TEST(CallCheck, TuplesAreListsForTheTypeTupleOnly) {
  const auto check = [](std::string_view type) {
    Dict parameters;
    parameters.set("p", Value::tuple({Value::integer(1), Value::integer(2)}));
    Dict call;
    call.set("f", Value::dict(std::move(parameters)));
    return summary(check_calls(
        parse("[{\"name\": \"f\", \"parameters\": {\"required\": [], \"properties\": {\"p\": "
              "{\"type\": \"" +
              std::string(type) + "\", \"items\": {\"type\": \"integer\"}}}}}]"),
        Value::list({Value::dict(std::move(call))}), call_of(R"({"p": [[1, 3]]})"), {}));
  };
  EXPECT_EQ(check("tuple"),
            Summary("value_error:list/tuple",
                    "[\"Invalid value for parameter 'p': [1, 2]. Expected one of [[1, 3]].\"]"));
  EXPECT_EQ(check("array"), Summary("type_error:simple",
                                    "[\"Incorrect type for parameter 'p'. Expected type array, got "
                                    "tuple. Parameter value: (1, 2).\"]"));
}

INSTANTIATE_TEST_SUITE_P(Table, CallCheckTest, ::testing::ValuesIn(kCallCases));

}  // namespace
}  // namespace bfclx
