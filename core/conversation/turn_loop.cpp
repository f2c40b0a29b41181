// The turn loop (base_handler.py: inference_multi_turn_FC, inference_multi_turn_prompting,
// inference_single_turn_*): turns, steps, held-out functions, state logs, the inference log.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/conversation/conversation_state.h"
#include "core/conversation/prompts.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/simulators/apis/memory.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

// executable_backend_config.py: OMIT_STATE_INFO_CLASSES, beside the stateless ones
constexpr string_view kClassesWithoutLog[] = {"MemoryAPI_kv", "MemoryAPI_vector",
                                              "MemoryAPI_rec_sum", "WebSearchAPI"};

bool has_state_log(const ClassTable& table) {
  for (const string_view name : kClassesWithoutLog) {
    if (table.name == name) return false;
  }
  return !table.stateless;
}

// model_name_underline_replaced
std::string instance_prefix(std::string name) {
  for (char& c : name) {
    if (c == '/' || c == '-' || c == '.') c = '_';
  }
  return name;
}

Value handler_log(string_view text, string_view key, Value value) {
  return make_dict({{"role", Value::str("handler_log")},
                    {"content", Value::str(text)},
                    {key, std::move(value)}});
}

// len(value)
Result<std::size_t> length_of(const Value& value) {
  if (value.is_sequence()) return value.items().size();
  if (value.is_str()) return value.as_str().size();  // whether it is empty is all that counts
  if (value.is_dict()) return value.as_dict().size();
  return Error{"TypeError", "object of type '" + std::string(type_name(value)) + "' has no len()"};
}

// is_empty_execute_response
Result<bool> is_empty_response(const Value& calls) {
  BFCLX_ASSIGN_OR_RETURN(const std::size_t count, length_of(calls));
  if (count == 0) return true;
  if (count != 1 || !calls.is_sequence()) return false;
  BFCLX_ASSIGN_OR_RETURN(const std::size_t inner, length_of(calls.items()[0]));
  return inner == 0;
}

bool all_empty(const List& turns) {
  for (const Value& turn : turns) {
    for (const Value& text : turn.items()) {
      if (!text.is_str() || !text.as_str().empty()) return false;
    }
  }
  return true;
}

// Whether a step of a turn has more than None.
bool has_some(const List& turns) {
  return std::any_of(turns.begin(), turns.end(), [](const Value& turn) {
    const List& steps = turn.items();
    return std::any_of(steps.begin(), steps.end(), [](const Value& one) { return !one.is_none(); });
  });
}

void push(const Value& list, Value item) { list.mutable_list().push_back(std::move(item)); }

}  // namespace

void Conversation::State::run() {
  ask = Ask();
  while (phase_ != Phase::kDone && phase_ != Phase::kWaiting) {
    if (Status status = step(); !status.ok()) {
      if (is_effect(status.error()) && effects_.wanted()) {
        want_effect();
        return;
      }
      end_with_error(status.error(), Ending::kFailed);
    }
  }
}

Status Conversation::State::step() {
  switch (phase_) {
    case Phase::kInstances:
      return make_instances();
    case Phase::kBegin:
      return begin();
    case Phase::kTurn:
      return begin_turn();
    case Phase::kStep:
      return begin_step();
    case Phase::kPrompt:
      return prepare_prompt();
    case Phase::kSend:
      return send();
    case Phase::kResponse:
      return take_response();
    case Phase::kCalls:
      return run_calls();
    case Phase::kTurnEnd:
      return end_turn();
    case Phase::kFinish:
      return finish();
    case Phase::kWaiting:
    case Phase::kDone:
      break;
  }
  return {};
}

