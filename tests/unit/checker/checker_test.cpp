// What passes and what fails, by each way of matching.
#include "core/checker/checker.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/checker/checker_support.h"

namespace bfclx {
namespace {

constexpr CheckerOptions kSchema{.match = ValueMatching::kSchema};
constexpr CheckerOptions kExact{.match = ValueMatching::kExact};
constexpr CheckerOptions kOfficial{};

struct ValueCase {
  std::string_view schema;
  std::string_view expected;
  std::string_view found;
  std::string_view by_schema;
  std::string_view exactly;
};

const std::string_view kValue = "value at [0, 'f', 'x']";
const std::string_view kType = "type at [0, 'f', 'x']";

const ValueCase kValueCases[] = {
    {R"({"type": "integer"})", "2", "2", "valid", "valid"},
    {R"({"type": "integer"})", "2", "2.0", "valid", kValue},
    {R"({"type": "integer"})", "2.0", "2", "valid", kValue},
    {R"({"type": "integer"})", "2", "3", kValue, kValue},
    {R"({"type": "integer"})", "2", "2.5", kType, kType},
    {R"({"type": "integer"})", "1", "true", kType, kType},
    {R"({"type": "number"})", "2", "2.0", "valid", kValue},
    {R"({"type": "number"})", "0.5", "0.5", "valid", "valid"},
    {R"({"type": "number"})", "1e30", "1000000000000000019884624838656", "valid", kValue},
    {R"({"type": "number"})", "0", "false", kType, kType},
    {R"({"type": "number"})", "1", "\"1\"", kType, kType},
    {R"({"type": "boolean"})", "true", "true", "valid", "valid"},
    {R"({"type": "boolean"})", "true", "1", kType, kType},
    {R"({"type": "boolean"})", "true", "false", kValue, kValue},
    {R"({"type": "string"})", R"("Paris")", R"("Paris")", "valid", "valid"},
    {R"({"type": "string"})", R"("Paris")", R"("paris")", kValue, kValue},
    {R"({"type": "string"})", R"("a b")", R"("ab")", kValue, kValue},
    {R"({"type": ["string", "null"]})", "null", "null", "valid", "valid"},
    {R"({"type": ["string", "null"]})", "null", "\"\"", kValue, kValue},
    {R"({"type": "string", "nullable": true})", "null", "null", "valid", "valid"},
    {R"({"type": "string", "nullable": true})", R"("a")", "null", kValue, kValue},
    {R"({"type": "string"})", R"("a")", "null", kType, kType},
    {R"({"anyOf": [{"type": "integer"}, {"type": "string"}]})", "1", "1.0", "valid", kValue},
    {R"({"anyOf": [{"type": "integer"}, {"type": "string"}]})", "1", "\"1\"", kValue, kValue},
    {R"({"oneOf": [{"type": "integer"}, {"type": "null"}]})", "1", "[]", kType, kType},
    {R"({"enum": ["a", 1, null]})", "1", "1", "valid", "valid"},
    {R"({"enum": ["a", 1, null]})", "1", "\"a\"", kValue, kValue},
    {R"({"const": {"k": [1]}})", R"({"k": [1]})", R"({"k": [1.0]})", "valid",
     "value at [0, 'f', 'x', 'k', 0]"},
    {R"({"type": "array", "items": {"type": "integer"}})", "[1, 2]", "[1, 2.0]", "valid",
     "value at [0, 'f', 'x', 1]"},
    {R"({"type": "array", "items": {"type": "integer"}})", "[1, 2]", "[1, 3]",
     "value at [0, 'f', 'x', 1]", "value at [0, 'f', 'x', 1]"},
    {R"({"type": "array", "items": {"type": "integer"}})", "[1, 2]", "[1, \"2\"]",
     "type at [0, 'f', 'x', 1]", "type at [0, 'f', 'x', 1]"},
    {R"({"type": "array", "items": {"type": "integer"}})", "[1, 2]", "[2, 1]",
     "value at [0, 'f', 'x', 0]", "value at [0, 'f', 'x', 0]"},
    {R"({"type": "array", "items": {"type": "integer"}})", "[1, 2]", "[1]", kValue, kValue},
    {R"({"type": "array", "items": {"type": "integer"}})", "[1, 2]", "{}", kType, kType},
    {R"({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "number"}})",
     R"(["a", 1])", R"(["a", 1.0])", "valid", "value at [0, 'f', 'x', 1]"},
    {R"({"type": "object"})", R"({"a": {"b": 1}})", R"({"a": {"b": 1}})", "valid", "valid"},
    {R"({"type": "object"})", R"({"a": 1, "b": 2})", R"({"b": 2, "a": 1})", "valid", "valid"},
    {R"({"type": "object"})", R"({"a": {"b": 1}})", R"({"a": {"b": 2}})",
     "value at [0, 'f', 'x', 'a', 'b']", "value at [0, 'f', 'x', 'a', 'b']"},
    {R"({"type": "object"})", R"({"a": 1})", R"({"a": 1, "c": 1})",
     "dict_key at [0, 'f', 'x', 'c']", "dict_key at [0, 'f', 'x', 'c']"},
    {R"({"type": "object"})", R"({"a": 1})", "{}", "missing_dict_key at [0, 'f', 'x', 'a']",
     "missing_dict_key at [0, 'f', 'x', 'a']"},
    {R"({"type": "object", "properties": {"a": {"default": 1}, "b": {}}})", R"({"a": 1, "b": 2})",
     R"({"b": 2})", "valid", "missing_dict_key at [0, 'f', 'x', 'a']"},
    {R"({"type": "object", "properties": {"a": {"default": 1}, "b": {}}})", R"({"b": 2})",
     R"({"a": 1.0, "b": 2})", "valid", "dict_key at [0, 'f', 'x', 'a']"},
    {R"({"type": "object", "properties": {"a": {"default": 1}, "b": {}}})", R"({"b": 2})",
     R"({"a": 2, "b": 2})", "value at [0, 'f', 'x', 'a']", "dict_key at [0, 'f', 'x', 'a']"},
    {R"({"type": "object", "required": ["a"], "properties": {"a": {"default": 1}}})", R"({"a": 1})",
     "{}", "missing_dict_key at [0, 'f', 'x', 'a']", "missing_dict_key at [0, 'f', 'x', 'a']"},
    {R"({"type": "string", "format": "date-time"})", R"("2026-01-01T01:00:00+01:00")",
     R"("2026-01-01T00:00:00.0z")", "valid", kValue},
    {R"({"type": "string", "format": "date-time"})", R"("2026-01-01T01:00:00+01:00")",
     R"("2026-01-01T01:00:00Z")", kValue, kValue},
    {R"({"type": "string"})", R"("2026-01-01T01:00:00+01:00")", R"("2026-01-01T00:00:00Z")", kValue,
     kValue},
    {R"({"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]})",
     R"("2026-01-01T01:00:00+01:00")", R"("2026-01-01T00:00:00Z")", "valid", kValue},
    {R"({"type": "array", "items": {"type": "string", "format": "uuid"}})",
     R"(["123e4567-e89b-12d3-a456-426614174000"])", R"(["123E4567-E89B-12D3-A456-426614174000"])",
     "valid", "value at [0, 'f', 'x', 0]"},
    {R"({"type": "integer"})", R"({"any_of": [1, 2]})", "2", "valid", "valid"},
    {R"({"type": "integer"})", R"({"any_of": [1, 2]})", "3", kValue, kValue},
    {R"({"type": "integer"})", R"({"any_of": [1, 2]})", "\"1\"", kType, kType},
    {R"({"type": "object"})", R"({"a": {"any_of": [[1], {"b": 2}]}})", R"({"a": {"b": 2}})",
     "valid", "valid"},
    {R"({"type": "object"})", R"({"a": {"any_of": [[1], {"b": 2}]}})", R"({"a": {"b": 3}})",
     "value at [0, 'f', 'x', 'a', 'b']", "value at [0, 'f', 'x', 'a', 'b']"},
    {R"({"type": "object"})", R"({"a": {"any_of": [1], "optional": true}})", "{}", "valid",
     "valid"},
    // A value directly inside any_of is never alternatives itself.
    {R"({"type": "object"})", R"({"any_of": [{"any_of": [1]}]})", R"({"any_of": [1]})", "valid",
     "valid"},
};

