#include "core/statistics/comparison.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include "core/statistics/score_estimate.h"
#include "core/statistics/tagged_sample.h"

namespace bfclx {
namespace {

// Numbers for the categories of a table, in the official order.
class CategoryNumbers {
 public:
  void add(const Category* category) { numbers_.emplace(category, 0); }
  void finish() {
    std::size_t next = 0;
    for (auto& [category, number] : numbers_) {
      number = next++;
      categories_.push_back(category);
    }
  }
  std::size_t of(const Category* category) const { return numbers_.find(category)->second; }
  bool has(const Category* category) const { return numbers_.count(category) > 0; }
  const std::vector<const Category*>& categories() const { return categories_; }

 private:
  std::map<const Category*, std::size_t> numbers_;  // all lie in one table, in the official order
  std::vector<const Category*> categories_;
};

// Entries that all runs have, with the verdict of each run.
struct SharedEntry {
  const JudgedEntry* first = nullptr;
  std::vector<const JudgedEntry*> runs;
};

// Runs have their entries in much the same order, so that the place behind the last one found is
// tried first.
std::vector<SharedEntry> shared_entries(std::span<const JudgedRun* const> runs) {
  std::vector<SharedEntry> all;  // of the last run
  std::unordered_map<std::string_view, std::size_t> places;
  for (const JudgedEntry& entry : *runs.back()) {
    if (places.try_emplace(entry.id, all.size()).second) {
      all.push_back({&entry, std::vector<const JudgedEntry*>(runs.size())});
    }
  }
  for (std::size_t run = 0; run < runs.size(); ++run) {
    std::size_t next = 0;
    for (const JudgedEntry& entry : *runs[run]) {
      if (next == all.size() || all[next].first->id != entry.id) {
        const auto place = places.find(entry.id);
        if (place == places.end()) continue;
        next = place->second;
      }
      // Of an id given twice the first counts.
      const JudgedEntry*& verdict = all[next++].runs[run];
      if (verdict == nullptr) verdict = &entry;
    }
  }
  std::erase_if(all, [](const SharedEntry& one) {
    return std::find(one.runs.begin(), one.runs.end(), nullptr) != one.runs.end();
  });
  return all;
}

struct SharedTable {
  std::vector<SharedEntry> entries;
  ClusterSample sample;
  std::vector<double> weights;           // of the sample's categories or tags; add up to 1
  double weight = 0;                     // of the score, that they make up
  std::size_t weighing = 0;              // entries of these
  std::vector<const Category*> missing;  // that weigh, in the official order
};

void sample_categories(SharedTable& table, std::size_t runs, const ScoreWeights& weights) {
  CategoryNumbers numbers;
  for (const SharedEntry& entry : table.entries) numbers.add(entry.first->category);
  numbers.finish();
  table.weights.assign(numbers.categories().size(), 0);
  for (const CategoryWeight& one : weights.categories) {
    if (numbers.has(one.category)) {
      table.weights[numbers.of(one.category)] += one.weight;
      table.weight += one.weight;
    } else if (one.weight > 0) {
      table.missing.push_back(one.category);
    }
  }
  std::sort(table.missing.begin(), table.missing.end(), std::less<>());
  if (weights.tags != nullptr) return;
  ClusterSampleBuilder builder(table.weights.size(), runs);
  const auto right = std::make_unique<bool[]>(runs);
  for (const SharedEntry& entry : table.entries) {
    for (std::size_t i = 0; i < runs; ++i) right[i] = entry.runs[i]->right;
    const Category& category = *entry.first->category;
    const std::size_t number = numbers.of(&category);
    if (table.weights[number] > 0) ++table.weighing;
    builder.add(stratum_of(category), cluster_of(category, entry.first->id), number,
                {right.get(), runs});
  }
  table.sample = std::move(builder).build();
}

SharedTable share(std::span<const JudgedRun* const> runs, const ScoreWeights& weights) {
  SharedTable table;
  table.entries = shared_entries(runs);
  sample_categories(table, runs.size(), weights);
  if (weights.tags != nullptr) {
    std::vector<const JudgedEntry*> entries;
    for (const SharedEntry& entry : table.entries) entries.push_back(entry.first);
    TaggedSample tagged = tagged_sample(*weights.tags, entries, runs.size(),
                                        [&](std::size_t entry, std::span<bool> right) {
                                          for (std::size_t i = 0; i < right.size(); ++i) {
                                            right[i] = table.entries[entry].runs[i]->right;
                                          }
                                        });
    table.sample = std::move(tagged.sample);
    table.weights = std::move(tagged.shares);
    table.weight = tagged.weight;
    table.weighing = tagged.entries;
  }
  for (double& weight : table.weights) weight = table.weight > 0 ? weight / table.weight : 0;
  return table;
}

// --- A against B --------------------------------------------------------------------------------

using ClusterCounts = std::map<std::string, DifferenceCount>;

void count_pair(CategoryComparison& category, ClusterCounts& clusters, const JudgedEntry& a,
                const JudgedEntry& b) {
  DifferenceCount& cluster = clusters[cluster_of(*a.category, a.id)];
  ++category.entries;
  ++cluster.entries;
  category.a_right += a.right ? 1 : 0;
  category.b_right += b.right ? 1 : 0;
  if (a.right == b.right) return;
  (b.right ? category.gained : category.lost) += 1;
  (b.right ? cluster.gained : cluster.lost) += 1;
}

void test_category(CategoryComparison& category, const ClusterCounts& clusters) {
  std::vector<DifferenceCount> counts;
  std::vector<int> sums;
  for (const auto& [key, count] : clusters) {
    counts.push_back(count);
    sums.push_back(static_cast<int>(count.gained) - static_cast<int>(count.lost));
  }
  category.clusters = counts.size();
  category.difference = clustered_difference(counts);
  category.mcnemar = mcnemar_test(category.gained, category.lost);
  category.cluster_p =
      category.clusters == category.entries ? category.mcnemar.p : cluster_sign_test(sums);
}

std::vector<CategoryComparison> compare_categories(const std::vector<SharedEntry>& shared,
                                                   const JudgedRun& a, const JudgedRun& b) {
  std::map<const Category*, std::pair<CategoryComparison, ClusterCounts>> rows;
  for (const SharedEntry& entry : shared) {
    auto& [row, clusters] = rows[entry.first->category];
    count_pair(row, clusters, *entry.runs[0], *entry.runs[1]);
  }
  for (const JudgedEntry& entry : a) ++rows[entry.category].first.only_a;
  for (const JudgedEntry& entry : b) ++rows[entry.category].first.only_b;
  std::vector<CategoryComparison> result;
  std::vector<double> p_values;
  for (auto& [category, row] : rows) {
    row.first.category = category;
    row.first.only_a -= row.first.entries;
    row.first.only_b -= row.first.entries;
    test_category(row.first, row.second);
    result.push_back(row.first);
    if (result.back().entries > 0) p_values.push_back(result.back().cluster_p);
  }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  std::size_t next = 0;
  for (CategoryComparison& row : result) {
    if (row.entries > 0) row.holm_p = adjusted[next++];
  }
  return result;
}

// What each cluster adds to the difference of the scores; clusters that add nothing are left out.
std::vector<double> cluster_differences(const ClusterSample& sample,
                                        std::span<const double> weights) {
  std::vector<double> entries(sample.categories());
  for (const ClusterSample::Cell& cell : sample.cells()) entries[cell.category] += cell.entries;
  std::vector<double> differences;
  for (const ClusterSample::Cluster& cluster : sample.clusters()) {
    double sum = 0;
    for (std::uint32_t i = cluster.first_cell; i < cluster.last_cell; ++i) {
      const ClusterSample::Cell& cell = sample.cells()[i];
      const auto right = sample.right(cell);
      const double difference = static_cast<double>(right[1]) - static_cast<double>(right[0]);
      sum += weights[cell.category] * difference / entries[cell.category];
    }
    if (sum != 0) differences.push_back(sum);
  }
  return differences;
}

OverallComparison compare_overall(const SharedTable& table, const ComparisonOptions& options) {
  OverallComparison overall;
  overall.missing = table.missing;
  overall.weight = table.weight;
  if (overall.weight <= 0) return overall;
  overall.a = score_of(table.sample, table.weights, 0);
  overall.b = score_of(table.sample, table.weights, 1);
  overall.difference = overall.b - overall.a;
  overall.standard_error = estimate_difference(table.sample, table.weights, 0, 1).standard_error;
  overall.smallest_detectable = smallest_detectable_difference(overall.standard_error);
  const Replicates replicates =
      bootstrap_scores(table.sample, table.weights, options.replicates, options.seed);
  std::vector<double> differences;
  for (std::size_t i = 0; i < replicates.count(); ++i) {
    differences.push_back(replicates.at(i, 1) - replicates.at(i, 0));
  }
  overall.interval = widened_range(percentile_range(std::move(differences)), overall.difference,
                                   least_difference_error(table.sample, table.weights, 0, 1));
  overall.p = drawn_sign_test(cluster_differences(table.sample, table.weights), options);
  overall.least_p = 1 / static_cast<double>(1 + options.replicates);
  overall.holm_p = overall.p;
  return overall;
}

// Below so many clusters a percentile interval is too narrow.
constexpr std::size_t kFewClusters = 20;

void find_narrowing(const std::vector<CategoryComparison>& categories, const ScoreWeights& weights,
                    OverallComparison& overall) {
  const bool excludes_0 = overall.interval.low > 0 || overall.interval.high < 0;
  if (overall.weight <= 0 || overall.p < 0.05 || !excludes_0 || weights.tags != nullptr) return;
  overall.narrowed_clusters = kFewClusters;
  for (const CategoryComparison& row : categories) {
    if (!weights.weighs(row.category) || row.gained + row.lost == 0 ||
        row.clusters >= overall.narrowed_clusters) {
      continue;
    }
    overall.narrowed_by = row.category;
    overall.narrowed_clusters = row.clusters;
  }
}

void list_changes(const std::vector<SharedEntry>& shared, Comparison& result) {
  std::map<std::pair<std::string_view, std::string_view>, ErrorChange> changes;
  for (const SharedEntry& entry : shared) {
    const JudgedEntry& a = *entry.runs[0];
    const JudgedEntry& b = *entry.runs[1];
    if (a.right != b.right) {
      const std::string_view error_type = a.right ? b.error_type : a.error_type;
      (b.right ? result.gained : result.lost).push_back({b.id, b.category, error_type});
    } else if (!a.right && a.error_type != b.error_type) {
      ErrorChange& change = changes[{a.error_type, b.error_type}];
      if (change.count++ == 0) change = {a.error_type, b.error_type, 1, b.id};
    }
  }
  for (const auto& [types, change] : changes) result.error_changes.push_back(change);
  std::stable_sort(result.error_changes.begin(), result.error_changes.end(),
                   [](const ErrorChange& x, const ErrorChange& y) { return x.count > y.count; });
}

}  // namespace

bool distorts(std::span<const Distortion> distortions, std::span<const Category* const> compared) {
  const auto is_compared = [&](const Category* category) {
    return std::find(compared.begin(), compared.end(), category) != compared.end();
  };
  return std::any_of(distortions.begin(), distortions.end(), [&](const Distortion& one) {
    return one.categories.empty() ||
           std::any_of(one.categories.begin(), one.categories.end(), is_compared);
  });
}

bool distorts(std::span<const Distortion> distortions, const Comparison& comparison) {
  std::vector<const Category*> compared;
  for (const CategoryComparison& row : comparison.categories) {
    if (row.entries > 0) compared.push_back(row.category);
  }
  return distorts(distortions, compared);
}

bool ScoreWeights::counts(const Category* category) const {
  return std::any_of(categories.begin(), categories.end(),
                     [&](const CategoryWeight& one) { return one.category == category; });
}

bool ScoreWeights::weighs(const Category* category) const {
  return std::any_of(categories.begin(), categories.end(), [&](const CategoryWeight& one) {
    return one.category == category && one.weight > 0;
  });
}

Comparison compare_runs(const JudgedRun& a, const JudgedRun& b, const ScoreWeights& weights,
                        const ComparisonOptions& options) {
  const JudgedRun* runs[] = {&a, &b};
  const SharedTable table = share(runs, weights);
  Comparison result;
  result.categories = compare_categories(table.entries, a, b);
  result.overall = compare_overall(table, options);
  find_narrowing(result.categories, weights, result.overall);
  std::size_t gained = 0;
  std::size_t lost = 0;
  for (CategoryComparison& row : result.categories) {
    row.counts = weights.counts(row.category);
    if (!row.counts) continue;
    result.entries += row.entries;
    result.a_right += row.a_right;
    result.b_right += row.b_right;
    gained += row.gained;
    lost += row.lost;
  }
  result.mcnemar = mcnemar_test(gained, lost);
  list_changes(table.entries, result);
  return result;
}

PairedScores paired_scores(std::span<const JudgedRun* const> runs, const ScoreWeights& weights) {
  PairedScores paired;
  if (runs.empty()) return paired;
  const SharedTable table = share(runs, weights);
  if (table.weight <= 0) return paired;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    paired.scores.push_back(score_of(table.sample, table.weights, run));
  }
  paired.errors = pair_errors(table.sample, table.weights);
  return paired;
}

Ranking rank_runs(std::span<const JudgedRun* const> runs, const ScoreWeights& weights,
                  const ComparisonOptions& options) {
  Ranking ranking;
  if (runs.empty()) return ranking;
  const SharedTable table = share(runs, weights);
  ranking.weight = table.weight;
  ranking.entries = table.weighing;
  const Replicates replicates =
      bootstrap_scores(table.sample, table.weights, options.replicates, options.seed);
  const std::vector<RankRange> ranks = simultaneous_ranks(table.sample, table.weights, replicates);
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const ScoreEstimate estimate = estimate_score(table.sample, table.weights, run);
    ranking.runs.push_back(
        {estimate.value, estimate.standard_error, estimate.interval, ranks[run]});
  }
  return ranking;
}

}  // namespace bfclx
