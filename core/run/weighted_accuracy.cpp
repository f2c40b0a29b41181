#include "core/run/weighted_accuracy.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/utf8.h"
#include "core/dataset/own_weights.h"
#include "core/run/run_statistics.h"
#include "core/statistics/score_estimate.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

constexpr double kWhole = 1 - 1e-9;  // shares add up to 1 but for their last bits

struct Judged {
  std::size_t group = 0;
  std::string cluster;
  bool right = false;
};

std::vector<Judged> judged_entries(const ModelRun& model, const TagWeights& weights) {
  std::vector<Judged> all;
  for (const CategoryRun& run : model.runs) {
    for (const ScoredResponse& response : run.responses) {
      if (!counts(response)) continue;
      const Result<std::size_t> group = weighted_tag(response.entry->data, weights);
      if (!group.ok()) continue;  // refused when the dataset was loaded
      all.push_back(
          {*group, cluster_of(*run.category, response.entry->id), response.verdict.valid});
    }
  }
  return all;
}

// Groups that share clusters make one stratum, as categories do.
bool share_clusters(const std::vector<Judged>& all) {
  std::map<std::string_view, std::size_t> group_of;
  return std::any_of(all.begin(), all.end(), [&](const Judged& one) {
    return group_of.emplace(one.cluster, one.group).first->second != one.group;
  });
}

}  // namespace

std::optional<WeightedAccuracy> weighted_accuracy(const ModelRun& model,
                                                  const TagWeights& weights) {
  if (weights.empty()) return std::nullopt;
  const std::vector<Judged> all = judged_entries(model, weights);
  const bool is_one_stratum = share_clusters(all);
  WeightedAccuracy result;
  for (const TagWeight& one : weights) result.groups.push_back({one.tag, one.share});
  ClusterSampleBuilder builder(weights.size(), 1);
  for (const Judged& one : all) {
    WeightedAccuracy::Group& group = result.groups[one.group];
    ++group.entries;
    group.right += one.right ? 1 : 0;
    builder.add(is_one_stratum ? "" : group.tag, one.cluster, one.group, {&one.right, 1});
  }
  std::vector<double> shares;
  for (const WeightedAccuracy::Group& group : result.groups) {
    shares.push_back(group.entries > 0 ? group.weight : 0);
    result.covered += shares.back();
  }
  if (result.covered <= 0) return std::nullopt;
  if (result.covered > kWhole) result.covered = 1;
  const ScoreEstimate estimate = estimate_score(std::move(builder).build(), shares, 0);
  result.value = std::clamp(estimate.value / result.covered, 0.0, 1.0);
  result.standard_error = estimate.standard_error / result.covered;
  result.interval = {estimate.interval.low / result.covered,
                     std::min(1.0, estimate.interval.high / result.covered)};
  return result;
}

Value weighted_accuracy_value(const WeightedAccuracy& weighted) {
  List groups;
  for (const auto& [tag, weight, entries, right] : weighted.groups) {
    groups.push_back(dict_of({{"tag", find_invalid_utf8(tag) ? sanitize_utf8(tag) : tag},
                              {"weight", Value::real(weight)},
                              {"entries", entries},
                              {"right", right}}));
  }
  return dict_of(
      {{"value", Value::real(weighted.value)},
       {"standard_error", Value::real(weighted.standard_error)},
       {"interval_95", dict_of({{"low", weighted.interval.low}, {"high", weighted.interval.high}})},
       {"weight", Value::real(weighted.covered)},
       {"groups", Value::list(std::move(groups))}});
}

}  // namespace bfclx
