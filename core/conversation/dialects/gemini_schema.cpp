#include "core/conversation/dialects/gemini_schema.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/value/bigint.h"
#include "core/value/dict.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr int kMaxDepth = 100;

enum class FieldKind : std::uint8_t {
  kAny,
  kText,
  kTexts,
  kType,
  kInteger,
  kNumber,
  kFlag,
  kSchema,
  kSchemas,
  kSchemaMap,
};

struct Field {
  string_view name;   // on the wire
  string_view alias;  // the other spelling that is read
  FieldKind kind;
};

constexpr Field kSchemaFields[] = {
    {"additional_properties", "additionalProperties", FieldKind::kAny},
    {"defs", "defs", FieldKind::kSchemaMap},
    {"ref", "ref", FieldKind::kText},
    {"any_of", "anyOf", FieldKind::kSchemas},
    {"default", "default", FieldKind::kAny},
    {"description", "description", FieldKind::kText},
    {"enum", "enum", FieldKind::kTexts},
    {"example", "example", FieldKind::kAny},
    {"format", "format", FieldKind::kText},
    {"items", "items", FieldKind::kSchema},
    {"max_items", "maxItems", FieldKind::kInteger},
    {"max_length", "maxLength", FieldKind::kInteger},
    {"max_properties", "maxProperties", FieldKind::kInteger},
    {"maximum", "maximum", FieldKind::kNumber},
    {"min_items", "minItems", FieldKind::kInteger},
    {"min_length", "minLength", FieldKind::kInteger},
    {"min_properties", "minProperties", FieldKind::kInteger},
    {"minimum", "minimum", FieldKind::kNumber},
    {"nullable", "nullable", FieldKind::kFlag},
    {"pattern", "pattern", FieldKind::kText},
    {"properties", "properties", FieldKind::kSchemaMap},
    {"property_ordering", "propertyOrdering", FieldKind::kTexts},
    {"required", "required", FieldKind::kTexts},
    {"title", "title", FieldKind::kText},
    {"type", "type", FieldKind::kType},
};

constexpr Field kDeclarationFields[] = {
    {"description", "description", FieldKind::kText},
    {"name", "name", FieldKind::kText},
    {"parameters", "parameters", FieldKind::kSchema},
    {"parameters_json_schema", "parametersJsonSchema", FieldKind::kAny},
    {"response", "response", FieldKind::kSchema},
    {"response_json_schema", "responseJsonSchema", FieldKind::kAny},
    {"behavior", "behavior", FieldKind::kText},
};

constexpr string_view kTypes[] = {"TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER",
                                  "BOOLEAN",          "ARRAY",  "OBJECT", "NULL"};

Error refused(const std::string& place, string_view why) {
  return {"ValidationError", "1 validation error for Tool\n" + place + "\n  " + std::string(why)};
}

std::string below(const std::string& place, string_view name) {
  return place + "." + std::string(name);
}

Result<Value> read_object(const Value& object, std::span<const Field> fields,
                          const std::string& place, int depth);

// Known types in upper case, others as they are.
Value type_name_on_wire(string_view type) {
  std::string upper(type);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  const bool known = std::find(std::begin(kTypes), std::end(kTypes), upper) != std::end(kTypes);
  return Value::str(known ? string_view(upper) : type);
}

Result<Value> read_text(const Value& value, const std::string& place) {
  if (!value.is_str()) return refused(place, "Input should be a valid string");
  return value;
}

Result<Value> read_number(const Value& value, FieldKind kind, const std::string& place) {
  if (kind == FieldKind::kNumber) {
    if (value.is_float()) return value;
    if (value.is_small_int()) return Value::real(static_cast<double>(value.as_int64()));
    if (value.is_bool()) return Value::real(value.as_bool() ? 1 : 0);
    return refused(place, "Input should be a valid number");
  }
  if (value.is_int()) return value;
  if (value.is_bool()) return Value::integer(value.as_bool() ? 1 : 0);
  const bool whole = value.is_float() && std::abs(value.as_float()) < 9e15 &&
                     std::trunc(value.as_float()) == value.as_float();
  if (!whole) return refused(place, "Input should be a valid integer");
  return Value::integer(static_cast<std::int64_t>(value.as_float()));
}