TEST(Checker, Values) {
  for (const ValueCase& test : kValueCases) {
    SCOPED_TRACE(std::string(test.schema) + " " + std::string(test.expected) + " " +
                 std::string(test.found));
    EXPECT_EQ(checked_value(test.schema, test.expected, test.found, ValueMatching::kSchema),
              test.by_schema);
    EXPECT_EQ(checked_value(test.schema, test.expected, test.found, ValueMatching::kExact),
              test.exactly);
  }
}

TEST(Checker, ArgumentsThatAreMissingOrNotExpected) {
  const std::string f = function_of(
      R"("a": {"type": "integer"}, "b": {"type": "integer", "default": 5},
         "c": {"type": "string"})",
      R"(, "required": ["a"])");
  const auto by_schema = [&](std::string_view expected, std::string_view found) {
    return checked(f, R"({"name": "f", "arguments": )" + std::string(expected) + "}",
                   R"([{"f": )" + std::string(found) + "}]", kSchema);
  };
  EXPECT_EQ(by_schema(R"({"a": 1})", R"({"a": 1, "b": 5})"), "valid");
  EXPECT_EQ(by_schema(R"({"a": 1, "b": 5})", R"({"a": 1})"), "valid");
  EXPECT_EQ(by_schema(R"({"a": 1, "b": 6})", R"({"a": 1})"), "missing_optional at [0, 'f', 'b']");
  EXPECT_EQ(by_schema(R"({"a": 1})", R"({"b": 5})"), "missing_required at [0, 'f', 'a']");
  EXPECT_EQ(by_schema(R"({"a": 1})", R"({"a": 1, "c": "x"})"), "unexpected_param at [0, 'f', 'c']");
  EXPECT_EQ(by_schema(R"({"a": 1})", R"({"a": 1, "z": 1})"), "unexpected_param at [0, 'f', 'z']");
  EXPECT_EQ(by_schema(R"({"a": 1, "c": {"any_of": ["x"], "optional": true}})", R"({"a": 1})"),
            "valid");
  EXPECT_EQ(
      by_schema(R"({"a": 1, "c": {"any_of": ["x"], "optional": true}})", R"({"a": 1, "c": "y"})"),
      "value at [0, 'f', 'c']");
}

