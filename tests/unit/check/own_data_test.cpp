// Data of someone's own: what is read as BFCL writes it, what is refused, and that no call makes
// the checker fail on data that was read.
#include "core/check/own_data.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "core/check/judge.h"
#include "core/value/dict.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

// The doc of f with these properties, of which none is required.
std::string doc(std::string_view properties) {
  return R"({"name": "f", "parameters": {"properties": {)" + std::string(properties) +
         R"(}, "required": []}})";
}

std::string read(std::string_view functions, std::string_view answers, const AstCheck& check = {}) {
  const Result<OwnData> data = read_own_data(parse(functions), parse(answers), check);
  if (!data.ok()) {
    EXPECT_EQ(data.error().kind, "ConfigurationError");
    return "!" + data.error().message;
  }
  return repr(data->functions) + " | " + repr(data->possible_answers);
}

struct TypeCase {
  std::string_view title;
  std::string_view details;  // of the parameter x
  std::string_view answers;  // its alternatives
  std::string_view outcome;  // the details as they are read, or "!" and the message
};

const TypeCase kTypeCases[] = {
    {"a type of BFCL", R"({"type": "float"})", "[1]", "{'type': 'float'}"},
    {"number", R"({"type": "number", "minimum": 0})", "[1]", "{'type': 'float', 'minimum': 0}"},
    {"object", R"({"type": "object", "properties": {"k": {"type": ["a", "b"]}}})",
     R"([{"k": [1]}])", "{'type': 'dict', 'properties': {'k': {'type': ['a', 'b']}}}"},
    {"array of number", R"({"type": "array", "items": {"type": "number"}})", "[[1]]",
     "{'type': 'array', 'items': {'type': 'float'}}"},
    {"array of object", R"({"type": "array", "items": {"type": "object"}})", R"([[{"k": [1]}]])",
     "{'type': 'array', 'items': {'type': 'dict'}}"},
    {"members that Parquet adds", R"({"type": "string", "enum": null, "items": null})", R"(["a"])",
     "{'type': 'string'}"},
    {"null", R"({"type": "null"})", "[null]",
     "!functions[0].parameters.properties.x.type: \"null\" is not a BFCL type; use one of string, "
     "integer, boolean, float, array, dict, tuple, any"},
    {"a union", R"({"type": ["string", "null"]})", R"(["a"])",
     "!functions[0].parameters.properties.x.type: ['string', 'null'] is not a single type; BFCL's "
     "rules check values of a single type: use one of string, integer, boolean, float, array, "
     "dict, tuple, "
     "any"},
    {"anyOf", R"({"anyOf": [{"type": "string"}, {"type": "null"}]})", R"(["a"])",
     "!functions[0].parameters.properties.x: `anyOf` without a `type`; BFCL's rules check values "
     "of a single type: use one of string, integer, boolean, float, array, dict, tuple, any"},
    {"no type", "{}", "[1]",
     "!functions[0].parameters.properties.x: `type` is missing; BFCL's rules check values of a "
     "single type: use one of string, integer, boolean, float, array, dict, tuple, any"},
    {"array of anything", R"({"type": "array"})", "[[1]]",
     "!functions[0].parameters.properties.x: the type \"array\" needs an element type: add `items` "
     "with a `type`"},
    {"array of a union", R"({"type": "array", "items": {"type": ["string", "integer"]}})", "[[1]]",
     "!functions[0].parameters.properties.x.items.type: ['string', 'integer'] is not a single "
     "type; "
     "BFCL's rules check values of a single type: use one of string, integer, boolean, float, "
     "array, "
     "dict, tuple, any"},
    {"a type of Java", R"({"type": "String"})", R"(["a"])",
     "!functions[0].parameters.properties.x.type: \"String\" is not a BFCL type; use one of "
     "string, integer, boolean, float, array, dict, tuple, any"},
    {"no alternatives", R"({"type": "integer"})", "[]",
     "!possible_answer[0].f.x: the list of alternatives is empty, so every call fails"},
    {"no list", R"({"type": "integer"})", "1",
     "!possible_answer[0].f.x: expected a list of alternatives, got 1: write [1]"},
    {"a list among alternatives that is none", R"({"type": "array", "items": {"type": "integer"}})",
     "[[1], 2]", "!possible_answer[0].f.x[1]: expected a list, got 2"},
    {"a plain dict", R"({"type": "dict"})", R"([{"k": 1}])",
     "!possible_answer[0].f.x[0].k: expected a list of alternatives, got 1: write [1]"},
    {"a plain dict in a list", R"({"type": "array", "items": {"type": "dict"}})", R"([[{"k": 1}]])",
     "!possible_answer[0].f.x[0][0].k: expected a list of alternatives, got 1: write [1]"},
    {"no alternatives in a dict", R"({"type": "dict"})", R"([{"k": []}])",
     "!possible_answer[0].f.x[0].k: the list of alternatives is empty, so every call fails"},
    {"no alternatives in a dict of a list", R"({"type": "array", "items": {"type": "dict"}})",
     R"([[{"j": [1]}, {"k": []}]])",
     "!possible_answer[0].f.x[0][1].k: the list of alternatives is empty, so every call fails"},
};

