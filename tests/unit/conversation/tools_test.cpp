#include "core/conversation/tools.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

Value parsed(std::string_view json) {
  Result<Value> value = json_loads(json);
  EXPECT_TRUE(value.ok()) << json;
  return value.ok() ? *value : Value();
}

// The tools as one line of JSON, or the error.
std::string tools_of(const Value& docs, ToolStyle style) {
  const Result<Value> tools = convert_to_tool(docs, style);
  if (!tools.ok()) return std::string(tools.error().kind) + ": " + tools.error().message;
  const Result<std::string> text = json_dumps(*tools);
  return text.ok() ? *text : text.error().message;
}

// A doc whose only parameter "p" is the given schema.
std::string with_parameter(std::string_view schema) {
  return R"([{"name": "f", "description": "F.", "parameters": {"type": "dict", "properties": {"p": )" +
         std::string(schema) + "}}}]";
}

// The parameter "p" of the one tool.
std::string parameter_of(std::string_view schema, ToolStyle style) {
  const std::string all = tools_of(parsed(with_parameter(schema)), style);
  const std::string_view head = R"("properties": {"p": )";
  const std::size_t start = all.find(head);
  if (start == std::string::npos) return all;
  // What closes the properties, the schema, the item and what is around it.
  const std::size_t end = all.rfind("}}", all.rfind(']'));
  std::string inner = all.substr(start + head.size(), end - start - head.size());
  while (std::count(inner.begin(), inner.end(), '}') >
         std::count(inner.begin(), inner.end(), '{')) {
    inner.pop_back();
  }
  return inner;
}

constexpr std::string_view kDoc =
    R"([{"name": "a.b.c", "description": "D.", "parameters": {"type": "dict", "properties": )"
    R"({"x": {"type": "float", "description": "X.", "default": 1e-07}}, "required": ["x"]}, )"
    R"("response": {"type": "dict", "k": "é"}}])";

TEST(Tools, ShapeOfEachStyle) {
  const std::string x =
      R"({"x": {"type": "number", "description": "X. This is a float type value.", )"
      R"("default": 1e-07, "format": "float"}}, "required": ["x"])";
  const std::string schema = R"({"type": "object", "properties": )" + x + "}";
  const std::string http = R"("response": {"type": "dict", "k": "\u00e9"})";
  const std::string told =
      R"(D. The response field has the following schema: {\"type\": \"dict\", \"k\": \"\\u00e9\"})";
  const std::string folded =
      R"({"type": "object", "properties": {"x": {"type": "number", "description": )"
      R"("X. This is a float type value. Default is: 1e-07.", "format": "float"}}, )"
      R"("required": ["x"]})";
  const std::string plain = R"("description": "D.", "parameters": )" + schema + ", " + http;
  const struct {
    ToolStyle style;
    std::string expected;
  } cases[] = {
      {ToolStyle::kOpenAiChat,
       R"([{"type": "function", "function": {"name": "a_b_c", )" + plain + "}}]"},
      {ToolStyle::kMistral,
       R"([{"type": "function", "function": {"name": "a_b_c", )" + plain + "}}]"},
      {ToolStyle::kCohere,
       R"([{"type": "function", "function": {"name": "a_b_c", )" + plain + "}}]"},
      {ToolStyle::kOpenAiResponses, R"([{"name": "a_b_c", )" + plain + R"(, "type": "function"}])"},
      {ToolStyle::kOss, R"([{"name": "a_b_c", )" + plain + "}]"},
      {ToolStyle::kAnthropic,
       R"([{"name": "a_b_c", "description": ")" + told + R"(", "input_schema": )" + schema + "}]"},
      {ToolStyle::kAmazon, R"([{"toolSpec": {"name": "a_b_c", "description": ")" + told +
                               R"(", "inputSchema": {"json": )" + schema + "}}}]"},
      {ToolStyle::kFireworks, R"([{"type": "function", "function": {"name": "a.b.c", )"
                              R"("description": ")" +
                                  told + R"(", "parameters": )" + schema + "}}]"},
      {ToolStyle::kNovita, R"([{"type": "function", "function": {"name": "a_b_c", )"
                           R"("description": ")" +
                               told + R"(", "parameters": )" + schema + "}}]"},
      {ToolStyle::kGoogle,
       R"([{"name": "a_b_c", "description": ")" + told + R"(", "parameters": )" + folded + "}]"},
      {ToolStyle::kWriter, R"([{"type": "function", "function": {"name": "a.b.c", )"
                           R"("description": ")" +
                               told + R"(", "parameters": )" + folded + "}}]"},
  };
  const Value docs = parsed(kDoc);
  const std::string before = json_dumps(docs).value();
  for (const auto& each : cases) {
    EXPECT_EQ(tools_of(docs, each.style), each.expected);
    EXPECT_EQ(json_dumps(docs).value(), before);
  }
}

