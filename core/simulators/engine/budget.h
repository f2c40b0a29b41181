// What the calls of one side of an episode may take.
#ifndef BFCLX_CORE_SIMULATORS_ENGINE_BUDGET_H_
#define BFCLX_CORE_SIMULATORS_ENGINE_BUDGET_H_

#include <cstddef>

#include "core/base/result.h"

namespace bfclx {

// Counted in bytes: arguments and results as they are when written out, copies that methods make of
// their state, and 64 bytes for each call. A method that looks at much of its state pays for that
// too, a byte for each 64. The model and the ground truth have a budget each, so that neither
// can use up the other's. Past the limit every call gives an error, and the run goes on.
class CallBudget {
 public:
  static constexpr std::size_t kBytes = 64 * 1024 * 1024;

  Status spend(std::size_t bytes) {
    spent_ = bytes < left() ? spent_ + bytes : kBytes;
    if (left() > 0) return {};
    return Error{"Limit", "the calls of this episode take too much memory or time"};
  }
  std::size_t left() const { return kBytes - spent_; }

 private:
  std::size_t spent_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_ENGINE_BUDGET_H_
