// Asking a model: the plan of a run, conversations that say what to send and are told what came,
// the files that come of it. Whoever calls has the socket, the clock and the key.
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "core/api/arguments.h"
#include "core/api/conversations.h"
#include "core/conversation/reasoning_blocks.h"
#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/dataset/dataset_files.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/sample_choice.h"
#include "core/value/dict_of.h"

namespace bfclx::api {

Conversations& conversations_of(Module& module) {
  if (module.conversations == nullptr) module.conversations = std::make_shared<Conversations>();
  return *module.conversations;
}

namespace {

constexpr std::string_view kApis[] = {"chat", "responses"};

const DialectInfo* dialect_of_api(std::string_view api) {
  for (const std::string_view known : kApis) {
    if (known == api) return find_dialect(api);
  }
  return nullptr;
}

// Models are queried as those outside the registry, whose leading reasoning is no part of the
// response by default.
Result<bool> separates_reasoning(const Value& given) {
  const Value* reasoning = present(given, "reasoning");
  if (reasoning == nullptr) return true;
  const bool parse = reasoning->is_str() && reasoning->as_str() == "parse";
  if (parse || (reasoning->is_str() && reasoning->as_str() == "keep")) return parse;
  return wrong("`reasoning` must be parse or keep");
}

// `settings` of the call: model, api, fc, temperature, max_tokens, extra_body, reasoning, today and
// flags.
Result<Settings> settings_of(const Value& arguments) {
  const Value* given = find_member(arguments, "settings");
  if (given == nullptr || !given->is_dict()) {
    return wrong("`settings` must be an object");
  }
  Settings settings;
  BFCLX_ASSIGN_OR_RETURN(settings.model_name, text_argument(*given, "model"));
  settings.registry_name = settings.model_name;
  BFCLX_ASSIGN_OR_RETURN(const std::string api, text_argument(*given, "api"));
  settings.dialect = dialect_of_api(api);
  if (settings.dialect == nullptr) {
    return call_error(kinds::kUnknown, "unknown api `" + api + "`, expected chat or responses");
  }
  BFCLX_ASSIGN_OR_RETURN(settings.fc, flag_argument(*given, "fc"));
  const Value* temperature = find_member(*given, "temperature");
  if (temperature != nullptr && temperature->is_float()) {
    settings.temperature = temperature->as_float();
  } else if (temperature != nullptr && temperature->is_small_int()) {
    settings.temperature = static_cast<double>(temperature->as_int64());
  }
  const Value* most = find_member(*given, "max_tokens");
  if (most != nullptr && most->is_small_int()) settings.max_tokens = most->as_int64();
  const Value* extra = find_member(*given, "extra_body");
  if (extra != nullptr && extra->is_dict()) settings.extra_body = *extra;
  BFCLX_ASSIGN_OR_RETURN(settings.separates_reasoning, separates_reasoning(*given));
  BFCLX_ASSIGN_OR_RETURN(const auto log, optional_flag(*given, "include_input_log"));
  settings.include_input_log = log.value_or(false);
  BFCLX_ASSIGN_OR_RETURN(const std::string today, text_argument(*given, "today"));
  const std::optional<std::int64_t> day = day_of_date(today);
  if (!day) return wrong("`today` must be a date of the form YYYY-MM-DD");
  settings.today = *day;
  return settings;
}

Result<std::set<std::string, std::less<>>> ids_argument(const Value& arguments,
                                                        std::string_view name) {
  BFCLX_ASSIGN_OR_RETURN(std::vector<std::string> ids, optional_texts(arguments, name));
  return std::set<std::string, std::less<>>(std::make_move_iterator(ids.begin()),
                                            std::make_move_iterator(ids.end()));
}

// What an entry needs to be begun.
Status prepare(Module& module, const Category& category, bool with_prompts) {
  DatasetFiles& dataset = module.dataset();
  for (const Status& status :
       {dataset.load(category), with_prompts ? dataset.load_prompts() : Status(),
        uses_long_context(category) ? dataset.load_long_context() : Status()}) {
    if (!status.ok()) return dataset_fault(status.error());
  }
  return {};
}

Value planned_value(const PlannedEntry& planned) {
  return dict_of({{"id", planned.entry->id},
                  {"category", planned.entry->category->name},
                  {"prerequisite", read_entry_id(planned.entry->id).prerequisite},
                  {"depends_on", list_of_texts(planned.depends_on)},
                  {"path", result_file_path(planned.entry->id)}});
}

Result<Value> plan_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const Settings settings, settings_of(arguments));
  BFCLX_ASSIGN_OR_RETURN(const List* names, list_argument(arguments, "categories"));
  PlanRequest request;
  request.fc = settings.calls_functions();
  for (const Value& name : *names) {
    const Category* category = name.is_str() ? find_category(name.as_str()) : nullptr;
    if (category == nullptr) {
      return call_error(kinds::kUnknown, "`categories` must be a list of names");
    }
    BFCLX_RETURN_IF_ERROR(prepare(module, *category, false));
    request.categories.push_back(category);
  }
  BFCLX_ASSIGN_OR_RETURN(request.only, ids_argument(arguments, "ids"));
  BFCLX_ASSIGN_OR_RETURN(request.done, ids_argument(arguments, "done"));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t sample, optional_number(arguments, "sample", 0, 0));
  const Dataset& dataset = module.dataset().dataset();
  if (sample > 0 && request.only.empty()) {
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t seed, optional_number(arguments, "seed", 0, 0));
    request.only = choose_sample(dataset, request.categories, static_cast<std::size_t>(sample),
                                 static_cast<std::uint64_t>(seed));
  }
  request.only = with_prerequisites(dataset, std::move(request.only));
  Result<std::vector<PlannedEntry>> plan = make_plan(dataset, request);
  if (!plan.ok()) return dataset_fault(plan.error());
  List entries;
  Conversations& conversations = conversations_of(module);
  for (const PlannedEntry& planned : *plan) {
    conversations.planned[planned.entry->id] = planned.entry;
    entries.push_back(planned_value(planned));
  }
  const Decoder* decoder = settings.reader();
  return dict_of({{"entries", Value::list(std::move(entries))},
                  {"decoder", decoder != nullptr ? Value::str(decoder->name) : Value()},
                  {"folder", model_folder(settings.registry_name)},
                  {"reasoning_text", settings.separates_reasoning ? kReasoningFound : ""}});
}