// A default counts only in the branch that the expected value is of.
TEST(Checker, DefaultsOfBranches) {
  constexpr std::string_view kUnion =
      R"({"oneOf": [
        {"type": "object", "required": ["kind"],
         "properties": {"kind": {"const": "a"}, "n": {"type": "integer", "default": 1}}},
        {"type": "object", "required": ["kind"],
         "properties": {"kind": {"const": "b"}, "n": {"type": "integer", "default": 2}}}]})";
  const auto match = ValueMatching::kSchema;
  EXPECT_EQ(checked_value(kUnion, R"({"kind": "a"})", R"({"kind": "a", "n": 1})", match), "valid");
  EXPECT_EQ(checked_value(kUnion, R"({"kind": "a"})", R"({"kind": "a", "n": 2})", match),
            "value at [0, 'f', 'x', 'n']");
  EXPECT_EQ(checked_value(kUnion, R"({"kind": "b", "n": 2})", R"({"kind": "b"})", match), "valid");
}

TEST(Checker, ReferencesAndRecursion) {
  constexpr std::string_view kTree =
      R"({"name": "f", "parameters": {"type": "object", "$defs": {"node": {"type": "object",
          "properties": {"value": {"type": "number"},
                         "next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}}}},
          "properties": {"x": {"$ref": "#/$defs/node"}}}})";
  const auto call = [](std::string_view x) {
    return R"({"name": "f", "arguments": {"x": )" + std::string(x) + "}}";
  };
  const std::string expected = call(R"({"value": 1, "next": {"value": 2, "next": null}})");
  EXPECT_EQ(checked(kTree, expected, call(R"({"value": 1.0, "next": {"value": 2, "next": null}})"),
                    kSchema),
            "valid");
  EXPECT_EQ(checked(kTree, expected, call(R"({"value": 1, "next": {"value": 3, "next": null}})"),
                    kSchema),
            "value at [0, 'f', 'x', 'next', 'value']");
  EXPECT_EQ(checked(kTree, call(R"({"value": 1, "next": {"value": "2"}})"), "[]", kSchema),
            "!expected.arguments.x.next.value: '2' is not of the type number");
}

