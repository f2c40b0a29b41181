// phi_fc.py: Phi-4-mini with tools inside of the system message.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"

namespace bfclx::chat_formats {

Result<std::string> phi_fc(const PromptInput& input) {
  const List& messages = input.messages.items();
  std::size_t systems = 0;
  for (const Value& message : messages) systems += role_of(message) == "system" ? 1 : 0;
  if (systems > 1) return Error{"AssertionError", ""};

  std::string out = "<|system|>";
  if (starts_with_system(input.messages)) {
    append_content(out, messages[0]);
  } else {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view system, input.text("system"));
    out += system;
  }
  out += "<|tool|>";
  for (const Value& function : input.functions.items()) {
    BFCLX_RETURN_IF_ERROR(append_dumps(out, function));
    out += '\n';
  }
  out += "<|/tool|><|end|>";
  for (std::size_t i = after_system(input.messages); i < messages.size(); ++i) {
    out.append("<|").append(role_of(messages[i])).append("|>");
    append_content(out, messages[i]);
    out += "<|end|>";
  }
  out += "<|assistant|>";
  return out;
}

}  // namespace bfclx::chat_formats
