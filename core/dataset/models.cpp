#include "core/dataset/models.h"

#include <algorithm>
#include <utility>

#include "core/base/utf8.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

Error registry_error(std::string text) {
  return Error{.kind = "DatasetError", .message = std::move(text)};
}

// The model by its key, also where that is empty.
Error model_error(string_view model, string_view text) {
  return registry_error("\"" + std::string(model) + "\": " + std::string(text));
}

Error field_error(string_view model, string_view field, const Value& found, string_view expected) {
  std::string text = "\"";
  text.append(field).append("\" is ").append(type_name(found)).append(", expected ");
  return model_error(model, text.append(expected));
}

struct TextField {
  string_view json_name;
  std::string Model::*member;
};
constexpr TextField kTextFields[] = {
    {"model_name", &Model::model_name},
    {"display_name", &Model::display_name},
    {"url", &Model::url},
    {"org", &Model::organisation},
    {"license", &Model::license},
    {"handler", &Model::handler},
    {"decode_ast_defined_in", &Model::decode_ast_class},
};

struct PriceField {
  string_view json_name;
  std::optional<double> Model::*member;
};
constexpr PriceField kPriceFields[] = {
    {"input_price", &Model::input_price},
    {"output_price", &Model::output_price},
};

struct FlagField {
  string_view json_name;
  bool Model::*member;
};
constexpr FlagField kFlagFields[] = {
    {"is_fc_model", &Model::is_fc_model},
    {"underscore_to_dot", &Model::underscore_to_dot},
};

Status read_fields(const Dict& fields, Model& model) {
  for (const TextField& field : kTextFields) {
    const Value* value = fields.find(field.json_name);
    if (value == nullptr || value->is_none()) continue;
    if (!value->is_str()) return field_error(model.name, field.json_name, *value, "text");
    model.*field.member = value->as_str();
  }
  for (const PriceField& field : kPriceFields) {
    const Value* value = fields.find(field.json_name);
    if (value == nullptr || value->is_none()) continue;
    if (value->is_int()) {
      model.*field.member = value->is_small_int() ? static_cast<double>(value->as_int64())
                                                  : value->as_bigint().to_double();
    } else if (value->is_float()) {
      model.*field.member = value->as_float();
    } else {
      return field_error(model.name, field.json_name, *value, "a number or null");
    }
  }
  for (const FlagField& field : kFlagFields) {
    const Value* value = fields.find(field.json_name);
    if (value == nullptr) continue;
    if (!value->is_bool()) return field_error(model.name, field.json_name, *value, "true or false");
    model.*field.member = value->as_bool();
  }
  return {};
}

Result<Model> read_model(string_view name, const Value& entry) {
  if (!entry.is_dict()) return model_error(name, "expected an object");
  if (name.empty()) return model_error(name, "the key is empty; it is the name of the model");
  Model model;
  model.name = name;
  BFCLX_RETURN_IF_ERROR(read_fields(entry.as_dict(), model));
  if (model.handler.empty()) return model_error(name, "has no \"handler\"");
  if (model.model_name.empty()) model.model_name = name;
  if (model.display_name.empty()) model.display_name = name;
  if (model.decode_ast_class.empty()) model.decode_ast_class = model.handler;
  return model;
}

bool same_folder(string_view name, string_view folder) {
  return std::equal(name.begin(), name.end(), folder.begin(), folder.end(),
                    [](char a, char b) { return a == b || (a == '/' && b == '_'); });
}

}  // namespace

std::vector<string_view> model_members() {
  std::vector<string_view> names;
  for (const TextField& field : kTextFields) names.push_back(field.json_name);
  for (const PriceField& field : kPriceFields) names.push_back(field.json_name);
  for (const FlagField& field : kFlagFields) names.push_back(field.json_name);
  return names;
}

Status ModelRegistry::add(string_view json) {
  if (find_invalid_utf8(json).has_value()) return registry_error("invalid UTF-8");
  Result<Value> root = json_loads(json);
  if (!root.ok()) return registry_error("not JSON: " + root.error().message);
  const Value* entries = root->is_dict() ? root->as_dict().find("models") : nullptr;
  if (entries == nullptr || !entries->is_dict()) {
    return registry_error("expected {\"models\": {name: {...}}}");
  }
  std::vector<Model> added;
  added.reserve(entries->as_dict().size());
  for (const Dict::Entry& entry : entries->as_dict()) {
    BFCLX_ASSIGN_OR_RETURN(Model model, read_model(entry.key.as_str(), entry.value));
    added.push_back(std::move(model));
  }
  for (Model& model : added) {
    const auto same = std::find_if(models_.begin(), models_.end(),
                                   [&](const Model& other) { return other.name == model.name; });
    if (same == models_.end()) {
      models_.push_back(std::move(model));
    } else {
      *same = std::move(model);
    }
  }
  return {};
}

const Model* ModelRegistry::find(string_view name) const {
  for (const Model& model : models_) {
    if (model.name == name) return &model;
  }
  for (const Model& model : models_) {
    if (same_folder(model.name, name)) return &model;
  }
  return nullptr;
}

}  // namespace bfclx
