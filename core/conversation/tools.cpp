#include "core/conversation/tools.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/checker/schema_doc.h"
#include "core/conversation/doc_access.h"
#include "core/python/objects/errors.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using docs::append_description;
using docs::at;
using docs::dict_at;

// A doc comes from the dataset or from a caller's file: deeper than this is not a schema.
constexpr int kMaxSchemaDepth = 200;

struct TypeRow {
  std::string_view doc;
  std::string_view openapi;
};

// type_mappings.py:GORILLA_TO_OPENAPI
constexpr TypeRow kTypes[] = {
    {"integer", "integer"},  {"number", "number"},   {"float", "number"}, {"string", "string"},
    {"boolean", "boolean"},  {"bool", "boolean"},    {"array", "array"},  {"list", "array"},
    {"dict", "object"},      {"object", "object"},   {"tuple", "array"},  {"any", "string"},
    {"byte", "integer"},     {"short", "integer"},   {"long", "integer"}, {"double", "number"},
    {"char", "string"},      {"ArrayList", "array"}, {"Array", "array"},  {"HashMap", "object"},
    {"Hashtable", "object"}, {"Queue", "array"},     {"Stack", "array"},  {"Any", "string"},
    {"String", "string"},    {"Bigint", "integer"},
};

enum class SchemaKey : std::uint8_t { kParameters, kInputSchema, kInputSchemaJson };
enum class Enums : std::uint8_t { kStay, kOnlyOfStrings, kNone };
enum class Wrap : std::uint8_t { kBare, kTypeInside, kFunction, kToolSpec };

struct StyleRow {
  ToolStyle style;
  bool dots_to_underscores;
  SchemaKey schema_key;
  // Whether keys that the provider refuses move from top-level parameters into their description.
  bool fold_refused_keys;
  Enums enums;
  bool fold_response;
  Wrap wrap;
};

constexpr StyleRow kStyles[] = {
    {ToolStyle::kOpenAiChat, true, SchemaKey::kParameters, false, Enums::kStay, false,
     Wrap::kFunction},
    {ToolStyle::kOpenAiResponses, true, SchemaKey::kParameters, false, Enums::kStay, false,
     Wrap::kTypeInside},
    {ToolStyle::kAnthropic, true, SchemaKey::kInputSchema, false, Enums::kStay, true, Wrap::kBare},
    {ToolStyle::kMistral, true, SchemaKey::kParameters, false, Enums::kStay, false,
     Wrap::kFunction},
    {ToolStyle::kGoogle, true, SchemaKey::kParameters, true, Enums::kOnlyOfStrings, true,
     Wrap::kBare},
    {ToolStyle::kAmazon, true, SchemaKey::kInputSchemaJson, false, Enums::kStay, true,
     Wrap::kToolSpec},
    {ToolStyle::kFireworks, false, SchemaKey::kParameters, false, Enums::kStay, true,
     Wrap::kFunction},
    {ToolStyle::kOss, true, SchemaKey::kParameters, false, Enums::kStay, false, Wrap::kBare},
    {ToolStyle::kCohere, true, SchemaKey::kParameters, false, Enums::kStay, false, Wrap::kFunction},
    {ToolStyle::kWriter, false, SchemaKey::kParameters, true, Enums::kNone, true, Wrap::kFunction},
    {ToolStyle::kNovita, true, SchemaKey::kParameters, false, Enums::kStay, true, Wrap::kFunction},
};

struct FoldedKey {
  std::string_view key;
  std::string_view words;  // what stands before the value in the description
};

// In the order in which they are appended.
constexpr FoldedKey kFoldedKeys[] = {
    {"default", " Default is: "},
    {"optional", " Optional: "},
    {"required", " Required: "},
    {"maximum", " Maximum value: "},
    {"minItems", " Minimum number of items: "},
    {"maxItems", " Maximum number of items: "},
    {"additionalProperties", " Additional properties: "},
};

// The type that value["type"] names in the table; for a type of the table only, where `strict`.
Result<std::string_view> mapped_type(const Value& type, bool strict) {
  if (!hashable(type)) {
    return python::unhashable(type);
  }
  const std::string_view mapped = type.is_str() ? openapi_type(type.as_str()) : "";
  if (!mapped.empty()) return mapped;
  if (strict) return Error{"KeyError", repr(type)};
  return std::string_view("string");
}

