// ResponseLatency: how long the requests of responses took, by their result lines (`latency`).
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
  // positive finite number is left out, as the official evaluator does with zeros.
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

// {"requests", "p50", "p95", "categories": {"simple_python": {"requests", "p50", "p95"}}}; None
// without any.
Value latency_value(const ResponseLatency& latency);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_RESPONSE_LATENCY_H_
