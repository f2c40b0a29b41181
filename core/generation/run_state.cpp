#include "core/generation/run_state.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"

namespace bfclx {
namespace {

constexpr std::size_t kMessages = 20;
constexpr std::size_t kLongestMessage = 400;  // code points
constexpr std::size_t kReasons = 32;          // that are told apart

bool by_table(const CategoryCounts& one, const CategoryCounts& other) {
  return one.category < other.category;
}

}  // namespace

void Latencies::add(double seconds) {
  const auto* bucket = std::lower_bound(kLatencyBounds.begin(), kLatencyBounds.end(), seconds);
  ++counts[static_cast<std::size_t>(bucket - kLatencyBounds.begin())];
  sum += seconds;
}

std::size_t Latencies::count() const {
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

std::optional<double> Latencies::quantile(double share) const {
  const std::size_t all = count();
  if (all == 0) return std::nullopt;
  const double rank = share * static_cast<double>(all);
  double below = 0;
  for (std::size_t i = 0; i < kLatencyBounds.size(); ++i) {
    const auto here = static_cast<double>(counts[i]);
    if (here > 0 && below + here >= rank) {
      const double begin = i == 0 ? 0 : kLatencyBounds[i - 1];
      return begin + (kLatencyBounds[i] - begin) * std::max(0.0, rank - below) / here;
    }
    below += here;
  }
  return kLatencyBounds.back();
}

std::size_t EndpointCounts::requests() const {
  return std::accumulate(outcomes.begin(), outcomes.end(), std::size_t{0});
}

CategoryCounts& RunState::counts_of(const Category* category) {
  const auto found =
      std::find_if(categories.begin(), categories.end(),
                   [category](const CategoryCounts& one) { return one.category == category; });
  if (found != categories.end()) return *found;
  CategoryCounts counts;
  counts.category = category;
  return *categories.insert(
      std::upper_bound(categories.begin(), categories.end(), counts, by_table), counts);
}

void RunState::begin(std::span<const PlannedEntry> plan, const std::vector<std::string>& servers,
                     double now) {
  for (const PlannedEntry& planned : plan) ++counts_of(planned.entry->category).planned;
  for (const std::string& server : servers) {
    endpoints.emplace_back();
    endpoints.back().server = server;
  }
  figures.entries = plan.size();
  time.begin(now);
}

void RunState::had_result(const Category* category) { ++counts_of(category).had; }

void RunState::requested(const RequestReport& report) {
  if (report.category != nullptr) ++counts_of(report.category).requests;
  if (report.endpoint >= endpoints.size()) return;
  EndpointCounts& endpoint = endpoints[report.endpoint];
  ++endpoint.outcomes[report.outcome];
  if (report.attempt > 1) ++endpoint.retried;
  if (report.status != 0) endpoint.latencies.add(report.seconds);
}

void RunState::entry_ended(const Category* category, const EntryEnd& end) {
  CategoryCounts& counts = counts_of(category);
  ++(end.with_response ? counts.with_response : counts.without_response);
  if (end.error) ++counts.errors;
  if (end.at_token_limit) ++counts.at_token_limit;
  counts.tokens.add(end.tokens);
  time.ended(end.tokens.output);
  if (end.with_response) return;
  const std::string_view reason = end.reason.empty() ? "no response" : end.reason;
  const auto known = reasons.find(reason);
  if (known != reasons.end()) {
    ++known->second;
  } else {
    ++reasons[reasons.size() < kReasons ? std::string(reason) : std::string("other")];
  }
}

void RunState::entry_left_out(const Category* category) { ++counts_of(category).left_out; }

void RunState::ticked(const Scheduler::Figures& now_figures, double now) {
  figures = now_figures;
  time.tick(now, figures.paused || figures.stopping);
}

void RunState::said(std::string_view text, double unix_now) {
  messages.push_back({unix_now, first_code_points(text, kLongestMessage)});
  if (messages.size() > kMessages) messages.pop_front();
}

CategoryCounts RunState::total() const {
  CategoryCounts total;
  for (const CategoryCounts& one : categories) {
    total.planned += one.planned;
    total.had += one.had;
    total.with_response += one.with_response;
    total.without_response += one.without_response;
    total.errors += one.errors;
    total.at_token_limit += one.at_token_limit;
    total.left_out += one.left_out;
    total.requests += one.requests;
    total.tokens.add(one.tokens);
  }
  return total;
}

std::string_view RunState::phase() const {
  if (ended) return "ended";
  if (figures.stopping) return "stopping";
  return figures.paused ? "waiting" : "running";
}

std::optional<double> RunState::cost() const {
  if (!prices) return std::nullopt;
  return prices->cost(total().tokens);
}

std::vector<RunFinding> run_findings(const RunState& state) {
  std::vector<RunFinding> findings;
  const CategoryCounts total = state.total();
  if (!state.why.empty()) {
    findings.push_back({"error", "ended_early", 1, "The run ended early: " + state.why});
  }
  if (state.figures.key_refused) {
    findings.push_back({"error", "key_refused", 1, "The server refuses the API key"});
  }
  if (total.errors > 0) {
    findings.push_back(
        {"error", "generation_errors", total.errors,
         counted(total.errors, "result is a generation error", "results are generation errors") +
             (total.errors == 1 ? " and is scored as a response"
                                : " and are scored as responses")});
  }
  if (total.without_response > 0) {
    std::string text = counted(total.without_response, "entry has", "entries have") +
                       " no response; the next run requests " +
                       (total.without_response == 1 ? "it" : "them") + " again";
    findings.push_back({"error", "no_response", total.without_response, std::move(text)});
  }
  std::size_t unavailable = 0;
  for (const EndpointFigures& one : state.figures.endpoints) {
    if (one.state != EndpointState::kAvailable) ++unavailable;
  }
  if (unavailable > 0) {
    findings.push_back({"warning", "endpoints_unavailable", unavailable,
                        grouped_digits(unavailable) + " of " +
                            counted(state.figures.endpoints.size(), "endpoint", "endpoints") +
                            (unavailable == 1 ? " is" : " are") + " not available"});
  }
  if (total.at_token_limit > 0) {
    findings.push_back(
        {"warning", "token_limit", total.at_token_limit,
         counted(total.at_token_limit, "entry has", "entries have") +
             " a response that ended at the token limit; raise --max-tokens or the server's "
             "context length"});
  }
  return findings;
}

}  // namespace bfclx
