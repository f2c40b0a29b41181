// functiongemma.py: a developer turn with declarations, keys in alphabetical order, texts between
// <escape> marks.
//
// Types are printed as the docs have them, in capitals: of "dict" and "float", which the format
// does not know, nested parameters and enumerations are left out. A parameter whose name is a
// keyword of the schema is left out too.
#include <algorithm>
#include <array>
#include <vector>

#include "core/base/unicode.h"
#include "core/checker/schema_doc.h"
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

using python_like::append_format;
using python_like::dict_method;

constexpr std::string_view kEscape = "<escape>";

// sorted(dict.items()), for keys that are texts.
std::vector<const Dict::Entry*> sorted_items(const Dict& dict) {
  std::vector<const Dict::Entry*> items;
  for (const Dict::Entry& entry : dict) items.push_back(&entry);
  std::sort(items.begin(), items.end(),
            [](const Dict::Entry* a, const Dict::Entry* b) { return str(a->key) < str(b->key); });
  return items;
}

void append_escaped(std::string& out, const Value& value) {
  out += kEscape;
  append_format(out, value);
  out += kEscape;
}

void append_value(std::string& out, const Value& value, bool escape_keys) {
  if (value.is_none()) {
    out += "null";
  } else if (value.is_bool()) {
    out += value.as_bool() ? "true" : "false";
  } else if (value.is_str()) {
    append_escaped(out, value);
  } else if (value.is_sequence()) {
    out += '[';
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      if (i > 0) out += ',';
      append_value(out, value.items()[i], escape_keys);
    }
    out += ']';
  } else if (value.is_dict()) {
    out += '{';
    const char* separator = "";
    for (const Dict::Entry* entry : sorted_items(value.as_dict())) {
      out += separator;
      if (escape_keys) {
        append_escaped(out, entry->key);
      } else {
        append_format(out, entry->key);
      }
      out += ':';
      append_value(out, entry->value, escape_keys);
      separator = ",";
    }
    out += '}';
  } else {
    append_format(out, value);
  }
}

// ",required:[...]"
Status append_required(std::string& out, const Value& names) {
  out += "required:[";
  const char* separator = "";
  BFCLX_RETURN_IF_ERROR(python_like::for_each_item(names, [&](const Value& name) -> Status {
    out += separator;
    append_escaped(out, name);
    separator = ",";
    return {};
  }));
  out += ']';
  return {};
}

Result<Value> upper_type(const Value& type) {
  if (type.is_str()) return Value::str(upper(type.as_str()));
  List types;
  BFCLX_RETURN_IF_ERROR(python_like::for_each_item(type, [&](const Value& item) -> Status {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view text, python_like::str_method(item, "upper"));
    types.push_back(Value::str(upper(text)));
    return {};
  }));
  return Value::list(std::move(types));
}

Status append_parameters(std::string& out, const Value& properties);

// "properties:{...}"
Status append_properties(std::string& out, const Value& properties) {
  out += "properties:{";
  BFCLX_RETURN_IF_ERROR(append_parameters(out, properties));
  out += '}';
  return {};
}

// What an object is made of.
Status append_object(std::string& out, const Dict& schema) {
  const Value* properties = schema.find("properties");
  out += ',';
  BFCLX_RETURN_IF_ERROR(
      append_properties(out, properties != nullptr ? *properties : Value::dict()));
  const Value* required = schema.find("required");
  if (required == nullptr || !truthy(*required)) return {};
  out += ',';
  return append_required(out, *required);
}

// What an array is made of.
Status append_array(std::string& out, const Dict& schema) {
  const Value* items = schema.find("items");
  if (items == nullptr || !truthy(*items)) return {};
  BFCLX_ASSIGN_OR_RETURN(const Dict* fields, dict_method(*items, "items"));
  out += ",items:{";
  const char* separator = "";
  for (const Dict::Entry* entry : sorted_items(*fields)) {
    if (entry->value.is_none()) continue;
    out += separator;
    separator = ",";
    const std::string key = str(entry->key);
    if (key == "properties" && entry->value.is_dict()) {
      BFCLX_RETURN_IF_ERROR(append_properties(out, entry->value));
    } else if (key == "required") {
      BFCLX_RETURN_IF_ERROR(append_required(out, entry->value));
    } else if (key == "type") {
      BFCLX_ASSIGN_OR_RETURN(const Value type, upper_type(entry->value));
      out += "type:";
      append_value(out, type, true);
    } else {
      out.append(key).append(":");
      append_value(out, entry->value, true);
    }
  }
  out += '}';
  return {};
}

Status append_parameter(std::string& out, const Dict::Entry& parameter) {
  BFCLX_ASSIGN_OR_RETURN(const Dict* schema, dict_method(parameter.value, "get"));
  const Value* description = schema->find("description");
  const Value* type = schema->find("type");
  std::string type_text;
  if (type != nullptr) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view text, python_like::str_method(*type, "upper"));
    type_text = upper(text);
  }
  append_format(out, parameter.key);
  out += ":{description:";
  append_escaped(out, description != nullptr ? *description : Value::str(""));
  if (type_text == "STRING") {
    if (const Value* choices = schema->find("enum")) {
      out += ",enum:";
      append_value(out, *choices, true);
    }
  } else if (type_text == "OBJECT") {
    BFCLX_RETURN_IF_ERROR(append_object(out, *schema));
  } else if (type_text == "ARRAY") {
    BFCLX_RETURN_IF_ERROR(append_array(out, *schema));
  }
  out += ",type:";
  append_escaped(out, Value::str(type_text));
  out += '}';
  return {};
}