std::string_view ending_name(Ending ending) {
  static constexpr std::string_view kNames[] = {"answered", "forced", "failed", "transport"};
  return kNames[static_cast<std::size_t>(ending)];
}

Value headers_value(const std::vector<HttpHeader>& headers) {
  List items;
  for (const HttpHeader& header : headers) {
    items.push_back(Value::list(List{Value::str(header.name), Value::str(header.value)}));
  }
  return Value::list(std::move(items));
}

Value finished_value(const Conversation& talk, CallBytes& bytes) {
  bytes.out = talk.result_line();
  const std::vector<StepNote>& notes = talk.notes();
  const auto separated = std::count_if(
      notes.begin(), notes.end(), [](const StepNote& note) { return note.reasoning_separated; });
  const std::optional<std::string>& snapshot = talk.memory_snapshot();
  return dict_of({{"kind", "finished"},
                  {"ending", ending_name(talk.ending())},
                  {"memory", snapshot ? Value::str(*snapshot) : Value()},
                  {"requests", Value::integer(talk.requests())},
                  {"reasoning_parsed", static_cast<std::size_t>(separated)},
                  {"error", talk.last_error()}});
}

Value ask_value(const Conversation& talk, CallBytes& bytes) {
  const Ask& ask = talk.next();
  if (ask.kind == Ask::Kind::kFinished) return finished_value(talk, bytes);
  if (ask.kind == Ask::Kind::kModel) {
    bytes.out = ask.request.body;
    return dict_of({{"kind", "model"},
                    {"wait", ask.wait},
                    {"jitter", ask.jitter},
                    {"accepted", talk.accepted_last()},
                    {"method", ask.request.method},
                    {"path", ask.request.path},
                    {"headers", headers_value(ask.request.headers)}});
  }
  if (ask.kind == Ask::Kind::kEffect) {
    return dict_of({{"kind", "effect"}, {"effect", effect_kind_name(ask.effect.kind)}});
  }
  return dict_of({{"kind", "unsupported"}});
}

