// Tools in other forms as function docs of the official dataset.
#include "core/benchmark/function_docs.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/value/json.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

std::string docs(std::string_view tools, ValueMatching match = ValueMatching::kOfficial) {
  const Result<Value> read = function_docs_of(parse(tools), "tools", match);
  if (!read.ok()) {
    EXPECT_EQ(read.error().kind, "SchemaError");
    return "!" + read.error().message;
  }
  std::string text;
  append_json(text, *read);
  return text;
}

// The fault of the schema of one parameter x.
std::string fault(std::string_view schema) {
  const std::string message =
      docs(R"([{"name": "f", "parameters": {"type": "object", "properties": {"x": )" +
           std::string(schema) + "}}}]");
  constexpr std::string_view kPlace = "!tools[0].parameters.properties.x";
  EXPECT_EQ(message.substr(0, kPlace.size()), kPlace) << message;
  return message.substr(std::min(kPlace.size(), message.size()));
}

constexpr std::string_view kDoc =
    R"([{"name": "f", "description": "Does.", "parameters": {"type": "dict", "properties": )"
    R"({"x": {"type": "float", "description": ""}, "y": {"type": "array", "items": {"type": )"
    R"("dict"}, "description": ""}, "z": {"type": "string", "description": ""}}, )"
    R"("required": ["x"]}}])";

TEST(FunctionDocs, NulCharactersAreRefused) {
  const std::string says = ": has a NUL character (\\u0000): remove it";
  const std::string head = R"([{"name": "f", "parameters": {"type": "object", "properties": )";
  EXPECT_EQ(docs(R"([{"name": "f\u0000"}])"), "!tools[0].name" + says);
  EXPECT_EQ(docs(R"([{"name": "f", "description": "D\u0000"}])"), "!tools[0].description" + says);
  for (const ValueMatching match : {ValueMatching::kOfficial, ValueMatching::kSchema}) {
    EXPECT_EQ(docs(head + R"({"x\u0000": {"type": "string"}}}}])", match),
              "!tools[0].parameters.properties: has a member whose name has a NUL character "
              "(\\u0000): remove it");
    EXPECT_EQ(docs(head + R"({"x": {"type": "string", "enum": ["a", "b\u0000"]}}}}])", match),
              "!tools[0].parameters.properties.x.enum[1]" + says);
    EXPECT_EQ(docs(head + R"({"x": {"type": "string", "description": "\u0000"}}}}])", match),
              "!tools[0].parameters.properties.x.description" + says);
  }
}

TEST(FunctionDocs, EveryFormGivesTheSame) {
  const std::string schema =
      R"({"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "array", )"
      R"("items": {"type": "object"}}, "z": {"type": "string"}}, "required": ["x"]})";
  const std::string head = R"("name": "f", "description": "Does.", )";
  EXPECT_EQ(docs(R"([{"type": "function", "function": {)" + head + R"("parameters": )" + schema +
                 R"(, "strict": true}}])"),
            kDoc);
  EXPECT_EQ(docs(R"([{"type": "function", )" + head + R"("parameters": )" + schema + "}]"), kDoc);
  EXPECT_EQ(docs("[{" + head + R"("input_schema": )" + schema + "}]"), kDoc);
  EXPECT_EQ(docs(R"({"tools": [{)" + head + R"("inputSchema": )" + schema + "}]}"), kDoc);
  EXPECT_EQ(docs(R"({"jsonrpc": "2.0", "result": {"tools": [{)" + head + R"("inputSchema": )" +
                 schema + "}]}}"),
            kDoc);
  EXPECT_EQ(docs("{" + head + R"("parameters": )" + schema + "}"), kDoc);
  EXPECT_EQ(docs(R"([{"functionDeclarations": [{)" + head +
                 R"("parameters": {"type": "OBJECT", "properties": {"x": {"type": "NUMBER"}, )"
                 R"("y": {"type": "ARRAY", "items": {"type": "OBJECT"}}, )"
                 R"("z": {"type": "STRING"}}, "required": ["x"]}}]}])"),
            kDoc);
  EXPECT_EQ(docs(kDoc), kDoc);
}

