// pelican_vl_fc.py: ChatML with "# Tools"; each result of a call is a turn of its own.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::chat_formats {

namespace {

Status append_system(std::string& out, const PromptInput& input) {
  const bool has_system = starts_with_system(input.messages);
  if (input.functions.items().empty() && !has_system) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view system, input.text("system"));
    out += system;
    return {};
  }
  out += "<|im_start|>system\n";
  if (has_system) append_content(out, input.messages.items()[0]);
  if (input.functions.items().empty()) {
    out += "<|im_end|>\n";
    return {};
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string_view before, input.text("tools_before"));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view after, input.text("tools_after"));
  if (has_system) out += "\n\n";
  out += before;
  for (const Value& function : input.functions.items()) {
    out += '\n';
    BFCLX_RETURN_IF_ERROR(append_dumps(out, function));
  }
  out += after;
  return {};
}

Status append_call(std::string& out, const Value& call) {
  BFCLX_ASSIGN_OR_RETURN(const Dict* fields, python_like::dict_method(call, "get"));
  const Value* wrapped = fields->find("function");
  const Value& function = wrapped != nullptr ? *wrapped : call;
  BFCLX_ASSIGN_OR_RETURN(const Value* name, python_like::subscript(function, "name"));
  BFCLX_ASSIGN_OR_RETURN(const Value* arguments, python_like::subscript(function, "arguments"));
  out += "<tool_call>\n{\"name\": \"";
  python_like::append_format(out, *name);
  out += "\", \"arguments\": ";
  if (arguments->is_dict()) {
    JsonStyle style;
    style.ensure_ascii = false;
    BFCLX_ASSIGN_OR_RETURN(const std::string json, json_dumps(*arguments, style));
    out += json;
  } else {
    python_like::append_format(out, *arguments);
  }
  out += "}\n</tool_call>";
  return {};
}

}  // namespace

Result<std::string> pelican_vl_fc(const PromptInput& input) {
  std::string out;
  BFCLX_RETURN_IF_ERROR(append_system(out, input));
  const List& messages = input.messages.items();
  for (std::size_t i = after_system(input.messages); i < messages.size(); ++i) {
    const std::string_view role = role_of(messages[i]);
    out.append("<|im_start|>").append(role).append("\n");
    if (role == "tool") {
      out += "<tool_response>\n";
      append_content(out, messages[i]);
      out += "\n</tool_response>";
    } else if (role == "assistant" || role == "user") {  // of others only the role is shown
      if (const Value* calls = member(messages[i], "tool_calls")) {
        for (const Value& call : calls->items()) BFCLX_RETURN_IF_ERROR(append_call(out, call));
      }
      append_content(out, messages[i]);
    }
    out += "<|im_end|>\n";
  }
  out += "<|im_start|>assistant\n";
  return out;
}

}  // namespace bfclx::chat_formats
