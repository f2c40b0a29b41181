// Earlier calls in the messages of a question, and their results. They come into the history as if
// the model had made them in this conversation, so every protocol and every chat format shows them
// in its own form.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/conversation/conversation_state.h"
#include "core/conversation/values.h"
#include "core/decode/decoder.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

// [{name: {parameter: value}}], with underscores for dots: tools may be called so.
Value meant(const std::vector<EarlierCall>& calls) {
  Value out = Value::list();
  for (const EarlierCall& call : calls) {
    std::string name = call.name;
    std::replace(name.begin(), name.end(), '.', '_');
    out.mutable_list().push_back(make_dict({{name, call.arguments}}));
  }
  return out;
}

Value without_dots(const Value& decoded) {
  if (!decoded.is_list()) return decoded;
  Value out = Value::list();
  for (const Value& call : decoded.items()) {
    if (!call.is_dict()) return decoded;
    Dict renamed;
    for (const auto& [key, value] : call.as_dict()) {
      std::string name = str(key);
      std::replace(name.begin(), name.end(), '.', '_');
      renamed.set(name, value);
    }
    out.mutable_list().push_back(Value::dict(std::move(renamed)));
  }
  return out;
}

// ---- calls as the text of a response ----

std::string json_call(const EarlierCall& call, string_view arguments) {
  std::string text;
  append_json(text, make_dict({{"name", Value::str(call.name)}, {arguments, call.arguments}}));
  return text;
}

std::string name_arguments(const EarlierCall& call) { return json_call(call, "arguments"); }
std::string name_parameters(const EarlierCall& call) { return json_call(call, "parameters"); }
std::string keyed(const EarlierCall& call) {
  std::string text;
  append_json(text, make_dict({{call.name, call.arguments}}));
  return text;
}

// How chat formats write calls. Which of them a model means is asked of its decoder.
struct TextForm {
  string_view before, between, after;
  std::string (*call)(const EarlierCall& call);
};
constexpr TextForm kTextForms[] = {
    {"[", ", ", "]", python_call},
    {"<tool_call>\n", "\n</tool_call>\n<tool_call>\n", "\n</tool_call>", name_arguments},
    {"[", ", ", "]", name_arguments},
    {"<tool_calls>\n[", ", ", "]\n</tool_calls>", name_arguments},
    {"", "; ", "", name_parameters},
    {"[", ", ", "]", name_parameters},
    {"[", ", ", "]", keyed},
    {"<TOOLCALL>[", ", ", "]</TOOLCALL>", python_call},
};

std::string as_text(const TextForm& form, const std::vector<EarlierCall>& calls) {
  std::string text(form.before);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (i > 0) text += form.between;
    text += form.call(calls[i]);
  }
  return text.append(form.after);
}

}  // namespace

Status Conversation::State::add_messages(const Value& messages) {
  const bool first = turn_ == 0;
  if (!has_earlier_calls(messages)) return dialect_->add_turn(messages, first);
  BFCLX_ASSIGN_OR_RETURN(const std::vector<MessagePart> parts,
                         split_at_calls(messages, "question"));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].plain.items().empty()) {
      BFCLX_RETURN_IF_ERROR(dialect_->add_turn(parts[i].plain, first && i == 0));
    }
    if (!parts[i].calls.empty()) BFCLX_RETURN_IF_ERROR(add_earlier_calls(parts[i]));
  }
  return {};
}

Status Conversation::State::add_earlier_calls(const MessagePart& part) {
  BFCLX_ASSIGN_OR_RETURN(const ModelResponse response, say(part));
  BFCLX_RETURN_IF_ERROR(dialect_->add_assistant(response));
  Value calls = Value::list();
  Value results = Value::list();
  for (const EarlierCall& call : part.calls) {
    calls.mutable_list().push_back(Value::str(python_call(call)));
    results.mutable_list().push_back(Value::str(call.result));
  }
  return dialect_->add_results(calls, results, response);
}

// What the model would have answered to make these calls: only what its decoder reads as them.
Result<ModelResponse> Conversation::State::say(const MessagePart& part) const {
  const Value wanted = meant(part.calls);
  const auto reads = [&](const ModelResponse& response) {
    const Result<Value> decoded = decoder_->decode_ast(response.result, {});
    return decoded.ok() && equal(without_dots(*decoded), wanted);
  };
  if (settings_.calls_functions()) {
    Result<ModelResponse> response = dialect_->parse(dialect_->said({part.text, part.calls}));
    if (response.ok() && reads(*response)) return response;
  } else {
    for (const TextForm& form : kTextForms) {
      Result<ModelResponse> response =
          dialect_->parse(dialect_->said({as_text(form, part.calls), {}}));
      if (response.ok() && reads(*response)) return response;
    }
  }
  return Error{"SettingsError",
               "the question has earlier calls, which cannot be written in the response format of "
               "this model (decoder " +
                   std::string(decoder_->name) + ")"};
}

}  // namespace bfclx
