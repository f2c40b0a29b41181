#include "core/statistics/score_estimate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "core/statistics/error_of.h"

namespace bfclx {
namespace {

// A stratum of a sample, with the categories that weigh in a score.
struct WeightedStratum {
  ClusterSample::Stratum stratum;
  double weight = 0;
  std::size_t entries = 0;
  std::size_t clusters = 0;  // that hold entries of these categories
};

// A sample by strata, with the weights of one score.
class WeightedSample {
 public:
  WeightedSample(const ClusterSample& sample, std::span<const double> weights)
      : sample_(sample), weights_(weights), entries_(weights.size()) {
    for (const ClusterSample::Cell& cell : sample.cells()) entries_[cell.category] += cell.entries;
    for (const ClusterSample::Stratum& stratum : sample.strata()) add(stratum);
  }

  const std::vector<WeightedStratum>& strata() const { return strata_; }

  // Of sum(weight * mean) over a stratum, where `value_of(cell)` is what a cell adds to a mean's
  // sum: the sum itself, its usual squared error, and how many clusters are above and below 0.
  struct Moments {
    double score = 0;
    double variance = 0;
    double above = 0;
    double below = 0;
  };
  template <typename ValueOf>
  Moments moments(const WeightedStratum& of, const ValueOf& value_of) const {
    Moments result;
    std::vector<double> sums(weights_.size());
    each_cell(of.stratum, [&](const auto& cell) { sums[cell.category] += value_of(cell); });
    for (std::size_t c = 0; c < sums.size(); ++c) {
      if (sums[c] != 0) result.score += weights_[c] * (sums[c] / entries_[c]);
    }
    double squares = 0;
    double total = 0;
    for (std::uint32_t i = of.stratum.first_cluster; i < of.stratum.last_cluster; ++i) {
      double sum = 0;
      double influence = 0;
      each_cell_of(sample_.clusters()[i], [&](const auto& cell) {
        const double scale = weights_[cell.category] / entries_[cell.category];
        const double value = value_of(cell);
        sum += scale * value;
        influence += scale * (value - sums[cell.category] / entries_[cell.category] * cell.entries);
      });
      result.above += sum > 0 ? 1 : 0;
      result.below += sum < 0 ? 1 : 0;
      squares += square(influence);
      total += influence;
    }
    if (of.clusters < 2) return result;
    const auto count = static_cast<double>(of.stratum.clusters());
    result.variance = count / (count - 1) * std::max(0.0, squares - square(total) / count);
    return result;
  }

  // moments().variance of the differences between run `a` and each run after it, to the bit: many
  // runs at a time. By run; those up to `a` mean nothing.
  void difference_variances(const WeightedStratum& of, std::size_t a,
                            std::span<double> variances) const {
    const std::size_t runs = sample_.runs();
    std::fill(variances.begin(), variances.end(), 0.0);
    if (of.clusters < 2) return;
    const std::size_t first = a + 1;
    std::vector<double> means(weights_.size() * runs);  // first sums
    each_cell(of.stratum, [&](const auto& cell) {
      const std::uint32_t* const right = sample_.right(cell).data();
      double* const sums = &means[cell.category * runs];
      for (std::size_t run = first; run < runs; ++run) sums[run] += minus(right[run], right[a]);
    });
    for (std::size_t c = 0; c < weights_.size(); ++c) {
      if (!(weights_[c] > 0)) continue;
      for (std::size_t run = first; run < runs; ++run) means[c * runs + run] /= entries_[c];
    }
    std::vector<double> influences(runs);
    std::vector<double> squares(runs);
    std::vector<double> totals(runs);
    for (std::uint32_t i = of.stratum.first_cluster; i < of.stratum.last_cluster; ++i) {
      std::fill(influences.begin(), influences.end(), 0.0);
      each_cell_of(sample_.clusters()[i], [&](const auto& cell) {
        const double scale = weights_[cell.category] / entries_[cell.category];
        const double entries = cell.entries;
        const std::uint32_t* const right = sample_.right(cell).data();
        const double* const mean = &means[cell.category * runs];
        for (std::size_t run = first; run < runs; ++run) {
          influences[run] += scale * (minus(right[run], right[a]) - mean[run] * entries);
        }
      });
      for (std::size_t run = first; run < runs; ++run) {
        squares[run] += square(influences[run]);
        totals[run] += influences[run];
      }
    }
    const auto count = static_cast<double>(of.stratum.clusters());
    for (std::size_t run = first; run < runs; ++run) {
      variances[run] =
          count / (count - 1) * std::max(0.0, squares[run] - square(totals[run]) / count);
    }
  }

