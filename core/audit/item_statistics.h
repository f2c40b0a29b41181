// One entry as an item of a test: how its verdicts go with the ability of the runs.
#ifndef BFCLX_CORE_AUDIT_ITEM_STATISTICS_H_
#define BFCLX_CORE_AUDIT_ITEM_STATISTICS_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/statistics/statistics.h"

namespace bfclx {

// One run at the entry. `ability` is the logit of its accuracy on the other entries.
struct ItemPoint {
  double ability = 0;
  bool right = false;
};

// (right + 1/2) / (entries + 1) as a logit: finite also where all or none are right.
double ability_of(std::size_t right, std::size_t entries);

// Point-biserial correlation of verdict and ability. `known` is false with fewer than 4 runs, or
// where all runs have the same verdict or the same ability; the rest means nothing then.
struct Discrimination {
  bool known = false;
  double value = 0;
  Range interval{-1, 1};  // 95 %, Fisher's z
  double p_negative = 1;  // of a value as low or lower when there is none
};
Discrimination discrimination_of(std::span<const ItemPoint> points);

// P(right) = 1 / (1 + exp(-slope * (ability - difficulty))), ability standardised over the runs.
// Most likely a posteriori with slope ~ N(1, 1) and intercept ~ N(0, 3): finite for any data.
struct TwoParameterFit {
  bool known = false;  // as above
  double slope = 0;
  double difficulty = 0;  // kept within 10
  // Goodness: the share of the deviance that the fit explains (McFadden), and the mean squared
  // standardised residual (outfit; 1 is expected, much more is noise that the model cannot hold).
  double explained = 0;
  double outfit = 0;
};
TwoParameterFit fit_two_parameters(std::span<const ItemPoint> points);

// P(X >= successes) for X ~ Binomial(trials, 1/2).
double half_tail(std::size_t successes, std::size_t trials);

// Benjamini and Hochberg's q-values in the order of the input.
std::vector<double> false_discovery_rates(std::span<const double> p_values);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_ITEM_STATISTICS_H_
