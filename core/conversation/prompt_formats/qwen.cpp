// qwen.py, qwen_fc.py, nanbeige_fc.py: ChatML in which an assistant's reasoning is shown only
// behind the last question of the user.
#include "core/base/text_search.h"
#include "core/base/unicode.h"
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/conversation/prompt_formats/thought.h"
#include "core/decode/python_like.h"

namespace bfclx::chat_formats {

namespace {

using python_like::lstrip_chars;

// A user's text that is no tool response.
bool is_question(const Value& message) {
  if (role_of(message) != "user" || !content_of(message).is_str()) return false;
  const std::string_view text = content_of(message).as_str();
  constexpr std::string_view kOpen = "<tool_response>";
  return text.substr(0, kOpen.size()) != kOpen || !text.ends_with("</tool_response>");
}

std::size_t last_question(const List& messages) {
  for (std::size_t i = messages.size(); i > 0; --i) {
    if (is_question(messages[i - 1])) return i - 1;
  }
  return messages.size() - 1;
}

void append_turn(std::string& out, std::string_view role, std::string_view content) {
  out.append("<|im_start|>").append(role).append("\n").append(content);
}

// The assistant's message `index` without its end.
Status append_assistant(std::string& out, const List& messages, std::size_t index,
                        std::size_t question) {
  const Value& message = messages[index];
  BFCLX_ASSIGN_OR_RETURN(std::string_view content, python_like::regex_subject(content_of(message)));
  std::string_view reasoning;
  const Value* kept = member(message, "reasoning_content");
  if (kept != nullptr && truthy(*kept)) {
    reasoning = kept->as_str();
  } else if (const std::optional<Thought> thought = split_thought(content)) {
    reasoning = thought->reasoning;
    content = thought->answer;
  }
  if (index > question && (index + 1 == messages.size() || !reasoning.empty())) {
    append_turn(out, "assistant", "<think>\n");
    out.append(strip_chars(reasoning, "\n")).append("\n</think>\n\n");
    out += lstrip_chars(content, "\n");
  } else {
    append_turn(out, "assistant", content);
  }
  if (const Value* calls = member(message, "tool_calls")) {
    BFCLX_RETURN_IF_ERROR(append_tool_calls(out, *calls, !content.empty()));
  }
  return {};
}

// All messages but a first one of the system, and the beginning of the answer.
Result<std::string> with_messages(std::string out, const Value& history) {
  const List& messages = history.items();
  const std::size_t question = last_question(messages);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string_view role = role_of(messages[i]);
    if (role == "user" || (role == "system" && i != 0)) {
      append_turn(out, role, {});
      append_content(out, messages[i]);
      out += "<|im_end|>\n";
    } else if (role == "assistant") {
      BFCLX_RETURN_IF_ERROR(append_assistant(out, messages, i, question));
      out += "<|im_end|>\n";
    } else if (role == "tool") {
      append_tool_response(out, history, i, "<|im_start|>user", "<|im_end|>\n");
    }
  }
  out += "<|im_start|>assistant\n";
  return out;
}

void append_system_message(std::string& out, const Value& message) {
  append_turn(out, "system", {});
  append_content(out, message);
  out += "<|im_end|>\n";
}

// "# Tools" with the docs, one on each line.
Status append_tools(std::string& out, const PromptInput& input) {
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

// `without_system`, `without_either`: names of the sentences that stand where the conversation has
// no system message, with tools and without; empty for none.
Result<std::string> tools_prompt(const PromptInput& input, std::string_view without_system,
                                 std::string_view without_either) {
  std::string out;
  const bool has_system = starts_with_system(input.messages);
  if (!input.functions.items().empty()) {
    append_turn(out, "system", {});
    if (has_system) {
      append_content(out, input.messages.items()[0]);
      out += "\n\n";
    } else if (!without_system.empty()) {
      BFCLX_ASSIGN_OR_RETURN(const std::string_view text, input.text(without_system));
      out += text;
    }
    BFCLX_RETURN_IF_ERROR(append_tools(out, input));
  } else if (has_system) {
    append_system_message(out, input.messages.items()[0]);
  } else if (!without_either.empty()) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view text, input.text(without_either));
    out += text;
  }
  return with_messages(std::move(out), input.messages);
}

}  // namespace

Result<std::string> qwen(const PromptInput& input) {
  std::string out;
  if (starts_with_system(input.messages)) append_system_message(out, input.messages.items()[0]);
  return with_messages(std::move(out), input.messages);
}

Result<std::string> qwen_fc(const PromptInput& input) { return tools_prompt(input, {}, {}); }

Result<std::string> nanbeige_fc(const PromptInput& input) {
  return tools_prompt(input, "tools_system", "system");
}

}  // namespace bfclx::chat_formats