TEST(Checker, Official) {
  const std::string f = function_of(R"("city": {"type": "string"}, "n": {"type": "number"})");
  const auto official = [&](std::string_view expected, std::string_view found) {
    return checked(f, expected, found, kOfficial);
  };
  EXPECT_EQ(official(R"({"name": "f", "arguments": {"city": "New York"}})",
                     R"([{"f": {"city": "new-york"}}])"),
            "valid");
  EXPECT_EQ(official(R"({"name": "f", "arguments": {"city": {"any_of": ["NY", "New York"]}}})",
                     R"([{"f": {"city": "ny"}}])"),
            "valid");
  EXPECT_EQ(official(R"({"f": {"city": ["NY"], "n": [1, ""]}})", R"([{"f": {"city": "NY"}}])"),
            "valid");
  EXPECT_EQ(official(R"({"name": "f", "arguments": {"city": "NY", "n": 1}})",
                     R"([{"f": {"city": "NY"}}])"),
            "missing_optional at [0, 'f', 'n']");
  EXPECT_EQ(
      official(R"({"name": "f", "arguments": {"city": "NY"}})", R"([{"f": {"city": "Rome"}}])"),
      "string_value at [0, 'f', 'city']");
  EXPECT_EQ(
      official(R"([{"name": "f", "arguments": {"n": 1}}, {"name": "f", "arguments": {"n": 2}}])",
               R"([{"f": {"n": 2}}, {"f": {"n": 1}}])"),
      "valid");
}

TEST(Checker, PossibleAnswersBySchema) {
  const std::string f = function_of(
      R"("city": {"type": "string"}, "o": {"type": "object"}, "n": {"type": "integer"})",
      R"(, "required": ["city"])");
  constexpr std::string_view kAnswer =
      R"([{"f": {"city": ["NY", "New York"], "o": [{"k": ["a", "b"], "l": [1, ""]}, ""],
                 "n": [""]}}])";
  const auto by_schema = [&](std::string_view found) {
    return checked(f, kAnswer, found, kSchema);
  };
  EXPECT_EQ(by_schema(R"([{"f": {"city": "New York"}}])"), "valid");
  EXPECT_EQ(by_schema(R"([{"f": {"city": "new york"}}])"), "value at [0, 'f', 'city']");
  EXPECT_EQ(by_schema(R"([{"f": {"city": "NY", "o": {"k": "b"}}}])"), "valid");
  EXPECT_EQ(by_schema(R"([{"f": {"city": "NY", "o": {"k": "b", "l": 1.0}}}])"), "valid");
  EXPECT_EQ(by_schema(R"([{"f": {"city": "NY", "o": {"k": "c"}}}])"),
            "value at [0, 'f', 'o', 'k']");
  EXPECT_EQ(by_schema(R"([{"f": {"city": "NY", "n": 1}}])"), "unexpected_param at [0, 'f', 'n']");
}

constexpr std::string_view kTwo =
    R"([{"name": "f", "parameters": {"properties": {"x": {"type": "integer"}}}},
        {"name": "a.g", "parameters": {"properties": {"y": {"type": "integer"}}}}])";

