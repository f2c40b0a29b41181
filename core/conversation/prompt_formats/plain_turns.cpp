// Formats that are the messages one after the other, each between the same marks: bielik.py,
// minicpm.py, llama.py, phi.py, gemma.py.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"

namespace bfclx::chat_formats {

namespace {

// begin (open role middle content close)* last
struct Marks {
  std::string_view begin;
  std::string_view open;
  std::string_view middle;
  std::string_view close;
  std::string_view last;
  bool strips = false;  // the content, as str.strip()
};

Status append_turn(std::string& out, const Marks& marks, const Value& message,
                   std::string_view prefix) {
  out.append(marks.open).append(role_of(message)).append(marks.middle).append(prefix);
  if (marks.strips) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view content, stripped_content(message));
    out += content;
  } else {
    append_content(out, message);
  }
  out += marks.close;
  return {};
}

Result<std::string> turns(const PromptInput& input, const Marks& marks) {
  std::string out(marks.begin);
  for (const Value& message : input.messages.items()) {
    BFCLX_RETURN_IF_ERROR(append_turn(out, marks, message, {}));
  }
  out += marks.last;
  return out;
}

}  // namespace

Result<std::string> bielik(const PromptInput& input) {
  return turns(input, {"<s>", "<|im_start|>", "\n", "<|im_end|>\n", "<|im_start|>assistant\n"});
}

Result<std::string> minicpm(const PromptInput& input) {
  return turns(input, {"", "<|im_start|>", "\n", "<|im_end|>\n", "<|im_start|>assistant\n"});
}

Result<std::string> llama_3(const PromptInput& input) {
  return turns(input, {"<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>\n\n",
                       "<|eot_id|>", "<|start_header_id|>assistant<|end_header_id|>\n\n", true});
}

Result<std::string> llama_4(const PromptInput& input) {
  return turns(input, {"<|begin_of_text|>", "<|header_start|>", "<|header_end|>\n\n", "<|eot|>",
                       "<|header_start|>assistant<|header_end|>\n\n", true});
}

Result<std::string> phi_4(const PromptInput& input) {
  return turns(
      input, {"", "<|im_start|>", "<|im_sep|>", "<|im_end|>\n", "<|im_start|>assistant<|im_sep|>"});
}

Result<std::string> phi_4_mini(const PromptInput& input) {
  return turns(input, {"", "<|", "|>", "<|end|>", "<|assistant|>"});
}

// The system's text stands before that of the first message.
Result<std::string> gemma(const PromptInput& input) {
  constexpr Marks kMarks = {"<bos>",           "<start_of_turn>",        "\n",
                            "<end_of_turn>\n", "<start_of_turn>model\n", true};
  const List& messages = input.messages.items();
  std::string prefix;
  const std::size_t first = after_system(input.messages);
  if (first == 1) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view system, stripped_content(messages[0]));
    prefix.append(system).append("\n\n");
  }
  std::string out(kMarks.begin);
  for (std::size_t i = first; i < messages.size(); ++i) {
    BFCLX_RETURN_IF_ERROR(append_turn(out, kMarks, messages[i], i == first ? prefix : ""));
  }
  out += kMarks.last;
  return out;
}

}  // namespace bfclx::chat_formats
