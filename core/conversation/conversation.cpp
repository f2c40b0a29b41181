#include "core/conversation/conversation.h"

#include <cstdlib>
#include <utility>

#include "core/base/utf8.h"
#include "core/conversation/conversation_state.h"
#include "core/conversation/html_page.h"
#include "core/conversation/prompt_formats/prompt_format.h"
#include "core/conversation/reasoning_blocks.h"
#include "core/conversation/result_files.h"
#include "core/conversation/server_message.h"
#include "core/conversation/streams/streamed_response.h"
#include "core/conversation/tools.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/finish_reason.h"
#include "core/dataset/own_turns.h"

namespace bfclx {

namespace {

using std::string_view;

// A header that is a number of seconds; nullopt for anything else, dates included.
std::optional<double> seconds_header(const HttpResponse& http, string_view name, double unit) {
  const std::string text(find_header(http.headers, name));
  if (text.empty() || text.size() > 16) return std::nullopt;
  double seconds = 0;
  double place = 0;
  for (const char c : text) {
    if (c == '.' && place == 0) {
      place = 1;
      continue;
    }
    if (c < '0' || c > '9') return std::nullopt;
    if (place == 0) {
      seconds = seconds * 10 + (c - '0');
    } else {
      place /= 10;
      seconds += (c - '0') * place;
    }
  }
  return seconds * unit;
}

AttemptOutcome outcome_of(const HttpResponse& http) {
  AttemptOutcome outcome;
  outcome.kind = AttemptOutcome::Kind::kStatus;
  outcome.status = http.status;
  outcome.retry_after = seconds_header(http, "retry-after-ms", 0.001);
  if (!outcome.retry_after) outcome.retry_after = seconds_header(http, "retry-after", 1);
  const string_view advice = find_header(http.headers, "x-should-retry");
  if (advice == "true") outcome.should_retry = true;
  if (advice == "false") outcome.should_retry = false;
  return outcome;
}

// What the server says went wrong, though the status of its response is 2xx.
std::optional<StatedError> server_error(const Result<ModelResponse>& response,
                                        const HttpResponse& http) {
  if (!response.ok()) {
    const Error& error = response.error();
    if (error.kind == kStreamError) return StatedError{server_message(error.message)};
    return stated_error(http.body);
  }
  if (response->error || !is_server_failure(response->finish_reason)) return response->error;
  return StatedError{"finish_reason `" + response->finish_reason + "`"};
}

// The conversation's own copy of an entry, with the hints on the language. Function docs weigh more
// than all the rest, and many conversations at once have the same: nobody changes their insides.
Result<Value> own_entry(const Value& data, Language language) {
  Dict own;
  const Value* functions = nullptr;
  for (const Dict::Entry& member : data.as_dict()) {
    const string_view name = member.key.is_str() ? member.key.as_str() : string_view();
    if (name == "function") functions = &member.value;
    const bool shared = name == "function" || name == "missed_function" || name == "initial_config";
    own.set(member.key, shared ? member.value : member.value.deep_copy());
  }
  BFCLX_ASSIGN_OR_RETURN(
      Value hinted,
      with_language_hints(functions != nullptr ? *functions : Value::list(), language));
  own.set("function", std::move(hinted));
  return Value::dict(std::move(own));
}

}  // namespace

Conversation::State::State(const Dataset& dataset, const Entry& entry, const Settings& settings,
                           string_view memory, EpisodeModules* modules)
    : id(entry.id),
      settings_(settings),
      prompts_(dataset.prompts()),
      memory_(memory),
      modules_(modules) {
  if (modules_ == nullptr) {
    own_modules_ = std::make_unique<EpisodeModules>(settings_.long_context, settings_.today);
    modules_ = own_modules_.get();
  }
  const EntryId read = read_entry_id(id);
  test_category_ = read.text;
  prerequisite_ = read.prerequisite;
  category_ = entry.category != nullptr ? entry.category : read.category;
  if (category_ == nullptr) return;
  multi_turn_ =
      category_->judging == Judging::kMultiTurn || category_->judging == Judging::kAgentic;
}

Status Conversation::State::prepare(const Entry& entry) {
  if (settings_.dialect == nullptr) return Error{"SettingsError", "no dialect is set"};
  if (settings_.dialect->fc) settings_.fc = *settings_.dialect->fc;
  decoder_ = settings_.reader();
  if (decoder_ == nullptr) {
    return Error{"SettingsError", "no decoder for " + std::string(settings_.dialect->name)};
  }
  if (!entry.question().is_list() || entry.question().items().empty()) {
    return Error{"DatasetError", id + ": the entry has no question"};
  }
  const Language language =
      entry.category != nullptr ? entry.category->language : Language::kPython;
  BFCLX_ASSIGN_OR_RETURN(entry_, own_entry(entry.data, language));
  dialect_ = settings_.dialect->make(settings_);
  if (category_ != nullptr && is_own_turns(*category_)) prepare_own_turns(entry);
  if (!multi_turn_ || own_turns_ != nullptr) phase_ = Phase::kBegin;
  return {};
}

void Conversation::State::want_effect() {
  ask = Ask();
  ask.kind = Ask::Kind::kEffect;
  ask.effect = *effects_.wanted();
  ask.wait = ask.effect.wait_seconds;
}

void Conversation::State::take_template(Result<std::string> prompt) {
  if (!prompt.ok()) {
    end_with_error(prompt.error(), Ending::kTransport);
    return;
  }
  dialect_->set_prompt(std::move(prompt).value());
  phase_ = Phase::kPrompt;
  run();
}

void Conversation::State::take_tokens(std::int64_t count) {
  prompt_tokens_ = count;
  dialect_->set_prompt_tokens(count);
  phase_ = Phase::kSend;
  run();
}

void Conversation::State::take_effect(EffectAnswer answer) {
  effects_.add(ask.effect, std::move(answer));
  run();
}

void Conversation::State::try_again_or_end(const AttemptOutcome& outcome) {
  last_error = outcome.message;
  accepted_last = false;
  const RetryRule& rule = settings_.dialect->retry;
  const RetryDecision decision = settings_.as_official
                                     ? decide_official_retry(rule, retry_, outcome)
                                     : decide_retry(rule, retry_, outcome, settings_.retries);
  if (!decision.again) {
    accepted_last = !is_transport_trouble(outcome);
    end_with_error({"APIError", std::string(outcome.message)},
                   accepted_last ? Ending::kFailed : Ending::kTransport);
    return;
  }
  ++retries;
  latency_ = decision.new_call ? 0 : latency_ + decision.wait;
  ask.wait = decision.wait;
  ask.jitter = decision.jitter;
}

void Conversation::State::take_http(const HttpResponse& http, double seconds, HttpResponse* own) {
  ++requests;
  latency_ += seconds;
  accepted_last = true;
  AttemptOutcome outcome = outcome_of(http);
  if (http.status < 200 || http.status > 299) {
    const std::string text = settings_.dialect->error_text(http);
    outcome.message = text;
    try_again_or_end(outcome);
    return;
  }
  Result<ModelResponse> response = dialect_->parse(http);
  const std::optional<StatedError> stated = server_error(response, http);
  if (!response.ok() || (stated && !settings_.as_official)) return refuse(http, response, stated);
  if (own != nullptr) std::string().swap(own->body);
  response_ = std::move(response).value();
  // With native calls the server's template decides what of the history the model sees.
  reasoning_separated_ =
      settings_.separates_reasoning && separate_reasoning(response_, !settings_.calls_functions());
  phase_ = Phase::kResponse;
  run();
}

// A response with a 2xx status that cannot be used. People read what it says, the result has the
// official words, unless it says that the server failed.
void Conversation::State::refuse(const HttpResponse& http, const Result<ModelResponse>& response,
                                 const std::optional<StatedError>& stated) {
  AttemptOutcome outcome = outcome_of(http);
  if (stated && !settings_.as_official) {
    using Kind = AttemptOutcome::Kind;
    outcome.kind = stated->status != 0 ? Kind::kStatus : Kind::kServerError;
    outcome.status = stated->status;
    outcome.message = stated->text;
    try_again_or_end(outcome);
  } else {
    const Error& error = response.error();
    // Officially invalid UTF-8 fails at once; it is a malformed body like any other.
    const bool malformed = error.kind == "JSONDecodeError" ||
                           (error.kind == "UnicodeDecodeError" && !settings_.as_official);
    outcome.kind = malformed ? AttemptOutcome::Kind::kBadJson : AttemptOutcome::Kind::kBadShape;
    outcome.message = error.message;
    // What the official code reads outside of its retries fails at once.
    if (malformed || error.kind == kSdkError) {
      try_again_or_end(outcome);
    } else {
      end_with_error(error, Ending::kFailed);
    }
  }
  const std::string status = "the response (status " + std::to_string(http.status) + ")";
  if (stated) {
    last_error = status + " states an error: " + stated->text;
  } else if (http.body.starts_with(kMalformedStream)) {
    last_error = "the response is a " + sanitize_utf8(slice_code_points(http.body, 0, 300));
  } else if (http.body.find_first_not_of(" \t\r\n") == std::string::npos) {
    last_error = status + " has an empty body";
  } else if (const std::optional<std::string> page = html_page(http.body)) {
    last_error = status + " is " + *page +
                 ", not JSON. Check the address of the server, and whether a "
                 "proxy or a login page responds instead";
  }
}

void Conversation::State::take_failure(TransportFailure failure, double seconds) {
  ++requests;
  latency_ += seconds;
  AttemptOutcome outcome;
  const bool timeout = failure == TransportFailure::kTimeout;
  outcome.kind = timeout ? AttemptOutcome::Kind::kTimeout : AttemptOutcome::Kind::kConnection;
  outcome.message = timeout ? "Request timed out." : "Connection error.";
  try_again_or_end(outcome);
}

void Conversation::State::end_with_error(const Error& error, Ending how) {
  ending = how;
  last_error = error.message;
  write_line(
      make_dict({{"id", Value::str(id)},
                 {"result", Value::str("Error during inference: " + error.message)},
                 {"traceback", Value::str(std::string(error.kind) + ": " + error.message)}}));
}

void Conversation::State::write_line(Value whole) {
  result = std::move(whole);
  line = bfclx::result_line(result);
  phase_ = Phase::kDone;
  ask = Ask();
}

Conversation::Conversation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Conversation::Conversation(Conversation&&) noexcept = default;
Conversation& Conversation::operator=(Conversation&&) noexcept = default;
Conversation::~Conversation() = default;

Result<Conversation> Conversation::start(const Dataset& dataset, const Entry& entry,
                                         const Settings& settings, string_view memory,
                                         EpisodeModules* modules) {
  auto state = std::make_unique<State>(dataset, entry, settings, memory, modules);
  BFCLX_RETURN_IF_ERROR(state->prepare(entry));
  state->run();
  return Conversation(std::move(state));
}

const Ask& Conversation::next() const { return state_->ask; }

void Conversation::answer(const HttpResponse& http, double seconds) {
  if (state_->ask.kind == Ask::Kind::kModel) state_->take_http(http, seconds);
}
void Conversation::answer(HttpResponse&& http, double seconds) {
  if (state_->ask.kind == Ask::Kind::kModel) state_->take_http(http, seconds, &http);
}
void Conversation::fail(TransportFailure failure, double seconds) {
  if (state_->ask.kind == Ask::Kind::kModel) state_->take_failure(failure, seconds);
}
void Conversation::answer_template(Result<std::string> prompt) {
  if (state_->ask.kind == Ask::Kind::kTemplate) state_->take_template(std::move(prompt));
}
void Conversation::answer_tokens(std::int64_t count) {
  if (state_->ask.kind == Ask::Kind::kTokenize) state_->take_tokens(count);
}
void Conversation::answer_effect(EffectAnswer answer) {
  if (state_->ask.kind == Ask::Kind::kEffect) state_->take_effect(std::move(answer));
}

void Conversation::give_up(string_view reason) {
  if (state_->ask.kind == Ask::Kind::kFinished) return;
  state_->end_with_error({"MemoryError", std::string(reason)}, Ending::kFailed);
}

const std::string& Conversation::id() const { return state_->id; }
Ending Conversation::ending() const { return state_->ending; }
const std::string& Conversation::result_line() const { return state_->line; }
const Value& Conversation::result() const { return state_->result; }
const std::optional<std::string>& Conversation::memory_snapshot() const { return state_->snapshot; }
const std::vector<StepNote>& Conversation::notes() const { return state_->notes; }
int Conversation::requests() const { return state_->requests; }
int Conversation::retries() const { return state_->retries; }
bool Conversation::accepted_last() const { return state_->accepted_last; }
const std::string& Conversation::last_error() const { return state_->last_error; }

bool Settings::calls_functions() const {
  if (dialect != nullptr && dialect->fc.has_value() && !*dialect->fc) return false;
  return fc || registry_name.find("FC") != std::string::npos;
}

const Decoder* Settings::reader() const {
  if (decoder != nullptr || dialect == nullptr) return decoder;
  const string_view handler =
      dialect->decoder_handler.empty() ? dialect->handlers.front() : dialect->decoder_handler;
  return find_decoder_for_handler(handler, dialect->fc.value_or(fc));
}

namespace {

// Official classes whose requests are not made here, and why.
struct UnspokenClass {
  string_view handler;
  string_view reason;
};
constexpr UnspokenClass kUnspoken[] = {
    {"QwenAgentThinkHandler", "the qwen-agent library writes its prompts and parses its responses"},
    {"QwenAgentNoThinkHandler",
     "it fails with the arguments of the registry, in the official program too"},
    {"NexusHandler", "it uses a defunct endpoint and has no registered model"},
};

std::string reason_for(string_view handler) {
  for (const UnspokenClass& row : kUnspoken) {
    if (row.handler == handler) return " (" + std::string(row.reason) + ")";
  }
  return {};
}

}  // namespace

Result<Settings> settings_for(const Model& model) {
  Settings settings;
  settings.registry_name = model.name;
  settings.model_name = model.model_name;
  settings.fc = model.is_fc_model;
  settings.dialect = find_dialect_for_handler(model.handler);
  if (settings.dialect == nullptr) {
    return Error{"ModelError",
                 "handler " + model.handler + " is unsupported" + reason_for(model.handler)};
  }
  if (const PromptFormat* format = find_prompt_format_for(model.handler, model.model_name)) {
    settings.prompt_format = std::string(format->name);
  }
  const bool fc = settings.dialect->fc.value_or(settings.fc);
  settings.decoder = find_decoder_for_handler(model.handler, fc);
  return settings;
}

}  // namespace bfclx
