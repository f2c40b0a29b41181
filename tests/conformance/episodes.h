// Multi-turn recordings: each episode is run and compared with the official verdict.
#ifndef BFCLX_TESTS_CONFORMANCE_EPISODES_H_
#define BFCLX_TESTS_CONFORMANCE_EPISODES_H_

#include <string>

#include "core/dataset/dataset.h"
#include "core/run/scorer.h"
#include "tests/conformance/manifest.h"
#include "tests/conformance/tally.h"

namespace bfclx::conformance {

// The day on which the recordings were made, 2026-11-21.
inline constexpr std::int64_t kRecordedDay = 20778;

void compare_episodes(const Dataset& dataset, const LongContext& tables, const Run& run,
                      const std::string& category, Tally& tally);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_EPISODES_H_
