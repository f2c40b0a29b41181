// Faults of functions: a SchemaError with the place, before anything is checked.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/value/dict.h"
#include "tests/unit/checker/checker_support.h"

namespace bfclx {
namespace {

constexpr CheckerOptions kSchema{.match = ValueMatching::kSchema};
constexpr CheckerOptions kOfficial{};

std::string fault(std::string_view functions, const CheckerOptions& options = kSchema) {
  const Result<Checker> checker = Checker::make(parse(functions), options);
  if (checker.ok()) return "none";
  EXPECT_EQ(checker.error().kind, "SchemaError");
  return checker.error().message;
}

TEST(SchemaErrors, Functions) {
  EXPECT_EQ(fault("[]"), "functions: there is no function");
  EXPECT_EQ(fault("5"), "functions: expected a list of functions, got int");
  EXPECT_EQ(fault("[5]"),
            "functions[0]: expected a function: an object with `name` and `parameters`, got 5");
  EXPECT_EQ(fault(R"([{"parameters": {}}])"), "functions[0]: the function has no `name`");
  EXPECT_EQ(fault(R"([{"name": "f"}, {"name": "f"}])"),
            "functions[1]: there is a function 'f' already, at functions[0]");
  EXPECT_EQ(fault(R"([{"type": "web_search"}])"),
            "functions[0]: a tool of the type 'web_search' has no schema, so its calls cannot be "
            "compared");
  EXPECT_EQ(fault(R"({"name": "f", "parameters": []})"),
            "functions.parameters: expected a schema, got []");
  EXPECT_EQ(fault(R"({"tools": [{"name": "f", "inputSchema": {"type": "string"}}]})"),
            "functions.tools[0].inputSchema: expected the schema of an object: parameters have "
            "names");
  EXPECT_EQ(fault(function_of(R"("x": {})", R"(, "required": ["x", "y"])")),
            "functions.parameters.required[1]: 'y' is not one of the properties, and no others are "
            "allowed");
  EXPECT_EQ(
      fault(function_of(R"("x": {})", R"(, "required": ["y"], "additionalProperties": true)")),
      "none");
}

struct FaultCase {
  std::string_view schema;   // of the parameter x
  std::string_view message;  // behind the place of x
};

const FaultCase kFaults[] = {
    {R"({"type": "strng"})",
     ".type: 'strng' is not a type; use one of string, integer, number, boolean, array, object, "
     "null. Did you mean string?"},
    {R"({"type": "dict"})", ".type: 'dict' is a type of BFCL: use the dialect `bfcl`"},
    {R"({"type": ["string", 5]})", ".type[1]: expected the name of a type, got 5"},
    {R"({"type": []})", ".type: the list of types is empty"},
    {R"({"not": {}})", ": the keyword `not` is unsupported: values cannot be compared by it"},
    {R"({"if": {}})", ": the keyword `if` is unsupported: values cannot be compared by it"},
    {R"({"patternProperties": {}})",
     ": the keyword `patternProperties` is unsupported: values cannot be compared by it"},
    {R"({"enum": []})", ".enum: expected a list of values that is not empty"},
    {R"({"type": "integer", "enum": ["a"]})",
     ".enum: none of the values is of the type integer, so no value fits"},
    {R"({"type": "integer", "const": "a"})",
     ".const: 'a' is not of the type integer, so no value fits"},
    {R"({"enum": [1], "const": 2})", ".const: the value is not in `enum`, so no value fits"},
    {R"({"minimum": 2, "maximum": 1})", ".minimum: no value lies between it and `maximum`"},
    {R"({"exclusiveMinimum": 1, "maximum": 1})",
     ".exclusiveMinimum: no value lies between it and `maximum`"},
    {R"({"minLength": 2, "maxLength": 1})", ".minLength: no value lies between it and `maxLength`"},
    {R"({"minItems": -1})", ".minItems: expected a count, got -1"},
    {R"({"minimum": "1"})", ".minimum: expected a number, got '1'"},
    {R"({"multipleOf": 0})", ".multipleOf: expected a number above 0"},
    {R"({"allOf": [{"type": "string"}, {"type": "integer"}]})",
     ": the types of its parts exclude each other: no value fits"},
    {R"({"anyOf": []})", ".anyOf: expected a list of schemas that is not empty"},
    {R"({"anyOf": [5]})", ".anyOf[0]: expected a schema, got 5"},
    {R"({"$ref": "#/$defs/none"})", ".$ref: the reference points to nothing"},
    {R"({"$ref": "https://example.com/x.json"})",
     ".$ref: 'https://example.com/x.json' is unsupported: only references inside the schema "
     "(\"#/...\") are read"},
    {R"({"$ref": "#/properties/x"})", ": the schema refers to itself, so it describes nothing"},
    {R"({"anyOf": [{"$ref": "#/properties/x"}, {"type": "null"}]})",
     ": the schema refers to itself, so it describes nothing"},
    {R"({"type": "object", "additionalProperties": false, "required": ["a"]})",
     ".required[0]: 'a' is not one of the properties, and no others are allowed"},
    {R"({"items": {"type": "x"}})",
     ".items.type: 'x' is not a type; use one of string, integer, number, boolean, array, object, "
     "null"},
};

TEST(SchemaErrors, Keywords) {
  for (const FaultCase& test : kFaults) {
    EXPECT_EQ(fault("[" + function_of(R"("x": )" + std::string(test.schema)) + "]"),
              "functions[0].parameters.properties.x" + std::string(test.message));
  }
}

TEST(SchemaErrors, WhatIsNoFault) {
  for (const std::string_view schema :
       {"{}", "true", "false", R"({"type": "STRING"})", R"({"pattern": "(a+)+$"})",
        R"({"format": "email", "description": "x", "x-order": 1, "examples": [1]})",
        R"({"type": "string", "default": null})", R"({"anyOf": [{"type": "string"}, false]})",
        R"({"type": "number", "minimum": 0, "exclusiveMinimum": true})",
        R"({"items": [{"type": "string"}], "additionalItems": false})",
        R"({"type": "object", "propertyNames": {"minLength": 1}})"}) {
    EXPECT_EQ(fault(function_of(R"("x": )" + std::string(schema))), "none") << schema;
  }
}

TEST(SchemaErrors, OfTheOfficialRules) {
  EXPECT_EQ(fault("[" + function_of(R"("x": {"type": ["string", "null"]})") + "]", kOfficial)
                .rfind("functions[0].parameters.properties.x.type: ['string', 'null'] is not a "
                       "single type; ",
                       0),
            0U);
  EXPECT_EQ(fault(R"({"tools": [{"name": "f", "inputSchema": {"properties": {
                      "x": {"type": "array"}}}}]})",
                  kOfficial),
            "functions.tools[0].inputSchema.properties.x: the type \"array\" needs an element "
            "type: add `items` with a `type`; the match `schema` reads all of JSON Schema");
}