Status append_parameters(std::string& out, const Value& properties) {
  constexpr std::array<std::string_view, 5> kKeywords = {"description", "type", "properties",
                                                         "required", "nullable"};
  if (!truthy(properties)) return {};
  BFCLX_ASSIGN_OR_RETURN(const Dict* fields, dict_method(properties, "items"));
  const char* separator = "";
  for (const Dict::Entry* entry : sorted_items(*fields)) {
    const std::string name = str(entry->key);
    if (std::find(kKeywords.begin(), kKeywords.end(), name) != kKeywords.end()) continue;
    out += separator;
    BFCLX_RETURN_IF_ERROR(append_parameter(out, *entry));
    separator = ",";
  }
  return {};
}

Status append_schema(std::string& out, const Value& schema) {
  BFCLX_ASSIGN_OR_RETURN(const Dict* fields, dict_method(schema, "get"));
  const Value* properties = fields->find("properties");
  if (properties != nullptr && truthy(*properties)) {
    out += ',';
    BFCLX_RETURN_IF_ERROR(append_properties(out, *properties));
  }
  const Value* required = fields->find("required");
  if (required != nullptr && truthy(*required)) {
    out += ',';
    BFCLX_RETURN_IF_ERROR(append_required(out, *required));
  }
  if (const Value* type = fields->find("type")) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view text, python_like::str_method(*type, "upper"));
    out += ",type:";
    append_escaped(out, Value::str(upper(text)));
  }
  return {};
}

Status append_declaration(std::string& out, const Value& tool) {
  BFCLX_ASSIGN_OR_RETURN(const Dict* fields, dict_method(tool, "get"));
  const Value* wrapped = fields->find("function");
  const Dict& function = wrapped != nullptr && wrapped->is_dict() ? wrapped->as_dict() : *fields;
  const Value* name = function.find("name");
  const Value* description = function.find("description");
  out += "<start_function_declaration>declaration:";
  if (name != nullptr) append_format(out, *name);
  out += "{description:";
  append_escaped(out, description != nullptr ? *description : Value::str(""));
  const Value* schema = function.find("parameters");
  if (schema != nullptr && truthy(*schema)) BFCLX_RETURN_IF_ERROR(append_schema(out, *schema));
  out += "}<end_function_declaration>";
  return {};
}

Status append_developer_turn(std::string& out, const PromptInput& input) {
  BFCLX_ASSIGN_OR_RETURN(std::string_view system, input.text("system"));
  if (starts_with_system(input.messages)) {
    BFCLX_ASSIGN_OR_RETURN(system,
                           python_like::str_method(content_of(input.messages.items()[0]), "strip"));
  }
  if (input.functions.items().empty() && system.empty()) return {};
  out += "<start_of_turn>developer\n";
  if (!system.empty()) out.append(strip(system)).append("\n");
  for (const Value& function : input.functions.items()) {
    if (has_json_schema(function)) {
      return Error{"ValueError",
                   "the format functiongemma declares one type of each parameter, so it "
                   "cannot represent the JSON Schema of " +
                       repr(*member(function, "name"))};
    }
    BFCLX_RETURN_IF_ERROR(append_declaration(out, function));
  }
  out += "<end_of_turn>\n";
  return {};
}

// Results stand one behind the other, under the text of the call as name.
Status append_tool_result(std::string& out, const Value& message) {
  const Value& content = content_of(message);
  Value data = content;
  if (content.is_str()) {
    Result<Value> parsed = json_loads(content.as_str());
    if (parsed.ok()) {
      data = std::move(parsed).value();
    } else if (parsed.error().kind != "JSONDecodeError") {
      return std::move(parsed).error();
    }
  }
  const Value* name = member(message, "name");
  out += "<start_function_response>response:";
  append_format(out, name != nullptr ? *name : Value::str("unknown_tool"));
  if (data.is_dict()) {
    append_value(out, data, false);
  } else {
    out += "{value:";
    append_escaped(out, content);
    out += '}';
  }
  out += "<end_function_response>";
  return {};
}

}  // namespace

Result<std::string> functiongemma(const PromptInput& input) {
  std::string out;
  BFCLX_RETURN_IF_ERROR(append_developer_turn(out, input));
  const List& messages = input.messages.items();
  for (std::size_t i = after_system(input.messages); i < messages.size(); ++i) {
    const std::string_view role = role_of(messages[i]);
    if (role == "tool") {
      BFCLX_RETURN_IF_ERROR(append_tool_result(out, messages[i]));
    } else if (role == "user" || role == "assistant") {
      BFCLX_ASSIGN_OR_RETURN(const std::string_view content, stripped_content(messages[i]));
      out.append("<start_of_turn>").append(role == "user" ? "user" : "model");
      out.append("\n").append(content).append("<end_of_turn>\n");
    }
  }
  out += "<start_of_turn>model\n";
  return out;
}

}  // namespace bfclx::chat_formats
