#include "core/statistics/repeated_entries.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/statistics/tagged_sample.h"

namespace bfclx {

std::vector<RepeatedEntry> repeated_entries(std::span<const ScoredRun> runs) {
  std::unordered_map<std::string_view, RepeatedEntry> by_id;
  by_id.reserve(runs.back().judged->size());
  for (const JudgedEntry& entry : *runs.back().judged) {
    by_id.try_emplace(entry.id, RepeatedEntry{&entry, 0, 0, std::vector<bool>(runs.size())});
  }
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const JudgedEntry& entry : *runs[run].judged) {
      const auto place = by_id.find(entry.id);
      // Of an id given twice the first counts.
      if (place == by_id.end() || place->second.seen != run) continue;
      ++place->second.seen;
      place->second.passed += entry.right ? 1 : 0;
      place->second.right[run] = entry.right;
    }
  }
  std::vector<RepeatedEntry> shared;
  for (const JudgedEntry& entry : *runs.back().judged) {
    const auto place = by_id.find(entry.id);
    if (place->second.entry == &entry && place->second.seen == runs.size()) {
      shared.push_back(std::move(place->second));
    }
  }
  return shared;
}

RepeatedSample sample_of(const std::vector<RepeatedEntry>& entries, std::size_t columns,
                         const ScoreWeights& score, const FillColumns& fill) {
  if (score.tags != nullptr) {
    std::vector<const JudgedEntry*> judged;
    for (const RepeatedEntry& one : entries) judged.push_back(one.entry);
    TaggedSample tagged = tagged_sample(
        *score.tags, judged, columns,
        [&](std::size_t entry, std::span<bool> flags) { fill(entries[entry], flags); });
    for (double& share : tagged.shares) share /= tagged.weight;
    return {std::move(tagged.shares), std::move(tagged.sample)};
  }
  std::map<const Category*, std::size_t> numbers;
  for (const RepeatedEntry& one : entries) numbers.emplace(one.entry->category, 0);
  RepeatedSample repeated;
  double sum = 0;
  for (const CategoryWeight& one : score.categories) {
    const auto place = numbers.find(one.category);
    if (place == numbers.end() || one.weight <= 0) continue;
    place->second = repeated.weights.size() + 1;
    repeated.weights.push_back(one.weight);
    sum += one.weight;
  }
  for (double& weight : repeated.weights) weight /= sum;
  ClusterSampleBuilder builder(repeated.weights.size(), columns);
  const auto flags = std::make_unique<bool[]>(columns);
  for (const RepeatedEntry& one : entries) {
    const Category& category = *one.entry->category;
    const std::size_t number = numbers[&category];
    if (number == 0) continue;
    fill(one, {flags.get(), columns});
    builder.add(stratum_of(category), cluster_of(category, one.entry->id), number - 1,
                {flags.get(), columns});
  }
  repeated.sample = std::move(builder).build();
  return repeated;
}

RepeatedSample sample_by_repeat(const std::vector<RepeatedEntry>& entries, std::size_t runs,
                                const ScoreWeights& score) {
  return sample_of(entries, runs, score, [](const RepeatedEntry& one, std::span<bool> flags) {
    for (std::size_t run = 0; run < flags.size(); ++run) flags[run] = one.right[run];
  });
}

std::vector<std::vector<double>> varying_clusters(const RepeatedSample& repeated) {
  const ClusterSample& sample = repeated.sample;
  std::vector<double> entries(sample.categories());
  for (const ClusterSample::Cell& cell : sample.cells()) entries[cell.category] += cell.entries;
  std::vector<std::vector<double>> varying;
  for (const ClusterSample::Cluster& cluster : sample.clusters()) {
    std::vector<double> adds(sample.runs());
    bool varies = false;
    for (std::uint32_t i = cluster.first_cell; i < cluster.last_cell; ++i) {
      const ClusterSample::Cell& cell = sample.cells()[i];
      const double scale = repeated.weights[cell.category] / entries[cell.category];
      const std::span<const std::uint32_t> right = sample.right(cell);
      for (std::size_t run = 0; run < adds.size(); ++run) {
        adds[run] += scale * right[run];
        varies = varies || right[run] != right[0];
      }
    }
    if (varies) varying.push_back(std::move(adds));
  }
  return varying;
}

double decoding_variance(const std::vector<std::vector<double>>& clusters, std::size_t first,
                         std::size_t last) {
  double variance = 0;
  for (const std::vector<double>& adds : clusters) {
    const double deviation = standard_deviation(std::span(adds).subspan(first, last - first));
    variance += deviation * deviation;
  }
  return variance;
}

double exchange_test(const std::vector<std::vector<double>>& all_runs, std::size_t first,
                     std::size_t last, const ComparisonOptions& options) {
  constexpr std::size_t kMostDraws = 1000;
  const std::size_t repeats = last - first;
  std::vector<std::vector<double>> clusters;
  for (const std::vector<double>& adds : all_runs) {
    const std::span<const double> own = std::span(adds).subspan(first, repeats);
    if (std::any_of(own.begin(), own.end(), [&](double one) { return one != own[0]; })) {
      clusters.emplace_back(own.begin(), own.end());
    }
  }
  if (clusters.empty()) return 1;
  const auto deviation_of_sums = [&] {
    std::vector<double> sums(repeats);
    for (const std::vector<double>& adds : clusters) {
      for (std::size_t run = 0; run < repeats; ++run) sums[run] += adds[run];
    }
    return standard_deviation(sums);
  };
  // Sums of the same numbers in another order may differ in their last bits.
  const double bar = deviation_of_sums() * (1 - 1e-9);
  const std::size_t draws = std::min(options.replicates, kMostDraws);
  RandomSource random(options.seed + 2);
  std::size_t extreme = 0;
  for (std::size_t i = 0; i < draws; ++i) {
    for (std::vector<double>& adds : clusters) {
      for (std::size_t left = repeats; left > 1; --left) {
        std::swap(adds[left - 1], adds[random.below(static_cast<std::uint32_t>(left))]);
      }
    }
    extreme += deviation_of_sums() >= bar ? 1 : 0;
  }
  return static_cast<double>(1 + extreme) / static_cast<double>(1 + draws);
}

}  // namespace bfclx