TEST(Tools, Types) {
  const struct {
    std::string_view schema;
    std::string_view expected;
  } cases[] = {
      {R"({"type": "dict"})", R"({"type": "object"})"},
      {R"({"type": "ArrayList"})", R"({"type": "array"})"},
      {R"({"type": "any"})", R"({"type": "string"})"},
      {R"({"type": "no such"})", R"({"type": "string"})"},
      {R"({"type": 3})", R"({"type": "string"})"},
      {R"({"description": "d"})", R"({"description": "d", "type": "string"})"},
      {R"({"type": "double"})", R"({"type": "number"})"},
      // Only a parameter is told about being a float, not the items of a list.
      {R"({"type": "tuple", "items": {"type": "float"}})",
       R"({"type": "array", "items": {"type": "number"}})"},
      {R"({"type": "list", "items": {"type": "list", "items": {"type": "long"}}})",
       R"({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}})"},
      {R"({"type": "list", "items": {"type": "dict", "properties": {"q": {"type": "bool"}}}})",
       R"({"type": "array", "items": {"type": "object", "properties": {"q": {"type": "boolean"}}}})"},
      {R"({"type": "dict", "properties": {"q": {"type": "dict", "properties": {"r": {"type": "float", "description": "R"}}}}})",
       R"({"type": "object", "properties": {"q": {"type": "object", "properties": {"r": {"type": "number", "description": "R This is a float type value.", "format": "float"}}}}})"},
      // "properties" wins over "items"; a string's items are left alone.
      {R"({"type": "dict", "properties": {}, "items": {"type": "dict"}})",
       R"({"type": "object", "properties": {}, "items": {"type": "dict"}})"},
      {R"({"type": "string", "items": {"type": "dict"}})",
       R"({"type": "string", "items": {"type": "dict"}})"},
      // The third level of items is not looked at.
      {R"({"type": "array", "items": {"type": "list", "items": {"type": "list", "items": {"type": "dict"}}}})",
       R"({"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "dict"}}}})"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(parameter_of(each.schema, ToolStyle::kOpenAiChat), each.expected) << each.schema;
  }
}

TEST(Tools, RefusedKeysMoveIntoTheDescription) {
  const struct {
    std::string_view schema;
    std::string_view google;
    std::string_view writer;
  } cases[] = {
      {R"({"type": "string", "enum": ["a", "b"], "default": "a"})",
       R"({"type": "string", "enum": ["a", "b"], "description": " Default is: a."})",
       R"({"type": "string", "description": " Default is: a. Enum values: ['a', 'b']."})"},
      {R"({"type": "integer", "description": "N.", "enum": [1, 2], "maximum": 2.0})",
       R"({"type": "integer", "description": "N. Maximum value: 2.0. Enum values: [1, 2]."})",
       R"({"type": "integer", "description": "N. Maximum value: 2.0. Enum values: [1, 2]."})"},
      {R"({"format": "date", "optional": true, "required": ["z"]})",
       R"({"type": "string", "description": " Optional: True. Required: ['z']. Format: date."})",
       R"({"type": "string", "description": " Optional: True. Required: ['z']. Format: date."})"},
      {R"({"type": "list", "items": {"type": "string", "default": 1, "enum": [1]}, "default": null,
           "maxItems": 3, "minItems": 1, "additionalProperties": {"type": "string"}})",
       R"({"type": "array", "items": {"type": "string", "default": 1, "enum": [1]}, "description": " Default is: None. Minimum number of items: 1. Maximum number of items: 3. Additional properties: {'type': 'string'}."})",
       R"({"type": "array", "items": {"type": "string", "default": 1, "enum": [1]}, "description": " Default is: None. Minimum number of items: 1. Maximum number of items: 3. Additional properties: {'type': 'string'}."})"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(parameter_of(each.schema, ToolStyle::kGoogle), each.google) << each.schema;
    EXPECT_EQ(parameter_of(each.schema, ToolStyle::kWriter), each.writer) << each.schema;
  }
  // "optional" of the whole schema goes away without a trace.
  EXPECT_EQ(tools_of(parsed(R"([{"name": "f", "parameters": {"type": "dict", "properties": {},
                               "optional": ["a"]}}])"),
                     ToolStyle::kGoogle),
            R"([{"name": "f", "parameters": {"type": "object", "properties": {}}}])");
}