 private:
  // Exact for counts below 2^31, and quick to do for many.
  static double minus(std::uint32_t b, std::uint32_t a) { return static_cast<std::int32_t>(b - a); }

  template <typename Use>
  void each_cell_of(const ClusterSample::Cluster& cluster, const Use& use) const {
    for (std::uint32_t i = cluster.first_cell; i < cluster.last_cell; ++i) {
      const ClusterSample::Cell& cell = sample_.cells()[i];
      if (weights_[cell.category] > 0) use(cell);
    }
  }
  template <typename Use>
  void each_cell(const ClusterSample::Stratum& stratum, const Use& use) const {
    for (std::uint32_t i = stratum.first_cluster; i < stratum.last_cluster; ++i) {
      each_cell_of(sample_.clusters()[i], use);
    }
  }

  void add(const ClusterSample::Stratum& stratum) {
    WeightedStratum weighted{stratum};
    std::vector<bool> seen(weights_.size());
    for (std::uint32_t i = stratum.first_cluster; i < stratum.last_cluster; ++i) {
      bool counts = false;
      each_cell_of(sample_.clusters()[i], [&](const auto& cell) {
        counts = true;
        weighted.entries += cell.entries;
        if (!seen[cell.category]) weighted.weight += weights_[cell.category];
        seen[cell.category] = true;
      });
      weighted.clusters += counts ? 1 : 0;
    }
    if (weighted.weight > 0) strata_.push_back(weighted);
  }