// populate_initial_settings_for_memory_test_cases, ..._for_web_search_test_cases
Value Conversation::State::with_memory(const Value& config) const {
  const Value* classes = member(entry_, "involved_classes");
  if (classes == nullptr || !classes->is_list() || classes->items().empty()) return config;
  const Value& name = classes->items()[0];
  if (!name.is_str()) return config;
  Dict settings;
  if (is_memory_class(name.as_str())) {
    settings.set("model_result_dir", Value::str(""));
    settings.set("scenario", Value::str(text_member(entry_, "scenario")));
    settings.set("test_id", Value::str(id));
    settings.set("test_category", Value::str(test_category_));
    settings.set("snapshot", memory_.empty() ? Value() : Value::bytes(memory_));
  } else if (name.as_str() == "WebSearchAPI") {
    settings.set("show_snippet", Value::boolean(!contains(test_category_, "no_snippet")));
  } else {
    return config;
  }
  Dict whole;
  whole.set(name, Value::dict(std::move(settings)));
  return Value::dict(std::move(whole));
}

Status Conversation::State::make_instances() {
  BFCLX_ASSIGN_OR_RETURN(const Value classes, required_member(entry_, "involved_classes"));
  const Value* config = member(entry_, "initial_config");
  EpisodeSetup setup;
  setup.model_name = instance_prefix(settings_.model_name);
  setup.id = id;
  setup.initial_config = with_memory(config != nullptr ? *config : Value::dict());
  setup.involved_classes = classes;
  setup.long_context = category_ != nullptr && category_->long_context;
  setup.evaluation = false;
  modules_->set_effects(&effects_);
  modules_->set_services(settings_.services);
  effects_.forget_wanted();
  Result<Episode> episode = Episode::start(setup, *modules_);
  if (!episode.ok()) return std::move(episode).error();
  episode_.emplace(std::move(episode).value());
  BFCLX_RETURN_IF_ERROR(add_memory_text());
  log_state();
  phase_ = Phase::kBegin;
  return {};
}

Status Conversation::State::add_memory_text() {
  if (category_ == nullptr || !is_memory(*category_)) return {};
  if (episode_->instances().size() != 1) {
    return Error{"AssertionError", "Memory category should only involve one class."};
  }
  const MemoryApi* memory = memory_of(*episode_->instances()[0]);
  if (memory == nullptr) {
    return Error{"AttributeError", "the class of a memory category is no memory"};
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string content, memory->context());
  BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry_, "question"));
  return add_memory_instruction(prompts_, question, text_member(entry_, "scenario"),
                                memory->is_one_text(), content);
}

void Conversation::State::log_state() {
  if (settings_.exclude_state_log || !episode_) return;
  List states;
  for (const auto& instance : episode_->instances()) {
    if (!has_state_log(instance->table())) continue;
    states.push_back(make_dict({{"role", Value::str("state_info")},
                                {"class_name", Value::str(instance->table().name)},
                                {"content", instance->state().deep_copy()}}));
  }
  if (!states.empty()) log_.push_back(Value::list(std::move(states)));
}

Status Conversation::State::begin() {
  BFCLX_RETURN_IF_ERROR(dialect_->begin(entry_, prompts_));
  if (settings_.calls_functions()) {
    BFCLX_RETURN_IF_ERROR(dialect_->compile_tools(*member(entry_, "function")));
  }
  phase_ = Phase::kTurn;
  return {};
}

// The messages of the turn; where functions were held out, they come now.
Result<Value> Conversation::State::messages_of_turn() {
  BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry_, "question"));
  const Value messages = question.items()[turn_];
  if (own_turns_ != nullptr) return messages_of_own_turn(messages);
  const Value* missed = member(entry_, "missed_function");
  const Value* held = missed != nullptr ? member(*missed, std::to_string(turn_)) : nullptr;
  if (held == nullptr || !multi_turn_) return messages;
  if (!messages.items().empty()) {
    return Error{"AssertionError", "Holdout turn should not have user message."};
  }
  if (settings_.calls_functions()) {
    const Value functions = *member(entry_, "function");
    for (const Value& doc : held->items()) push(functions, doc);
    BFCLX_RETURN_IF_ERROR(dialect_->compile_tools(functions));
    BFCLX_ASSIGN_OR_RETURN(const std::string text,
                           prompt_text(prompts_, "DEFAULT_USER_PROMPT_FOR_ADDITIONAL_FUNCTION_FC"));
    return Value::list({message_of("user", Value::str(text))});
  }
  BFCLX_ASSIGN_OR_RETURN(
      const std::string text,
      prompt_text(prompts_, "DEFAULT_USER_PROMPT_FOR_ADDITIONAL_FUNCTION_PROMPTING"));
  const std::string docs = repr(*held);
  return Value::list(
      {message_of("user", Value::str(format_template(text, {{"functions", docs}})))});
}

