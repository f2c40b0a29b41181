#include "core/statistics/mean_ranking.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "core/statistics/overall.h"
#include "core/statistics/repeated_entries.h"

namespace bfclx {
namespace {

// Numbers of repeats whose least common multiple is larger share no exact scale.
constexpr std::uint32_t kMostCopies = 360360;  // of 1 to 15

// How often each entry stands in the sample of the models, so that each repeat has the same number
// of copies.
std::uint32_t copies_for(std::span<const ModelOfRuns> models) {
  std::uint64_t copies = 1;
  for (const ModelOfRuns& model : models) {
    copies = std::lcm(copies, static_cast<std::uint64_t>(model.runs.size()));
    if (copies > kMostCopies) return kMostCopies;
  }
  return static_cast<std::uint32_t>(copies);
}

// Of `copies` of the entries of a cell, those that a model passes: the same share as of its
// repeats.
std::uint32_t right_copies(std::span<const std::uint32_t> right, const ModelOfRuns& model,
                           std::uint32_t copies) {
  std::uint64_t passed = 0;
  for (const std::size_t run : model.runs) passed += right[run];
  const std::uint64_t repeats = model.runs.size();
  return static_cast<std::uint32_t>((passed * copies + repeats / 2) / repeats);
}

// A "run" for each model, in the groups of the sample by run. Copies of an entry are in its
// cluster, and clusters are what errors and draws are made of: whatever the number of copies, they
// are the same.
ClusterSample sample_by_model(const ClusterSample& by_run, std::span<const ModelOfRuns> models) {
  const std::uint32_t copies = copies_for(models);
  // Keys that keep the order of strata and clusters.
  const auto key_of = [](std::size_t number) {
    std::string digits = std::to_string(number);
    return std::string(20 - digits.size(), '0') + digits;
  };
  ClusterSampleBuilder builder(by_run.categories(), models.size());
  std::vector<std::uint32_t> right(models.size());
  for (std::size_t stratum = 0; stratum < by_run.strata().size(); ++stratum) {
    const ClusterSample::Stratum& clusters = by_run.strata()[stratum];
    for (std::uint32_t i = clusters.first_cluster; i < clusters.last_cluster; ++i) {
      const ClusterSample::Cluster& cluster = by_run.clusters()[i];
      for (std::uint32_t place = cluster.first_cell; place < cluster.last_cell; ++place) {
        const ClusterSample::Cell& cell = by_run.cells()[place];
        for (std::size_t model = 0; model < models.size(); ++model) {
          right[model] = right_copies(by_run.right(cell), models[model], copies);
        }
        builder.add(key_of(stratum), key_of(i), cell.category, cell.entries * copies, right);
      }
    }
  }
  return std::move(builder).build();
}

std::size_t entries_of(const RepeatsAnalysis& analysis) {
  std::size_t entries = 0;
  for (const RepeatsCategory& row : analysis.categories) entries += row.counts ? row.entries : 0;
  return entries;
}

// The mean of repeats over the entries that all models share.
RepeatsFigure mean_over(const std::vector<RepeatedEntry>& entries, const ModelOfRuns& model,
                        const ScorePart& score, std::string_view leaderboard,
                        const ComparisonOptions& options) {
  std::vector<JudgedRun> judged(model.runs.size());
  for (const RepeatedEntry& one : entries) {
    for (std::size_t i = 0; i < judged.size(); ++i) {
      judged[i].push_back({one.entry->id, one.entry->category, one.right[model.runs[i]], {}});
    }
  }
  std::vector<ScoredRun> runs;
  for (const JudgedRun& one : judged) runs.push_back({&one, {}, 0, {}});
  return analyze_repeats(runs, score, leaderboard, options).mean;
}

}  // namespace

Ranking rank_means(std::span<const ScoredRun> runs, std::span<const ModelOfRuns> models,
                   const ScorePart& score, std::string_view leaderboard,
                   const ComparisonOptions& options) {
  const ScoreWeights weights = score_weights(score);
  std::vector<const JudgedRun*> judged;
  for (const ModelOfRuns& model : models) judged.push_back(runs[model.runs.front()].judged);
  if (judged.size() == runs.size()) return rank_runs(judged, weights, options);
  Ranking ranking;
  ranking.weight = shared_basis(runs, score, leaderboard).weight;
  const std::vector<RepeatedEntry> entries = repeated_entries(runs);
  if (ranking.weight <= 0) {
    ranking.runs.resize(models.size());
    return ranking;
  }
  const RepeatedSample by_run = sample_by_repeat(entries, runs.size(), weights);
  const ClusterSample sample = sample_by_model(by_run.sample, models);
  for (const ClusterSample::Cell& cell : by_run.sample.cells()) ranking.entries += cell.entries;
  const Replicates replicates =
      bootstrap_scores(sample, by_run.weights, options.replicates, options.seed);
  const std::vector<RankRange> ranks = simultaneous_ranks(sample, by_run.weights, replicates);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const ModelOfRuns& model = models[i];
    RankedRun& row = ranking.runs.emplace_back();
    row.rank = ranks[i];
    if (model.analysis == nullptr) {
      const ScoreEstimate estimate =
          estimate_score(by_run.sample, by_run.weights, model.runs.front());
      row.score = estimate.value;
      row.standard_error = estimate.standard_error;
      row.interval = estimate.interval;
      continue;
    }
    const bool is_own = entries_of(*model.analysis) == ranking.entries;
    const RepeatsFigure mean =
        is_own ? model.analysis->mean : mean_over(entries, model, score, leaderboard, options);
    row.score = mean.value;
    row.standard_error = mean.standard_error;
    row.interval = mean.interval;
  }
  return ranking;
}

}  // namespace bfclx