Status cast_types(const Value& properties, int depth);

// The type of an array's (or object's) items, and one level below it.
Status cast_items(const Value& parameter, int depth) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, at(parameter, "items"));
  BFCLX_ASSIGN_OR_RETURN(const Value type, at(items, "type"));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view mapped, mapped_type(type, true));
  Dict& dict = items.mutable_dict();
  dict.set("type", Value::str(mapped));
  if (mapped == "array" && dict.contains("items")) {
    BFCLX_ASSIGN_OR_RETURN(const Value inner, at(items, "items"));
    BFCLX_ASSIGN_OR_RETURN(const Value inner_type, at(inner, "type"));
    BFCLX_ASSIGN_OR_RETURN(const std::string_view inner_mapped, mapped_type(inner_type, true));
    inner.mutable_dict().set("type", Value::str(inner_mapped));
  } else if (mapped == "object" && dict.contains("properties")) {
    BFCLX_ASSIGN_OR_RETURN(const Value properties, dict_at(items, "properties"));
    return cast_types(properties, depth + 1);
  }
  return {};
}

Status cast_parameter(const Value& parameter, int depth) {
  if (!parameter.is_dict()) return python::bad_subscript(parameter, "str");
  Dict& dict = parameter.mutable_dict();
  std::string_view mapped = "string";
  if (const Value* found = dict.find("type")) {
    const Value type = *found;
    if (type.is_str() && type.as_str() == "float") {
      dict.set("format", Value::str("float"));
      BFCLX_RETURN_IF_ERROR(append_description(parameter, " This is a float type value."));
    }
    BFCLX_ASSIGN_OR_RETURN(mapped, mapped_type(type, false));
  }
  dict.set("type", Value::str(mapped));
  if (mapped != "array" && mapped != "object") return {};
  if (dict.contains("properties")) {
    BFCLX_ASSIGN_OR_RETURN(const Value properties, dict_at(parameter, "properties"));
    return cast_types(properties, depth + 1);
  }
  return dict.contains("items") ? cast_items(parameter, depth) : Status();
}

// utils.py:_cast_to_openai_type, in place
Status cast_types(const Value& properties, int depth) {
  if (depth > kMaxSchemaDepth) return Error{"RecursionError", "a function doc nests too deeply"};
  for (const Dict::Entry& entry : properties.as_dict()) {
    BFCLX_RETURN_IF_ERROR(cast_parameter(entry.value, depth));
  }
  return {};
}

// Moves parameter[key] into the description.
Status fold_key(const Value& parameter, std::string_view key, std::string_view words) {
  Dict& dict = parameter.mutable_dict();
  const Value* found = dict.find(key);
  if (found == nullptr) return {};
  BFCLX_RETURN_IF_ERROR(append_description(parameter, std::string(words) + str(*found) + "."));
  dict.erase(key);
  return {};
}

Status fold_refused_keys(const Value& schema, const StyleRow& row) {
  schema.mutable_dict().erase("optional");
  for (const Dict::Entry& entry : schema.as_dict().find("properties")->as_dict()) {
    const Value& parameter = entry.value;
    Dict& dict = parameter.mutable_dict();
    if (!dict.contains("description")) dict.set("description", Value::str(""));
    for (const FoldedKey& folded : kFoldedKeys) {
      BFCLX_RETURN_IF_ERROR(fold_key(parameter, folded.key, folded.words));
    }
    const bool is_string = dict.find("type")->as_str() == "string";
    if (row.enums == Enums::kNone || !is_string) {
      BFCLX_RETURN_IF_ERROR(fold_key(parameter, "enum", " Enum values: "));
    }
    if (is_string) BFCLX_RETURN_IF_ERROR(fold_key(parameter, "format", " Format: "));
  }
  return {};
}

// del item["parameters"], then item[key] = the schema
void place_schema(const Value& item, const Value& schema, SchemaKey key) {
  if (key == SchemaKey::kParameters) return;
  Dict& dict = item.mutable_dict();
  if (key == SchemaKey::kInputSchema) {
    dict.set("input_schema", schema);
  } else {
    Value holder = Value::dict();
    holder.mutable_dict().set("json", schema);
    dict.set("inputSchema", std::move(holder));
  }
  dict.erase("parameters");
}