TEST(Checker, OrderAndCount) {
  constexpr std::string_view kBoth =
      R"([{"name": "f", "arguments": {"x": 1}}, {"name": "a.g", "arguments": {"y": 2}}])";
  constexpr std::string_view kSwapped = R"([{"a.g": {"y": 2}}, {"f": {"x": 1}}])";
  for (const CheckerOptions& options : {kOfficial, kSchema, kExact}) {
    EXPECT_EQ(checked(kTwo, kBoth, kSwapped, options), "valid");
    EXPECT_EQ(checked(kTwo, kBoth, kSwapped, options, CallOrder::kGiven),
              "wrong_func_name at [0, 'a.g']");
    EXPECT_EQ(
        checked(kTwo, kBoth, R"([{"f": {"x": 1}}, {"a.g": {"y": 2}}])", options, CallOrder::kGiven),
        "valid");
    EXPECT_EQ(checked(kTwo, kBoth, R"([{"f": {"x": 1}}])", options), "wrong_count at []");
    EXPECT_EQ(checked(kTwo, kBoth, R"([{"f": {"x": 1}}])", options, CallOrder::kGiven),
              "wrong_count at []");
    EXPECT_EQ(checked(kTwo, kBoth, "[]", options), "wrong_count at []");
    EXPECT_EQ(checked(kTwo, kBoth, "null", options), "wrong_count at []");
    EXPECT_EQ(checked(kTwo, kBoth, R"([{"f": {"x": 1}}, {"a.g": {"y": 3}}])", options),
              "value at [1, 'a.g', 'y']");
    EXPECT_EQ(
        checked(kTwo, kBoth, R"([{"f": {"x": 1}}, {"a.g": {"y": 3}}])", options, CallOrder::kGiven),
        "value at [1, 'a.g', 'y']");
    EXPECT_EQ(checked(kTwo, kBoth, "5", options), "wrong_format at []");
    EXPECT_EQ(checked(kTwo, kBoth, R"("no call")", options), "decoder_failed at []");
    CheckerOptions names = options;
    names.underscore_to_dot = true;
    EXPECT_EQ(
        checked(kTwo, R"({"name": "a.g", "arguments": {"y": 2}})", R"([{"a_g": {"y": 2}}])", names),
        "valid");
    EXPECT_EQ(checked(kTwo, R"({"name": "a.g", "arguments": {"y": 2}})", R"([{"a_g": {"y": 2}}])",
                      options),
              "wrong_func_name at [0, 'a_g']");
  }
}

// The first expected call must not take the only call that fits the second.
TEST(Checker, PairingIsNotGreedy) {
  constexpr std::string_view kOverlapping =
      R"([{"name": "f", "arguments": {"x": {"any_of": [1, 2]}}},
          {"name": "f", "arguments": {"x": 1}}])";
  EXPECT_EQ(checked(kTwo, kOverlapping, R"([{"f": {"x": 1}}, {"f": {"x": 2}}])", kSchema), "valid");
  EXPECT_EQ(checked(kTwo, kOverlapping, R"([{"f": {"x": 2}}, {"f": {"x": 2}}])", kSchema),
            "value at [1, 'f', 'x']");
}

TEST(Checker, AlternativesOfCalls) {
  constexpr std::string_view kEither =
      R"({"any_of": [{"name": "f", "arguments": {"x": 1}},
                     [{"name": "f", "arguments": {"x": 2}}, {"name": "a.g", "arguments": {"y": 2}}],
                     null]})";
  constexpr std::string_view kItem =
      R"([{"any_of": [{"name": "f", "arguments": {"x": 1}},
                      {"name": "a.g", "arguments": {"y": 2}}]}])";
  for (const CheckerOptions& options : {kOfficial, kSchema, kExact}) {
    EXPECT_EQ(checked(kTwo, kEither, R"([{"f": {"x": 1}}])", options), "valid");
    EXPECT_EQ(checked(kTwo, kEither, R"([{"f": {"x": 2}}, {"a.g": {"y": 2}}])", options), "valid");
    EXPECT_EQ(checked(kTwo, kEither, "[]", options), "valid");
    EXPECT_EQ(checked(kTwo, kEither, R"([{"f": {"x": 3}}])", options), "value at [0, 'f', 'x']");
    EXPECT_EQ(checked(kTwo, kItem, R"([{"f": {"x": 1}}])", options), "valid");
    EXPECT_EQ(checked(kTwo, kItem, R"([{"a.g": {"y": 2}}])", options), "valid");
    EXPECT_EQ(checked(kTwo, kItem, R"([{"a.g": {"y": 3}}])", options), "value at [0, 'a.g', 'y']");
  }
}

