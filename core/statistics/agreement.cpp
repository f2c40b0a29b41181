#include "core/statistics/agreement.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace bfclx {

Agreement cohen_kappa(std::span<const std::size_t> table, std::size_t classes) {
  Agreement its;
  for (const std::size_t count : table) its.items += count;
  if (its.items == 0) return its;
  const auto items = static_cast<double>(its.items);
  const auto share = [&](std::size_t i, std::size_t j) {
    return static_cast<double>(table[i * classes + j]) / items;
  };
  std::vector<double> row(classes);
  std::vector<double> column(classes);
  for (std::size_t i = 0; i < classes; ++i) {
    for (std::size_t j = 0; j < classes; ++j) {
      row[i] += share(i, j);
      column[j] += share(i, j);
    }
    its.observed += share(i, i);
  }
  for (std::size_t i = 0; i < classes; ++i) its.chance += row[i] * column[i];
  const double left = 1 - its.chance;
  if (left <= 1e-12) return its;
  its.known = true;
  its.kappa = (its.observed - its.chance) / left;
  double sum = 0;
  for (std::size_t i = 0; i < classes; ++i) {
    for (std::size_t j = 0; j < classes; ++j) {
      const double weight = i == j ? left - (row[i] + column[i]) * (1 - its.observed)
                                   : (column[i] + row[j]) * (1 - its.observed);
      sum += share(i, j) * weight * weight;
    }
  }
  const double rest = its.observed * its.chance - 2 * its.chance + its.observed;
  const double variance = (sum - rest * rest) / (items * left * left * left * left);
  its.standard_error = std::sqrt(std::max(0.0, variance));
  if (its.standard_error > 0) {
    its.interval = {std::max(-1.0, its.kappa - kZ95 * its.standard_error),
                    std::min(1.0, its.kappa + kZ95 * its.standard_error)};
    return its;
  }
  const Range observed = wilson_range(its.observed, items);
  its.interval = {std::max(-1.0, (observed.low - its.chance) / left),
                  std::min(1.0, (observed.high - its.chance) / left)};
  return its;
}

SampledCount sampled_count(std::size_t found, std::size_t drawn, std::size_t population) {
  SampledCount its;
  its.found = found;
  its.drawn = drawn;
  its.population = population;
  const auto all = static_cast<double>(population);
  its.count_interval = {0, all};
  if (drawn == 0) return its;
  its.share = static_cast<double>(found) / static_cast<double>(drawn);
  its.interval = wilson_range(its.share, static_cast<double>(drawn));
  its.count = its.share * all;
  const double most = all - static_cast<double>(drawn - found);
  its.count_interval = {std::max(static_cast<double>(found), its.interval.low * all),
                        std::min(most, its.interval.high * all)};
  return its;
}

}  // namespace bfclx
