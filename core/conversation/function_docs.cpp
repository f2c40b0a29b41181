// Function docs as text: JSON, XML and Python (model_handler/utils.py: format_function_doc,
// _generate_function_doc_xml, _generate_function_doc_python).
#include <algorithm>
#include <string>
#include <utility>

#include "core/checker/schema_doc.h"
#include "core/conversation/prompts.h"
#include "core/conversation/values.h"
#include "core/python/objects/errors.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr int kMaxDepth = 100;

Error too_deep() { return Error{"RecursionError", "maximum recursion depth exceeded"}; }

// f"{doc.get(name, otherwise)}"
std::string shown(const Value& doc, string_view name, string_view otherwise) {
  const Value* value = member(doc, name);
  return value == nullptr ? std::string(otherwise) : str(*value);
}

Status check_mapping(const Value& value) {
  if (value.is_dict()) return {};
  return python::no_attribute(value, "get");
}

std::string description_of(const Value& schema) {
  std::string text = shown(schema, "description", "");
  if (const Value* values = member(schema, "enum")) text += " Enum values: " + str(*values) + ".";
  return text;
}

bool is_required(const Value& name, const Value* required) {
  if (required == nullptr || required->is_none()) return true;
  return required->is_sequence() && contains(required->items(), name);
}

Result<std::string> xml_type(const Value& schema) {
  std::string type = shown(schema, "type", "string");
  const Value* items = member(schema, "items");
  const Value* others = member(schema, "additionalProperties");
  if (items != nullptr && member(*items, "type") != nullptr) {
    type += "[" + str(*member(*items, "type")) + "]";
  } else if (others != nullptr) {
    BFCLX_RETURN_IF_ERROR(check_mapping(*others));
    type += "[" + shown(*others, "type", "string") + "]";
  }
  return type;
}

std::string without_commas(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  return text;
}

Status append_xml_parameter(std::string& out, const Value& name, const Value& schema,
                            const Value* required, int level) {
  if (level > 2 * kMaxDepth) return too_deep();
  BFCLX_RETURN_IF_ERROR(check_mapping(schema));
  const std::string indent(static_cast<std::size_t>(level) * 2, ' ');
  BFCLX_ASSIGN_OR_RETURN(const std::string type, xml_type(schema));
  std::string attributes = "name=\"" + str(name) + "\", type=\"" + type + "\", required=\"" +
                           (is_required(name, required) ? "true" : "false") + "\"";
  if (const Value* value = member(schema, "default")) {
    attributes += " default=\"" + repr(*value) + "\"";
  }
  out += indent + "<param " + without_commas(std::move(attributes)) + ">\n";
  out += indent + "  <desc>" + description_of(schema) + "</desc>\n";
  if (const Value* children = member(schema, "properties")) {
    BFCLX_RETURN_IF_ERROR(check_mapping(*children));
    out += indent + "  <params>\n";
    for (const Dict::Entry& child : children->as_dict()) {
      BFCLX_RETURN_IF_ERROR(
          append_xml_parameter(out, child.key, child.value, member(schema, "required"), level + 2));
    }
    out += indent + "  </params>\n";
  }
  out += indent + "</param>\n";
  return {};
}

Result<std::string> xml_docs(const Value& functions) {
  std::string out;
  for (const Value& function : functions.items()) {
    BFCLX_ASSIGN_OR_RETURN(const Value name, required_member(function, "name"));
    BFCLX_ASSIGN_OR_RETURN(const Value parameters, required_member(function, "parameters"));
    BFCLX_RETURN_IF_ERROR(check_mapping(parameters));
    if (!out.empty()) out += "\n";
    out += "<function name=\"" + str(name) + "\">\n";
    out += "  <desc>" + shown(function, "description", "") + "</desc>\n  <params>\n";
    if (const Value* properties = member(parameters, "properties")) {
      BFCLX_RETURN_IF_ERROR(check_mapping(*properties));
      for (const Dict::Entry& property : properties->as_dict()) {
        BFCLX_RETURN_IF_ERROR(append_xml_parameter(out, property.key, property.value,
                                                   member(parameters, "required"), 2));
      }
    }
    out += "  </params>\n</function>\n";
  }
  return out;
}

constexpr std::pair<string_view, string_view> kPythonTypes[] = {
    {"string", "str"}, {"number", "float"}, {"integer", "int"}, {"boolean", "bool"}};

Result<std::string> python_type(const Value& schema, int depth) {
  if (depth > kMaxDepth) return too_deep();
  BFCLX_RETURN_IF_ERROR(check_mapping(schema));
  const std::string type = shown(schema, "type", "string");
  for (const auto& [ours, python] : kPythonTypes) {
    if (type == ours) return std::string(python);
  }
  const bool is_list = type == "array" || type == "list" || type == "tuple";
  if (const Value* items = member(schema, "items"); is_list && items != nullptr) {
    BFCLX_ASSIGN_OR_RETURN(const std::string inner, python_type(*items, depth + 1));
    return "list[" + inner + "]";
  }
  if (type == "object" || type == "dict") {
    const Value* others = member(schema, "additionalProperties");
    if (others == nullptr) return std::string("dict");
    BFCLX_ASSIGN_OR_RETURN(const std::string inner, python_type(*others, depth + 1));
    return "dict[str, " + inner + "]";
  }
  return type;
}

Status append_python_parameter(std::string& out, const Value& name, const Value& schema,
                               int depth) {
  if (depth > kMaxDepth) return too_deep();
  BFCLX_ASSIGN_OR_RETURN(const std::string type, python_type(schema, 0));
  out.append(8 + static_cast<std::size_t>(depth) * 4, ' ');
  out += str(name) + " (" + type;
  if (const Value* value = member(schema, "default")) out += ", default=" + repr(*value);
  out += "): " + description_of(schema) + "\n";
  const Value* children = member(schema, "properties");
  if (children == nullptr) return {};
  BFCLX_RETURN_IF_ERROR(check_mapping(*children));
  for (const Dict::Entry& child : children->as_dict()) {
    BFCLX_RETURN_IF_ERROR(append_python_parameter(out, child.key, child.value, depth + 1));
  }
  return {};
}

Result<std::string> python_docs(const Value& functions) {
  std::string out;
  for (const Value& function : functions.items()) {
    BFCLX_ASSIGN_OR_RETURN(const Value name, required_member(function, "name"));
    if (!out.empty()) out += "\n\n";
    out += "# Function: " + str(name) + "\n    \"\"\"\n    ";
    out += shown(function, "description", "") + "\n\n";
    const Value* parameters = member(function, "parameters");
    const Value* properties = parameters != nullptr ? member(*parameters, "properties") : nullptr;
    if (properties != nullptr && truthy(*properties)) {
      BFCLX_RETURN_IF_ERROR(check_mapping(*properties));
      out += "    Args:\n";
      for (const Dict::Entry& property : properties->as_dict()) {
        BFCLX_RETURN_IF_ERROR(append_python_parameter(out, property.key, property.value, 0));
      }
    }
    // The official list has a line end as an item of its own behind each doc.
    out += "    \"\"\"\n\n\n\n";
  }
  return out;
}

}  // namespace

Result<std::string> format_function_docs(const Value& functions, string_view format) {
  if (format == "json") {
    JsonStyle style;
    style.indent = 4;
    style.item_separator = ",";
    return json_dumps(docs_for_models(functions), style);
  }
  if (format == "xml") return xml_docs(functions);
  if (format == "python") return python_docs(functions);
  return Error{"ValueError", "Invalid function doc format: " + std::string(format)};
}

}  // namespace bfclx
