#include "core/statistics/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>

#include "core/statistics/cluster_tally.h"
#include "core/statistics/error_of.h"

namespace bfclx {
namespace {

// "23-5-1" -> "5"; empty when the text has not three parts.
std::string_view middle_part(std::string_view numbers) {
  const std::size_t first = numbers.find('-');
  const std::size_t last = numbers.rfind('-');
  if (first == std::string_view::npos || first == last) return {};
  return numbers.substr(first + 1, last - first - 1);
}

// The part of an id behind "<category>_"; the whole id when it starts otherwise.
std::string_view number_of(const Category& category, std::string_view id) {
  const std::size_t length = category.name.size();
  if (id.starts_with(category.name) && id.size() > length && id[length] == '_') {
    return id.substr(length + 1);
  }
  return id;
}

std::string joined(std::string_view family, std::string_view key) {
  return std::string(family) + ":" + std::string(key);
}

// G / (G - 1); clusters > 1.
double small_sample_factor(std::size_t clusters) {
  return static_cast<double>(clusters) / static_cast<double>(clusters - 1);
}

// Entries that count as independent; `independent` is the variance that single entries would give.
double effective_entries(double entries, double variance, double independent) {
  if (independent <= 0) return entries;
  return entries / std::max(1.0, variance / independent);
}

// Variance of a linear score by clusters: `influence(cell)` is what a cell adds to it, less its
// expectation.
template <typename Influence>
double linear_variance(const ClusterSample& sample, Influence influence) {
  double variance = 0;
  for (const ClusterSample::Stratum& stratum : sample.strata()) {
    if (stratum.clusters() < 2) continue;
    double squares = 0;
    double sum = 0;
    for (std::uint32_t i = stratum.first_cluster; i < stratum.last_cluster; ++i) {
      const ClusterSample::Cluster& cluster = sample.clusters()[i];
      double part = 0;
      for (std::uint32_t j = cluster.first_cell; j < cluster.last_cell; ++j) {
        part += influence(sample.cells()[j]);
      }
      squares += square(part);
      sum += part;
    }
    const double centred = squares - square(sum) / stratum.clusters();
    variance += small_sample_factor(stratum.clusters()) * std::max(0.0, centred);
  }
  return variance;
}

struct Totals {
  std::vector<double> entries;
  std::vector<double> right;  // of one run, or the difference of two
};

double difference_of(std::span<const std::uint32_t> right, std::size_t run_a, std::size_t run_b) {
  const double subtrahend = run_a < right.size() ? right[run_a] : 0;
  return right[run_b] - subtrahend;
}

constexpr std::size_t kNoRun = static_cast<std::size_t>(-1);

double standard_error_of(const ClusterSample& sample, std::span<const double> weights,
                         std::size_t run_a, std::size_t run_b) {
  assert(weights.size() == sample.categories());
  Totals totals{std::vector<double>(sample.categories()), std::vector<double>(sample.categories())};
  for (const ClusterSample::Cell& cell : sample.cells()) {
    totals.entries[cell.category] += cell.entries;
    totals.right[cell.category] += difference_of(sample.right(cell), run_a, run_b);
  }
  return std::sqrt(linear_variance(sample, [&](const ClusterSample::Cell& cell) {
    const double entries = totals.entries[cell.category];
    const double mean = totals.right[cell.category] / entries;
    const double right = difference_of(sample.right(cell), run_a, run_b);
    return weights[cell.category] * (right - mean * cell.entries) / entries;
  }));
}

std::size_t rank_by_score(std::span<const double> scores, std::size_t which) {
  std::size_t rank = 1;
  for (const double score : scores) rank += score > scores[which] ? 1 : 0;
  return rank;
}

constexpr double kLowShare = 0.025;
constexpr double kHighShare = 0.975;

// Where a quantile lies among sorted values: `part` of the way from one to the next.
struct Between {
  std::size_t below = 0;
  std::size_t above = 0;
  double part = 0;
};
Between between(double share, std::size_t count) {
  const double place = share * static_cast<double>(count - 1);
  const auto below = static_cast<std::size_t>(place);
  return {below, std::min(below + 1, count - 1), place - static_cast<double>(below)};
}

}  // namespace

double t95(std::size_t degrees) {
  assert(degrees > 0);
  if (degrees < 3) return degrees < 2 ? 12.706204736174704 : 4.302652729749462;
  constexpr double kSquare = kZ95 * kZ95;
  // Coefficients of the powers of 1 / degrees.
  constexpr double kTerms[] = {
      kZ95 * (kSquare + 1) / 4,
      kZ95 * ((5 * kSquare + 16) * kSquare + 3) / 96,
      kZ95 * (((3 * kSquare + 19) * kSquare + 17) * kSquare - 15) / 384,
      kZ95 * ((((79 * kSquare + 776) * kSquare + 1482) * kSquare - 1920) * kSquare - 945) / 92160,
  };
  const double step = 1 / static_cast<double>(degrees);
  double power = 1;
  double quantile = kZ95;
  for (const double term : kTerms) {
    power *= step;
    quantile += term * power;
  }
  return quantile;
}

std::string cluster_of(const Category& category, std::string_view id) {
  switch (category.dependence) {
    case Dependence::kSource:
      return joined(category.name, id.substr(id.rfind(':') + 1));
    case Dependence::kFamily:
      return joined(category.family, number_of(category, id));
    case Dependence::kFunctions:
      if (const std::string_view docs = middle_part(number_of(category, id)); !docs.empty()) {
        return joined(category.name, docs);
      }
      break;
    case Dependence::kNone:
      break;
  }
  // The number may belong to an older spelling of the id; the whole id is the entry's own.
  return joined(category.name, id);
}

std::string_view stratum_of(const Category& category) { return category.stratum(); }

Range wilson_range(double share, double entries, double quantile) {
  if (entries <= 0) return {0, 1};
  const double scale = 1 + square(quantile) / entries;
  const double centre = (share + square(quantile) / (2 * entries)) / scale;
  const double half =
      quantile *
      std::sqrt(share * (1 - share) / entries + square(quantile) / (4 * square(entries))) / scale;
  return {share <= 0 ? 0.0 : std::max(0.0, centre - half),
          share >= 1 ? 1.0 : std::min(1.0, centre + half)};
}

Accuracy clustered_accuracy(std::span<const ClusterCount> clusters) {
  std::vector<AlikeClusters> each;
  each.reserve(clusters.size());
  for (const ClusterCount& cluster : clusters) each.push_back({cluster, 1});
  return clustered_accuracy(each);
}

Accuracy clustered_accuracy(std::span<const AlikeClusters> kinds) {
  Accuracy result;
  for (const auto& [cluster, number] : kinds) {
    if (cluster.entries == 0) continue;
    result.entries += number * cluster.entries;
    result.right += number * cluster.right;
    result.clusters += number;
  }
  if (result.entries == 0) return result;
  const double entries = static_cast<double>(result.entries);
  result.share = static_cast<double>(result.right) / entries;
  const double spread = result.share * (1 - result.share);
  if (spread == 0) {
    result.design_effect = entries / static_cast<double>(result.clusters);
    result.interval = clustered_range(result.share, 0, result.entries, result.clusters);
    result.standard_error = error_of(result.interval);
    return result;
  }
  result.standard_error = error_of(result.interval);
  if (result.clusters < 2) return result;
  double squares = 0;
  for (const auto& [cluster, number] : kinds) {
    squares += static_cast<double>(number) * square(cluster.right - result.share * cluster.entries);
  }
  const double variance = small_sample_factor(result.clusters) * squares / square(entries);
  result.design_effect = variance / (spread / (entries - 1));
  result.interval =
      clustered_range(result.share, std::sqrt(variance), result.entries, result.clusters);
  // Clusters that are all alike leave their last bits.
  const bool alike = variance <= 1e-24;
  result.standard_error = alike ? error_of(result.interval) : std::sqrt(variance);
  return result;
}

Range clustered_range(double share, double standard_error, std::size_t entries,
                      std::size_t clusters) {
  const double spread = share * (1 - share);
  if (spread <= 0) return wilson_range(share, static_cast<double>(clusters));
  if (clusters < 2) return {0, 1};
  const auto all = static_cast<double>(entries);
  // Unclustered entries give exactly their number.
  if (clusters == entries) return wilson_range(share, all);
  const double effective = effective_entries(all, square(standard_error), spread / (all - 1));
  return wilson_range(share, effective, t95(clusters - 1));
}

Difference clustered_difference(std::span<const DifferenceCount> clusters) {
  Difference result;
  double entries = 0;
  double gained = 0;
  double lost = 0;
  double above = 0;
  double below = 0;
  std::size_t used = 0;
  for (const DifferenceCount& cluster : clusters) {
    entries += cluster.entries;
    gained += cluster.gained;
    lost += cluster.lost;
    used += cluster.entries > 0 ? 1 : 0;
    above += cluster.gained > cluster.lost ? 1 : 0;
    below += cluster.gained < cluster.lost ? 1 : 0;
  }
  if (entries == 0) return result;
  result.value = (gained - lost) / entries;
  double effective = entries;
  if (used > 1) {
    double squares = 0;
    for (const DifferenceCount& cluster : clusters) {
      const double sum = static_cast<double>(cluster.gained) - static_cast<double>(cluster.lost);
      squares += square(sum - result.value * cluster.entries);
    }
    const double variance = small_sample_factor(used) * squares / square(entries);
    result.standard_error = std::sqrt(variance);
    if (static_cast<double>(used) < entries) {
      const double independent = ((gained + lost) / entries - square(result.value)) / (entries - 1);
      effective = effective_entries(entries, variance, independent);
    }
  }
  if (result.standard_error <= 1e-12) {
    result.standard_error =
        std::sqrt(least_difference_variance(above, below, static_cast<double>(used)));
    const double half = kZ95 * result.standard_error;
    result.interval = {std::max(-1.0, result.value - half), std::min(1.0, result.value + half)};
    return result;
  }
  const double scale = effective / entries;
  const double up = (gained * scale + 1) / (effective + 2);
  const double down = (lost * scale + 1) / (effective + 2);
  const double half =
      kZ95 * std::sqrt(std::max(0.0, up + down - square(up - down)) / (effective + 2));
  result.interval = {std::max(-1.0, up - down - half), std::min(1.0, up - down + half)};
  return result;
}

double score_standard_error(const ClusterSample& sample, std::span<const double> weights,
                            std::size_t run) {
  return standard_error_of(sample, weights, kNoRun, run);
}

double difference_standard_error(const ClusterSample& sample, std::span<const double> weights,
                                 std::size_t run_a, std::size_t run_b) {
  return standard_error_of(sample, weights, run_a, run_b);
}

Range percentile_range(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto quantile = [&](double share) {
    const Between at = between(share, values.size());
    return values[at.below] + (values[at.above] - values[at.below]) * at.part;
  };
  return {quantile(kLowShare), quantile(kHighShare)};
}

double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += square(value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double smallest_detectable_difference(double standard_error_of_difference) {
  return (kZ95 + kZPower80) * standard_error_of_difference;
}

// The difference of an entry is 1, 0 or -1: with share w other than 0 and mean d its variance is
// w - d * d.
double planned_detectable_difference(std::size_t entries, double disagreement) {
  if (entries == 0) return disagreement;
  const double z = square(kZ95 + kZPower80);
  const double difference = std::sqrt(disagreement * z / (static_cast<double>(entries) + z));
  return std::min(difference, disagreement);
}

std::size_t entries_to_detect(double difference, double disagreement) {
  const double z = square(kZ95 + kZPower80);
  const double variance = std::max(0.0, disagreement - square(difference));
  return static_cast<std::size_t>(std::ceil(z * variance / square(difference) - 1e-9));
}

std::vector<RankRange> rank_ranges(std::span<const double> scores,
                                   const std::function<int(std::size_t, std::size_t)>& surely) {
  std::vector<RankRange> ranges;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    RankRange range{rank_by_score(scores, i), 1, scores.size()};
    for (std::size_t j = 0; j < scores.size(); ++j) {
      const int order = i == j ? 0 : surely(i, j);
      range.low += order < 0 ? 1 : 0;
      range.high -= order > 0 ? 1 : 0;
    }
    ranges.push_back(range);
  }
  return ranges;
}

int sure_sign(double difference, double standard_error, double quantile) {
  const double half = quantile * standard_error;
  return difference > half ? 1 : difference < -half ? -1 : 0;
}

double table_standard_error(std::span<const TableCell> cells) {
  std::map<std::string_view, double> by_stratum;
  for (const TableCell& cell : cells) {
    if (cell.entries == 0) continue;
    const auto entries = static_cast<double>(cell.entries);
    const double variance =
        cell.entries < 2 ? 0 : cell.accuracy * (1 - cell.accuracy) / (entries - 1);
    // All or none: the error that Wilson's interval stands for, never 0.
    const double error =
        variance > 0 ? std::sqrt(variance) : error_of(wilson_range(cell.accuracy, entries));
    by_stratum[stratum_of(*cell.category)] += cell.weight * error;
  }
  double sum = 0;
  for (const auto& [stratum, error] : by_stratum) sum += square(error);
  return std::sqrt(sum);
}

}  // namespace bfclx