TEST(FunctionDocs, KeepsWhatAModelReads) {
  EXPECT_EQ(
      docs(R"([{"name": "f", "inputSchema": {"$schema": "http://json-schema.org/draft-07/)"
           R"(schema#", "type": "object", "$defs": {}, "additionalProperties": false, )"
           R"("properties": {"a": {"type": "object", "description": "Where.", )"
           R"("properties": {"n": {"type": ["number"], "minimum": 0}}}}}}])"),
      R"([{"name": "f", "description": "", "parameters": {"type": "dict", )"
      R"("additionalProperties": false, "properties": {"a": {"type": "dict", )"
      R"("description": "Where.", "properties": {"n": {"type": "number", "minimum": 0, "description": )"
      R"(""}}}}, "required": []}}])");
  EXPECT_EQ(docs(R"([{"name": "f"}])"),
            R"([{"name": "f", "description": "", "parameters": {"type": "dict", "properties": {}, )"
            R"("required": []}}])");
}

TEST(FunctionDocs, RefusesWhatTheOfficialRulesCannotJudge) {
  constexpr std::string_view kOneType = "the official rules check values of a single type";
  const std::string one_type(kOneType);
  constexpr std::string_view kOther = "; or use `--match schema` (\"match\": \"schema\" in a case)";
  const std::string other(kOther);
  EXPECT_EQ(fault(R"({"anyOf": [{"type": "string"}, {"type": "null"}]})"),
            ": `anyOf`: " + one_type + ". Write one `type` here" + other);
  EXPECT_EQ(fault(R"({"type": ["string", "null"]})"),
            ".type: ['string', 'null']: " + one_type +
                ". Write one type; in place of null, leave the parameter out of `required`" +
                other);
  EXPECT_EQ(fault(R"({"type": "string", "nullable": true})"),
            ": `nullable`: " + one_type + ". Remove it, and leave the parameter out of `required`" +
                other);
  EXPECT_EQ(fault("{}"), ": `type` is missing; " + one_type + other);
  EXPECT_EQ(fault(R"({"type": "object", "properties": {"y": {"oneOf": [{"type": "string"}]}}})"),
            ".properties.y: `oneOf`: " + one_type + ". Write one `type` here" + other);
  EXPECT_EQ(fault(R"({"type": "array", "items": {"type": "array", "items": {}}})"),
            ".items.items: `type` is missing; " + one_type + other);
  EXPECT_EQ(fault(R"({"type": "array"})"),
            ": the type \"array\" needs an element type: add `items` with a `type`" + other);
  EXPECT_EQ(
      docs(R"([{"name": "f", "parameters": {"type": "object", "properties": {"x": )"
           R"({"$ref": "#/$defs/y"}}, "$defs": {"y": {"type": "string"}}}}])"),
      "!tools[0].parameters.properties.x: `$ref`: " + one_type + ". Write one `type` here" + other);
  EXPECT_EQ(docs(R"([{"name": "f"}, {"name": "f"}])"),
            "!tools[1]: there is a function 'f' already, at tools[0]");
  EXPECT_EQ(docs("[]"), "!tools: there is no function");
  EXPECT_EQ(docs(R"([{"name": "f", "parameters": true}])"),
            "!tools[0].parameters: is True, expected the schema of an object");
}

std::string kept(std::string_view parameters, ValueMatching match = ValueMatching::kSchema) {
  return docs(concat({R"([{"name": "f", "parameters": )", parameters, "}]"}), match);
}

// What is kept of it.
std::string as_given(std::string_view parameters) {
  return concat({R"([{"name": "f", "description": "", "parameters": )", parameters, "}]"});
}

constexpr std::string_view kMark =
    R"({"$schema": "https://json-schema.org/draft/2020-12/schema", )";

TEST(FunctionDocs, KeepsJsonSchemaThatTheOfficialFormCannotRepresent) {
  for (
      const std::string_view schema :
      {R"("type": "object", "properties": {"x": {"anyOf": [{"type": "string"}, {"type": "null"}]}}})",
       R"("type": "object", "properties": {"x": {"type": ["string", "null"]}}})",
       R"("type": "object", "properties": {"x": {"type": "string", "nullable": true}}})",
       R"("type": "object", "properties": {"x": {}}})",
       R"("type": "object", "properties": {"x": {"type": "array"}}})",
       R"("type": "object", "properties": {"x": {"items": [{"type": "string"}], "type": "array"}}})",
       R"("properties": {"x": {"$ref": "#/$defs/y"}}, "$defs": {"y": {"type": "string"}}})",
       R"("allOf": [{"properties": {"x": {"type": "string"}}}]})",
       // Representable but for its reference, which would point to nothing.
       R"("type": "object", "properties": {"x": {"type": "object", "additionalProperties": )"
       R"({"$ref": "#/$defs/y"}}}, "$defs": {"y": {"type": "string"}}})"}) {
    const std::string given = concat({"{", schema});
    EXPECT_EQ(kept(given), as_given(concat({kMark, schema})));
    EXPECT_EQ(kept(given, ValueMatching::kExact), as_given(concat({kMark, schema})));
  }
  const std::string draft = R"({"type": "object", "$schema": "x", "properties": {"x": {}}})";
  EXPECT_EQ(kept(draft), as_given(draft));
}

TEST(FunctionDocs, KeepsTheOfficialFormWhereItCan) {
  EXPECT_EQ(docs(kDoc, ValueMatching::kSchema), kDoc);
  EXPECT_EQ(kept(R"({"$schema": "x", "type": "object", "properties": {"x": {"type": "number"}}})"),
            as_given(R"({"type": "dict", "properties": {"x": {"type": "float", "description": )"
                     R"(""}}, "required": []})"));
}

TEST(FunctionDocs, RefusesFaultySchemasWithEveryMatch) {
  const std::string place = "!tools[0].parameters.properties.x";
  const auto one = [](std::string_view schema) {
    return kept(concat({R"({"type": "object", "properties": {"x": )", schema, "}}"}));
  };
  EXPECT_EQ(one(R"({"anyOf": []})"),
            place + ".anyOf: expected a list of schemas that is not empty");
  EXPECT_EQ(one(R"({"not": {}})"),
            place + ": the keyword `not` is unsupported: values cannot be compared by it");
  EXPECT_EQ(one(R"({"$ref": "#/$defs/y"})"), place + ".$ref: the reference points to nothing");
  EXPECT_TRUE(one(R"({"$ref": "#/properties/x"})").starts_with(place)) << "a reference to itself";
  EXPECT_EQ(one(R"({"type": ["string", "dict"]})"),
            place + ".type[1]: 'dict' is a type of BFCL: use the dialect `bfcl`");
  // BFCL's own types have no unions.
  EXPECT_EQ(docs(R"([{"name": "f", "parameters": {"type": "dict", "properties": {"x": {"anyOf": )"
                 R"([{"type": "string"}]}}}}])",
                 ValueMatching::kSchema),
            place +
                ": `anyOf`: the official rules check values of a single type. Write one "
                "`type` here");
  std::string deep = R"({"type": "string"})";
  for (int i = 0; i < 70; ++i) deep = concat({R"({"anyOf": [)", deep, "]}"});
  EXPECT_NE(one(deep).find("nested more than 64 levels deep"), std::string::npos);
  std::string wide = R"({"anyOf": [{})";
  for (int i = 0; i < 20'000; ++i) wide += ", {}";
  EXPECT_NE(one(wide + "]}").find("has more than 20000 parts"), std::string::npos);
}

}  // namespace
}  // namespace bfclx
