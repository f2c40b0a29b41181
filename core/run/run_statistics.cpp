#include "core/run/run_statistics.h"

#include <map>
#include <string>

#include "core/run/run_names.h"
#include "core/statistics/overall.h"

namespace bfclx {
namespace {

using Clusters = std::map<std::string, ClusterCount>;

void add_clusters(const CategoryRun& run, Clusters& clusters) {
  for (const ScoredResponse& response : run.responses) {
    if (!counts(response)) continue;
    ClusterCount& cluster = clusters[cluster_of(*run.category, response.entry->id)];
    ++cluster.entries;
    cluster.right += response.verdict.valid ? 1 : 0;
  }
}

Accuracy accuracy_of(const Clusters& clusters) {
  std::vector<ClusterCount> counted;
  counted.reserve(clusters.size());
  for (const auto& [key, count] : clusters) counted.push_back(count);
  return clustered_accuracy(counted);
}

}  // namespace

JudgedRun judged_run(const ModelRun& model) {
  JudgedRun judged;
  for (const CategoryRun& run : model.runs) {
    for (const ScoredResponse& response : run.responses) {
      if (!counts(response)) continue;
      judged.push_back(
          {response.entry->id, run.category, response.verdict.valid, response.verdict.error_type});
    }
  }
  return judged;
}

RunForScores::RunForScores(const ModelRun& model) : judged(judged_run(model)) {
  scored.judged = &judged;
  scored.sample = model.sample;
  scored.dataset = older_version(model.files);
  for (const CategoryRun& run : model.runs) {
    std::size_t missing = run.missing.size();
    for (const ScoredResponse& response : run.responses) {
      missing += response.entry != nullptr && !response.superseded && response.skipped() ? 1 : 0;
    }
    if (missing > 0) scored.missing_entries.emplace_back(run.category, missing);
    if (run.malformed > 0) scored.malformed_entries.emplace_back(run.category, run.malformed);
  }
}

Accuracy accuracy_of(const CategoryRun& run) {
  Clusters clusters;
  add_clusters(run, clusters);
  return accuracy_of(clusters);
}

Accuracy accuracy_of(const ModelRun& model) {
  Clusters clusters;
  for (const CategoryRun& run : model.runs) add_clusters(run, clusters);
  return accuracy_of(clusters);
}

std::vector<CategoryWeight> category_weights(LeaderboardVersion version) {
  return category_weights(overall_score(version));
}

}  // namespace bfclx
