#include "core/statistics/repeats_comparison.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "core/statistics/error_of.h"
#include "core/statistics/overall.h"
#include "core/statistics/repeated_entries.h"
#include "core/statistics/score_estimate.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

// What each run counts in the difference of the means, B - A.
std::vector<double> contrast_of(std::size_t a_runs, std::size_t b_runs) {
  std::vector<double> contrast(a_runs, -1 / static_cast<double>(a_runs));
  contrast.resize(a_runs + b_runs, 1 / static_cast<double>(b_runs));
  return contrast;
}

double contrast(std::span<const double> values, std::span<const double> scores) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += values[i] * scores[i];
  return sum;
}

double mean_of(const RepeatedSample& repeated, std::size_t first, std::size_t last) {
  double sum = 0;
  for (std::size_t run = first; run < last; ++run) {
    sum += score_of(repeated.sample, repeated.weights, run);
  }
  return sum / static_cast<double>(last - first);
}

Range drawn_range(const RepeatedSample& repeated, std::span<const double> values,
                  const ComparisonOptions& options) {
  const Replicates replicates =
      bootstrap_scores(repeated.sample, repeated.weights, options.replicates, options.seed);
  std::vector<double> drawn;
  drawn.reserve(replicates.count());
  for (std::size_t i = 0; i < replicates.count(); ++i) {
    drawn.push_back(contrast(values, {&replicates.scores[i * replicates.runs], replicates.runs}));
  }
  return percentile_range(std::move(drawn));
}

// The difference varies at least as decoding alone makes it. Few clusters may show less by chance.
void widen_to(double error, OverallComparison& overall) {
  if (overall.standard_error <= 0) return;
  overall.interval =
      widened(overall.interval, overall.difference, error / overall.standard_error, {-1, 1});
  overall.standard_error = error;
  overall.smallest_detectable = smallest_detectable_difference(error);
}

void add_overall(const RepeatedSample& repeated, const ComparisonOptions& options,
                 RepeatsComparison& comparison) {
  const std::size_t n = comparison.a_repeats;
  const std::size_t all = n + comparison.b_repeats;
  const std::vector<double> values = contrast_of(n, comparison.b_repeats);
  const ContrastEstimate estimate = estimate_contrast(repeated.sample, repeated.weights, values);
  const std::vector<std::vector<double>> clusters = varying_clusters(repeated);
  std::vector<double> differences;
  for (const std::vector<double>& adds : clusters) {
    if (const double sum = contrast(values, adds); sum != 0) differences.push_back(sum);
  }
  OverallComparison& overall = comparison.overall;
  overall.a = mean_of(repeated, 0, n);
  overall.b = mean_of(repeated, n, all);
  overall.difference = overall.b - overall.a;
  overall.standard_error = estimate.standard_error;
  overall.smallest_detectable = smallest_detectable_difference(overall.standard_error);
  overall.interval = widened_range(drawn_range(repeated, values, options), overall.difference,
                                   estimate.least_error);
  overall.p = drawn_sign_test(differences, options);
  overall.least_p = 1 / static_cast<double>(1 + options.replicates);
  overall.holm_p = overall.p;

  comparison.a_exchange_p = exchange_test(clusters, 0, n, options);
  comparison.b_exchange_p = exchange_test(clusters, n, all, options);
  const bool of_a = comparison.a_repeats > 1;
  const bool of_b = comparison.b_repeats > 1;
  comparison.decoding_of_both = of_a && of_b;
  const double variance = square(overall.standard_error);
  comparison.questions_variance = variance;
  if (!of_a && !of_b) return;
  const double decoding =
      decoding_variance(clusters, 0, n) / static_cast<double>(comparison.a_repeats) +
      decoding_variance(clusters, n, all) / static_cast<double>(comparison.b_repeats);
  comparison.decoding_is_all = decoding >= variance;
  comparison.decoding_variance = decoding;
  comparison.questions_variance = std::max(0.0, variance - decoding);
  if (decoding > variance) widen_to(std::sqrt(decoding), overall);
}

void count_sure(const std::vector<RepeatedEntry>& entries, const ScoreWeights& weights,
                RepeatsComparison& comparison) {
  for (const RepeatedEntry& one : entries) {
    std::vector<const Category*>& categories = comparison.categories;
    if (std::find(categories.begin(), categories.end(), one.entry->category) == categories.end()) {
      categories.push_back(one.entry->category);
    }
    const auto middle = one.right.begin() + static_cast<std::ptrdiff_t>(comparison.a_repeats);
    const auto passed_by_a = static_cast<std::size_t>(std::count(one.right.begin(), middle, true));
    const std::size_t passed_by_b = one.passed - passed_by_a;
    if (!weights.weighs(one.entry->category)) continue;
    const bool gained = passed_by_a == 0 && passed_by_b == comparison.b_repeats;
    const bool lost = passed_by_b == 0 && passed_by_a == comparison.a_repeats;
    comparison.surely_gained += gained ? 1 : 0;
    comparison.surely_lost += lost ? 1 : 0;
  }
}

}  // namespace

std::optional<double> RepeatsComparison::decoding_share() const {
  if (!decoding_variance) return std::nullopt;
  const double all = questions_variance + *decoding_variance;
  return all > 0 ? *decoding_variance / all : 0;
}

RepeatsComparison compare_repeats(std::span<const ScoredRun> a, std::span<const ScoredRun> b,
                                  const ScorePart& score, std::string_view leaderboard,
                                  const ComparisonOptions& options) {
  assert(!a.empty() && !b.empty());
  RepeatsComparison comparison;
  comparison.a_repeats = a.size();
  comparison.b_repeats = b.size();
  std::vector<ScoredRun> runs(a.begin(), a.end());
  runs.insert(runs.end(), b.begin(), b.end());
  comparison.basis = shared_basis(runs, score, leaderboard);
  comparison.overall.weight = comparison.basis.weight;
  comparison.overall.missing = comparison.basis.missing;
  if (comparison.basis.weight <= 0) return comparison;
  const ScoreWeights weights = score_weights(score);
  const std::vector<RepeatedEntry> entries = repeated_entries(runs);
  count_sure(entries, weights, comparison);
  add_overall(sample_by_repeat(entries, runs.size(), weights), options, comparison);
  return comparison;
}

Value repeats_comparison_value(const RepeatsComparison& comparison) {
  const bool any = comparison.overall.weight > 0;
  const auto known = [](const std::optional<double>& value) {
    return value ? Value::real(*value) : Value::none();
  };
  return dict_of(
      {{"overall", overall_comparison_value(comparison.overall)},
       {"variance",
        dict_of({{"questions", any ? Value::real(comparison.questions_variance) : Value::none()},
                 {"decoding", known(comparison.decoding_variance)},
                 {"decoding_share", known(comparison.decoding_share())},
                 {"decoding_of_both", comparison.decoding_of_both}})},
       {"a_exchange_p", any ? Value::real(comparison.a_exchange_p) : Value::none()},
       {"b_exchange_p", any ? Value::real(comparison.b_exchange_p) : Value::none()},
       {"surely_gained", comparison.surely_gained},
       {"surely_lost", comparison.surely_lost},
       {"basis", basis_value(comparison.basis)}});
}

}  // namespace bfclx
