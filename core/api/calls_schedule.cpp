// The schedule of a run of generation (core/generation/scheduler.h): events in, actions out.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "core/api/arguments.h"
#include "core/api/conversations.h"
#include "core/conversation/server_message.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

constexpr std::int64_t kMostConcurrency = 4096;
constexpr std::int64_t kMostHandles = std::numeric_limits<std::uint32_t>::max();

// A handle, or the index of an entry.
Result<std::size_t> index_argument(const Value& arguments, std::string_view name) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t index, number_argument(arguments, name, 0));
  return static_cast<std::size_t>(std::min(index, kMostHandles));
}

// object[name] as a number; nothing where it is absent or not a finite number.
std::optional<double> number_in(const Value& object, std::string_view name) {
  const Value* value = find_member(object, name);
  if (value == nullptr) return std::nullopt;
  if (value->is_small_int()) return static_cast<double>(value->as_int64());
  if (value->is_float() && std::isfinite(value->as_float())) return value->as_float();
  return std::nullopt;
}

Result<double> seconds_argument(const Value& arguments, std::string_view name) {
  if (const std::optional<double> number = number_in(arguments, name)) return *number;
  return wrong("`" + std::string(name) + "` must be a number of seconds");
}

Result<SchedulerSettings> schedule_settings(const Value& arguments) {
  const Value* given = find_member(arguments, "settings");
  if (given == nullptr || !given->is_dict()) {
    return wrong("`settings` must be an object");
  }
  SchedulerSettings settings;
  BFCLX_ASSIGN_OR_RETURN(settings.server, optional_text(*given, "server"));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t most, number_argument(*given, "concurrency", 1));
  settings.concurrency = static_cast<std::size_t>(std::min(most, kMostConcurrency));
  const std::pair<std::string_view, bool*> flags[] = {
      {"automatic", &settings.automatic},
      {"official_order", &settings.official_order},
      {"official_retries", &settings.official_retries},
      {"wait_for_start", &settings.wait_for_start},
  };
  for (const auto& [name, flag] : flags) {
    BFCLX_ASSIGN_OR_RETURN(const auto value, optional_flag(*given, name));
    *flag = value.value_or(false);
  }
  settings.patience = number_in(*given, "patience").value_or(settings.patience);
  const Value* limit = find_member(*given, "stop_timeout");
  if (limit != nullptr) settings.stop_timeout = number_in(*given, "stop_timeout");
  return settings;
}

// An entry of the plan by its id, so that entries with the same tools can follow each other.
Result<PlannedEntry> entry_of(const Conversations& conversations, const Value& given) {
  PlannedEntry planned;
  BFCLX_ASSIGN_OR_RETURN(const std::string id, text_argument(given, "id"));
  const auto found = conversations.planned.find(id);
  if (found == conversations.planned.end()) {
    return call_error(kinds::kUnknown, "`" + id + "` is not in the plan");
  }
  planned.entry = found->second;
  const Value* depends = find_member(given, "depends_on");
  if (depends == nullptr || !depends->is_list()) return planned;
  for (const Value& on : depends->items()) {
    if (on.is_str()) planned.depends_on.emplace_back(on.as_str());
  }
  return planned;
}

Result<Value> open_call(Module& module, const Value& arguments, CallBytes&) {
  Conversations& conversations = conversations_of(module);
  BFCLX_ASSIGN_OR_RETURN(const SchedulerSettings settings, schedule_settings(arguments));
  const Value* entries = find_member(arguments, "entries");
  if (entries == nullptr || !entries->is_list()) {
    return wrong("`entries` must be a list of planned entries");
  }
  std::vector<PlannedEntry> plan;
  for (const Value& given : entries->items()) {
    BFCLX_ASSIGN_OR_RETURN(PlannedEntry planned, entry_of(conversations, given));
    plan.push_back(std::move(planned));
  }
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t seed, optional_number(arguments, "seed", 0, 0));
  const std::uint32_t handle = module.new_handle();
  conversations.schedules.emplace(handle,
                                  Scheduler(plan, settings, static_cast<std::uint64_t>(seed)));
  return dict_of({{"handle", std::size_t{handle}}});
}

Result<Scheduler*> schedule_argument(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::size_t handle, index_argument(arguments, "handle"));
  auto& schedules = conversations_of(module).schedules;
  const auto found = schedules.find(static_cast<std::uint32_t>(handle));
  if (found != schedules.end()) return &found->second;
  return call_error(kinds::kHandle, "unknown schedule handle " + std::to_string(handle));
}