TEST(OwnData, ReadsTypes) {
  for (const TypeCase& test : kTypeCases) {
    const std::string functions = "[" + doc("\"x\": " + std::string(test.details)) + "]";
    const std::string answers = R"([{"f": {"x": )" + std::string(test.answers) + "}}]";
    std::string expected(test.outcome);
    if (expected.front() != '!') {
      expected = "[{'name': 'f', 'parameters': {'properties': {'x': " + expected +
                 "}, 'required': []}}] | " + repr(parse(answers));
    }
    EXPECT_EQ(read(functions, answers), expected) << test.title;
  }
}

struct ShapeCase {
  std::string_view title;
  CallCount count;
  std::string_view functions;
  std::string_view answers;
  std::string_view outcome;
};

constexpr std::string_view kRead =
    "[{'name': 'f', 'parameters': {'properties': {'x': {'type': 'integer'}}, 'required': []}}] | "
    "[{'f': {'x': [1]}}]";

const ShapeCase kShapeCases[] = {
    {"OpenAI's wrapper, no `required`", CallCount::kSimple,
     R"([{"type": "function", "function": {"name": "f", "parameters": {"properties":
         {"x": {"type": "integer"}}}}}])",
     R"([{"f": {"x": [1]}}])", kRead},
    {"no lists", CallCount::kSimple,
     R"({"name": "f", "parameters": {"properties": {"x": {"type": "integer"}}}})",
     R"({"f": {"x": [1]}})", kRead},
    {"what Parquet adds", CallCount::kParallel,
     R"([{"name": "f", "function": null, "parameters": {"required": null, "properties":
         {"x": {"type": "integer"}, "y": null}}}])",
     R"([{"f": {"x": [1], "y": null}, "g": null}])", kRead},
    {"no parameters", CallCount::kSimple, R"([{"name": "f"}])", R"([{"f": {}}])",
     "[{'name': 'f', 'parameters': {'properties': {}, 'required': []}}] | [{'f': {}}]"},
    {"no functions", CallCount::kSimple, "[]", R"([{"f": {}}])", "!functions: the list is empty"},
    {"text for functions", CallCount::kSimple, R"("[]")", R"([{"f": {}}])",
     "!functions: expected a list, got str"},
    {"no doc", CallCount::kSimple, "[1]", R"([{"f": {}}])",
     "!functions[0]: expected a function doc: a dict with `name` and `parameters`"},
    {"no name", CallCount::kSimple, R"([{"type": "function", "function": {"parameters": {}}}])",
     R"([{"f": {}}])", "!functions[0].function: the function has no `name`"},
    {"a required parameter that is none", CallCount::kSimple,
     R"([{"name": "f", "parameters": {"required": ["x"]}}])", R"([{"f": {}}])",
     "!functions[0].parameters.required[0]: 'x' is not one of the properties"},
    {"a required parameter without answers", CallCount::kSimple,
     R"([{"name": "f", "parameters": {"properties": {"x": {"type": "any"}}, "required": ["x"]}}])",
     R"([{"f": {}}])",
     "!possible_answer[0].f: the required parameter 'x' has no alternatives, so every call fails"},
    {"an unknown parameter", CallCount::kSimple, R"([{"name": "f"}])", R"([{"f": {"x": [1]}}])",
     "!possible_answer[0].f.x: the function has no such parameter, so every call fails"},
    {"an unknown parameter that may be left out", CallCount::kSimple, R"([{"name": "f"}])",
     R"([{"f": {"x": [1, ""]}}])",
     "[{'name': 'f', 'parameters': {'properties': {}, 'required': []}}] | [{'f': {'x': [1, '']}}]"},
    {"an unknown function", CallCount::kMultiple, R"([{"name": "find"}])", R"([{"fnd": {}}])",
     "!possible_answer[0]: unknown function 'fnd'. Did you mean find?"},
    {"not the first function", CallCount::kSimple, R"([{"name": "f"}, {"name": "g"}])",
     R"([{"g": {}}])",
     "!possible_answer[0]: 'g' is not the first function, the only one that a simple category "
     "checks: use \"multiple\""},
    {"two calls", CallCount::kMultiple, R"([{"name": "f"}])", R"([{"f": {}}, {"f": {}}])",
     "!possible_answer: there are 2 calls: use a parallel category"},
    {"no calls", CallCount::kParallel, R"([{"name": "f"}])", "[]",
     "!possible_answer: the list is empty: that a response makes no call cannot be checked here"},
    {"two functions in one answer", CallCount::kParallel, R"([{"name": "f"}, {"name": "g"}])",
     R"([{"f": {}, "g": {}}])",
     "!possible_answer[0]: expected one function, got 2: give each call a separate dict"},
};