// Names that look like the end of a place, or like another one.
TEST(SchemaErrors, PlacesOfOfficialFaults) {
  const Result<Checker> checker =
      Checker::make(parse("[" + function_of(R"("a: b": {"type": ["string"]})") + "]"), kOfficial);
  ASSERT_FALSE(checker.ok());
  EXPECT_EQ(checker.error().file(), "functions[0].parameters.properties.a: b.type");
  const Result<Checker> good =
      Checker::make(parse(R"({"name": "f: .parameters", "parameters": {"properties": {
                 "a: b": {"type": "string"}}}})"),
                    kOfficial);
  ASSERT_TRUE(good.ok());
  const Result<Expectation> expected =
      good->read_expected(parse(R"([{"f: .parameters": {"a: b": "c"}}])"), "expected");
  ASSERT_FALSE(expected.ok());
  EXPECT_EQ(expected.error().file(), "expected[0].f: .parameters.a: b");
  EXPECT_EQ(expected.error().message,
            "expected[0].f: .parameters.a: b: expected a list of alternatives, got 'c': write "
            "['c']");
}

std::string nested(std::string_view before, std::string_view inside, std::string_view after,
                   int depth) {
  std::string text(inside);
  for (int i = 0; i < depth; ++i) text = std::string(before) + text + std::string(after);
  return text;
}

