#include "core/audit/schema.h"

#include <algorithm>

#include "core/check/ast_checker.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

const Value* member(const Value& value, std::string_view key) {
  return value.is_dict() ? value.as_dict().find(key) : nullptr;
}

const Value* parameters_of(const Value& function) { return member(function, "parameters"); }

bool is_whole_or_real(const Value& value) { return value.is_int() || value.is_float(); }

bool fits_type_name(const Value& value, std::string_view type) {
  struct Row {
    std::string_view type;
    bool (*fits)(const Value&);
  };
  static constexpr Row kRows[] = {
      {"string", [](const Value& v) { return v.is_str(); }},
      {"integer", [](const Value& v) { return v.is_int(); }},
      {"float", is_whole_or_real},
      {"number", is_whole_or_real},
      {"boolean", [](const Value& v) { return v.is_bool(); }},
      {"array", [](const Value& v) { return v.is_sequence(); }},
      {"tuple", [](const Value& v) { return v.is_sequence(); }},
  };
  for (const Row& row : kRows) {
    if (row.type == type) return row.fits(value);
  }
  return true;
}

}  // namespace

const Value* find_function(const Entry& entry, std::string_view name) {
  const Value& functions = entry.functions();
  if (!functions.is_list()) return nullptr;
  const Value* alike = nullptr;
  for (const Value& function : functions.items()) {
    const Value* its = member(function, "name");
    if (its == nullptr || !its->is_str()) continue;
    if (its->as_str() == name) return &function;
    if (standardize_string(its->as_str()) == standardize_string(name)) alike = &function;
  }
  return alike;
}

std::vector<std::string> required_parameters(const Value& function) {
  std::vector<std::string> names;
  const Value* parameters = parameters_of(function);
  const Value* required = parameters != nullptr ? member(*parameters, "required") : nullptr;
  if (required == nullptr || !required->is_list()) return names;
  for (const Value& name : required->items()) {
    if (name.is_str()) names.emplace_back(name.as_str());
  }
  return names;
}

bool is_required(const Value& function, std::string_view parameter) {
  const std::vector<std::string> names = required_parameters(function);
  return std::find(names.begin(), names.end(), parameter) != names.end();
}

const Value* parameter_schema(const Value& function, std::string_view parameter) {
  const Value* parameters = parameters_of(function);
  const Value* properties = parameters != nullptr ? member(*parameters, "properties") : nullptr;
  return properties != nullptr ? member(*properties, parameter) : nullptr;
}

std::string schema_type(const Value& schema) {
  const Value* type = member(schema, "type");
  return type != nullptr && type->is_str() ? std::string(type->as_str()) : std::string();
}

bool fits_type(const Value& value, const Value& schema) {
  return value.is_none() || value.is_dict() || fits_type_name(value, schema_type(schema));
}

bool fits_item_type(const Value& value, const Value& schema) {
  const Value* items = member(schema, "items");
  if (items == nullptr || !value.is_sequence()) return true;
  const std::string type = schema_type(*items);
  return std::all_of(value.items().begin(), value.items().end(), [&](const Value& item) {
    return item.is_none() || item.is_dict() || item.is_sequence() || fits_type_name(item, type);
  });
}

bool fits_enum(const Value& value, const Value& schema) {
  const Value* allowed = member(schema, "enum");
  if (allowed == nullptr || !allowed->is_list() || !value.is_str()) return true;
  return contains(allowed->items(), value);
}

const Value* default_of(const Value& function, std::string_view parameter) {
  const Value* schema = parameter_schema(function, parameter);
  return schema != nullptr && schema->is_dict() ? schema->as_dict().find("default") : nullptr;
}

}  // namespace bfclx