TEST(Checker, Abstention) {
  for (const CheckerOptions& options : {kOfficial, kSchema, kExact}) {
    for (const std::string_view none : {"null", R"("none")"}) {
      EXPECT_EQ(checked(kTwo, none, R"([{"f": {"x": 1}}])", options), "unwanted_call at []");
      EXPECT_EQ(checked(kTwo, none, R"("[f(x=1)]")", options), "unwanted_call at []");
      EXPECT_EQ(checked(kTwo, none, "[]", options), "valid");
      EXPECT_EQ(checked(kTwo, none, "null", options), "valid");
      EXPECT_EQ(checked(kTwo, none, R"("I cannot do that.")", options), "valid");
      EXPECT_EQ(checked(kTwo, none, R"({"role": "assistant", "content": "No.", "tool_calls": []})",
                        options),
                "valid");
    }
  }
}

TEST(Checker, FormsOfCalls) {
  const std::string_view wanted = R"({"name": "f", "arguments": {"x": 1}})";
  const std::string_view forms[] = {
      R"("[f(x=1)]")",
      R"([{"f": {"x": 1}}])",
      R"([{"f": "{\"x\": 1}"}])",
      R"({"f": {"x": 1}})",
      R"({"name": "f", "arguments": {"x": 1}})",
      R"([{"name": "f", "arguments": "{\"x\": 1}"}])",
      R"([{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{\"x\": 1}"}}])",
      R"({"role": "assistant", "content": null,
          "tool_calls": [{"type": "function",
                          "function": {"name": "f", "arguments": "{\"x\": 1}"}}]})",
      R"({"choices": [{"message": {"role": "assistant", "content": null,
          "tool_calls": [{"type": "function",
                          "function": {"name": "f", "arguments": "{\"x\": 1}"}}]}}]})",
      R"([{"role": "user", "content": "Call f."}, {"role": "assistant", "content": null,
          "tool_calls": [{"type": "function",
                          "function": {"name": "f", "arguments": "{\"x\": 1}"}}]},
          {"role": "tool", "content": "ok"}, {"role": "assistant", "content": "Done."}])",
      R"({"role": "assistant", "content": [{"type": "tool_use", "name": "f", "input": {"x": 1}}]})",
      R"({"role": "assistant", "content": "[f(x=1)]"})",
      R"({"output": [{"type": "function_call", "name": "f", "arguments": "{\"x\": 1}"}]})",
  };
  for (const std::string_view form : forms) {
    for (const CheckerOptions& options : {kOfficial, kSchema, kExact}) {
      EXPECT_EQ(checked(kTwo, wanted, form, options), "valid") << form;
    }
  }
}

