#include "core/statistics/stratified_test.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace bfclx {
namespace {

constexpr std::size_t kMostWork = 50'000'000;

// How many of the group may pass in an entry.
struct Counts {
  std::size_t least = 0;
  std::size_t most = 0;
};

Counts counts_of(const TestStratum& one) {
  const std::size_t both = one.group + one.passed;
  return {both > one.responses ? both - one.responses : 0, std::min(one.group, one.passed)};
}

// Hypergeometric probabilities of `least` to `most`.
std::vector<double> probabilities(const TestStratum& one, const Counts& counts) {
  std::vector<double> all = {1};
  double sum = 1;
  for (std::size_t k = counts.least; k < counts.most; ++k) {
    const double up = static_cast<double>(one.group - k) * static_cast<double>(one.passed - k);
    const double down = static_cast<double>(k + 1) *
                        static_cast<double>(one.responses + k + 1 - one.group - one.passed);
    all.push_back(all.back() * up / down);
    sum += all.back();
  }
  for (double& p : all) p /= sum;
  return all;
}

}  // namespace

double stratified_test(std::span<const TestStratum> strata) {
  double expected = 0;
  double variance = 0;
  double passed = 0;
  std::size_t work = 0;
  std::size_t width = 1;
  std::vector<TestStratum> telling;
  for (const TestStratum& one : strata) {
    const Counts counts = counts_of(one);
    if (counts.least == counts.most) continue;
    telling.push_back(one);
    const auto n = static_cast<double>(one.responses);
    const double of_group = static_cast<double>(one.group) / n;
    const auto right = static_cast<double>(one.passed);
    expected += of_group * right;
    variance += of_group * (1 - of_group) * right * (n - right) / (n - 1);
    passed += static_cast<double>(one.group_passed);
    width += counts.most - counts.least;
    work += width * (counts.most - counts.least + 1);
  }
  if (telling.empty()) return 1;
  const double distance = std::abs(passed - expected);
  if (work > kMostWork) {
    const double corrected = std::max(0.0, distance - 0.5);
    return std::erfc(corrected / std::sqrt(2 * variance));
  }
  std::vector<double> sums = {1};
  double offset = 0;
  for (const TestStratum& one : telling) {
    const Counts counts = counts_of(one);
    const std::vector<double> own = probabilities(one, counts);
    std::vector<double> next(sums.size() + own.size() - 1);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      for (std::size_t k = 0; k < own.size(); ++k) next[i + k] += sums[i] * own[k];
    }
    sums = std::move(next);
    offset += static_cast<double>(counts.least);
  }
  double p = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double away = std::abs(offset + static_cast<double>(i) - expected);
    if (away >= distance - 1e-9) p += sums[i];
  }
  return std::min(1.0, p);
}

}  // namespace bfclx
