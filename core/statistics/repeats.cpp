#include "core/statistics/repeats.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/statistics/error_of.h"
#include "core/statistics/overall.h"
#include "core/statistics/repeated_entries.h"
#include "core/statistics/score_estimate.h"

namespace bfclx {
namespace {

bool flips(const RepeatedEntry& entry) {
  return entry.passed > 0 && entry.passed < entry.right.size();
}

// The entries that count, as two samples with one "run" for each column: the verdicts of each
// repeat, and, of 0 to n, whether so many repeats passed. Every figure of pass@k is linear in the
// latter, so that one bootstrap of its shares serves all.
struct Samples {
  std::vector<double> weights;  // by category, add up to 1
  ClusterSample by_repeat;
  ClusterSample by_passed;
};

Samples samples_of(const std::vector<RepeatedEntry>& entries, std::size_t repeats,
                   const ScoreWeights& score) {
  RepeatedSample by_repeat = sample_by_repeat(entries, repeats, score);
  RepeatedSample by_passed =
      sample_of(entries, repeats + 1, score, [&](const RepeatedEntry& one, std::span<bool> flags) {
        for (std::size_t passed = 0; passed <= repeats; ++passed) {
          flags[passed] = passed == one.passed;
        }
      });
  return {std::move(by_repeat.weights), std::move(by_repeat.sample), std::move(by_passed.sample)};
}

// Of an entry that so many of `repeats` passed.
std::vector<double> accuracy_by_passed(std::size_t repeats) {
  std::vector<double> accuracy(repeats + 1);
  for (std::size_t passed = 0; passed <= repeats; ++passed) {
    accuracy[passed] = pass_hat_k(passed, repeats, 1);
  }
  return accuracy;
}

double dot(std::span<const double> values, const double* shares) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += values[i] * shares[i];
  return sum;
}

RepeatsFigure figure_of(const Samples& samples, const Replicates& replicates,
                        std::span<const double> values) {
  const MeasureEstimate estimate = estimate_measure(samples.by_passed, samples.weights, values);
  std::vector<double> drawn;
  drawn.reserve(replicates.count());
  for (std::size_t i = 0; i < replicates.count(); ++i) {
    drawn.push_back(dot(values, &replicates.scores[i * replicates.runs]));
  }
  const Range range = percentile_range(std::move(drawn));
  RepeatsFigure figure{estimate.value, estimate.standard_error, {0, 1}};
  figure.interval.low =
      std::max(0.0, figure.value -
                        std::hypot(std::max(0.0, figure.value - range.low), estimate.least_below));
  figure.interval.high =
      std::min(1.0, figure.value +
                        std::hypot(std::max(0.0, range.high - figure.value), estimate.least_above));
  return figure;
}

// The mean varies at least as decoding alone makes it. Few clusters may show less by chance.
RepeatsFigure with_decoding(RepeatsFigure mean, double decoding, std::size_t repeats) {
  const double least = std::sqrt(decoding / static_cast<double>(repeats));
  if (mean.standard_error <= 0 || mean.standard_error >= least) return mean;
  mean.interval = widened(mean.interval, mean.value, least / mean.standard_error, {0, 1});
  mean.standard_error = least;
  return mean;
}

// Bounds are in the order of k, as the figures are.
void order_bounds(std::vector<PassFigures>& passes) {
  for (std::size_t i = 1; i < passes.size(); ++i) {
    const Range at = passes[i - 1].at.interval;
    const Range hat = passes[i - 1].hat.interval;
    Range& next_at = passes[i].at.interval;
    Range& next_hat = passes[i].hat.interval;
    next_at = {std::max(next_at.low, at.low), std::max(next_at.high, at.high)};
    next_hat = {std::min(next_hat.low, hat.low), std::min(next_hat.high, hat.high)};
  }
}

void add_passes(const Samples& samples, const ComparisonOptions& options,
                RepeatsAnalysis& analysis) {
  const std::size_t n = analysis.repeats;
  const Replicates replicates =
      bootstrap_scores(samples.by_passed, samples.weights, options.replicates, options.seed);
  std::vector<double> at(n + 1);
  std::vector<double> hat(n + 1);
  for (std::size_t k = 1; k <= n; ++k) {
    for (std::size_t passed = 0; passed <= n; ++passed) {
      at[passed] = pass_at_k(passed, n, k);
      hat[passed] = pass_hat_k(passed, n, k);
    }
    PassFigures& figures = analysis.passes.emplace_back();
    figures.k = k;
    figures.hat = figure_of(samples, replicates, hat);
    if (k == 1) figures.hat = with_decoding(figures.hat, analysis.decoding_variance, n);
    figures.at = k == 1 ? figures.hat : figure_of(samples, replicates, at);
  }
  order_bounds(analysis.passes);
  analysis.mean = analysis.passes.front().hat;
}

void add_scores(const Samples& samples, RepeatsAnalysis& analysis) {
  for (std::size_t run = 0; run < analysis.repeats; ++run) {
    analysis.scores.push_back(score_of(samples.by_repeat, samples.weights, run));
  }
  const auto [low, high] = std::minmax_element(analysis.scores.begin(), analysis.scores.end());
  analysis.low = *low;
  analysis.high = *high;
  analysis.deviation = standard_deviation(analysis.scores);
}

void add_flips(const std::vector<RepeatedEntry>& entries, const ScoreWeights& score,
               RepeatsAnalysis& analysis) {
  std::map<std::string, ClusterCount> clusters;
  for (const RepeatedEntry& one : entries) {
    const Category* category = one.entry->category;
    const bool flipped = flips(one);
    if (flipped) analysis.flipped.push_back({one.entry->id, category, one.passed});
    if (!score.weighs(category)) continue;
    ClusterCount& cluster = clusters[cluster_of(*category, one.entry->id)];
    ++cluster.entries;
    cluster.right += flipped ? 1 : 0;
  }
  std::vector<ClusterCount> counts;
  for (const auto& [key, count] : clusters) counts.push_back(count);
  analysis.flipping = clustered_accuracy(counts);
}

void add_categories(const std::vector<RepeatedEntry>& entries, const ScoreWeights& score,
                    RepeatsAnalysis& analysis) {
  const std::size_t n = analysis.repeats;
  std::map<const Category*, std::vector<const RepeatedEntry*>> by_category;
  for (const RepeatedEntry& one : entries) by_category[one.entry->category].push_back(&one);
  for (const auto& [category, of] : by_category) {
    RepeatsCategory& row = analysis.categories.emplace_back();
    row.category = category;
    row.entries = of.size();
    row.counts = score.weighs(category);
    std::vector<double> passed(n);
    std::size_t some = 0;
    std::size_t all = 0;
    for (const RepeatedEntry* one : of) {
      for (std::size_t run = 0; run < n; ++run) passed[run] += one->right[run] ? 1 : 0;
      row.flips += flips(*one) ? 1 : 0;
      some += one->passed > 0 ? 1 : 0;
      all += one->passed == n ? 1 : 0;
      row.mean += static_cast<double>(one->passed);
    }
    const auto count = static_cast<double>(of.size());
    row.mean /= count * static_cast<double>(n);
    row.low = *std::min_element(passed.begin(), passed.end()) / count;
    row.high = *std::max_element(passed.begin(), passed.end()) / count;
    row.any = static_cast<double>(some) / count;
    row.all = static_cast<double>(all) / count;
  }
}

}  // namespace

