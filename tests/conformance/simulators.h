// Recorded calls of the simulated APIs: the ground truth of episodes, and random calls.
#ifndef BFCLX_TESTS_CONFORMANCE_SIMULATORS_H_
#define BFCLX_TESTS_CONFORMANCE_SIMULATORS_H_

#include <filesystem>
#include <string>

#include "core/dataset/dataset.h"
#include "core/simulators/engine/simulator.h"
#include "tests/conformance/tally.h"

namespace bfclx::conformance {

// simulator_fuzz_<class>.jsonl: calls, their results, the final state. A verdict is a call or a
// state.
void compare_fuzz(const std::filesystem::path& path, const LongContext& tables, Tally& tally);
// simulator_traces_<category>.jsonl: turns of calls, their results, and the states that changed in
// the turn; the initial config is the dataset's.
void compare_traces(const Dataset& dataset, const std::filesystem::path& path,
                    const LongContext& tables, Tally& tally);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_SIMULATORS_H_
