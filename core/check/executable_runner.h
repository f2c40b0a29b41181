// Execution of call texts of the executable categories, and what the ground truth's calls give.
#ifndef BFCLX_CORE_CHECK_EXECUTABLE_RUNNER_H_
#define BFCLX_CORE_CHECK_EXECUTABLE_RUNNER_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/check/executable.h"
#include "core/simulators/apis/calculation.h"
#include "core/simulators/engine/effects.h"

namespace bfclx {

// Runs call texts, each once: what a text gives does not change.
class CallRunner {
 public:
  CallRunner(const EffectStore* answers, bool is_rest);

  // `known`: calls that were executed elsewhere, on the same answers. Valid until the next run.
  const ExecutedCall& run(std::string_view text, std::span<const ExecutedCall> known = {});
  // The request that the last call stopped at.
  const std::optional<EffectRequest>& wanted() const { return store_.wanted(); }
  void reserve(std::size_t count) { calls_.reserve(count); }
  // Different texts that were run.
  std::size_t count() const { return calls_.size(); }
  std::vector<ExecutedCall> take();

 private:
  EffectStore store_;
  bool is_rest_;
  WorkBudget budget_;
  std::vector<EffectRequest> log_;
  std::vector<ExecutedCall> calls_;
};

// Whether the call stopped at a request without an answer.
bool is_missing(const ExecutedCall& call);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_EXECUTABLE_RUNNER_H_