// C(c, k) / C(n, k) as a product of k factors, each at most 1.
double pass_hat_k(std::size_t passed, std::size_t repeats, std::size_t k) {
  assert(k > 0 && k <= repeats && passed <= repeats);
  double share = 1;
  for (std::size_t i = 0; i < k; ++i) {
    if (passed <= i) return 0;
    share *= static_cast<double>(passed - i) / static_cast<double>(repeats - i);
  }
  return share;
}

double pass_at_k(std::size_t passed, std::size_t repeats, std::size_t k) {
  return 1 - pass_hat_k(repeats - passed, repeats, k);
}

double RepeatsAnalysis::decoding_share() const {
  const double all = questions_variance + decoding_variance;
  return all > 0 ? decoding_variance / all : 0;
}

bool share_an_entry(std::span<const ScoredRun> runs) { return !repeated_entries(runs).empty(); }

RepeatsFigure mean_of_repeats(std::span<const ScoredRun> runs, const ScoreWeights& weights,
                              const ComparisonOptions& options) {
  const Samples samples = samples_of(repeated_entries(runs), runs.size(), weights);
  const Replicates replicates =
      bootstrap_scores(samples.by_passed, samples.weights, options.replicates, options.seed);
  const double decoding =
      decoding_variance(varying_clusters({samples.weights, samples.by_repeat}), 0, runs.size());
  return with_decoding(figure_of(samples, replicates, accuracy_by_passed(runs.size())), decoding,
                       runs.size());
}

RepeatsAnalysis analyze_repeats(std::span<const ScoredRun> runs, const ScorePart& score,
                                std::string_view leaderboard, const ComparisonOptions& options) {
  assert(runs.size() > 1);
  RepeatsAnalysis analysis;
  analysis.repeats = runs.size();
  analysis.basis = shared_basis(runs, score, leaderboard);
  const ScoreWeights weights = score_weights(score);
  const std::vector<RepeatedEntry> entries = repeated_entries(runs);
  add_flips(entries, weights, analysis);
  add_categories(entries, weights, analysis);
  if (analysis.basis.weight <= 0) return analysis;
  const Samples samples = samples_of(entries, analysis.repeats, weights);
  const std::vector<std::vector<double>> varying =
      varying_clusters({samples.weights, samples.by_repeat});
  analysis.decoding_variance = decoding_variance(varying, 0, analysis.repeats);
  add_scores(samples, analysis);
  add_passes(samples, options, analysis);
  analysis.exchange_p = exchange_test(varying, 0, analysis.repeats, options);
  const std::vector<double> accuracy = accuracy_by_passed(analysis.repeats);
  const double of_mean = estimate_measure(samples.by_passed, samples.weights, accuracy).variance;
  analysis.questions_variance =
      std::max(0.0, of_mean - analysis.decoding_variance / static_cast<double>(analysis.repeats));
  return analysis;
}

}  // namespace bfclx
