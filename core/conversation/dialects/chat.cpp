#include "core/conversation/dialects/chat.h"

#include <utility>

#include "core/conversation/dialects/response_access.h"
#include "core/conversation/prompts.h"
#include "core/conversation/token_logprobs.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

using Prompt = ChatTraits::Prompt;
using Reading = ChatTraits::Reading;

Status ChatDialect::begin(const Value& entry, const Value& prompts) {
  if (traits_.prompt == Prompt::kNemotron) return begin_nemotron(entry, prompts);
  if (fc()) return {};
  if (traits_.prompt == Prompt::kMining) return begin_mining(entry, prompts);
  BFCLX_RETURN_IF_ERROR(add_system_prompt(prompts, entry));
  return traits_.merges_user ? combine_user_messages(entry) : Status();
}

// mining.py:mining_system_prompt_pre_processing_chat_model
Status ChatDialect::begin_mining(const Value& entry, const Value& prompts) {
  BFCLX_ASSIGN_OR_RETURN(const Value functions, required_member(entry, "function"));
  BFCLX_ASSIGN_OR_RETURN(const std::string before,
                         prompt_text(prompts, "PROMPT_TEXTS", "MiningHandler", "system_before"));
  BFCLX_ASSIGN_OR_RETURN(const std::string after,
                         prompt_text(prompts, "PROMPT_TEXTS", "MiningHandler", "system_after"));
  BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry, "question"));
  if (question.items().empty()) return Error{"IndexError", "list index out of range"};
  return put_system_prompt(question.items()[0],
                           format_template(before, {{"", repr(functions)}}) + after);
}

// nemotron.py: system messages are the user's, and the first user message is told inside the system
// prompt.
Status ChatDialect::begin_nemotron(const Value& entry, const Value& prompts) {
  BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry, "question"));
  for (const Value& turn : question.items()) make_system_messages_user(turn);
  BFCLX_RETURN_IF_ERROR(combine_user_messages(entry));
  if (question.items().empty()) return Error{"IndexError", "list index out of range"};
  List& first = question.items()[0].mutable_list();
  std::string asked;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (text_member(first[i], "role") != "user") continue;
    asked = text_member(first[i], "content");
    first.erase(first.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  BFCLX_ASSIGN_OR_RETURN(const Value functions, required_member(entry, "function"));
  BFCLX_ASSIGN_OR_RETURN(const std::string text,
                         prompt_text(prompts, "PROMPT_TEXTS", "NemotronHandler", "system"));
  const std::string docs = repr(functions);
  first.insert(first.begin(),
               message_of("system", Value::str(format_template(
                                        text, {{"functions", docs}, {"user_prompt", asked}}))));
  return {};
}

Status ChatDialect::compile_tools(const Value& functions) {
  if (traits_.raw_tools) {
    tools_ = functions;
    return {};
  }
  BFCLX_ASSIGN_OR_RETURN(tools_, convert_to_tool(functions, traits_.tools));
  return {};
}

Status ChatDialect::add_turn(const Value& messages, bool /*first*/) {
  history_.add_each(messages);
  return {};
}

void ChatDialect::add_sampling(Dict& body) const {
  const std::string_view thinking = traits_.thinking_models;
  const bool thinks =
      fc() && !thinking.empty() && settings().model_name.find(thinking) != std::string::npos;
  if (thinks) {
    body.set("thinking", make_dict({{"type", Value::str("enabled")}}));
  } else if (fc() ? traits_.temperature_fc : traits_.temperature_prompt) {
    body.set("temperature", Value::real(settings().temperature));
  }
  if (traits_.store) body.set("store", Value::boolean(false));
  if (traits_.stream) {
    body.set("enable_thinking", Value::boolean(true));
    body.set("stream", Value::boolean(true));
    body.set("stream_options", make_dict({{"include_usage", Value::boolean(true)}}));
    if (fc()) body.set("parallel_tool_calls", Value::boolean(true));
  }
  if (settings().max_tokens) body.set("max_tokens", Value::integer(*settings().max_tokens));
}

