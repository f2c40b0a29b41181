// deepseek_reasoning.py: DeepSeek-R1 without a system text; results of calls are user messages.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/conversation/prompt_formats/thought.h"
#include "core/decode/python_like.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

Result<std::string> deepseek_reasoning(const PromptInput& input) {
  std::string out = "<｜begin▁of▁sentence｜>";
  const char* separator = "";
  for (const Value& message : input.messages.items()) {
    if (role_of(message) != "system") continue;
    out += separator;
    append_content(out, message);
    separator = "\n\n";
  }
  for (const Value& message : input.messages.items()) {
    const std::string_view role = role_of(message);
    if (role == "user") {
      out += "<｜User｜>";
      append_content(out, message);  // of results a list, printed as Python prints it
    } else if (role == "assistant") {
      BFCLX_ASSIGN_OR_RETURN(const std::string_view content,
                             python_like::regex_subject(content_of(message)));
      out.append("<｜Assistant｜>").append(behind_thought(content)).append("<｜end▁of▁sentence｜>");
    }
  }
  out += "<｜Assistant｜><think>\n";
  return out;
}

}  // namespace bfclx::chat_formats
