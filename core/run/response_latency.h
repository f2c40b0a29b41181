// How long the requests of a run took: ResponseLatency adds up the result lines (`latency`),
// RunLatency is what every report shows of it, with what the manifest tells of streamed responses.
#ifndef BFCLX_CORE_RUN_RESPONSE_LATENCY_H_
#define BFCLX_CORE_RUN_RESPONSE_LATENCY_H_

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "core/dataset/category.h"
#include "core/value/value.h"

namespace bfclx {

struct LatencyFigures {
  std::size_t requests = 0;
  double p50 = 0;  // seconds, by linear interpolation as numpy.percentile has it
  double p95 = 0;
};

class ResponseLatency {
 public:
  // The member of a result line: seconds, or a list of turns that are lists of steps. What is no
  // positive number of at most 1e9 is left out, as the official evaluator does with zeros.
  void add(const Category* category, const Value& latency);

  struct Row {
    const Category* category = nullptr;
    LatencyFigures figures;
  };
  // In the official order of the categories.
  std::vector<Row> rows() const;
  // Of all categories together; nullopt where there are none.
  std::optional<LatencyFigures> all() const;

 private:
  std::map<const Category*, std::vector<double>, std::less<>> seconds_;
};

// Of responses that were streamed, in seconds. What is not known is none, never 0.
struct StreamedLatency {
  struct Times {
    double p50 = 0;
    double p95 = 0;
  };
  std::size_t responses = 0;
  std::optional<Times> first_token;
  std::optional<Times> between_tokens;
  std::optional<double> tokens_per_second;
};

// Of a model that was read or scored.
struct RunLatency {
  std::optional<LatencyFigures> all;             // none: the results have no latency
  std::vector<ResponseLatency::Row> categories;  // those with latency, in the official order
  std::optional<StreamedLatency> streamed;       // of the last command that streamed

  const LatencyFigures* of(const Category& category) const;
};
RunLatency run_latency(const ResponseLatency& latency);

// Seconds as every report has them: rounded to tenths of a millisecond.
double rounded_seconds(double seconds);
// {"requests", "p50", "p95"}.
Value figures_value(const LatencyFigures& figures);
// {"requests", "p50", "p95", "categories": {"simple_python": {"requests", "p50", "p95"}}}, and
// "streamed" where there is any; None without requests.
Value latency_value(const RunLatency& latency);
// The reverse; what it cannot hold, such as an unknown category or a negative time, is left out.
RunLatency latency_of_value(const Value& value);

// As `run.streamed` of a manifest has it: {"responses", "first_token": {"p50", "p95"},
// "between_tokens": {"p50", "p95"}, "tokens_per_second"}.
Value value_of(const StreamedLatency& streamed);
std::optional<StreamedLatency> streamed_of_value(const Value& value);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_RESPONSE_LATENCY_H_