  const ClusterSample& sample_;
  std::span<const double> weights_;
  std::vector<double> entries_;  // by category
  std::vector<WeightedStratum> strata_;
};

// Sums that cancel leave their last bits.
bool vanishes(double variance, double weight) { return variance <= square(1e-12 * weight); }

// Squares of the usual error of a difference, and of what stands where that is 0.
struct SquaredErrors {
  double usual = 0;
  double least = 0;
};

void add_squares(const WeightedStratum& stratum, const WeightedSample::Moments& moments,
                 SquaredErrors& errors) {
  if (!vanishes(moments.variance, stratum.weight)) {
    errors.usual += moments.variance;
    return;
  }
  errors.least += least_difference_variance(moments.above, moments.below,
                                            static_cast<double>(stratum.clusters), stratum.weight);
}

template <typename ValueOf>
SquaredErrors errors_of_difference(const WeightedSample& weighted, const ValueOf& value_of) {
  SquaredErrors errors;
  for (const WeightedStratum& stratum : weighted.strata()) {
    add_squares(stratum, weighted.moments(stratum, value_of), errors);
  }
  return errors;
}

// What a cell adds to the difference of two runs.
auto cell_difference(const ClusterSample& sample, std::size_t run_a, std::size_t run_b) {
  return [&sample, run_a, run_b](const ClusterSample::Cell& cell) {
    const auto right = sample.right(cell);
    return static_cast<double>(right[run_b]) - static_cast<double>(right[run_a]);
  };
}

SquaredErrors difference_errors(const ClusterSample& sample, const WeightedSample& weighted,
                                std::size_t run_a, std::size_t run_b) {
  return errors_of_difference(weighted, cell_difference(sample, run_a, run_b));
}

// The 95 % quantile, over draws, of the largest deviation of any pair in its standard errors.
double critical_ratio(std::span<const double> scores, std::span<const double> errors,
                      const Replicates& replicates) {
  constexpr std::size_t kMostSteps = 100'000'000;
  const std::size_t runs = scores.size();
  const std::size_t pairs = pairs_of(runs);
  const std::size_t stride = 1 + replicates.count() * pairs / kMostSteps;
  std::vector<double> largest;
  std::vector<double> moved(runs);
  for (std::size_t k = 0; k < replicates.count(); k += stride) {
    for (std::size_t i = 0; i < runs; ++i) moved[i] = replicates.at(k, i) - scores[i];
    double most = 0;
    double nearly_most = 0;
    const double* of_pair = errors.data();
    for (std::size_t i = 0; i < runs; ++i) {
      for (std::size_t j = i + 1; j < runs; ++j) {
        const double error = *of_pair++;
        const double deviation = std::fabs(moved[j] - moved[i]);
        // Few are divided.
        if (deviation < nearly_most * error || error <= 0) continue;
        most = std::max(most, deviation / error);
        nearly_most = most * (1 - 1e-12);
      }
    }
    largest.push_back(most);
  }
  if (largest.empty()) return simultaneous_quantile(pairs);
  const auto at = static_cast<std::size_t>(0.95 * static_cast<double>(largest.size() - 1));
  std::nth_element(largest.begin(), largest.begin() + static_cast<std::ptrdiff_t>(at),
                   largest.end());
  return std::max(kZ95, largest[at]);
}

}  // namespace

double score_of(const ClusterSample& sample, std::span<const double> weights, std::size_t run) {
  double score = 0;
  for (std::size_t c = 0; c < weights.size(); ++c) {
    const std::uint64_t entries = sample.entries_of(c);
    if (entries == 0 || weights[c] == 0) continue;
    score +=
        weights[c] * (static_cast<double>(sample.right_of(c, run)) / static_cast<double>(entries));
  }
  return score;
}

ScoreEstimate estimate_score(const ClusterSample& sample, std::span<const double> weights,
                             std::size_t run) {
  ScoreEstimate result;
  double weight = 0;
  double variance = 0;
  double below = 0;
  double above = 0;
  const WeightedSample weighted(sample, weights);
  for (const WeightedStratum& part : weighted.strata()) {
    const auto moments = weighted.moments(part, [&](const ClusterSample::Cell& cell) {
      return static_cast<double>(sample.right(cell)[run]);
    });
    const double share = std::min(1.0, moments.score / part.weight);
    const double usual = std::sqrt(moments.variance) / part.weight;
    const Range range = clustered_range(share, usual, part.entries, part.clusters);
    const bool least = vanishes(moments.variance, part.weight);
    weight += part.weight;
    result.value += moments.score;
    variance += least ? square(part.weight * error_of(range)) : moments.variance;
    below += square(part.weight * (share - range.low));
    above += square(part.weight * (range.high - share));
  }
  result.standard_error = std::sqrt(variance);
  result.interval = {std::max(0.0, result.value - std::sqrt(below)),
                     std::min(weight, result.value + std::sqrt(above))};
  return result;
}

MeasureEstimate estimate_measure(const ClusterSample& sample, std::span<const double> weights,
                                 std::span<const double> values) {
  MeasureEstimate result;
  double least = 0;
  const WeightedSample weighted(sample, weights);
  for (const WeightedStratum& part : weighted.strata()) {
    const auto moments = weighted.moments(part, [&](const ClusterSample::Cell& cell) {
      const std::span<const std::uint32_t> right = sample.right(cell);
      double sum = 0;
      for (std::size_t j = 0; j < right.size(); ++j) sum += values[j] * right[j];
      return sum;
    });
    result.value += moments.score;
    if (!vanishes(moments.variance, part.weight)) {
      result.variance += moments.variance;
      continue;
    }
    const double share = std::clamp(moments.score / part.weight, 0.0, 1.0);
    const Range range = clustered_range(share, 0, part.entries, part.clusters);
    least += square(part.weight * error_of(range));
    result.least_below += square(part.weight * (share - range.low));
    result.least_above += square(part.weight * (range.high - share));
  }
  result.standard_error = std::sqrt(result.variance + least);
  result.least_below = std::sqrt(result.least_below);
  result.least_above = std::sqrt(result.least_above);
  return result;
}

ScoreEstimate estimate_difference(const ClusterSample& sample, std::span<const double> weights,
                                  std::size_t run_a, std::size_t run_b) {
  ScoreEstimate result;
  const SquaredErrors errors =
      difference_errors(sample, WeightedSample(sample, weights), run_a, run_b);
  result.value = score_of(sample, weights, run_b) - score_of(sample, weights, run_a);
  result.standard_error = std::sqrt(errors.usual + errors.least);
  const double half = kZ95 * result.standard_error;
  result.interval = {result.value - half, result.value + half};
  return result;
}

ContrastEstimate estimate_contrast(const ClusterSample& sample, std::span<const double> weights,
                                   std::span<const double> values) {
  ContrastEstimate result;
  for (std::size_t run = 0; run < values.size(); ++run) {
    result.value += values[run] * score_of(sample, weights, run);
  }
  const SquaredErrors errors =
      errors_of_difference(WeightedSample(sample, weights), [&](const ClusterSample::Cell& cell) {
        const std::span<const std::uint32_t> right = sample.right(cell);
        double sum = 0;
        for (std::size_t run = 0; run < right.size(); ++run) sum += values[run] * right[run];
        return sum;
      });
  result.standard_error = std::sqrt(errors.usual + errors.least);
  result.least_error = std::sqrt(errors.least);
  return result;
}

double least_difference_error(const ClusterSample& sample, std::span<const double> weights,
                              std::size_t run_a, std::size_t run_b) {
  return std::sqrt(difference_errors(sample, WeightedSample(sample, weights), run_a, run_b).least);
}

std::vector<double> pair_errors(const ClusterSample& sample, std::span<const double> weights) {
  const std::size_t runs = sample.runs();
  const WeightedSample weighted(sample, weights);
  std::vector<double> errors;
  errors.reserve(pairs_of(runs));
  std::vector<SquaredErrors> squares(runs);
  std::vector<double> variances(runs);
  for (std::size_t i = 0; i < runs; ++i) {
    std::fill(squares.begin(), squares.end(), SquaredErrors());
    for (const WeightedStratum& stratum : weighted.strata()) {
      weighted.difference_variances(stratum, i, variances);
      for (std::size_t j = i + 1; j < runs; ++j) {
        if (!vanishes(variances[j], stratum.weight)) {
          squares[j].usual += variances[j];
        } else {
          add_squares(stratum, weighted.moments(stratum, cell_difference(sample, i, j)),
                      squares[j]);
        }
      }
    }
    for (std::size_t j = i + 1; j < runs; ++j) {
      errors.push_back(std::sqrt(squares[j].usual + squares[j].least));
    }
  }
  return errors;
}

std::size_t pairs_of(std::size_t runs) { return runs < 2 ? 1 : runs * (runs - 1) / 2; }

double simultaneous_quantile(std::size_t comparisons) {
  struct Row {
    std::size_t comparisons;
    double quantile;
  };
  // Of the normal distribution, at (1 + 0.95^(1 / comparisons)) / 2.
  static constexpr Row kRows[] = {
      {1, kZ95},         {3, 2.387738},     {6, 2.631038},   {10, 2.799625},   {15, 2.927798},
      {21, 3.030739},    {28, 3.116482},    {36, 3.189782},  {45, 3.253681},   {66, 3.360907},
      {105, 3.487045},   {190, 3.642571},   {435, 3.850434}, {1225, 4.096904}, {4950, 4.409473},
      {19900, 4.701897}, {124750, 5.063713}};
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& one) {
    return comparisons <= one.comparisons;
  });
  return row == std::end(kRows) ? 6.0 : row->quantile;
}

std::vector<RankRange> simultaneous_ranks(const ClusterSample& sample,
                                          std::span<const double> weights,
                                          const Replicates& replicates) {
  const std::size_t runs = replicates.runs;
  std::vector<double> scores;
  for (std::size_t run = 0; run < runs; ++run) scores.push_back(score_of(sample, weights, run));
  const std::vector<double> errors = pair_errors(sample, weights);
  const double bar = critical_ratio(scores, errors, replicates);
  return rank_ranges(scores, [&](std::size_t i, std::size_t j) {
    const double error = errors[pair_place(i, j, runs)];
    return sure_sign(scores[i] - scores[j], error, bar);
  });
}

std::vector<RankRange> simultaneous_ranks(std::span<const double> scores,
                                          std::span<const std::optional<double>> errors) {
  const double bar = simultaneous_quantile(pairs_of(scores.size()));
  return rank_ranges(scores, [&](std::size_t i, std::size_t j) {
    if (!errors[i] || !errors[j]) return 0;
    return sure_sign(scores[i] - scores[j], std::sqrt(square(*errors[i]) + square(*errors[j])),
                     bar);
  });
}

}  // namespace bfclx
