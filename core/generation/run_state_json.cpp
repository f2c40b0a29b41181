#include "core/generation/run_state_json.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kEndpointsSent = 256;

Value count_value(std::size_t number) { return Value::integer(static_cast<std::int64_t>(number)); }

Value text_value(std::string_view bytes) { return Value::str(sanitize_utf8(bytes)); }

template <typename Number>
Value number_or_none(const std::optional<Number>& number) {
  return number ? Value::real(static_cast<double>(*number)) : Value();
}

Value token_value(const TokenCounts& tokens) {
  return dict_of({{"input", tokens.input}, {"cached", tokens.cached}, {"output", tokens.output}});
}

Value entry_value(const CategoryCounts& counts) {
  return dict_of({{"planned", counts.planned},
                  {"had_result", counts.had},
                  {"with_response", counts.with_response},
                  {"without_response", counts.without_response},
                  {"not_needed", counts.left_out},
                  {"left", counts.left()},
                  {"errors", counts.errors},
                  {"at_token_limit", counts.at_token_limit}});
}

Value score_value(const CategoryScore& score) {
  return dict_of({{"scored", score.scored},
                  {"passed", score.passed},
                  {"low", score.low},
                  {"high", score.high}});
}

Value category_value(const CategoryCounts& counts) {
  return dict_of(
      {{"name", counts.category != nullptr ? counts.category->name : std::string_view("other")},
       {"entries", entry_value(counts)},
       {"requests", counts.requests},
       {"tokens", token_value(counts.tokens)},
       {"score", counts.score ? score_value(*counts.score) : Value()}});
}

Value latency_value(const Latencies& latencies) {
  return dict_of({{"count", latencies.count()},
                  {"p50", number_or_none(latencies.quantile(0.5))},
                  {"p95", number_or_none(latencies.quantile(0.95))}});
}

Value outcome_values(const EndpointCounts& counts) {
  Dict outcomes;
  for (std::size_t i = 0; i < kOutcomeKinds; ++i) {
    if (counts.outcomes[i] > 0) outcomes.set(outcome_name(i), count_value(counts.outcomes[i]));
  }
  return Value::dict(std::move(outcomes));
}

// Of the only endpoint the scheduler has the figures of the run.
Value endpoint_value(const RunState& state, std::size_t index) {
  const EndpointCounts& counts = state.endpoints[index];
  const Scheduler::Figures& all = state.figures;
  const bool own = index < all.endpoints.size();
  const std::string_view condition =
      own ? state_name(all.endpoints[index].state)
          : state_name(all.paused ? EndpointState::kUnavailable : EndpointState::kAvailable);
  return dict_of({{"server", text_value(counts.server)},
                  {"state", condition},
                  {"in_flight", own ? all.endpoints[index].in_flight : all.in_flight},
                  {"allowed", own ? all.endpoints[index].allowed : all.allowed},
                  {"requests", counts.requests()},
                  {"retried", counts.retried},
                  {"outcomes", outcome_values(counts)},
                  {"seconds", latency_value(counts.latencies)}});
}

// [["status 500", 8], ...], the most frequent first.
Value counted_values(const std::map<std::string, std::size_t, std::less<>>& counts) {
  std::vector<std::pair<std::size_t, std::string_view>> rows;
  for (const auto& [name, number] : counts) rows.emplace_back(number, name);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  List items;
  for (const auto& [number, name] : rows) {
    items.push_back(dict_of({{"name", text_value(name)}, {"count", number}}));
  }
  return Value::list(std::move(items));
}

Value spend_value(const RunState& state, const CategoryCounts& total) {
  Value value = token_value(total.tokens);
  Dict& spend = value.mutable_dict();
  spend.set("cost", number_or_none(state.cost()));
  spend.set("max_cost", number_or_none(state.limits.cost));
  spend.set("max_tokens", state.limits.tokens ? count_value(*state.limits.tokens) : Value());
  spend.set("max_seconds", number_or_none(state.limits.seconds));
  return value;
}

Value request_value(const RunState& state) {
  const Scheduler::Figures& figures = state.figures;
  return dict_of({{"sent", figures.requests},
                  {"retried", figures.repeated},
                  {"in_flight", figures.in_flight},
                  {"allowed", figures.allowed},
                  {"waiting_for_retry", figures.backing_off},
                  {"waiting_for_budget", figures.waiting_for_budget},
                  {"retrying", text_value(figures.retrying)},
                  {"batches", text_value(figures.batches)}});
}

Value run_value(const RunState& state, double unix_now) {
  return dict_of({{"model", text_value(state.model)},
                  {"api", text_value(state.api)},
                  {"dataset", text_value(state.dataset)},
                  {"shard", text_value(state.shard)},
                  {"number", state.number},
                  {"of", state.runs},
                  {"phase", state.phase()},
                  {"why", text_value(state.why)},
                  {"started", state.started},
                  {"now", unix_now}});
}

Value finding_values(const RunState& state) {
  List items;
  for (const RunFinding& finding : run_findings(state)) {
    items.push_back(dict_of({{"severity", finding.severity},
                             {"code", finding.code},
                             {"count", finding.count},
                             {"text", text_value(finding.text)}}));
  }
  return Value::list(std::move(items));
}

}  // namespace

std::string run_state_json(const RunState& state, double unix_now) {
  const CategoryCounts total = state.total();
  List categories;
  for (const CategoryCounts& one : state.categories) categories.push_back(category_value(one));
  List endpoints;
  for (std::size_t i = 0; i < std::min(state.endpoints.size(), kEndpointsSent); ++i) {
    endpoints.push_back(endpoint_value(state, i));
  }
  List messages;
  for (const RunMessage& one : state.messages) {
    messages.push_back(dict_of({{"time", one.time}, {"text", text_value(one.text)}}));
  }
  const Value all = dict_of(
      {{"format", Value::integer(kRunStateFormat)},
       {"program", "bfclx"},
       {"version", state.program},
       {"run", run_value(state, unix_now)},
       {"entries", entry_value(total)},
       {"requests", request_value(state)},
       {"speed", dict_of({{"entries_per_minute", number_or_none(state.time.entries_per_minute())},
                          {"tokens_per_second", number_or_none(state.time.tokens_per_second())},
                          {"seconds_left", number_or_none(state.time.left(total.left()))}})},
       {"spend", spend_value(state, total)},
       {"categories", Value::list(std::move(categories))},
       {"endpoints", Value::list(std::move(endpoints))},
       {"endpoint_count", state.endpoints.size()},
       {"reasons", counted_values(state.reasons)},
       {"failures", counted_values(state.failures)},
       {"findings", finding_values(state)},
       {"messages", Value::list(std::move(messages))}});
  std::string out;
  append_json(out, all);
  out += "\n";
  return out;
}

}  // namespace bfclx