TEST(OwnData, ReadsShapes) {
  for (const ShapeCase& test : kShapeCases) {
    EXPECT_EQ(read(test.functions, test.answers, {.count = test.count}), test.outcome)
        << test.title;
  }
}

TEST(OwnData, KnowsTheTypesOfOtherLanguages) {
  const AstCheck java{.language = Language::kJava};
  EXPECT_EQ(read("[" + doc(R"("x": {"type": "long"})") + "]", R"([{"f": {"x": [1]}}])", java),
            "[{'name': 'f', 'parameters': {'properties': {'x': {'type': 'long'}}, 'required': "
            "[]}}] | [{'f': {'x': [1]}}]");
  EXPECT_EQ(read("[" + doc(R"("x": {"type": "number"})") + "]", R"([{"f": {"x": [1]}}])", java)
                .substr(0, 65),
            "!functions[0].parameters.properties.x.type: \"number\" is not a BFC");
}

TEST(OwnData, ARequiredParameterIsGiven) {
  for (const std::string_view type :
       {R"("integer")", R"("float")", R"("boolean")", R"("dict")",
        R"("tuple", "items": {"type": "integer"})", R"("array", "items": {"type": "integer"})",
        R"("string")", R"("any")"}) {
    const bool text = type == R"("string")" || type == R"("any")";
    const std::string function = R"({"name": "f", "parameters": {"properties": {"x": {"type": )" +
                                 std::string(type) + R"(}}, "required": ["x"]}})";
    const std::string outcome = read(function, R"([{"f": {"x": [""]}}])");
    if (text) {
      EXPECT_EQ(outcome.front(), '[') << outcome;
    } else {
      EXPECT_EQ(
          outcome,
          "!possible_answer[0].f.x: the parameter is required and \"\", its only alternative, "
          "does not match its type, so every call fails");
    }
    EXPECT_EQ(read("[" + doc(R"("x": {"type": )" + std::string(type) + "}") + "]",
                   R"([{"f": {"x": [""]}}])")
                  .front(),
              '[');
  }
}

// No value of any kind makes the official rules fail on data that was read.
TEST(OwnData, NeverMakesTheCheckerFail) {
  const std::string_view kDetails[] = {R"({"type": "string"})",
                                       R"({"type": "number"})",
                                       R"({"type": "boolean"})",
                                       R"({"type": "object"})",
                                       R"({"type": "array", "items": {"type": "number"}})",
                                       R"({"type": "array", "items": {"type": "object"}})",
                                       R"({"type": "any"})"};
  const std::string_view kAlternatives[] = {"[1, \"\"]",
                                            "[\"\", \"a\"]",
                                            "[[1], \"\"]",
                                            R"([{"k": [1, ""]}, ""])",
                                            R"([[{"k": [1]}, ""]])",
                                            "[\"\"]",
                                            "[null, [], {}]"};
  const Value values = parse(
      R"([null, true, 1, 1.5, "", "a", [], [1], ["a"], [null], [{}], [{"k": 1}], [[1]], {},
          {"k": 1}, {"k": {"k": 1}}, {"k": [1]}, {"other": null}])");
  std::size_t judged = 0;
  for (const std::string_view details : kDetails) {
    for (const std::string_view alternatives : kAlternatives) {
      const AstCheck check{.count = CallCount::kParallel};
      const Result<OwnData> data =
          read_own_data(parse("[" + doc("\"x\": " + std::string(details)) + "]"),
                        parse(R"([{"f": {"x": )" + std::string(alternatives) + "}}]"), check);
      if (!data.ok()) continue;
      for (const Value& value : values.items()) {
        Dict arguments;
        arguments.set("x", value);
        Dict call;
        call.set("f", Value::dict(std::move(arguments)));
        const Verdict verdict = judge_calls(data->functions, data->possible_answers, check,
                                            Value::list({Value::dict(std::move(call))}));
        EXPECT_EQ(verdict.error_type.find("official_evaluator_error"), std::string::npos)
            << details << alternatives << repr(value) << repr(verdict.error);
        ++judged;
      }
    }
  }
  EXPECT_GT(judged, 500u);
}

}  // namespace
}  // namespace bfclx
