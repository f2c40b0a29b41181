// Calls, messages and answers of APIs as responses: what core/dataset/response_forms.h and the
// binding of Python read single steps by.
//
// A response of calls is what the official handlers of function-calling models store: a list of
// {name: JSON text of the arguments}, which the decoder openai_fc reads. Everything else is text.
#ifndef BFCLX_CORE_DATASET_RESPONSE_CALLS_H_
#define BFCLX_CORE_DATASET_RESPONSE_CALLS_H_

#include <initializer_list>
#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/checker/call_members.h"
#include "core/value/value.h"

namespace bfclx {

// object[name] when it is a list, a dict or a text; else nullptr.
const Value* list_member(const Value& object, std::string_view name);
const Value* dict_member(const Value& object, std::string_view name);
const Value* str_member(const Value& object, std::string_view name);
bool is_one_of(std::string_view text, std::initializer_list<std::string_view> texts);

// {name: JSON text} of one call in any spelling: {"name", "arguments" | "parameters" | "args" |
// "input"}, {"function": {"name", "arguments"}} and {"function": name, "arguments"},
// {"functionCall": {...}}, {name: {...}} and {name: "{...}"}, or the JSON text of one of these.
// nullopt when it is none.
std::optional<Value> call_of(const Value& item);
// A list of calls; nullopt when an item is none, or the list is empty.
std::optional<Value> calls_of(const Value& list);

// A message of an assistant in the words of OpenAI, Anthropic or inspect: its calls, else its text;
// None when it has neither. A "ValueError" says which call cannot be read.
Result<Value> response_of_message(const Value& message);
// A list of typed parts: text, output_text, tool_use, function_call, message, reasoning, and the
// untyped ones of Gemini. Parts that are no response (reasoning, thinking, results) are passed
// over.
Result<Value> response_of_parts(const Value& parts);
// Whether a list is one of typed parts, by its first item.
bool is_parts(const Value& list);
// Whether a list is one of messages {"role": ...}, by its first item.
bool is_messages(const Value& list);
bool is_assistant(const Value& message);

// What an assistant said in a conversation: the response of the one message, or the turns, each a
// list of the responses of its steps, where a turn begins with a message of the user. A
// "ValueError" when nothing is an assistant's.
Result<Value> response_of_messages(const Value& messages);

// Turns, each a list of steps: what the responses of an episode are.
bool is_turns(const Value& value);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_RESPONSE_CALLS_H_
