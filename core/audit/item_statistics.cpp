#include "core/audit/item_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/audit/elementary.h"

namespace bfclx {
namespace {

constexpr std::size_t kFewest = 4;
constexpr double kTiny = 1e-12;
constexpr double kMaxDifficulty = 10;
constexpr int kSteps = 50;

struct Moments2 {
  double mean = 0;
  double deviation = 0;  // divisor n
};

template <typename Of>
Moments2 moments_of(std::span<const ItemPoint> points, const Of& of) {
  Moments2 result;
  for (const ItemPoint& point : points) result.mean += of(point);
  result.mean /= static_cast<double>(points.size());
  for (const ItemPoint& point : points) {
    result.deviation += (of(point) - result.mean) * (of(point) - result.mean);
  }
  result.deviation = std::sqrt(result.deviation / static_cast<double>(points.size()));
  return result;
}

double ability(const ItemPoint& point) { return point.ability; }
double verdict(const ItemPoint& point) { return point.right ? 1.0 : 0.0; }

// log P(verdicts) under intercept + slope * x.
double log_likelihood(std::span<const ItemPoint> points, double intercept, double slope) {
  double sum = 0;
  for (const ItemPoint& point : points) {
    const double p = logistic_of(intercept + slope * point.ability);
    sum += log_of(std::max(point.right ? p : 1 - p, 1e-300));
  }
  return sum;
}

}  // namespace

double ability_of(std::size_t right, std::size_t entries) {
  const double share = (static_cast<double>(right) + 0.5) / (static_cast<double>(entries) + 1);
  return logit_of(share);
}

Discrimination discrimination_of(std::span<const ItemPoint> points) {
  Discrimination result;
  if (points.size() < kFewest) return result;
  const Moments2 x = moments_of(points, ability);
  const Moments2 y = moments_of(points, verdict);
  if (x.deviation < kTiny || y.deviation < kTiny) return result;
  double product = 0;
  for (const ItemPoint& point : points) {
    product += (point.ability - x.mean) * (verdict(point) - y.mean);
  }
  result.known = true;
  result.value = std::clamp(
      product / static_cast<double>(points.size()) / x.deviation / y.deviation, -1.0, 1.0);
  const double z = atanh_of(std::clamp(result.value, -0.999999, 0.999999));
  const double error = 1 / std::sqrt(static_cast<double>(points.size()) - 3);
  result.interval = {tanh_of(z - kZ95 * error), tanh_of(z + kZ95 * error)};
  result.p_negative = normal_below(z / error);
  return result;
}

TwoParameterFit fit_two_parameters(std::span<const ItemPoint> points) {
  TwoParameterFit fit;
  if (points.size() < kFewest) return fit;
  const Moments2 x = moments_of(points, ability);
  const Moments2 y = moments_of(points, verdict);
  if (x.deviation < kTiny || y.deviation < kTiny) return fit;
  std::vector<ItemPoint> scaled(points.begin(), points.end());
  for (ItemPoint& point : scaled) point.ability = (point.ability - x.mean) / x.deviation;
  double a = 0;  // intercept, prior variance 9
  double b = 1;  // slope, prior N(1, 1)
  for (int step = 0; step < kSteps; ++step) {
    double ga = -a / 9;
    double gb = -(b - 1);
    double haa = 1.0 / 9;
    double hab = 0;
    double hbb = 1;
    for (const ItemPoint& point : scaled) {
      const double p = logistic_of(a + b * point.ability);
      const double w = p * (1 - p);
      ga += verdict(point) - p;
      gb += (verdict(point) - p) * point.ability;
      haa += w;
      hab += w * point.ability;
      hbb += w * point.ability * point.ability;
    }
    const double determinant = haa * hbb - hab * hab;
    const double da = std::clamp((hbb * ga - hab * gb) / determinant, -2.0, 2.0);
    const double db = std::clamp((haa * gb - hab * ga) / determinant, -2.0, 2.0);
    a += da;
    b += db;
    if (std::fabs(da) + std::fabs(db) < 1e-10) break;
  }
  fit.known = true;
  fit.slope = b;
  fit.difficulty = std::fabs(b) < kTiny ? 0 : std::clamp(-a / b, -kMaxDifficulty, kMaxDifficulty);
  const double flat = log_likelihood(scaled, logit_of(y.mean), 0);
  fit.explained = flat < -kTiny ? 1 - log_likelihood(scaled, a, b) / flat : 0;
  for (const ItemPoint& point : scaled) {
    const double p = std::clamp(logistic_of(a + b * point.ability), 1e-6, 1 - 1e-6);
    fit.outfit += (verdict(point) - p) * (verdict(point) - p) / (p * (1 - p));
  }
  fit.outfit /= static_cast<double>(scaled.size());
  return fit;
}

double half_tail(std::size_t successes, std::size_t trials) {
  // Terms as multiples of the likeliest, so that none of them is lost to small numbers.
  const std::size_t middle = trials / 2;
  double term = 1;
  double all = 1;
  double upper = middle >= successes ? 1 : 0;
  for (std::size_t k = middle + 1; k <= trials; ++k) {
    term *= static_cast<double>(trials - k + 1) / static_cast<double>(k);
    all += term;
    if (k >= successes) upper += term;
  }
  term = 1;
  for (std::size_t k = middle; k > 0; --k) {
    term *= static_cast<double>(k) / static_cast<double>(trials - k + 1);
    all += term;
    if (k - 1 >= successes) upper += term;
  }
  return upper / all;
}

std::vector<double> false_discovery_rates(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> rates(p_values.size(), 1);
  double least = 1;
  for (std::size_t rank = order.size(); rank-- > 0;) {
    const double n = static_cast<double>(order.size());
    least = std::min(least, p_values[order[rank]] * n / (static_cast<double>(rank) + 1));
    rates[order[rank]] = least;
  }
  return rates;
}

}  // namespace bfclx
