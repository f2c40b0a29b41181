#include "core/audit/elementary.h"

#include <algorithm>
#include <cmath>

namespace bfclx {
namespace {

// log(2) in two parts, the first with few bits: its multiples by exponents are exact.
constexpr double kLog2High = 6.93147180369123816490e-01;
constexpr double kLog2Low = 1.90821492927058770002e-10;
constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr double kInverseSqrt2Pi = 0.39894228040143267794;

constexpr int kExpTerms = 14;
constexpr int kLogTerms = 12;
constexpr double kTail = 2.5;  // from here on the continued fraction
constexpr int kTailTerms = 120;
constexpr int kCentreTerms = 60;

double density(double z) { return kInverseSqrt2Pi * exp_of(-z * z / 2); }

}  // namespace

double exp_of(double x) {
  x = std::clamp(x, -700.0, 700.0);
  const double power = std::floor(x / (kLog2High + kLog2Low) + 0.5);
  const double rest = (x - power * kLog2High) - power * kLog2Low;
  double sum = 1;
  for (int i = kExpTerms; i > 0; --i) sum = 1 + sum * rest / i;
  return std::ldexp(sum, static_cast<int>(power));
}

double log_of(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < kSqrtHalf) {
    mantissa *= 2;
    --exponent;
  }
  const double ratio = (mantissa - 1) / (mantissa + 1);
  const double square = ratio * ratio;
  double sum = 0;
  for (int i = kLogTerms; i >= 0; --i) sum = 1.0 / (2 * i + 1) + sum * square;
  return exponent * kLog2High + (2 * ratio * sum + exponent * kLog2Low);
}

double logistic_of(double x) { return 1 / (1 + exp_of(-x)); }

double logit_of(double p) { return log_of(p / (1 - p)); }

double tanh_of(double x) {
  const double twice = exp_of(-2 * std::fabs(x));
  const double value = (1 - twice) / (1 + twice);
  return x < 0 ? -value : value;
}

double atanh_of(double x) { return log_of((1 + x) / (1 - x)) / 2; }

double normal_below(double z) {
  const double x = std::fabs(z);
  double tail = 0;  // P(Z > x)
  if (x < kTail) {
    double sum = 0;  // of x^(2i+1) / (1 * 3 * ... * (2i+1)), from the last one
    for (int i = kCentreTerms; i > 0; --i) sum = (1 + sum) * x * x / (2 * i + 1);
    tail = 0.5 - density(x) * x * (1 + sum);
  } else {
    double fraction = x;
    for (int i = kTailTerms; i > 0; --i) fraction = x + i / fraction;
    tail = density(x) / fraction;
  }
  return z < 0 ? tail : 1 - tail;
}

}  // namespace bfclx
