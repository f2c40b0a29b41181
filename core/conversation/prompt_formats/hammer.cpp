// hammer.py: the docs flattened, in place, so that every step flattens what the one before left.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

using python::key_error;
using python_like::subscript;

// `object[name]` of a dict, for change.
Result<Value> item_of(const Value& object, const Value& name) {
  if (!object.is_dict()) return python_like::no_attribute(object, "__getitem__");
  const Value* found = object.as_dict().find(name);
  if (found == nullptr) return key_error(name);
  return *found;
}

// object[name]["required"] = True for each of `names`.
Status mark_required(const Value& object, const Value* names) {
  if (names == nullptr) return {};
  return python_like::for_each_item(*names, [&](const Value& name) -> Status {
    BFCLX_ASSIGN_OR_RETURN(const Value item, item_of(object, name));
    if (!item.is_dict()) {
      std::string message = "'";
      message.append(type_name(item)).append("' object does not support item assignment");
      return Error{"TypeError", std::move(message)};
    }
    item.mutable_dict().set("required", Value::boolean(true));
    return {};
  });
}

// A parameter that is an object gives way to its own parameters.
Status lift_properties(Value& parameter) {
  if (!parameter.is_dict()) return {};
  const Value held = parameter;  // the names are its own
  const Value* properties = held.as_dict().find("properties");
  if (properties == nullptr || !properties->is_dict()) return {};
  parameter = *properties;
  return mark_required(parameter, held.as_dict().find("required"));
}

// description += "default is '...'", again at every step.
Status append_default(const Value& parameter) {
  BFCLX_ASSIGN_OR_RETURN(const bool has_default, python_like::contains_str(parameter, "default"));
  if (!has_default) return {};
  BFCLX_ASSIGN_OR_RETURN(const Value* value, subscript(parameter, "default"));
  std::string note = "default is '";
  python_like::append_format(note, *value);
  note += '\'';
  BFCLX_ASSIGN_OR_RETURN(const Value* description, subscript(parameter, "description"));
  if (!description->is_str()) {
    std::string message = "unsupported operand type(s) for +=: '";
    message.append(type_name(*description)).append("' and 'str'");
    return Error{"TypeError", std::move(message)};
  }
  std::string text(description->as_str());
  text += note;
  parameter.mutable_dict().set("description", Value::str(text));
  return {};
}

// hammer.py:convert_to_format_tool
Result<Value> flat_tool(const Value& function) {
  Dict tool;
  for (const std::string_view key : {"name", "description"}) {
    BFCLX_ASSIGN_OR_RETURN(const Value* text, subscript(function, key));
    tool.set(key, *text);
  }
  BFCLX_ASSIGN_OR_RETURN(const Value* schema, subscript(function, "parameters"));
  BFCLX_ASSIGN_OR_RETURN(const Dict* fields, python_like::dict_method(*schema, "get"));
  const Value* properties = fields->find("properties");
  const Value parameters = properties != nullptr ? *properties : Value::dict();
  BFCLX_RETURN_IF_ERROR(python_like::dict_method(parameters, "keys"));
  for (Dict::Entry& entry : parameters.mutable_dict()) {
    BFCLX_RETURN_IF_ERROR(lift_properties(entry.value));
  }
  BFCLX_RETURN_IF_ERROR(mark_required(parameters, fields->find("required")));
  for (const Dict::Entry& entry : parameters.as_dict()) {
    BFCLX_RETURN_IF_ERROR(append_default(entry.value));
  }
  tool.set("parameters", parameters);
  return Value::dict(std::move(tool));
}

void append_part(std::string& out, std::string_view name, std::string_view text) {
  out.append("[BEGIN OF ").append(name).append("]\n").append(text);
  out.append("\n[END OF ").append(name).append("]\n\n");
}

}  // namespace

Result<std::string> hammer(const PromptInput& input) {
  List tools;
  for (const Value& function : input.functions.items()) {
    BFCLX_ASSIGN_OR_RETURN(Value tool, flat_tool(function));
    tools.push_back(std::move(tool));
  }
  std::string docs;
  BFCLX_RETURN_IF_ERROR(append_dumps(docs, Value::list(std::move(tools))));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view system, input.text("system"));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view task, input.text("task"));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view format, input.text("format"));
  std::string out(system);
  append_part(out, "TASK INSTRUCTION", task);
  append_part(out, "AVAILABLE TOOLS", docs);
  append_part(out, "FORMAT INSTRUCTION", format);
  out += "<|im_end|>\n";
  for (const Value& message : input.messages.items()) {
    out.append("<|im_start|>").append(role_of(message)).append("\n");
    append_content(out, message);
    out += "<|im_end|>\n";
  }
  out += "<|im_start|>assistant\n";
  return out;
}

}  // namespace bfclx::chat_formats
