// Faults of what is expected: a SchemaError with the place.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "tests/unit/checker/checker_support.h"

namespace bfclx {
namespace {

constexpr std::string_view kFunctions =
    R"([{"name": "f", "parameters": {"type": "object", "required": ["x"], "properties": {
          "x": {"type": "integer", "minimum": 0}, "unit": {"type": "string", "enum": ["c", "f"]},
          "tags": {"type": "array", "items": {"type": "string"}},
          "o": {"type": "object", "properties": {"k": {"type": "string"}}}}}},
        {"name": "get_weather", "parameters": {"type": "object", "properties": {}}}])";

struct FaultCase {
  std::string_view expected;
  std::string_view message;
};

const FaultCase kFaults[] = {
    {"5",
     "expected: neither a call {\"name\", \"arguments\"}, nor a list of them, nor \"none\": 5"},
    {"[]", "expected: the list is empty; write \"none\" if no call passes"},
    {"[5]", "expected[0]: expected a call {\"name\", \"arguments\"}, got 5"},
    {R"({"any_of": []})", "expected.any_of: expected a list that is not empty"},
    {R"({"name": "get_wether"})",
     "expected.name: unknown function 'get_wether'. Did you mean get_weather?"},
    {R"([{"name": "f", "arguments": {"x": 1}}, {"name": "f", "arguments": {}}])",
     "expected[1].arguments: 'x', which is required, is missing"},
    {R"({"name": "f", "arguments": {"x": "1"}})",
     "expected.arguments.x: '1' is not of the type integer"},
    {R"({"name": "f", "arguments": {"x": 1.5}})",
     "expected.arguments.x: 1.5 is not of the type integer"},
    {R"({"name": "f", "arguments": {"x": -1}})", "expected.arguments.x: -1 is below `minimum`"},
    {R"({"name": "f", "arguments": {"x": 1, "unit": "k"}})",
     "expected.arguments.unit: 'k' is not one of the allowed values ['c', 'f']"},
    {R"({"name": "f", "arguments": {"x": 1, "units": "c"}})",
     "expected.arguments: unknown property 'units'. Did you mean unit?"},
    {R"({"name": "f", "arguments": {"x": {"any_of": [1, "a"]}}})",
     "expected.arguments.x.any_of[1]: 'a' is not of the type integer"},
    {R"({"name": "f", "arguments": {"x": {"any_of": []}}})",
     "expected.arguments.x.any_of: expected a list of values that is not empty"},
    {R"({"name": "f", "arguments": {"x": {"any_of": [1], "optional": true}}})",
     "expected.arguments.x.optional: the schema requires it, so it cannot be left out"},
    {R"({"name": "f", "arguments": {"x": 1, "tags": [{"any_of": ["a"], "optional": true}]}})",
     "expected.arguments.tags[0].optional: only an argument or a property can be left out"},
    {R"({"name": "f", "arguments": {"x": 1, "tags": ["a", 1]}})",
     "expected.arguments.tags[1]: 1 is not of the type string"},
    {R"({"name": "f", "arguments": {"x": 1, "o": {"k": 1}}})",
     "expected.arguments.o.k: 1 is not of the type string"},
    {R"({"name": "f", "arguments": "{"})",
     "expected.arguments: not JSON: Expecting property name enclosed in double quotes: "
     "line 1 column 2 (char 1)"},
    {R"({"name": "f", "arguments": "{\"x\": 1, \"x\": 2}"})",
     "expected.arguments: duplicate member 'x' (char 9)"},
    {R"({"name": "f", "arguments": [1]})",
     "expected.arguments: expected an object of arguments, got [1]"},
    {R"({"tool_calls": [{"type": "function", "function": {"name": "f", "arguments": "{}"}}]})",
     "expected.tool_calls[0].function.arguments: 'x', which is required, is missing"},
    {R"({"name": "something"})", "expected.name: unknown function 'something'"},
    {R"({"g": {"x": [1]}})", "expected: unknown function 'g'. Did you mean f?"},
};

TEST(Expected, Faults) {
  for (const FaultCase& test : kFaults) {
    for (const ValueMatching match :
         {ValueMatching::kOfficial, ValueMatching::kSchema, ValueMatching::kExact}) {
      EXPECT_EQ(checked(kFunctions, test.expected, "[]", {.match = match}),
                "!" + std::string(test.message));
    }
  }
}

struct RefusedCase {
  std::string_view schema;   // of the argument x
  std::string_view value;    // of x, which the schema refuses
  std::string_view message;  // behind the place of x
};

