#include "core/explain/method_docs.h"

#include <string>
#include <string_view>
#include <utility>

#include "core/explain/json_view.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

Value parameter_value(const Parameter& parameter, const Value* properties) {
  const Value* doc = properties != nullptr ? find_member(*properties, parameter.name) : nullptr;
  std::string type = doc != nullptr ? std::string(find_text(*doc, "type")) : std::string();
  const Value* items = doc != nullptr ? find_member(*doc, "items") : nullptr;
  if (items != nullptr) {
    if (const std::string_view inner = find_text(*items, "type"); !inner.empty()) {
      type += " of " + std::string(inner);
    }
  }
  const bool required = parameter.otherwise.kind == Default::Kind::kRequired;
  Dict value =
      dict_of({{"name", parameter.name}, {"type", type}, {"required", required}}).as_dict();
  if (!required) value.set("default", Value::str(default_text(parameter.otherwise)));
  value.set("description",
            Value::str(doc != nullptr ? find_text(*doc, "description") : std::string_view()));
  return Value::dict(std::move(value));
}

}  // namespace

std::string default_text(const Default& otherwise) {
  switch (otherwise.kind) {
    case Default::Kind::kRequired:
      return "";
    case Default::Kind::kNone:
      return "None";
    case Default::Kind::kBool:
      return otherwise.number != 0 ? "True" : "False";
    case Default::Kind::kInt:
      return std::to_string(otherwise.number);
    case Default::Kind::kStr:
      return repr(Value::str(otherwise.text));
    case Default::Kind::kSharedList:
      return "[]";
  }
  return "";
}

const Value* method_doc(const Dataset& dataset, const ClassTable& table, std::string_view method) {
  const Value* docs = dataset.function_docs(table.name);
  if (docs == nullptr || !docs->is_list()) return nullptr;
  for (const Value& doc : docs->items()) {
    if (find_text(doc, "name") == method) return &doc;
  }
  return nullptr;
}

Value method_docs(const ClassTable& table, const Dataset& dataset) {
  List methods;
  for (const Method& method : table.methods) {
    const Value* doc = method_doc(dataset, table, method.name);
    const Value* parameters = doc != nullptr ? find_member(*doc, "parameters") : nullptr;
    const Value* properties =
        parameters != nullptr ? find_member(*parameters, "properties") : nullptr;
    List values;
    for (const Parameter& parameter : method.parameters) {
      values.push_back(parameter_value(parameter, properties));
    }
    const Value* response = doc != nullptr ? find_member(*doc, "response") : nullptr;
    methods.push_back(dict_of(
        {{"class", table.name},
         {"name", method.name},
         {"parameters", Value::list(std::move(values))},
         {"description", doc != nullptr ? find_text(*doc, "description") : std::string_view()},
         {"result", response != nullptr ? json_view(*response) : Value()}}));
  }
  return Value::list(std::move(methods));
}

}  // namespace bfclx
