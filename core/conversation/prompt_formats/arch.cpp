// arch.py: ChatML with "# Tools"; calls of the history as they were parsed.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

Status append_system(std::string& out, const PromptInput& input) {
  out += "<|im_start|>system\n";
  if (starts_with_system(input.messages)) {
    append_content(out, input.messages.items()[0]);
  } else {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view system, input.text("system"));
    out += system;
  }
  if (input.functions.items().empty()) {
    out += "<|im_end|>\n";
    return {};
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string_view before, input.text("tools_before"));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view after, input.text("tools_after"));
  out += before;
  for (const Value& function : input.functions.items()) {
    out += '\n';
    BFCLX_RETURN_IF_ERROR(append_dumps(out, function));
  }
  out += after;
  return {};
}

// A call that the parser left as text cannot be printed: the entry fails as the official one does.
Status append_call(std::string& out, const Value& item) {
  BFCLX_ASSIGN_OR_RETURN(const bool wrapped, python_like::contains_str(item, "function"));
  Value call = item;
  if (wrapped) {
    BFCLX_ASSIGN_OR_RETURN(const Value* inner, python_like::subscript(item, "function"));
    call = *inner;
  }
  BFCLX_ASSIGN_OR_RETURN(const Dict* fields, python_like::dict_method(call, "get"));
  const Value* name = fields->find("name");
  const Value* arguments = fields->find("arguments");
  out += "\n<tool_call>\n{\"name\": \"";
  if (name != nullptr) python_like::append_format(out, *name);
  out += "\", \"arguments\": ";
  BFCLX_RETURN_IF_ERROR(append_dumps(out, arguments != nullptr ? *arguments : Value::dict()));
  out += "}\n</tool_call>";
  return {};
}

}  // namespace

Result<std::string> arch(const PromptInput& input) {
  std::string out;
  BFCLX_RETURN_IF_ERROR(append_system(out, input));
  const List& messages = input.messages.items();
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string_view role = role_of(messages[i]);
    const Value* calls = member(messages[i], "tool_calls");
    const bool calling = calls != nullptr && truthy(*calls);
    if (role == "user" || (role == "system" && i != 0) || (role == "assistant" && !calling)) {
      out.append("<|im_start|>").append(role).append("\n");
      append_content(out, messages[i]);
      out += "<|im_end|>\n";
    } else if (role == "assistant") {
      out += "<|im_start|>assistant";
      for (const Value& call : calls->items()) BFCLX_RETURN_IF_ERROR(append_call(out, call));
      out += "<|im_end|>\n";
    } else if (role == "tool") {
      append_tool_response(out, input.messages, i, "<|im_start|>user", "<|im_end|>\n");
    }
  }
  out += "<|im_start|>assistant\n";
  return out;
}

}  // namespace bfclx::chat_formats
