// Back-off: how long to wait before a request is sent again. Seconds; `chance` is a number from 0
// to 1, so that many do not come back at the same time.
#ifndef BFCLX_CORE_GENERATION_BACK_OFF_H_
#define BFCLX_CORE_GENERATION_BACK_OFF_H_

#include <optional>

namespace bfclx {

// Before attempt `attempt` (the first repetition is 1): doubling from `base` to `cap`, half of it
// by chance.
double back_off(int attempt, double chance, double base = 0.5, double cap = 60);

// Seconds of a pause that a server asks for and that is kept; then it is asked again.
inline constexpr double kLongestPause = 3600;

// After a server has refused (429) for the `refusals`-th time in a row. What it asks for is obeyed,
// but a server that refuses again and again is not asked faster than the back-off says, up to 10 s:
// `Retry-After: 0` must not spin.
double wait_after_refusal(std::optional<double> asked, int refusals, double chance);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_BACK_OFF_H_