TEST(Tools, DocsThatLackSomething) {
  const struct {
    std::string docs;
    ToolStyle style;
    std::string_view expected;
  } cases[] = {
      {"{}", ToolStyle::kOpenAiChat, "TypeError: 'dict' object is not iterable"},
      {"[{}]", ToolStyle::kOpenAiChat, "KeyError: 'name'"},
      {R"([{"name": "f"}])", ToolStyle::kOpenAiChat, "KeyError: 'parameters'"},
      {R"([{"name": "f", "parameters": {}}])", ToolStyle::kOpenAiChat, "KeyError: 'properties'"},
      {R"([{"name": "f", "parameters": {"properties": []}}])", ToolStyle::kOpenAiChat,
       "AttributeError: 'list' object has no attribute 'items'"},
      {R"([{"name": 1, "parameters": {}}])", ToolStyle::kOpenAiChat,
       "TypeError: argument of type 'int' is not iterable"},
      {R"(["f"])", ToolStyle::kOpenAiChat, "TypeError: string indices must be integers, not 'str'"},
      {R"([[1]])", ToolStyle::kOpenAiChat,
       "TypeError: list indices must be integers or slices, not str"},
      {"[null]", ToolStyle::kOpenAiChat, "TypeError: 'NoneType' object is not subscriptable"},
      {with_parameter(R"({"type": "float"})"), ToolStyle::kOpenAiChat, "KeyError: 'description'"},
      {with_parameter(R"({"type": "list", "items": {}})"), ToolStyle::kOpenAiChat,
       "KeyError: 'type'"},
      {with_parameter(R"({"type": "list", "items": {"type": "odd"}})"), ToolStyle::kOpenAiChat,
       "KeyError: 'odd'"},
      {with_parameter(R"({"type": ["dict"]})"), ToolStyle::kOpenAiChat,
       "TypeError: unhashable type: 'list'"},
      {R"([{"name": "f", "parameters": {"properties": {}}, "response": 1}])", ToolStyle::kAmazon,
       "KeyError: 'description'"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(tools_of(parsed(each.docs), each.style), each.expected) << each.docs;
  }
}

TEST(Tools, NestingIsBounded) {
  std::string schema = R"({"type": "string"})";
  for (int i = 0; i < 300; ++i) {
    schema = R"({"type": "dict", "properties": {"p": )" + schema + "}}";
  }
  const std::string result = tools_of(parsed(with_parameter(schema)), ToolStyle::kOpenAiChat);
  EXPECT_EQ(result, "RecursionError: a function doc nests too deeply");
}

TEST(LanguageHints, Texts) {
  constexpr std::string_view kDocs =
      R"([{"name": "f", "description": "F.", "parameters": {"properties": {)"
      R"("a": {"type": "any", "description": "A."}, )"
      R"("b": {"type": "array", "items": {"type": "String"}, "description": "B."}, )"
      R"("c": {"type": "ArrayList", "items": {"type": "any"}, "description": "C."}, )"
      R"("d": {"type": "dict", "properties": {"k": {"type": "any"}}, "description": "D."}}}}])";
  const struct {
    Language language;
    std::string_view expected;
  } cases[] =
      {
          {Language::kPython,
           R"([{"name": "f", "description": "F. Note that the provided function is in Python 3 syntax.", "parameters": {"properties": {"a": {"type": "any", "description": "A."}, "b": {"type": "array", "items": {"type": "String"}, "description": "B."}, "c": {"type": "ArrayList", "items": {"type": "any"}, "description": "C."}, "d": {"type": "dict", "properties": {"k": {"type": "any"}}, "description": "D."}}}}])"},
          {Language::kJava,
           R"([{"name": "f", "description": "F. Note that the provided function is in Java 8 SDK syntax.", "parameters": {"properties": {"a": {"type": "string", "description": "A. This parameter can be of any type of Java object in string representation."}, "b": {"type": "string", "items": {"type": "String"}, "description": "B. This is Java array type parameter in string representation."}, "c": {"type": "string", "description": "C. This is Java ArrayList type parameter in string representation. The list elements are of type any; they are not in string representation."}, "d": {"type": "string", "properties": {"k": {"type": "any"}}, "description": "D. This is Java dict type parameter in string representation."}}}}])"},
          {Language::kJavaScript, R"([{"name": "f", "description": "F. Note that the provided function is in JavaScript syntax.", "parameters": {"properties": {"a": {"type": "string", "description": "A. This parameter can be of any type of JavaScript object in string representation."}, "b": {"type": "string", "description": "B. This is JavaScript array type parameter in string representation. The list elements are of type String; they are not in string representation."}, "c": {"type": "string", "items": {"type": "any"}, "description": "C. This is JavaScript ArrayList type parameter in string representation."}, "d": {"type": "string", "description": "D. This is JavaScript dict type parameter in string representation. The dictionary entries have the following schema; they are not in string representation. {\"k\": {\"type\": \"any\"}}"}}}}])"},
      };
  for (const auto& each : cases) {
    const Value docs = parsed(kDocs);
    ASSERT_TRUE(add_language_hints(docs, each.language).ok());
    EXPECT_EQ(json_dumps(docs).value(), each.expected);
  }
  const Status lacking = add_language_hints(parsed(R"([{"name": "f"}])"), Language::kPython);
  ASSERT_FALSE(lacking.ok());
  EXPECT_EQ(lacking.error().message, "'description'");
}

