// What limits of the cost and the tokens must allow at least, so that a run can begin.
#ifndef BFCLX_CORE_GENERATION_LEAST_LIMITS_H_
#define BFCLX_CORE_GENERATION_LEAST_LIMITS_H_

#include <optional>
#include <string>

#include "core/generation/estimate.h"
#include "core/generation/spending.h"
#include "core/generation/token_usage.h"

namespace bfclx {

// For people; empty where the limits are enough for the first request of some entry. `others`: what
// other runs have spent of the limits. `greatest`: the most that a response to them took.
std::string too_low_text(const SpendingLimits& limits, const std::optional<TokenPrices>& prices,
                         const Amounts& others, const Amounts& greatest,
                         const RunEstimate& estimate);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_LEAST_LIMITS_H_