TEST(Checker, FormsOfFunctions) {
  constexpr std::string_view kParameters =
      R"({"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]})";
  const auto with = [&](std::string before, std::string_view after) {
    return before + std::string(kParameters) + std::string(after);
  };
  const std::string forms[] = {
      with(R"([{"type": "function", "function": {"name": "f", "strict": true, "parameters": )",
           "}}]"),
      with(R"({"type": "function", "name": "f", "parameters": )", "}"),
      with(R"({"tools": [{"name": "f", "title": "F", "inputSchema": )", "}]}"),
      with(R"({"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "f", "inputSchema": )",
           "}]}}"),
      with(R"([{"name": "f", "input_schema": )", "}]"),
      with(R"([{"functionDeclarations": [{"name": "f", "parameters": )", "}]}]"),
      with(R"({"name": "f", "parameters": )", "}"),
  };
  for (const std::string& form : forms) {
    for (const CheckerOptions& options : {kOfficial, kSchema, kExact}) {
      EXPECT_EQ(
          checked(form, R"({"name": "f", "arguments": {"x": 1}})", R"([{"f": {"x": 1}}])", options),
          "valid")
          << form;
    }
  }
  CheckerOptions bfcl = kSchema;
  bfcl.dialect = SchemaDialect::kBfcl;
  EXPECT_EQ(checked(R"({"name": "f", "parameters": {"type": "dict", "properties": {
                        "x": {"type": "float"},
                        "y": {"type": "tuple", "items": {"type": "any"}}}}})",
                    R"({"name": "f", "arguments": {"x": 1, "y": [1, "a"]}})",
                    R"([{"f": {"x": 1.0, "y": [1, "a"]}}])", bfcl),
            "valid");
  // An enumeration of the items, as BFCL writes it.
  EXPECT_EQ(
      checked(R"({"name": "f", "parameters": {"type": "dict", "properties": {
                        "x": {"type": "array", "items": {"type": "string"}, "enum": ["a"]}}}})",
              R"({"name": "f", "arguments": {"x": ["a"]}})", R"([{"f": {"x": ["a"]}}])", bfcl),
      "valid");
  EXPECT_EQ(checked(R"({"name": "f"})", R"({"name": "f"})", R"([{"f": {}}])", kSchema), "valid");
}

std::string number_list(int count, std::string_view quote) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += (i ? ", " : "") + std::string(quote) + std::to_string(i) + std::string(quote);
  }
  return "[" + text + "]";
}

// Each would take minutes, or gigabytes, if alternatives did not share what they have in common.
TEST(Checker, ManyAlternatives) {
  const CheckerOptions schema{.match = ValueMatching::kSchema};
  const std::string big = number_list(90000, "");
  EXPECT_EQ(
      checked(function_of(R"("x": {})"),
              R"({"name": "f", "arguments": {"x": {"any_of": )" + number_list(90000, "\"") + "}}}",
              R"([{"f": {"x": )" + big + "}}]", schema),
      "value at [0, 'f', 'x']");
  const std::string functions = "[" + function_of(R"("a": {})") +
                                R"(, {"name": "g", "parameters": {"properties": {"x": {}}}}])";
  const auto g = [](int x) {
    return R"({"name": "g", "arguments": {"x": )" + std::to_string(x) + "}}";
  };
  std::string either = g(0);
  for (int i = 1; i < 95; ++i) either += ", " + g(i);
  EXPECT_EQ(checked(functions,
                    R"([{"name": "f", "arguments": {"a": )" + big + R"(}}, {"any_of": [)" + either +
                        "]}]",
                    R"([{"f": {"a": )" + big + R"(}}, {"g": {"x": 94}}])", schema),
            "valid");
  // Calls that differ at the end alone, in 64 combinations.
  std::string expected;
  std::string calls;
  std::string zeros;
  for (int i = 0; i < 379; ++i) zeros += "0, ";
  for (int i = 0; i < 250; ++i) {
    const std::string a = "[" + zeros + std::to_string(i) + "]";
    expected += R"({"name": "f", "arguments": {"a": )" + a + "}}, ";
    calls += R"({"f": {"a": )" + a + "}}, ";
  }
  for (int i = 0; i < 6; ++i) {
    expected += R"({"any_of": [)" + g(1) + ", " + g(2) + "]}" + (i < 5 ? ", " : "");
    calls += R"({"g": {"x": 3}})" + std::string(i < 5 ? ", " : "");
  }
  EXPECT_EQ(checked(functions, "[" + expected + "]", "[" + calls + "]", schema),
            "value at [250, 'g', 'x']");
}

}  // namespace
}  // namespace bfclx