Status Conversation::State::begin_turn() {
  BFCLX_ASSIGN_OR_RETURN(const Value messages, messages_of_turn());
  BFCLX_RETURN_IF_ERROR(add_messages(messages));
  now_ = TurnLog();
  now_.log = make_dict({{"begin_of_turn_query", messages}});
  step_ = 0;
  phase_ = Phase::kStep;
  return {};
}

Status Conversation::State::begin_step() {
  now_.step = Value::list();
  now_.log.mutable_dict().set("step_" + std::to_string(step_), now_.step);
  if (std::optional<Value> arguments = dialect_->template_to_apply()) {
    ask = Ask();
    ask.kind = Ask::Kind::kTemplate;
    ask.template_arguments = *std::move(arguments);
    phase_ = Phase::kWaiting;
    return {};
  }
  phase_ = Phase::kPrompt;
  return {};
}

Status Conversation::State::prepare_prompt() {
  if (std::optional<std::string> text = dialect_->prompt_to_count()) {
    ask = Ask();
    ask.kind = Ask::Kind::kTokenize;
    ask.text = *std::move(text);
    phase_ = Phase::kWaiting;
    return {};
  }
  phase_ = Phase::kSend;
  return {};
}

Status Conversation::State::send() {
  BFCLX_ASSIGN_OR_RETURN(HttpRequest request, dialect_->request());
  retry_ = RetryState();
  latency_ = 0;
  ask = Ask();
  ask.kind = Ask::Kind::kModel;
  ask.request = std::move(request);
  phase_ = Phase::kWaiting;
  return {};
}

void Conversation::State::count_step(const ModelResponse& response) {
  notes.push_back({turn_, step_, response.finish_reason, response.usage, reasoning_separated_});
  push(now_.input_tokens, response.input_tokens);
  push(now_.output_tokens, response.output_tokens);
  push(now_.latency, Value::real(settings_.latency.value_or(latency_)));
  push(now_.results, response.result);
  push(now_.reasoning, response.reasoning.value_or(Value::str("")));
  push(now_.logprobs, response.logprobs.value_or(Value()));
}

Status Conversation::State::take_response() {
  if (settings_.include_input_log) {
    push(now_.step, message_of("inference_input", dialect_->input_log()));
  }
  if (!multi_turn_) {
    count_step(response_);
    phase_ = Phase::kFinish;
    return {};
  }
  BFCLX_RETURN_IF_ERROR(dialect_->add_assistant(response_));
  count_step(response_);
  const Value said = message_of("assistant", response_.result);
  if (response_.reasoning && truthy(*response_.reasoning)) {
    said.mutable_dict().set("reasoning_content", *response_.reasoning);
  }
  push(now_.step, said);
  return log_decoded();
}

Status Conversation::State::log_decoded() {
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  Result<Value> decoded = decoder_->decode_execute(response_.result, options);
  Result<bool> empty = false;
  if (decoded.ok()) {
    calls_ = *decoded;
    push(now_.step,
         handler_log("Successfully decoded model response.", "model_response_decoded", calls_));
    empty = is_empty_response(calls_);
  }
  if (!decoded.ok() || !empty.ok()) {
    const Error& error = decoded.ok() ? empty.error() : decoded.error();
    push(now_.step, handler_log("Error decoding the model response. Proceed to next turn.", "error",
                                Value::str(error.message)));
    phase_ = Phase::kTurnEnd;
    return answer_unread_calls();
  }
  if (*empty) {
    push(now_.step, handler_log("Empty response from the model. Proceed to next turn.",
                                "model_response_decoded", calls_));
    phase_ = Phase::kTurnEnd;
    return {};
  }
  if (!calls_.is_list()) {
    return Error{"TypeError",
                 "'" + std::string(type_name(calls_)) + "' object is no list of calls"};
  }
  call_results_ = Value::list();
  phase_ = Phase::kCalls;
  return {};
}

