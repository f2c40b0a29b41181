// Answers of APIs, messages, calls and lines with other names for their members.
//
// OpenAI: platform.openai.com/docs/api-reference (chat/object, responses/object). Anthropic:
// docs.anthropic.com/en/api/messages. Gemini: ai.google.dev/api/generate-content.
#include <array>
#include <string>

#include "core/base/text.h"
#include "core/dataset/response_calls.h"
#include "core/dataset/response_reading.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kResultNames[] = {"result",     "output",     "response",
                                        "prediction", "completion", "generation"};

bool is_object(const Value& value, string_view object) {
  return find_text(value, "object") == object;
}

// ---- a piece of a stream, a request, an error: no responses ----

bool is_chunk(const Value& value) {
  if (is_object(value, "chat.completion.chunk")) return true;
  const Value* choices = list_member(value, "choices");
  return choices != nullptr && !choices->items().empty() &&
         dict_member(choices->items().front(), "delta") != nullptr;
}
void read_chunk(const Value& value, const ResponseForm&, ResponseReading& reading) {
  reading.flaw(value,
               "a chunk of a streamed response; pass the whole response, or request it without "
               "streaming");
}

bool is_error(const Value& value) { return !error_in(value).empty(); }
void read_error(const Value& value, const ResponseForm&, ResponseReading& reading) {
  reading.flaw(value, "an error of the service, not a response: " + error_in(value));
}

bool is_doc(const Value& value) {
  const Value* function = dict_member(value, "function");
  const Value& doc = function != nullptr ? *function : value;
  const Value* parameters = dict_member(doc, "parameters");
  return str_member(doc, "name") != nullptr && parameters != nullptr &&
         find_member(*parameters, "properties") != nullptr;
}
void read_doc(const Value& value, const ResponseForm&, ResponseReading& reading) {
  reading.flaw(value, "a function definition, not a call; pass the model's response");
}

// ---- chat completions ----

bool is_chat(const Value& value) {
  const Value* choices = list_member(value, "choices");
  if (choices == nullptr) return false;
  return choices->items().empty() || dict_member(choices->items().front(), "message") != nullptr ||
         str_member(choices->items().front(), "text") != nullptr;
}
void read_chat(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  const Value& choices = *find_member(value, "choices");
  if (choices.items().empty()) return reading.flaw(value, "has no `choices`, so no response");
  const Value& choice = choices.items().front();
  const Value* message = dict_member(choice, "message");
  const Value* text = find_member(choice, "text");
  reading.add(form, value,
              message != nullptr ? response_of_message(*message) : Result<Value>(*text),
              find_member(value, "usage"));
}

// ---- responses ----

bool is_response(const Value& value) {
  const Value* output = list_member(value, "output");
  return output != nullptr && (is_object(value, "response") || is_parts(*output));
}
void read_response(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  reading.add(form, value, response_of_parts(*find_member(value, "output")),
              find_member(value, "usage"));
}

// ---- Gemini ----

bool is_gemini(const Value& value) {
  return list_member(value, "candidates") != nullptr ||
         dict_member(value, "promptFeedback") != nullptr;
}
void read_gemini(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  const Value* candidates = list_member(value, "candidates");
  if (candidates == nullptr || candidates->items().empty()) {
    return reading.flaw(value, "has no `candidates`: the service gave no response");
  }
  const Value& first = candidates->items().front();
  const Value* content = dict_member(first, "content");
  const Value* parts = content != nullptr ? list_member(*content, "parts") : nullptr;
  const Value* usage = find_member(value, "usageMetadata");
  if (usage == nullptr) usage = find_member(value, "usage_metadata");
  reading.add(form, value,
              parts != nullptr ? response_of_parts(*parts) : Result<Value>(Value::str("")), usage);
}

// ---- Anthropic ----

bool is_anthropic(const Value& value) {
  const Value* content = list_member(value, "content");
  return content != nullptr && find_text(value, "type") == "message" &&
         find_text(value, "role") == "assistant";
}
void read_anthropic(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  reading.add(form, value, response_of_parts(*find_member(value, "content")),
              find_member(value, "usage"));
}

// ---- messages and conversations ----