Value with_messages(Dict answer, Scheduler& scheduler) {
  answer.set("messages", list_of_texts(scheduler.take_messages()));
  return Value::dict(std::move(answer));
}

Result<Value> next_call(Module& module, const Value& arguments, CallBytes&) {
  static constexpr std::string_view kKinds[] = {"begin", "send", "check", "wait", "finished"};
  BFCLX_ASSIGN_OR_RETURN(Scheduler * scheduler, schedule_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const double now, seconds_argument(arguments, "now"));
  const Scheduler::Action action = scheduler->next(now);
  using Kind = Scheduler::Action::Kind;
  Dict answer;
  answer.set("kind", Value::str(kKinds[static_cast<std::size_t>(action.kind)]));
  if (action.kind == Kind::kBegin || action.kind == Kind::kSend) {
    answer.set("entry", Value::integer(static_cast<std::int64_t>(action.entry)));
  }
  if (action.kind == Kind::kWait) answer.set("until", Value::real(action.until));
  if (action.kind == Kind::kFinished) {
    answer.set("why", Value::str(scheduler->stopped()));
  }
  return with_messages(std::move(answer), *scheduler);
}

// What an event is given, and where its answer goes.
struct Event {
  Scheduler& scheduler;
  const Value& arguments;
  std::string_view body;
  std::size_t entry = 0;
  double now = 0;
  Dict answer = {};
};

// {failure?, error?, status?, headers?}; the bytes are the body.
struct GivenOutcome {
  std::string error;
  HeaderList headers;
  RequestOutcome outcome;
};

Status read_outcome(const Event& event, GivenOutcome& given) {
  BFCLX_ASSIGN_OR_RETURN(given.error, optional_text(event.arguments, "error"));
  BFCLX_ASSIGN_OR_RETURN(const std::string failure, optional_text(event.arguments, "failure"));
  if (!failure.empty()) {
    const std::optional<RequestFailure> known = failure_of_name(failure);
    if (!known) return call_error(kinds::kUnknown, "unknown failure `" + failure + "`");
    given.outcome.failure = *known;
  }
  if (given.outcome.has_response()) {
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t status,
                           number_argument(event.arguments, "status", 100));
    given.outcome.status = static_cast<int>(std::min<std::int64_t>(status, 999));
  }
  const Value* headers = find_member(event.arguments, "headers");
  if (headers != nullptr && headers->is_list()) {
    for (const Value& pair : headers->items()) {
      if (!pair.is_list() || pair.items().size() != 2) continue;
      const Value& name = pair.items()[0];
      const Value& text = pair.items()[1];
      if (name.is_str() && text.is_str()) given.headers.emplace_back(name.as_str(), text.as_str());
    }
  }
  given.outcome.error = given.error;
  given.outcome.headers = &given.headers;
  given.outcome.body = event.body;
  return {};
}

Status on_sent(Event& event) {
  event.scheduler.sent(event.entry, event.now);
  return {};
}

Status on_wants_request(Event& event) {
  event.scheduler.wants_request(event.entry, number_in(event.arguments, "wait").value_or(0),
                                number_in(event.arguments, "jitter").value_or(0), event.now);
  return {};
}

Status on_accepted(Event& event) {
  event.scheduler.accepted(event.entry);
  return {};
}

Status on_ended(Event& event) {
  BFCLX_ASSIGN_OR_RETURN(const bool has_result, flag_argument(event.arguments, "has_result"));
  const Scheduler::Trouble trouble = event.scheduler.trouble(event.entry);
  List lost;
  for (const std::size_t one : event.scheduler.ended(event.entry, has_result)) {
    lost.push_back(Value::integer(static_cast<std::int64_t>(one)));
  }
  event.answer.set("lost", Value::list(std::move(lost)));
  event.answer.set("reason", Value::str(trouble.reason));
  event.answer.set("error", Value::str(trouble.text));
  return {};
}

Status on_received(Event& event) {
  static constexpr std::string_view kKinds[] = {"deliver", "retry", "end", "stop"};
  GivenOutcome given;
  BFCLX_RETURN_IF_ERROR(read_outcome(event, given));
  BFCLX_ASSIGN_OR_RETURN(const double unix_now, seconds_argument(event.arguments, "unix_now"));
  event.scheduler.request_ended();
  Scheduler::Decision decision =
      event.scheduler.received(event.entry, given.outcome, event.now, unix_now);
  event.answer.set("decision", Value::str(kKinds[static_cast<std::size_t>(decision.kind)]));
  event.answer.set("good", Value::boolean(decision.good));
  event.answer.set("error", Value::str(decision.error));
  return {};
}

