// granite.py, granite_3.py, granite_4.py: three generations of Granite.
#include "core/base/unicode.h"
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/conversation/tools.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

constexpr std::string_view kEnd = "<|end_of_text|>\n";

void append_role(std::string& out, std::string_view role) {
  out.append("<|start_of_role|>").append(role).append("<|end_of_role|>");
}

// granite_4.py: the docs, one on each line; empty without any.
Result<std::string> granite_4_tools(const PromptInput& input) {
  std::string out;
  if (input.functions.items().empty()) return out;
  BFCLX_ASSIGN_OR_RETURN(const std::string_view before, input.text("tools_before"));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view after, input.text("tools_after"));
  out += before;
  for (const Value& function : input.functions.items()) {
    out += '\n';
    BFCLX_RETURN_IF_ERROR(append_dumps(out, function));
  }
  out += after;
  return out;
}

Status append_granite_4_system(std::string& out, const PromptInput& input) {
  BFCLX_ASSIGN_OR_RETURN(const std::string tools, granite_4_tools(input));
  append_role(out, "system");
  if (starts_with_system(input.messages)) {
    append_content(out, input.messages.items()[0]);
    if (!tools.empty()) out += "\n\n";
  } else if (tools.empty()) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view system, input.text("system"));
    out += system;
  }
  out.append(tools).append(kEnd);
  return {};
}

}  // namespace

Result<std::string> granite_20b(const PromptInput& input) {
  BFCLX_ASSIGN_OR_RETURN(const Value tools, convert_to_tool(input.functions, ToolStyle::kOss));
  std::string docs;
  for (const Value& tool : tools.items()) {
    if (!docs.empty()) docs += '\n';
    BFCLX_RETURN_IF_ERROR(append_dumps(docs, tool));
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string_view system, input.text("system"));
  std::string out = replace_all(system, "{functions_str}", docs);
  for (const Value& message : input.messages.items()) {
    out.append(upper(role_of(message))).append(":\n");
    append_content(out, message);
    out += "\n\n";
  }
  out += "ASSISTANT: ";
  return out;
}

// Ends with the last message: nothing begins the answer.
Result<std::string> granite_3(const PromptInput& input) {
  const List& messages = input.messages.items();
  const bool has_functions = !input.functions.items().empty();
  std::string out;
  append_role(out, "system");
  if (starts_with_system(input.messages)) {
    append_content(out, messages[0]);
  } else {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view system, input.text("system"));
    out += system;
    if (has_functions) {
      BFCLX_ASSIGN_OR_RETURN(const std::string_view tools_before, input.text("tools_before"));
      out += tools_before;
    }
  }
  out += kEnd;
  if (has_functions) {
    append_role(out, "tools");
    BFCLX_RETURN_IF_ERROR(append_dumps(out, input.functions, 4));
    out += kEnd;
  }
  for (std::size_t i = after_system(input.messages); i < messages.size(); ++i) {
    append_role(out, role_of(messages[i]));
    BFCLX_RETURN_IF_ERROR(append_str(out, content_of(messages[i])));
    out += kEnd;
  }
  return out;
}

Result<std::string> granite_4(const PromptInput& input) {
  std::string out;
  BFCLX_RETURN_IF_ERROR(append_granite_4_system(out, input));
  const List& messages = input.messages.items();
  for (std::size_t i = after_system(input.messages); i < messages.size(); ++i) {
    const std::string_view role = role_of(messages[i]);
    if (role == "tool") {
      append_tool_response(out, input.messages, i, "<|start_of_role|>user<|end_of_role|>", kEnd);
      continue;
    }
    if (role != "user" && role != "system" && role != "assistant") continue;
    append_role(out, role);
    append_content(out, messages[i]);
    const Value* calls = role == "assistant" ? member(messages[i], "tool_calls") : nullptr;
    if (calls != nullptr) {
      BFCLX_RETURN_IF_ERROR(append_tool_calls(out, *calls, truthy(content_of(messages[i]))));
    }
    out += kEnd;
  }
  append_role(out, "assistant");
  return out;
}

}  // namespace bfclx::chat_formats