TEST(SchemaErrors, HostileSchemas) {
  EXPECT_NE(fault(function_of(R"("x": )" + nested(R"({"items": )", "{}", "}", 300)))
                .find("nested more than 64 levels deep"),
            std::string::npos);
  std::string many;
  for (int i = 0; i < 30000; ++i) many += (i ? ", \"p" : "\"p") + std::to_string(i) + "\": {}";
  EXPECT_NE(fault(function_of(many)).find("the schema has more than 20000 parts"),
            std::string::npos);
  // A long chain of references, and circles of them.
  std::string chain = R"({"name": "f", "parameters": {"type": "object", "$defs": {)";
  for (int i = 0; i < 5000; ++i) {
    chain +=
        "\"d" + std::to_string(i) + R"(": {"$ref": "#/$defs/d)" + std::to_string(i + 1) + "\"}, ";
  }
  EXPECT_NE(
      fault(chain + R"("d5000": {}}, "properties": {"x": {"$ref": "#/$defs/d0"}}}})")
          .find(": it ends a chain of more than 1000 schemas of one value, which is too long"),
      std::string::npos);
  EXPECT_NE(
      fault(chain +
            R"("d5000": {"$ref": "#/$defs/d0"}}, "properties": {"x": {"$ref": "#/$defs/d0"}}}})")
          .find("a chain of more than 1000 schemas"),
      std::string::npos);
  EXPECT_EQ(fault(R"({"name": "f", "parameters": {"type": "object", "$defs": {
                      "a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
                      "properties": {"x": {"$ref": "#/$defs/a"}}}})"),
            "functions.parameters.$defs.a: the schema refers to itself, so it describes nothing");
}

TEST(SchemaErrors, HostileValues) {
  // Unions in unions: each level has two branches that both fit.
  std::string defs;
  for (int i = 0; i < 60; ++i) {
    const std::string next = R"({"type": "object", "properties": {"k": {"$ref": "#/$defs/d)" +
                             std::to_string(i + 1) + "\"}}}";
    defs += "\"d" + std::to_string(i) + R"(": {"anyOf": [)" + next + ", " + next + "]}, ";
  }
  const std::string f =
      R"({"name": "f", "parameters": {"type": "object", "$defs": {)" + defs +
      R"("d60": {"type": "integer"}}, "properties": {"x": {"$ref": "#/$defs/d0"}}}})";
  const std::string deep = nested(R"({"k": )", "1", "}", 60);
  const std::string call = R"({"name": "f", "arguments": {"x": )" + deep + "}}";
  EXPECT_EQ(checked(f, call, call, kSchema), "valid");
  const std::string other = nested(R"({"k": )", "\"a\"", "}", 60);
  const std::string message =
      checked(f, R"({"name": "f", "arguments": {"x": )" + other + "}}", call, kSchema);
  EXPECT_TRUE(message.starts_with("!expected.arguments.x: {'k': ")) << message;
  EXPECT_TRUE(message.ends_with(" fits none of the 2 schemas of `anyOf`")) << message;
  // Values that are deeper than any schema, expected and found.
  const std::string free = function_of(R"("x": {})");
  EXPECT_NE(checked(free, R"({"name": "f", "arguments": {"x": )" + nested("[", "", "]", 900) + "}}",
                    "[]", kSchema)
                .find("nested more than 100 levels deep"),
            std::string::npos);
  EXPECT_EQ(checked(free, R"({"name": "f", "arguments": {"x": [[1]]}})",
                    R"([{"f": {"x": )" + nested("[", "1", "]", 900) + "}}]", kSchema),
            "value at [0, 'f', 'x', 0, 0]");
  // A huge enumeration, asked many times.
  std::string values;
  std::string items;
  for (int i = 0; i < 20000; ++i) {
    values += (i ? ", " : "") + std::to_string(i);
    items += (i ? ", " : "") + std::string("19999");
  }
  EXPECT_NE(checked(function_of(R"("x": {"type": "array", "items": {"enum": [)" + values + "]}}"),
                    R"({"name": "f", "arguments": {"x": [)" + items + "]}}", "[]", kSchema)
                .find("too large"),
            std::string::npos);
  // Lists that differ in their last item alone.
  std::string zeros;
  for (int i = 0; i < 400; ++i) zeros += "0, ";
  std::string lists;
  std::string last;
  for (int i = 0; i < 400; ++i) {
    lists += (i ? ", [" : "[") + zeros + std::to_string(i) + "]";
    last += (i ? ", [" : "[") + zeros + "399]";
  }
  EXPECT_NE(checked(function_of(R"("x": {"type": "array", "items": {"enum": [)" + lists + "]}}"),
                    R"({"name": "f", "arguments": {"x": [)" + last + "]}}", "[]", kSchema)
                .find("too large"),
            std::string::npos);
}

}  // namespace
}  // namespace bfclx