Status on_check_sent(Event& event) {
  event.scheduler.check_sent(event.now);
  return {};
}

Status on_no_known_good(Event& event) {
  event.scheduler.no_known_good();
  return {};
}

Status on_check_received(Event& event) {
  GivenOutcome given;
  BFCLX_RETURN_IF_ERROR(read_outcome(event, given));
  BFCLX_ASSIGN_OR_RETURN(const double unix_now, seconds_argument(event.arguments, "unix_now"));
  event.scheduler.request_ended();
  event.answer.set(
      "good", Value::boolean(event.scheduler.check_received(given.outcome, event.now, unix_now)));
  return {};
}

Status on_tick(Event& event) {
  event.scheduler.tick(event.now);
  return {};
}

Status on_stop(Event& event) {
  event.scheduler.request_stop(event.now);
  return {};
}

Status on_end(Event& event) {
  BFCLX_ASSIGN_OR_RETURN(std::string why, text_argument(event.arguments, "why"));
  event.scheduler.stop(std::move(why));
  return {};
}

// Whether the request that the event is about is in flight.
bool entry_in_flight(const Event& event) { return event.scheduler.is_in_flight(event.entry); }
bool check_in_flight(const Event& event) { return event.scheduler.is_checking(); }

struct EventRow {
  std::string_view name;
  Status (*act)(Event&);
  bool of_entry = false;                     // that has begun
  std::optional<bool> needs = std::nullopt;  // a request in flight, or none
  bool (*is_in_flight)(const Event&) = entry_in_flight;
};
constexpr EventRow kEvents[] = {
    {"sent", on_sent, true, false},
    {"wants_request", on_wants_request, true, false},
    {"accepted", on_accepted, true},
    {"ended", on_ended, true, false},
    {"received", on_received, true, true},
    {"check_sent", on_check_sent, false, false, check_in_flight},
    {"no_known_good", on_no_known_good},
    {"check_received", on_check_received, false, true, check_in_flight},
    {"tick", on_tick},
    {"stop", on_stop},
    {"end", on_end},
};

Result<Value> event_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(Scheduler * scheduler, schedule_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::string type, text_argument(arguments, "type"));
  Event event{*scheduler, arguments, bytes.in};
  BFCLX_ASSIGN_OR_RETURN(event.now, seconds_argument(arguments, "now"));
  for (const EventRow& row : kEvents) {
    if (row.name != type) continue;
    if (row.of_entry) {
      BFCLX_ASSIGN_OR_RETURN(event.entry, index_argument(arguments, "entry"));
      if (!event.scheduler.has_begun(event.entry)) {
        return wrong("entry " + std::to_string(event.entry) + " has not begun");
      }
    }
    if (row.needs && *row.needs != row.is_in_flight(event)) {
      return wrong(*row.needs ? "its request is not in flight" : "its request is in flight");
    }
    BFCLX_RETURN_IF_ERROR(row.act(event));
    return with_messages(std::move(event.answer), event.scheduler);
  }
  return call_error(kinds::kUnknown, "unknown event `" + type + "`");
}

Result<Value> figures_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(Scheduler * scheduler, schedule_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const double now, seconds_argument(arguments, "now"));
  const Scheduler::Figures figures = scheduler->figures(now);
  return dict_of({{"entries", figures.entries},
                  {"with_result", figures.with_result},
                  {"without_result", figures.without_result},
                  {"running", figures.running},
                  {"in_flight", figures.in_flight},
                  {"allowed", figures.allowed},
                  {"requests", figures.requests},
                  {"repeated", figures.repeated},
                  {"paused", figures.paused},
                  {"wait", figures.wait},
                  {"retrying", figures.retrying},
                  {"stopping", figures.stopping},
                  {"key_refused", figures.key_refused}});
}

Result<Value> close_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::size_t handle, index_argument(arguments, "handle"));
  conversations_of(module).schedules.erase(static_cast<std::uint32_t>(handle));
  return Value();
}

// The bytes are the body of a response.
Result<Value> server_message_call(Module&, const Value&, CallBytes& bytes) {
  return dict_of({{"message", server_message(bytes.in)}});
}

constexpr Call kCalls[] = {
    {"openSchedule", open_call},   {"nextAction", next_call},
    {"scheduleEvent", event_call}, {"scheduleFigures", figures_call},
    {"closeSchedule", close_call}, {"serverMessage", server_message_call},
};

}  // namespace

std::span<const Call> schedule_calls() { return kCalls; }

}  // namespace bfclx::api