Result<HttpRequest> ChatDialect::request() {
  std::string model = settings().model_name;
  if (traits_.model != nullptr) {
    BFCLX_ASSIGN_OR_RETURN(model, traits_.model(settings()));
  }
  Dict body;
  body.set("messages", history_.sent());
  body.set("model", Value::str(model));
  add_sampling(body);
  const bool tools = fc() && traits_.sends_tools;
  if (tools && (traits_.empty_tools || !tools_.items().empty())) {
    body.set(traits_.tools_key, tools_);
    if (traits_.tool_choice) body.set("tool_choice", Value::str("auto"));
  }
  const Value whole = Value::dict(std::move(body));
  return json_request(traits_.path, traits_.ascii_body ? write_ascii_body(whole, settings())
                                                       : write_body(whole, settings()));
}

Value ChatDialect::input_log() {
  const Value& messages = history_.shown();
  return input_log_of(traits_.live_log ? messages : Value::str(repr(messages)), tools_,
                      fc() && traits_.sends_tools);
}

void ChatDialect::add_usage(const Value& usage, ModelResponse& response) const {
  const Value* in = member(usage, "prompt_tokens");
  const Value* out = member(usage, "completion_tokens");
  response.usage = usage;
  response.input_tokens = in != nullptr ? *in : Value::integer(0);
  response.output_tokens = out != nullptr ? *out : Value::integer(0);
}

Result<ModelResponse> ChatDialect::parse_message(const Value& completion) const {
  BFCLX_ASSIGN_OR_RETURN(const Value message, first_message(completion));
  BFCLX_ASSIGN_OR_RETURN(ModelResponse response,
                         read_chat_message(message, {&traits_, fc(), settings().as_official,
                                                     settings().include_input_log}));
  const Value* usage = present(completion, "usage");
  if (usage == nullptr && settings().as_official) {
    return Error{"AttributeError", "'NoneType' object has no attribute 'prompt_tokens'"};
  }
  add_usage(usage != nullptr ? *usage : Value(), response);
  const Value& choice = member(completion, "choices")->items()[0];
  read_ending(completion, choice, response);
  if (settings().keeps_logprobs) response.logprobs = read_logprobs(choice);
  return response;
}

Result<ModelResponse> ChatDialect::parse(const HttpResponse& http) {
  if (traits_.stream) {
    BFCLX_ASSIGN_OR_RETURN(ModelResponse response, read_chat_stream(http.body, fc()));
    add_usage(response.usage, response);
    return response;
  }
  BFCLX_ASSIGN_OR_RETURN(const Value completion, read_json_body(http));
  return parse_message(completion);
}

Status ChatDialect::add_assistant(const ModelResponse& response) {
  history_.add(response.message, response.shown ? *response.shown : response.message);
  return {};
}

Status ChatDialect::add_results(const Value& calls, const Value& results,
                                const ModelResponse& response) {
  if (!fc()) {
    history_.add(results_message(calls, results));
    return {};
  }
  const bool without_ids =
      traits_.reading == Reading::kFireworks || traits_.reading == Reading::kGorilla;
  const List& ids = response.tool_call_ids.items();
  for (std::size_t i = 0; i < results.items().size(); ++i) {
    if (!without_ids && i >= ids.size()) break;
    Value message = message_of("tool", results.items()[i]);
    if (!without_ids) message.mutable_dict().set("tool_call_id", ids[i]);
    history_.add(message);
  }
  return {};
}

HttpResponse ChatDialect::said(const SaidMessage& said) const {
  const Value body = said_completion(said, traits_.tools);
  const Value& choice = member(body, "choices")->items()[0];
  const Value& message = *member(choice, "message");
  if (fc() && traits_.reading == Reading::kNanbeige) {
    message.mutable_dict().set("reasoning_content", Value::str(""));
  }
  if (!traits_.stream) return said_as(body);
  const Value* calls = member(message, "tool_calls");
  for (std::size_t i = 0; calls != nullptr && i < calls->items().size(); ++i) {
    calls->items()[i].mutable_dict().set("index", Value::integer(static_cast<std::int64_t>(i)));
  }
  choice.mutable_dict().set("delta", message);
  HttpResponse http = said_as(body);
  http.body = "data: " + http.body + "\n\n";
  return http;
}

}  // namespace bfclx
