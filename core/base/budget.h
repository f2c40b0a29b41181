// What is evaluated of one response may take so much together: the expressions in it and the calls
// of an episode. Reading a text takes time and memory in proportion to it, and is not paid;
// executed calls have a budget of their own (simulators/apis/calculation.h: WorkBudget).
//
// Each part of the work has bounds of its own besides, so that none is far past the budget when it
// pays. Whoever scores a response makes a budget and hands it down; nothing holds one for longer.
#ifndef BFCLX_CORE_BASE_BUDGET_H_
#define BFCLX_CORE_BASE_BUDGET_H_

#include <algorithm>
#include <cstddef>

#include "core/base/result.h"

namespace bfclx {

// Counted in bytes that are read or made. What takes time in proportion to something else says what
// it takes: a step of an evaluation is 64 bytes, and so is a call; a method that looks at much of
// its state pays a byte for each 64 of it; a value that an expression leaves in a decoded call pays
// for the many times that verdicts show it (value/extent.h: pay_for_result). Of an episode, the
// ground truth has a budget of its own, so that the model cannot use it up.
class Budget {
 public:
  static constexpr std::size_t kBytes = std::size_t{64} * 1024 * 1024;

  // Error "Limit" from where nothing is left; then everything that pays ends with it.
  Status spend(std::size_t bytes) {
    left_ -= std::min(bytes, left_);
    return check();
  }
  Status check() const {
    if (left_ > 0) return {};
    return Error{"Limit", "this response takes too much memory or time"};
  }
  std::size_t left() const { return left_; }

 private:
  std::size_t left_ = kBytes;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_BUDGET_H_
