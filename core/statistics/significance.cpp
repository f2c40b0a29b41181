// The tests of comparison.h. Only operations that IEEE 754 rounds exactly, so that they give the
// same bits everywhere.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "core/statistics/comparison.h"
#include "core/statistics/error_of.h"
#include "core/statistics/resampling.h"

namespace bfclx {
namespace {

// C(n, k) / 2^n, for any n; 0 where it is too small for a double.
double fair_binomial(std::size_t n, std::size_t k) {
  double mantissa = 1;
  long exponent = -static_cast<long>(n);
  for (std::size_t i = 1; i <= k; ++i) {
    mantissa *= static_cast<double>(n - k + i) / static_cast<double>(i);
    if (mantissa > 0x1p512) {
      mantissa *= 0x1p-512;
      exponent += 512;
    }
  }
  return exponent < -4000 ? 0 : std::ldexp(mantissa, static_cast<int>(exponent));
}

}  // namespace

McNemar mcnemar_test(std::size_t gained, std::size_t lost) {
  if (gained == lost) return {};
  const std::size_t n = gained + lost;
  const std::size_t fewer = std::min(gained, lost);
  const double observed = fair_binomial(n, fewer);
  // The terms below, as shares of the observed one.
  double sum = 1;
  double term = 1;
  for (std::size_t k = fewer; k > 0; --k) {
    term *= static_cast<double>(k) / static_cast<double>(n - k + 1);
    sum += term;
  }
  const double p = std::min(1.0, 2 * observed * sum);
  return {p, p - observed};
}

double cluster_sign_test(std::span<const int> sums) {
  std::size_t total = 0;
  long observed = 0;
  for (const int sum : sums) {
    total += static_cast<std::size_t>(std::abs(sum));
    observed += sum;
  }
  if (observed == 0) return 1;
  // chance[k]: that the clusters with a plus add up to k.
  std::vector<double> chance(total + 1);
  chance[0] = 1;
  std::size_t reached = 0;
  for (const int sum : sums) {
    const auto size = static_cast<std::size_t>(std::abs(sum));
    if (size == 0) continue;
    reached += size;
    for (std::size_t k = reached + 1; k-- > 0;) {
      chance[k] = (chance[k] + (k >= size ? chance[k - size] : 0)) / 2;
    }
  }
  double p = 0;
  for (std::size_t k = 0; k <= total; ++k) {
    const long signed_sum = 2 * static_cast<long>(k) - static_cast<long>(total);
    if (std::abs(signed_sum) >= std::abs(observed)) p += chance[k];
  }
  return std::min(1.0, p);
}

double drawn_sign_test(std::span<const double> differences, const ComparisonOptions& options) {
  double observed = 0;
  for (const double difference : differences) observed += difference;
  // Sums of the same numbers in another order may differ in their last bits.
  const double bar = std::fabs(observed) * (1 - 1e-9);
  if (bar == 0) return 1;
  RandomSource random(options.seed + 1);
  std::size_t extreme = 0;
  for (std::size_t i = 0; i < options.replicates; ++i) {
    double sum = 0;
    std::uint64_t signs = 0;
    for (std::size_t j = 0; j < differences.size(); ++j) {
      if (j % 64 == 0) signs = random.next();
      sum += (signs & 1) != 0 ? differences[j] : -differences[j];
      signs >>= 1;
    }
    extreme += std::fabs(sum) >= bar ? 1 : 0;
  }
  return static_cast<double>(1 + extreme) / static_cast<double>(1 + options.replicates);
}

Range widened_range(const Range& drawn, double difference, double least_error) {
  if (least_error <= 0) return drawn;
  const double more = kZ95 * least_error;
  const auto distance = [&](double end) {
    return std::sqrt(square(difference - end) + square(more));
  };
  return {std::max(-1.0, difference - distance(drawn.low)),
          std::min(1.0, difference + distance(drawn.high))};
}

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return p_values[i] < p_values[j]; });
  std::vector<double> adjusted(p_values.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto left = static_cast<double>(order.size() - i);
    least = std::max(least, std::min(1.0, left * p_values[order[i]]));
    adjusted[order[i]] = least;
  }
  return adjusted;
}

void adjust_overall(std::span<OverallComparison* const> overalls) {
  std::vector<OverallComparison*> tested;
  std::vector<double> p_values;
  for (OverallComparison* overall : overalls) {
    if (overall->weight <= 0) continue;
    tested.push_back(overall);
    p_values.push_back(overall->p);
  }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    tested[i]->holm_p = adjusted[i];
    tested[i]->compared = tested.size();
  }
}

void adjust_overall(std::span<Comparison* const> comparisons) {
  std::vector<OverallComparison*> overalls;
  for (Comparison* comparison : comparisons) overalls.push_back(&comparison->overall);
  adjust_overall(std::span<OverallComparison* const>(overalls));
}

void adjust_overall(std::span<Comparison> comparisons) {
  std::vector<OverallComparison*> overalls;
  for (Comparison& comparison : comparisons) overalls.push_back(&comparison.overall);
  adjust_overall(std::span<OverallComparison* const>(overalls));
}

}  // namespace bfclx
