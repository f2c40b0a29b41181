// The state of a run in the text format of Prometheus (version 0.0.4).
//
// Labels are endpoints (kMostEndpoints of them, the others are one), categories, and names of this
// program: what a server sends never makes a new series.
#ifndef BFCLX_CORE_GENERATION_RUN_METRICS_H_
#define BFCLX_CORE_GENERATION_RUN_METRICS_H_

#include <cstddef>
#include <string>

#include "core/generation/run_state.h"

namespace bfclx {

inline constexpr std::string_view kMetricsType = "text/plain; version=0.0.4; charset=utf-8";
inline constexpr std::size_t kMostEndpoints = 256;

std::string run_metrics(const RunState& state);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_RUN_METRICS_H_