Status fold_response(const Value& item) {
  const Value* http = item.as_dict().find("response");
  if (http == nullptr) return {};
  BFCLX_ASSIGN_OR_RETURN(const std::string text, json_dumps(*http));
  BFCLX_RETURN_IF_ERROR(
      append_description(item, " The response field has the following schema: " + text));
  item.mutable_dict().erase("response");
  return {};
}

Value wrapped(Value item, Wrap wrap) {
  if (wrap == Wrap::kBare) return item;
  if (wrap == Wrap::kTypeInside) {
    item.mutable_dict().set("type", Value::str("function"));
    return item;
  }
  Value tool = Value::dict();
  if (wrap == Wrap::kFunction) tool.mutable_dict().set("type", Value::str("function"));
  tool.mutable_dict().set(wrap == Wrap::kFunction ? "function" : "toolSpec", std::move(item));
  return tool;
}

const StyleRow& row_of(ToolStyle style) {
  return *std::find_if(std::begin(kStyles), std::end(kStyles),
                       [&](const StyleRow& each) { return each.style == style; });
}

// An own benchmark's JSON Schema, which the official program does not know: as it was given, under
// the member that the protocol has for it. Google has one of its own, as its others are not JSON
// Schema.
Value with_schema_as_given(Value item, const StyleRow& row) {
  const Value schema = schema_for_models(item);
  Dict& dict = item.mutable_dict();
  if (row.style == ToolStyle::kGoogle) {
    dict.erase("parameters");
    dict.set("parameters_json_schema", schema);
  } else {
    dict.set("parameters", schema);
    place_schema(item, schema, row.schema_key);
  }
  return wrapped(std::move(item), row.wrap);
}

Result<Value> convert_one(Value item, const StyleRow& row) {
  BFCLX_ASSIGN_OR_RETURN(const Value name, at(item, "name"));
  if (!name.is_str()) {
    return Error{"TypeError",
                 "argument of type '" + std::string(type_name(name)) + "' is not iterable"};
  }
  if (name.as_str().find('.') != std::string_view::npos) {
    item.mutable_dict().set("name", Value::str(name_on_wire(name.as_str(), row.style)));
  }
  if (has_json_schema(item)) return with_schema_as_given(std::move(item), row);
  BFCLX_ASSIGN_OR_RETURN(const Value schema, at(item, "parameters"));
  if (!schema.is_dict()) return python::bad_subscript(schema, "str");
  schema.mutable_dict().set("type", Value::str("object"));
  BFCLX_ASSIGN_OR_RETURN(const Value properties, dict_at(schema, "properties"));
  BFCLX_RETURN_IF_ERROR(cast_types(properties, 0));
  place_schema(item, schema, row.schema_key);
  if (row.fold_refused_keys) BFCLX_RETURN_IF_ERROR(fold_refused_keys(schema, row));
  if (row.fold_response) BFCLX_RETURN_IF_ERROR(fold_response(item));
  return wrapped(std::move(item), row.wrap);
}

}  // namespace

std::string_view openapi_type(std::string_view doc_type) {
  for (const TypeRow& row : kTypes) {
    if (row.doc == doc_type) return row.openapi;
  }
  return {};
}

std::string name_on_wire(std::string_view name, ToolStyle style) {
  std::string safe(name);
  if (row_of(style).dots_to_underscores) std::replace(safe.begin(), safe.end(), '.', '_');
  return safe;
}

Result<Value> convert_to_tool(const Value& function_docs, ToolStyle style) {
  if (!function_docs.is_list()) {
    return python::not_iterable(function_docs);
  }
  const StyleRow& row = row_of(style);
  const Value copies = function_docs.deep_copy();
  Value tools = Value::list();
  for (const Value& item : copies.items()) {
    BFCLX_ASSIGN_OR_RETURN(Value tool, convert_one(item, row));
    tools.mutable_list().push_back(std::move(tool));
  }
  return tools;
}

}  // namespace bfclx
