// Sums and summaries of numbers as the official evaluator computes them, to the last bit: Python's
// sum, statistics.mean, stdev and variance (exact until the end), numpy's percentile, and both ways
// of rounding.
#ifndef BFCLX_CORE_STATISTICS_FIGURES_H_
#define BFCLX_CORE_STATISTICS_FIGURES_H_

#include <span>
#include <string>

#include "core/value/value.h"

namespace bfclx {

// Values below are bool, int or float. An int beyond every float counts as infinite.
double real_of(const Value& number);

// sum(numbers) as a float: ints are added exactly up to the first float.
double python_sum(std::span<const Value> numbers);

// Mean and sample variance. Exact over the numbers as they are, then rounded once, as the module
// `statistics` does; NaN where one of them is no finite number. `variance` needs two numbers.
struct Moments {
  double mean = 0;
  double variance = 0;
  double deviation = 0;  // square root of the exact variance
};
Moments moments(std::span<const Value> numbers);

// numpy.percentile(numbers, 95), by linear interpolation. Not for an empty list.
double percentile_95(std::span<const Value> numbers);

// round(x, 2) of a Python float: the decimal nearest to the float's exact value.
double round_hundredths(double value);
// round(x, 2) of a numpy float: x * 100 to the nearest whole, ties to even, and back.
double numpy_round_hundredths(double value);

// "{:.2f}%".format(share * 100)
std::string percent_text(double share);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_FIGURES_H_