Status Conversation::State::run_calls() {
  if (own_turns_ != nullptr) return give_own_results();
  modules_->set_effects(&effects_);
  const List& calls = calls_.items();
  while (call_results_.items().size() < calls.size()) {
    const Value& call = calls[call_results_.items().size()];
    if (!call.is_str()) {
      return Error{"TypeError", "expected string or bytes-like object, got '" +
                                    std::string(type_name(call)) + "'"};
    }
    effects_.forget_wanted();
    Value told = episode_->run(call.as_str());
    if (effects_.wanted()) return Error{kEffectError, effects_.wanted()->url};
    if (told.is_str()) result_bytes_ += told.as_str().size();
    if (settings_.max_result_bytes > 0 && result_bytes_ > settings_.max_result_bytes) {
      return Error{"MemoryError", "the results of the entry's calls exceed " +
                                      std::to_string(settings_.max_result_bytes >> 10) + " KiB"};
    }
    push(call_results_, std::move(told));
  }
  BFCLX_RETURN_IF_ERROR(dialect_->add_results(calls_, call_results_, response_));
  for (const Value& told : call_results_.items()) push(now_.step, message_of("tool", told));
  ++step_;
  if (step_ > settings_.max_steps) {
    forced_ = true;
    push(now_.step,
         message_of("handler_log", Value::str("Model has been forced to quit after " +
                                              std::to_string(settings_.max_steps) + " steps.")));
    phase_ = Phase::kTurnEnd;
    return {};
  }
  phase_ = Phase::kStep;
  return {};
}

Status Conversation::State::end_turn() {
  results_.push_back(now_.results);
  log_.push_back(now_.log);
  reasonings_.push_back(now_.reasoning);
  logprobs_.push_back(now_.logprobs);
  input_tokens_.push_back(now_.input_tokens);
  output_tokens_.push_back(now_.output_tokens);
  latencies_.push_back(now_.latency);
  log_state();
  ++turn_;
  const bool last = turn_ >= member(entry_, "question")->items().size();
  phase_ = forced_ || last ? Phase::kFinish : Phase::kTurn;
  return {};
}

Status Conversation::State::finish_single_turn() {
  Dict whole;
  whole.set("id", Value::str(id));
  whole.set("result", response_.result);
  if (settings_.include_input_log) whole.set("inference_log", now_.step);
  whole.set("input_token_count", response_.input_tokens);
  whole.set("output_token_count", response_.output_tokens);
  whole.set("latency", now_.latency.items()[0]);
  if (response_.reasoning && !equal(*response_.reasoning, Value::str(""))) {
    whole.set("reasoning_content", *response_.reasoning);
  }
  if (response_.logprobs) whole.set("logprobs", *response_.logprobs);
  write_line(Value::dict(std::move(whole)));
  return {};
}

Status Conversation::State::finish() {
  if (!multi_turn_) return finish_single_turn();
  if (prerequisite_) {
    const MemoryApi* memory = memory_of(*episode_->instances()[0]);
    if (memory == nullptr) return Error{"AttributeError", "no memory to flush"};
    BFCLX_ASSIGN_OR_RETURN(snapshot, memory->snapshot());
  }
  Dict whole;
  whole.set("id", Value::str(id));
  whole.set("result", Value::list(results_));
  whole.set("input_token_count", Value::list(input_tokens_));
  whole.set("output_token_count", Value::list(output_tokens_));
  whole.set("latency", Value::list(latencies_));
  whole.set("inference_log", Value::list(log_));
  if (!all_empty(reasonings_)) whole.set("reasoning_content", Value::list(reasonings_));
  if (has_some(logprobs_)) whole.set("logprobs", Value::list(logprobs_));
  ending = forced_ ? Ending::kForced : Ending::kAnswered;
  write_line(Value::dict(std::move(whole)));
  return {};
}

}  // namespace bfclx