// JSON Schema of own benchmarks (checker/schema_doc.h): as it was given, under each protocol's
// member.
TEST(Tools, JsonSchemaStaysAsItWasGiven) {
  const std::string schema =
      R"({"properties": {"x": {"anyOf": [{"type": "float"}, {"$ref": "#/$defs/y"}], "default": 1}}, )"
      R"("$defs": {"y": {"type": ["integer", "null"]}}})";
  const Value docs =
      parsed(R"([{"name": "a.f", "description": "F.", "parameters": {"$schema": "s", )" +
             schema.substr(1) + R"(}, {"name": "g", "description": "", )" +
             R"("parameters": {"type": "dict", "properties": {}}}])");
  struct Case {
    ToolStyle style;
    std::string_view before, after;
  };
  constexpr Case kCases[] = {
      {ToolStyle::kOpenAiChat,
       R"({"type": "function", "function": {"name": "a_f", "description": "F.", "parameters": )",
       "}}"},
      {ToolStyle::kOpenAiResponses, R"({"name": "a_f", "description": "F.", "parameters": )",
       R"(, "type": "function"})"},
      {ToolStyle::kAnthropic, R"({"name": "a_f", "description": "F.", "input_schema": )", "}"},
      {ToolStyle::kMistral,
       R"({"type": "function", "function": {"name": "a_f", "description": "F.", "parameters": )",
       "}}"},
      {ToolStyle::kGoogle, R"({"name": "a_f", "description": "F.", "parameters_json_schema": )",
       "}"},
      {ToolStyle::kAmazon,
       R"({"toolSpec": {"name": "a_f", "description": "F.", "inputSchema": {"json": )", "}}}"},
      {ToolStyle::kFireworks,
       R"({"type": "function", "function": {"name": "a.f", "description": "F.", "parameters": )",
       "}}"},
      {ToolStyle::kOss, R"({"name": "a_f", "description": "F.", "parameters": )", "}"},
      {ToolStyle::kCohere,
       R"({"type": "function", "function": {"name": "a_f", "description": "F.", "parameters": )",
       "}}"},
      {ToolStyle::kWriter,
       R"({"type": "function", "function": {"name": "a.f", "description": "F.", "parameters": )",
       "}}"},
      {ToolStyle::kNovita,
       R"({"type": "function", "function": {"name": "a_f", "description": "F.", "parameters": )",
       "}}"},
  };
  for (const Case& each : kCases) {
    const std::string tools = tools_of(docs, each.style);
    const std::string first =
        "[" + std::string(each.before) + schema + std::string(each.after) + ", ";
    EXPECT_EQ(tools.substr(0, first.size()), first);
    EXPECT_NE(tools.find("object"), std::string::npos) << "the other one is converted";
  }
  EXPECT_EQ(docs.items().front().as_dict().find("name")->as_str(), "a.f");
  const Result<Value> hinted = with_language_hints(docs, Language::kPython);
  ASSERT_TRUE(hinted.ok());
  EXPECT_EQ(
      tools_of(*hinted, ToolStyle::kOss).find("F. Note that the provided function is in Python 3"),
      tools_of(docs, ToolStyle::kOss).find("F."));
}

}  // namespace
}  // namespace bfclx
