// Small formulas that several sources of this module share.
#ifndef BFCLX_CORE_STATISTICS_ERROR_OF_H_
#define BFCLX_CORE_STATISTICS_ERROR_OF_H_

#include <algorithm>

#include "core/statistics/statistics.h"

namespace bfclx {

inline double square(double x) { return x * x; }

// Standard error that an interval of 95 % stands for.
inline double error_of(const Range& range) { return (range.high - range.low) / (2 * kZ95); }

// An interval about `value` for an error that is so many times larger; inside `bounds`.
inline Range widened(const Range& range, double value, double times, const Range& bounds) {
  return {std::max(bounds.low, value - times * (value - range.low)),
          std::min(bounds.high, value + times * (range.high - value))};
}

// Squared error of a mean difference in which nothing varies, where the usual one is 0: Bonett and
// Price's, the clusters taken for entries. Their interval is about a difference that is smaller by
// n / (n + 2). `above`, `below`: clusters with a difference above and below 0.
inline double least_difference_variance(double above, double below, double clusters,
                                        double weight = 1) {
  const double count = clusters + 2;
  const double up = (above + 1) / count;
  const double down = (below + 1) / count;
  const double variance = (up + down - square(up - down)) / count;
  return square(weight * count / clusters) * variance;
}

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_ERROR_OF_H_
