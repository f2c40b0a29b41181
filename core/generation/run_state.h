// RunState: the state of a run of generation, once. The terminal (run_text.h), Prometheus
// (run_metrics.h) and the live page (run_state_json.h) show what is in here.
//
// It is told what happens, has no clock, and its size is bounded whatever a server does.
#ifndef BFCLX_CORE_GENERATION_RUN_STATE_H_
#define BFCLX_CORE_GENERATION_RUN_STATE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"
#include "core/generation/request_report.h"
#include "core/generation/scheduler.h"
#include "core/generation/spending.h"
#include "core/generation/time_left.h"
#include "core/generation/token_usage.h"

namespace bfclx {

// Seconds; the last bucket has what takes longer.
inline constexpr std::array<double, 14> kLatencyBounds = {0.05, 0.1, 0.25, 0.5, 1,   2.5, 5,
                                                          10,   20,  40,   80,  160, 320, 640};

struct Latencies {
  std::array<std::size_t, kLatencyBounds.size() + 1> counts = {};
  double sum = 0;

  void add(double seconds);
  std::size_t count() const;
  // Within its bucket in proportion; nothing without any. `share` is 0 to 1.
  std::optional<double> quantile(double share) const;
};

// The requests to one endpoint.
struct EndpointCounts {
  std::string server;
  std::array<std::size_t, kOutcomeKinds> outcomes = {};
  std::size_t retried = 0;
  Latencies latencies = {};  // of those with a response

  std::size_t requests() const;
};

// Scores so far, of a driver that scores.
struct CategoryScore {
  std::size_t scored = 0;
  std::size_t passed = 0;
  double low = 0;  // of the 95 % CI of the accuracy, 0 to 1
  double high = 1;
};

struct CategoryCounts {
  const Category* category = nullptr;
  std::size_t planned = 0;
  std::size_t had = 0;  // a result before the run
  std::size_t with_response = 0;
  std::size_t without_response = 0;
  std::size_t errors = 0;          // of those with a response: an error of the server
  std::size_t at_token_limit = 0;  // likewise: with a truncated response
  std::size_t left_out = 0;        // not needed
  std::size_t requests = 0;
  TokenCounts tokens = {};
  std::optional<CategoryScore> score = {};

  std::size_t ended() const { return with_response + without_response + left_out; }
  std::size_t left() const { return planned > ended() ? planned - ended() : 0; }
};

// How an entry ended.
struct EntryEnd {
  bool with_response = false;
  bool error = false;
  bool at_token_limit = false;
  TokenCounts tokens = {};
  std::string_view reason = {};  // why it has no response
};

struct RunMessage {
  double time = 0;  // Unix
  std::string text;
};

struct RunState {
  // Set by the driver, before the run:
  std::string program;  // its version
  std::string model;
  std::string api;
  std::string dataset;
  std::string shard;       // "3/8"; empty for none
  std::size_t number = 1;  // of the runs of the command, and how many there are
  std::size_t runs = 1;
  double started = 0;  // Unix time
  std::optional<TokenPrices> prices = {};
  SpendingLimits limits = {};

  std::vector<CategoryCounts> categories = {};
  std::vector<EndpointCounts> endpoints = {};
  Scheduler::Figures figures = {};
  TimeLeft time = {};
  std::map<std::string, std::size_t, std::less<>> reasons = {};   // of entries without a response
  std::map<std::string, std::size_t, std::less<>> failures = {};  // of scored ones, by error type
  std::deque<RunMessage> messages = {};                           // the last ones
  bool ended = false;
  std::string why;  // it ended early

  // `servers`: their addresses, in the order of RequestReport::endpoint.
  void begin(std::span<const PlannedEntry> plan, const std::vector<std::string>& servers,
             double now);
  void had_result(const Category* category);
  void requested(const RequestReport& report);
  void entry_ended(const Category* category, const EntryEnd& end);
  void entry_left_out(const Category* category);
  void ticked(const Scheduler::Figures& now_figures, double now);
  void said(std::string_view text, double unix_now);

  // The whole run, of all categories.
  CategoryCounts total() const;
  // "running", "waiting" (for a server), "stopping", "ended".
  std::string_view phase() const;
  std::optional<double> cost() const;  // US dollars

 private:
  CategoryCounts& counts_of(const Category* category);
};

// What a reader of a run in progress should know, worst first.
struct RunFinding {
  std::string_view severity;  // "error", "warning", "info"
  std::string_view code;
  std::size_t count = 0;
  std::string text;
};
std::vector<RunFinding> run_findings(const RunState& state);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_RUN_STATE_H_