bool is_message(const Value& value) {
  if (list_member(value, "tool_calls") != nullptr) return true;
  return is_assistant(value) &&
         (find_member(value, "content") != nullptr || list_member(value, "parts") != nullptr ||
          dict_member(value, "function_call") != nullptr);
}
void read_message(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  reading.add(form, value, response_of_message(value), nullptr);
}
// {"message": {...}}
bool is_wrapped_message(const Value& value) {
  const Value* message = dict_member(value, "message");
  return message != nullptr && is_message(*message);
}
void read_wrapped_message(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  reading.add(form, value, response_of_message(*find_member(value, "message")),
              find_member(value, "usage"));
}

bool is_conversation(const Value& value) {
  const Value* messages = list_member(value, "messages");
  return messages != nullptr && is_messages(*messages);
}
void read_conversation(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  const Value& messages = *find_member(value, "messages");
  for (const Value& message : messages.items()) {
    if (is_assistant(message)) {
      return reading.add(form, value, response_of_messages(messages), nullptr);
    }
  }
  reading.flaw(value, "a request: it has messages and no response; pass the model's response");
}

// ---- one call; lines with other names ----

bool is_call(const Value& value) { return call_of(value).has_value(); }
void read_call(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  reading.add(form, value, Value::list({*call_of(value)}), nullptr);
}

const Value* result_in(const Value& value) {
  for (const string_view name : kResultNames) {
    const Value* result = find_member(value, name);
    if (result != nullptr && (result->is_str() || result->is_list() || result->is_dict())) {
      return result;
    }
  }
  return nullptr;
}
bool is_line(const Value& value) {
  return result_in(value) != nullptr && find_member(value, "model_result_raw") == nullptr;
}
void read_line(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  const Value& result = *result_in(value);
  // The answer of an API, stored under the name.
  std::string id = entry_id_in(value);
  if (id.empty() && str_member(value, "id") != nullptr) id = find_text(value, "id");
  ResponseReading inner = reading.inside(&form, id);
  if (result.is_dict() && !inner.deep() && inner.read(result)) return;
  inner.add(form, value, stored_response(result), &value);
}

constexpr std::array kRows = {
    FormRow{
        {"stream_piece", "a piece of a stream", "pieces of a stream", "`choices` of `delta`", true},
        is_chunk,
        read_chunk},
    FormRow{{"openai_chat", "an OpenAI chat response", "OpenAI chat responses",
             "`choices`, each with a `message`"},
            is_chat,
            read_chat},
    FormRow{{"openai_responses", "an OpenAI response object", "OpenAI response objects",
             "`output`, a list of items with a `type`"},
            is_response,
            read_response},
    FormRow{{"gemini", "a Gemini response", "Gemini responses",
             "`candidates`, each with `content` of `parts`"},
            is_gemini,
            read_gemini},
    FormRow{{"anthropic_message", "an Anthropic message", "Anthropic messages",
             "`type` is \"message\", `content` a list of blocks"},
            is_anthropic,
            read_anthropic},
    FormRow{{"message", "a message of an assistant", "messages of an assistant",
             "`role` is \"assistant\" or \"model\", or `tool_calls`"},
            is_message,
            read_message},
    FormRow{{"message", "a message of an assistant", "messages of an assistant",
             "`message`, such a message"},
            is_wrapped_message,
            read_wrapped_message},
    FormRow{{"conversation", "a conversation", "conversations",
             "`messages`, the assistant's among them"},
            is_conversation,
            read_conversation},
    FormRow{{"function_doc", "a function's description", "functions' descriptions",
             "`parameters` with `properties`", true},
            is_doc,
            read_doc},
    FormRow{{"renamed_line", "a line with another name for `result` or without an id",
             "lines with another name for `result` or without an id",
             "`result`, `output`, `response`, `prediction`, `completion` or `generation`"},
            is_line,
            read_line},
    FormRow{{"error", "an error", "errors", "`error` with a message and no response", true},
            is_error,
            read_error},
    FormRow{{"call", "a call", "calls", "a `name` with `arguments`, or {name: arguments}"},
            is_call,
            read_call},
};

}  // namespace

std::span<const FormRow> answer_rows() { return kRows; }

}  // namespace bfclx