Result<Conversations::One*> talk_argument(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t handle, number_argument(arguments, "handle", 0));
  auto& open = conversations_of(module).open;
  const auto found = open.find(static_cast<std::uint32_t>(handle));
  if (found != open.end()) return &found->second;
  return call_error(kinds::kHandle, "unknown conversation handle " + std::to_string(handle));
}

// The bytes are the memory that the entry starts from.
Result<Value> start_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(const std::string id, text_argument(arguments, "id"));
  BFCLX_ASSIGN_OR_RETURN(Settings settings, settings_of(arguments));
  Conversations& conversations = conversations_of(module);
  const auto planned = conversations.planned.find(id);
  if (planned == conversations.planned.end()) {
    return call_error(kinds::kUnknown, "`" + id + "` is not in the plan");
  }
  const Entry& entry = *planned->second;
  BFCLX_RETURN_IF_ERROR(prepare(module, *entry.category, !settings.calls_functions()));
  const std::uint32_t handle = module.new_handle();
  Conversations::One& one = conversations.open[handle];
  one.settings = std::move(settings);
  one.settings.long_context = module.dataset().long_context();
  Result<Conversation> talk =
      Conversation::start(module.dataset().dataset(), entry, one.settings, bytes.in);
  if (!talk.ok()) {
    conversations.open.erase(handle);
    return call_error(kinds::kScenario, talk.error().message);
  }
  one.talk.emplace(std::move(talk).value());
  return dict_of({{"handle", std::size_t{handle}}});
}

Result<Value> next_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(Conversations::One * one, talk_argument(module, arguments));
  return ask_value(*one->talk, bytes);
}

double seconds_of(const Value& arguments) {
  const Value* seconds = find_member(arguments, "seconds");
  if (seconds == nullptr) return 0;
  if (seconds->is_float()) return seconds->as_float();
  return seconds->is_small_int() ? static_cast<double>(seconds->as_int64()) : 0;
}

Result<Conversations::One*> asked_of_model(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(Conversations::One * one, talk_argument(module, arguments));
  if (one->talk->next().kind == Ask::Kind::kModel) return one;
  return wrong("no answer of a model is asked for");
}

// The bytes are the body of the response.
Result<Value> answer_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(Conversations::One * one, asked_of_model(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t status, number_argument(arguments, "status", 100));
  HttpResponse response;
  response.status = static_cast<int>(status);
  response.body = std::string(bytes.in);
  const Value* headers = find_member(arguments, "headers");
  if (headers != nullptr && headers->is_list()) {
    for (const Value& pair : headers->items()) {
      if (!pair.is_list() || pair.items().size() != 2) continue;
      const Value& name = pair.items()[0];
      const Value& text = pair.items()[1];
      if (!name.is_str() || !text.is_str()) continue;
      response.headers.push_back({std::string(name.as_str()), std::string(text.as_str())});
    }
  }
  one->talk->answer(response, seconds_of(arguments));
  return ask_value(*one->talk, bytes);
}

Result<Value> fail_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(Conversations::One * one, asked_of_model(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const auto timeout, optional_flag(arguments, "timeout"));
  one->talk->fail(
      timeout.value_or(false) ? TransportFailure::kTimeout : TransportFailure::kConnection,
      seconds_of(arguments));
  return ask_value(*one->talk, bytes);
}

Result<Value> close_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t handle, number_argument(arguments, "handle", 0));
  conversations_of(module).open.erase(static_cast<std::uint32_t>(handle));
  return Value();
}

// Result lines as they came, sorted into the file that the official generator leaves.
Result<Value> file_call(Module&, const Value&, CallBytes& bytes) {
  Result<std::optional<std::string>> sorted = sorted_result_file(bytes.in);
  if (!sorted.ok()) return wrong(sorted.error().message);
  bytes.out = sorted->has_value() ? std::move(**sorted) : std::string(bytes.in);
  return Value();
}

constexpr Call kCalls[] = {
    {"planConversations", plan_call}, {"startConversation", start_call},
    {"nextAsk", next_call},           {"answerAsk", answer_call},
    {"failAsk", fail_call},           {"closeConversation", close_call},
    {"resultFile", file_call},
};

}  // namespace

std::span<const Call> conversation_calls() { return kCalls; }

}  // namespace bfclx::api
