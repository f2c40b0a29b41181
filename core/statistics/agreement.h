// How far two readers agree, and what a random sample says about all that it was drawn from.
#ifndef BFCLX_CORE_STATISTICS_AGREEMENT_H_
#define BFCLX_CORE_STATISTICS_AGREEMENT_H_

#include <cstddef>
#include <span>

#include "core/statistics/statistics.h"

namespace bfclx {

struct Agreement {
  std::size_t items = 0;
  double observed = 0;  // share of the items on which both agree
  double chance = 0;    // share that is expected from how often each uses each class
  // False without items, and where both use one class only: then kappa is undefined.
  bool known = false;
  double kappa = 0;           // (observed - chance) / (1 - chance)
  double standard_error = 0;  // large-sample, Fleiss, Cohen and Everitt (1969)
  // kappa -+ 1.96 standard errors, within -1 and 1. Where the standard error is 0 because both
  // agree on every item: Wilson's interval for `observed`, on the scale of kappa.
  Range interval{-1, 1};
};
// Cohen's kappa. `table` has a row for each class of the first reader and a column for each class
// of the second one, both in the same order.
Agreement cohen_kappa(std::span<const std::size_t> table, std::size_t classes);

struct SampledCount {
  std::size_t drawn = 0;  // items, at random, without replacement
  std::size_t found = 0;  // of them
  std::size_t population = 0;
  double share = 0;  // found / drawn; 0 without a draw
  Range interval{0, 1};
  double count = 0;  // expected in the population
  Range count_interval;
};
// Wilson's interval for the share; at least the items found and at most those not seen otherwise
// are counted in the population.
SampledCount sampled_count(std::size_t found, std::size_t drawn, std::size_t population);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_AGREEMENT_H_
