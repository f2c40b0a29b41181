// salesforce_llama.py, salesforce_qwen.py, bitagent.py: a system text of their own, the docs
// indented, then the messages.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"

namespace bfclx::chat_formats {

namespace {

struct Marks {
  std::string_view begin;
  std::string_view open;
  std::string_view middle;
  std::string_view close;
  std::string_view tool_role;
};

constexpr Marks kLlama = {"<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>\n\n",
                          "<|eot_id|>", "ipython"};
constexpr Marks kQwen = {"", "<|im_start|>", "\n", "<|im_end|>", "tool"};

Status append_system(std::string& out, const PromptInput& input, const Marks& marks) {
  out.append(marks.open).append("system").append(marks.middle);
  if (starts_with_system(input.messages)) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view system,
                           stripped_content(input.messages.items()[0]));
    out += system;
  } else {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view system, input.text("system"));
    out += system;
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string_view tools_before, input.text("tools_before"));
  out.append("\n").append(tools_before);
  for (const Value& function : input.functions.items()) {
    BFCLX_RETURN_IF_ERROR(append_dumps(out, function, 4));
    out += "\n\n";
  }
  out += marks.close;
  return {};
}

Result<std::string> xlam(const PromptInput& input, const Marks& marks) {
  std::string out(marks.begin);
  BFCLX_RETURN_IF_ERROR(append_system(out, input, marks));
  const List& messages = input.messages.items();
  for (std::size_t i = after_system(input.messages); i < messages.size(); ++i) {
    const bool is_tool = role_of(messages[i]) == "tool";
    out.append(marks.open).append(is_tool ? marks.tool_role : role_of(messages[i]));
    out += marks.middle;
    if (is_tool) {
      append_content(out, messages[i]);
    } else {
      BFCLX_ASSIGN_OR_RETURN(const std::string_view content, stripped_content(messages[i]));
      out += content;
    }
    out += marks.close;
  }
  out.append(marks.open).append("assistant").append(marks.middle);
  return out;
}

}  // namespace

Result<std::string> salesforce_llama(const PromptInput& input) { return xlam(input, kLlama); }

Result<std::string> bitagent(const PromptInput& input) { return xlam(input, kLlama); }

Result<std::string> salesforce_qwen(const PromptInput& input) { return xlam(input, kQwen); }

}  // namespace bfclx::chat_formats