const RefusedCase kRefused[] = {
    {R"({"minimum": 1})", "0", ": 0 is below `minimum`"},
    {R"({"maximum": 1})", "2", ": 2 is above `maximum`"},
    {R"({"exclusiveMinimum": 1})", "1", ": 1 is not above `exclusiveMinimum`"},
    {R"({"exclusiveMaximum": 1})", "1.0", ": 1.0 is not below `exclusiveMaximum`"},
    {R"({"minimum": 1, "exclusiveMinimum": true})", "1", ": 1 is not above `exclusiveMinimum`"},
    {R"({"maximum": 1, "exclusiveMaximum": true})", "1", ": 1 is not below `exclusiveMaximum`"},
    {R"({"multipleOf": 2})", "3", ": 3 is not a multiple of `multipleOf`"},
    {R"({"multipleOf": 2.0})", "1000000001", ": 1000000001 is not a multiple of `multipleOf`"},
    {R"({"multipleOf": 1})", "1e-12", ": 1e-12 is not a multiple of `multipleOf`"},
    {R"({"multipleOf": 0.01})", "5000000.005", ": 5000000.005 is not a multiple of `multipleOf`"},
    {R"({"multipleOf": 0.1})", "0.35", ": 0.35 is not a multiple of `multipleOf`"},
    {R"({"minLength": 2})", R"("é")", ": 'é' is shorter than `minLength`"},
    {R"({"maxLength": 1})", R"("éé")", ": 'éé' is longer than `maxLength`"},
    {R"({"minItems": 1})", "[]", ": fewer items than `minItems`"},
    {R"({"maxItems": 1})", "[1, 2]", ": more items than `maxItems`"},
    {R"({"uniqueItems": true})", "[1, 1.0]", ": an item occurs twice (`uniqueItems`)"},
    {R"({"prefixItems": [{"type": "string"}]})", "[1]", "[0]: 1 is not of the type string"},
    {R"({"items": [{}], "additionalItems": false})", "[1, 2]",
     ": more items than the schema names"},
    {R"({"items": [{}], "additionalItems": {"type": "string"}})", "[1, 2]",
     "[1]: 2 is not of the type string"},
    {R"({"minProperties": 1})", "{}", ": fewer properties than `minProperties`"},
    {R"({"maxProperties": 1})", R"({"a": 1, "b": 2})", ": more properties than `maxProperties`"},
    {R"({"propertyNames": {"maxLength": 1}})", R"({"ab": 1})", ": 'ab' is longer than `maxLength`"},
    {R"({"additionalProperties": {"type": "string"}})", R"({"a": 1})",
     ".a: 1 is not of the type string"},
    {R"({"additionalProperties": false})", R"({"a": 1})", ": unknown property 'a'"},
    {R"({"required": ["a"]})", R"({"b": 1})", ": 'a', which is required, is missing"},
    {R"({"const": 1})", "true", ": True is not one of the allowed values [1]"},
    {R"({"enum": [1, "a"]})", R"("b")", ": 'b' is not one of the allowed values [1, 'a']"},
    {R"({"allOf": [{"minimum": 1}, {"maximum": 2}]})", "3", ": 3 is above `maximum`"},
    {R"({"oneOf": [{"minimum": 1}, {"maximum": 2}]})", "2",
     ": 2 fits 2 of the schemas of `oneOf`, which allows one"},
    {R"({"oneOf": [{"minimum": 5}, {"maximum": 2}]})", "3",
     ": 3 fits none of the 2 schemas of `oneOf`"},
    {R"({"anyOf": [{"minimum": 5}, {"maximum": 2}]})", "3",
     ": 3 fits none of the 2 schemas of `anyOf`"},
    {R"({"anyOf": [{"type": "string"}, {"type": "null"}]})", "3",
     ": 3 is not of the type string or null"},
    {R"({"anyOf": [{"type": "integer", "maximum": 2}, {"type": "null"}]})", "3",
     ": 3 is above `maximum`"},
    {R"({"$ref": "#/properties/y"})", "3", ": 3 is not of the type string"},
    {"false", "3", ": the schema allows no value here"},
};

TEST(Expected, ValuesThatASchemaRefuses) {
  for (const RefusedCase& test : kRefused) {
    const std::string functions =
        function_of(R"("y": {"type": "string"}, "x": )" + std::string(test.schema));
    const std::string expected =
        R"({"name": "f", "arguments": {"x": )" + std::string(test.value) + "}}";
    EXPECT_EQ(checked(functions, expected, "[]", {.match = ValueMatching::kSchema}),
              "!expected.arguments.x" + std::string(test.message))
        << test.schema;
  }
}

TEST(Expected, Multiples) {
  const auto outcome = [](std::string_view divisor, std::string_view value) {
    return checked_value(R"({"multipleOf": )" + std::string(divisor) + "}", value, value,
                         ValueMatching::kSchema);
  };
  for (const auto& [divisor, value] :
       std::initializer_list<std::pair<const char*, const char*>>{{"0.1", "0.3"},
                                                                  {"0.01", "19.99"},
                                                                  {"0.01", "5000000.01"},
                                                                  {"2", "1000000002.0"},
                                                                  {"2.0", "-4"},
                                                                  {"0.5", "0"},
                                                                  {"1", "1e300"},
                                                                  {"3", "1e400"}}) {
    EXPECT_EQ(outcome(divisor, value), "valid") << value;
  }
}

TEST(Expected, FaultsOfPossibleAnswers) {
  const auto fault = [](std::string_view expected, ValueMatching match) {
    return checked(kFunctions, expected, "[]", {.match = match});
  };
  EXPECT_EQ(fault(R"([{"f": {"x": 1}}])", ValueMatching::kSchema),
            "!expected[0].f.x: expected a list of alternatives, got 1: write [1], or the call as "
            "{\"name\", \"arguments\"}");
  EXPECT_EQ(fault(R"([{"f": {"x": 1}}])", ValueMatching::kOfficial),
            "!expected[0].f.x: expected a list of alternatives, got 1: write [1]");
  EXPECT_EQ(fault(R"([{"f": {"x": ["a"]}}])", ValueMatching::kSchema),
            "!expected[0].f.x[0]: 'a' is not of the type integer");
  // Places hold names as they are.
  EXPECT_EQ(checked(function_of(R"("a.any_of[0]": {"type": "integer"})"),
                    R"([{"f": {"a.any_of[0]": ["b"]}}])", "[]", {.match = ValueMatching::kSchema}),
            "!expected[0].f.a.any_of[0][0]: 'b' is not of the type integer");
  EXPECT_EQ(fault(R"([{"f": {"unit": ["c"]}}])", ValueMatching::kOfficial),
            "!expected[0].f: the required parameter 'x' has no alternatives, so every call fails");
}

// What the official rules do not look at cannot be expected of them.
TEST(Expected, AlternativesDeepInside) {
  constexpr std::string_view kDeep =
      R"({"name": "f", "arguments": {"x": 1, "tags": [{"any_of": ["a", "b"]}]}})";
  EXPECT_EQ(checked(kFunctions, kDeep, R"([{"f": {"x": 1, "tags": ["b"]}}])",
                    {.match = ValueMatching::kSchema}),
            "valid");
  EXPECT_EQ(
      checked(kFunctions, kDeep, "[]", {}),
      "!expected.arguments.tags[0]: the official rules support alternatives only in arguments "
      "and their keys; otherwise use the match `schema` or `exact`");
}

// Officially "" among possible answers says that an argument can be left out.
TEST(Expected, EmptyText) {
  const std::string f = function_of(R"("s": {"type": "string"}, "n": {"type": "string"},
                                       "o": {"type": "object"})",
                                    R"(, "required": ["n"])");
  const auto outcome = [&](const std::string& arguments, std::string_view found,
                           ValueMatching match = ValueMatching::kOfficial) {
    return checked(f, R"({"name": "f", "arguments": {"n": "", )" + arguments + "}}",
                   R"([{"f": {"n": "")" + std::string(found) + "}}]", {.match = match});
  };
  const std::string why =
      ": the official rules read \"\" as optional; if it can be left out, write {\"any_of\": "
      "[\"\"], \"optional\": true}; otherwise use the match `schema` or `exact`";
  EXPECT_EQ(outcome(R"("s": "")", ""), "!expected.arguments.s" + why);
  EXPECT_EQ(outcome(R"("s": {"any_of": ["a", ""]})", ""), "!expected.arguments.s.any_of[1]" + why);
  EXPECT_EQ(outcome(R"("o": {"k": ""})", ""), "!expected.arguments.o.k" + why);
  EXPECT_EQ(outcome(R"("o": {"k": {"any_of": ["", "a"]}})", ""),
            "!expected.arguments.o.k.any_of[0]" + why);
  EXPECT_EQ(outcome(R"("s": {"any_of": [""], "optional": true})", ""), "valid");
  EXPECT_EQ(outcome(R"("s": {"any_of": ["", "a"], "optional": true})", R"(, "s": "")"), "valid");
  EXPECT_EQ(outcome(R"("s": {"any_of": [""], "optional": true})", R"(, "s": "a")"),
            "string_value at [0, 'f', 's']");
  EXPECT_EQ(outcome(R"("s": "")", "", ValueMatching::kSchema), "missing_optional at [0, 'f', 's']");
  EXPECT_EQ(outcome(R"("s": "")", R"(, "s": "")", ValueMatching::kExact), "valid");
  // A required one cannot be left out; possible answers say what they mean.
  EXPECT_EQ(checked(f, R"({"name": "f", "arguments": {"n": ""}})", R"([{"f": {}}])", {}),
            "missing_required at [0, 'f', 'n']");
  EXPECT_EQ(checked(f, R"([{"f": {"n": ["a"], "s": ["b", ""]}}])", R"([{"f": {"n": "a"}}])", {}),
            "valid");
}

TEST(Expected, TooMany) {
  std::string calls;
  for (int i = 0; i < 300; ++i) {
    calls += (i ? ", " : "") + std::string(R"({"name": "get_weather"})");
  }
  EXPECT_EQ(checked(kFunctions, "[" + calls + "]", "[]", {}),
            "!expected: more than 256 calls are expected");
  const std::string either = R"({"any_of": [{"name": "get_weather"}, {"name": "get_weather"}]})";
  std::string many;
  for (int i = 0; i < 30; ++i) many += (i ? ", " : "") + either;
  EXPECT_EQ(checked(kFunctions, "[" + many + "]", "[]", {}),
            "!expected: more than 100 combinations of alternatives");
}

}  // namespace
}  // namespace bfclx