Result<Value> read_list(const Value& value, FieldKind kind, const std::string& place, int depth) {
  if (!value.is_list()) return refused(place, "Input should be a valid list");
  Value items = Value::list();
  for (std::size_t i = 0; i < value.items().size(); ++i) {
    const std::string here = below(place, std::to_string(i));
    Result<Value> item = kind == FieldKind::kTexts
                             ? read_text(value.items()[i], here)
                             : read_object(value.items()[i], kSchemaFields, here, depth + 1);
    if (!item.ok()) return item;
    items.mutable_list().push_back(std::move(item).value());
  }
  return items;
}

Result<Value> read_map(const Value& value, const std::string& place, int depth) {
  if (!value.is_dict()) return refused(place, "Input should be a valid dictionary");
  Value schemas = Value::dict();
  for (const Dict::Entry& entry : value.as_dict()) {
    if (!entry.key.is_str()) return refused(place, "Input should be a valid string");
    BFCLX_ASSIGN_OR_RETURN(Value schema, read_object(entry.value, kSchemaFields,
                                                     below(place, entry.key.as_str()), depth + 1));
    schemas.mutable_dict().set(entry.key, std::move(schema));
  }
  return schemas;
}

Result<Value> read_field(const Value& value, FieldKind kind, const std::string& place, int depth) {
  switch (kind) {
    case FieldKind::kAny:
      return value;
    case FieldKind::kText:
      return read_text(value, place);
    case FieldKind::kType: {
      BFCLX_ASSIGN_OR_RETURN(const Value type, read_text(value, place));
      return type_name_on_wire(type.as_str());
    }
    case FieldKind::kInteger:
    case FieldKind::kNumber:
      return read_number(value, kind, place);
    case FieldKind::kFlag:
      if (!value.is_bool()) return refused(place, "Input should be a valid boolean");
      return value;
    case FieldKind::kTexts:
    case FieldKind::kSchemas:
      return read_list(value, kind, place, depth);
    case FieldKind::kSchema:
      return read_object(value, kSchemaFields, place, depth + 1);
    case FieldKind::kSchemaMap:
      return read_map(value, place, depth);
  }
  return value;
}

Status check_keys(const Value& object, std::span<const Field> fields, const std::string& place) {
  for (const Dict::Entry& entry : object.as_dict()) {
    const string_view key = entry.key.is_str() ? entry.key.as_str() : string_view();
    const bool known = std::any_of(fields.begin(), fields.end(), [key](const Field& field) {
      return field.name == key || field.alias == key;
    });
    if (!known) return refused(below(place, key), "Extra inputs are not permitted");
  }
  return {};
}

Result<Value> read_object(const Value& object, std::span<const Field> fields,
                          const std::string& place, int depth) {
  if (!object.is_dict()) return refused(place, "Input should be a valid dictionary");
  if (depth > kMaxDepth) return refused(place, "The schema nests too deeply");
  BFCLX_RETURN_IF_ERROR(check_keys(object, fields, place));
  Value out = Value::dict();
  for (const Field& field : fields) {
    const Value* value = object.as_dict().find(field.alias);
    if (value == nullptr) value = object.as_dict().find(field.name);
    if (value == nullptr || value->is_none()) continue;
    BFCLX_ASSIGN_OR_RETURN(Value read,
                           read_field(*value, field.kind, below(place, field.name), depth));
    out.mutable_dict().set(field.name, std::move(read));
  }
  return out;
}

}  // namespace

Result<Value> gemini_declarations(const Value& tools) {
  Value declarations = Value::list();
  for (std::size_t i = 0; i < tools.items().size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(Value declaration,
                           read_object(tools.items()[i], kDeclarationFields,
                                       "function_declarations." + std::to_string(i), 0));
    declarations.mutable_list().push_back(std::move(declaration));
  }
  return declarations;
}

}  // namespace bfclx
