// minicpm_fc.py: functions as Python signatures, behind the system's text.
//
// The messages are changed in place: every step puts all functions behind the system message once
// more, and a line end before every text of the user, which is stripped again.
#include "core/base/unicode.h"
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/conversation/prompt_formats/model_code.h"
#include "core/conversation/prompts.h"
#include "core/conversation/tools.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

// The parameters of `def`: those that must be given first.
Result<std::string> parameter_list(const Value& schema) {
  BFCLX_ASSIGN_OR_RETURN(const Value* properties, python_like::subscript(schema, "properties"));
  BFCLX_ASSIGN_OR_RETURN(const Dict* fields, python_like::dict_method(*properties, "items"));
  const Value* required = member(schema, "required");
  std::string needed;
  std::string others;
  for (const Dict::Entry& entry : *fields) {
    const Value* value = member(entry.value, "default");
    const bool must =
        required != nullptr && required->is_list() && contains(required->items(), entry.key);
    std::string& list = value == nullptr && must ? needed : others;
    if (!list.empty()) list += ", ";
    python_like::append_format(list, entry.key);
    if (&list == &others) list.append("=").append(value != nullptr ? repr(*value) : "None");
  }
  if (!needed.empty() && !others.empty()) needed += ", ";
  return needed + others;
}

// transform_function
Result<std::string> signature(const Value& tool) {
  BFCLX_ASSIGN_OR_RETURN(const Value* schema, python_like::subscript(tool, "parameters"));
  BFCLX_ASSIGN_OR_RETURN(const std::string parameters, parameter_list(*schema));
  BFCLX_ASSIGN_OR_RETURN(const Value* name, python_like::subscript(tool, "name"));
  BFCLX_ASSIGN_OR_RETURN(const ModelCode code, model_code(*schema));
  const Value* description = member(tool, "description");
  std::string out = code.classes + "def ";
  python_like::append_format(out, *name);
  out.append("(").append(parameters).append("):\n    \"\"\"\n    ");
  if (description != nullptr) python_like::append_format(out, *description);
  out.append("\n    Args:\n").append(code.parameters).append("\n    \"\"\"\n");
  return out;
}

// What stands behind the system's text; empty without functions.
Result<std::string> tools_text(const PromptInput& input) {
  BFCLX_ASSIGN_OR_RETURN(const Value tools, convert_to_tool(input.functions, ToolStyle::kOss));
  if (tools.items().empty()) return std::string();
  BFCLX_ASSIGN_OR_RETURN(const std::string_view imports, input.text("imports"));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view frame, input.text("tools"));
  std::string signatures(imports);
  for (const Value& tool : tools.items()) {
    const Result<std::string> text = signature(tool);
    if (text.ok()) signatures.append("\n\n").append(*text);
  }
  return std::string(strip(format_template(frame, {{"tools", signatures}})));
}

// message_format, in place.
Status shape(const Value& message, std::string_view tools) {
  const std::string_view role = role_of(message);
  std::string text = role == "user" ? "\n" : "";
  BFCLX_RETURN_IF_ERROR(append_str(text, content_of(message)));
  if (role == "system") text.append("\n").append(tools);
  message.mutable_dict().set("content", Value::str(strip(text)));
  return {};
}

}  // namespace

Result<std::string> minicpm_fc(const PromptInput& input) {
  BFCLX_ASSIGN_OR_RETURN(const std::string tools, tools_text(input));
  if (!starts_with_system(input.messages)) {
    List& messages = input.messages.mutable_list();
    messages.insert(messages.begin(), message_of("system", Value::str("")));
  }
  std::string out;
  for (const Value& message : input.messages.items()) {
    BFCLX_RETURN_IF_ERROR(shape(message, tools));
    out.append("<|im_start|>").append(role_of(message)).append("\n");
    append_content(out, message);
    out += "<|im_end|>\n";
  }
  out += "<|im_start|>assistant\n";
  return out;
}

}  // namespace bfclx::chat_formats
