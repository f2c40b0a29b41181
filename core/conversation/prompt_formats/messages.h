// Messages of a history as the prompt formats read them, and the pieces that several of them write.
#ifndef BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MESSAGES_H_
#define BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MESSAGES_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/conversation/values.h"
#include "core/value/value.h"

namespace bfclx::chat_formats {

// message["role"], message["content"]. Every message of a history has both.
std::string_view role_of(const Value& message);
const Value& content_of(const Value& message);

// messages[0]["role"] == "system"
bool starts_with_system(const Value& messages);
// The messages without such a first one: the index to begin at.
std::size_t after_system(const Value& messages);

// f"{message['content']}"
void append_content(std::string& out, const Value& message);
// message["content"].strip(); AttributeError where it is no text.
Result<std::string_view> stripped_content(const Value& message);

// out += json.dumps(value), with indent where that is not negative. TypeError for what JSON cannot
// hold.
Status append_dumps(std::string& out, const Value& value, int indent = -1);

// out += value, of Python's str: TypeError where `value` is no text.
Status append_str(std::string& out, const Value& value);

// The message `index`, of role "tool", in the form that Qwen's template gave to many: consecutive
// ones share one user message, which `open` begins and `close` ends.
void append_tool_response(std::string& out, const Value& messages, std::size_t index,
                          std::string_view open, std::string_view close);

// The tool calls of an assistant message as Qwen's template prints them again, a line end before
// each but the first (and what equals the first). KeyError and the like where a call is not what a
// template expects. `content`: the message's own text.
Status append_tool_calls(std::string& out, const Value& calls, bool has_content);

}  // namespace bfclx::chat_formats

#endif  // BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MESSAGES_H_
