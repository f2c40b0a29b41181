// History: the messages of an entry twice over, as they are sent and as Python prints them in logs,
// where responses are objects of an SDK. And what else dialects do alike. For the files of this
// folder.
#ifndef BFCLX_CORE_CONVERSATION_DIALECTS_HISTORY_H_
#define BFCLX_CORE_CONVERSATION_DIALECTS_HISTORY_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/conversation/dialect.h"
#include "core/conversation/prompts.h"
#include "core/conversation/tools.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "core/value/value.h"

namespace bfclx {

class History {
 public:
  void add(const Value& sent, const Value& shown) {
    sent_.mutable_list().push_back(sent);
    shown_.mutable_list().push_back(shown);
  }
  void add(const Value& message) { add(message, message); }
  void add_each(const Value& messages) {
    for (const Value& message : messages.items()) add(message);
  }

  const Value& sent() const { return sent_; }
  const Value& shown() const { return shown_; }

 private:
  Value sent_ = Value::list();
  Value shown_ = Value::list();
};

// Results of calls in prompting: one message of the user.
inline Value results_message(const Value& calls, const Value& results) {
  return message_of("user", Value::str(results_as_user_text(calls, results)));
}

// In FC: use(i, id, result) for each result that answers a call of the response.
template <typename Use>
void for_each_result(const ModelResponse& response, const Value& results, Use use) {
  const List& ids = response.tool_call_ids.items();
  const std::size_t count = std::min(ids.size(), results.items().size());
  for (std::size_t i = 0; i < count; ++i) use(i, ids[i], results.items()[i]);
}

// "inference_input": the messages, and in FC the tools.
inline Value input_log_of(const Value& shown, const Value& tools, bool fc) {
  if (!fc) return make_dict({{"message", shown}});
  return make_dict({{"message", shown}, {"tools", tools}});
}

// A response with this body.
inline HttpResponse said_as(const Value& body) {
  HttpResponse http;
  http.status = 200;
  append_json(http.body, body);
  return http;
}

inline Value said_arguments(const EarlierCall& call) {
  std::string text;
  append_json(text, call.arguments);
  return Value::str(text);
}

// [{"id", "type", "function": {"name", "arguments": JSON text}}]
inline Value said_tool_calls(const SaidMessage& said, ToolStyle style) {
  Value calls = Value::list();
  for (const EarlierCall& call : said.calls) {
    calls.mutable_list().push_back(
        make_dict({{"id", Value::str(call.id)},
                   {"type", Value::str("function")},
                   {"function", make_dict({{"name", Value::str(name_on_wire(call.name, style))},
                                           {"arguments", said_arguments(call)}})}}));
  }
  return calls;
}

// {"choices": [{"message": {...}}]}, with the calls where there are any.
inline Value said_completion(const SaidMessage& said, ToolStyle style) {
  Value message = message_of(
      "assistant", said.text.empty() && !said.calls.empty() ? Value() : Value::str(said.text));
  if (!said.calls.empty()) {
    message.mutable_dict().set("tool_calls", said_tool_calls(said, style));
  }
  const Value usage =
      make_dict({{"prompt_tokens", Value::integer(0)}, {"completion_tokens", Value::integer(0)}});
  return make_dict(
      {{"choices", Value::list({make_dict({{"message", message}})})}, {"usage", usage}});
}

// A request of a JSON body, which may have failed.
inline Result<HttpRequest> json_request(std::string_view path, Result<std::string> body) {
  if (!body.ok()) return std::move(body).error();
  HttpRequest request;
  request.path = path;
  request.headers.push_back({"Content-Type", "application/json"});
  request.body = std::move(body).value();
  return request;
}

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_DIALECTS_HISTORY_H_
