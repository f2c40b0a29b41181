// Tools in other forms as function docs of the official dataset.
#include "core/benchmark/function_docs.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/value/json.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

std::string docs(std::string_view tools) {
  const Result<Value> read = official_function_docs(parse(tools), "tools");
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
  EXPECT_EQ(fault(R"({"anyOf": [{"type": "string"}, {"type": "null"}]})"),
            ": `anyOf`: " + one_type + ". Write one `type` here");
  EXPECT_EQ(fault(R"({"type": ["string", "null"]})"),
            ".type: ['string', 'null']: " + one_type +
                ". Write one type; in place of null, leave the parameter out of `required`");
  EXPECT_EQ(fault(R"({"type": "string", "nullable": true})"),
            ": `nullable`: " + one_type + ". Remove it, and leave the parameter out of `required`");
  EXPECT_EQ(fault("{}"), ": `type` is missing; " + one_type);
  EXPECT_EQ(fault(R"({"type": "object", "properties": {"y": {"oneOf": [{"type": "string"}]}}})"),
            ".properties.y: `oneOf`: " + one_type + ". Write one `type` here");
  EXPECT_EQ(fault(R"({"type": "array", "items": {"type": "array", "items": {}}})"),
            ".items.items: `type` is missing; " + one_type);
  EXPECT_EQ(fault(R"({"type": "array"})"),
            ": the type \"array\" needs an element type: add `items` with a `type`");
  EXPECT_EQ(docs(R"([{"name": "f", "parameters": {"type": "object", "properties": {"x": )"
                 R"({"$ref": "#/$defs/y"}}, "$defs": {"y": {"type": "string"}}}}])"),
            "!tools[0].parameters.properties.x: `$ref`: " + one_type + ". Write one `type` here");
  EXPECT_EQ(docs(R"([{"name": "f"}, {"name": "f"}])"),
            "!tools[1]: there is a function 'f' already, at tools[0]");
  EXPECT_EQ(docs("[]"), "!tools: there is no function");
}

}  // namespace
}  // namespace bfclx
