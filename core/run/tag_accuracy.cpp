#include "core/run/tag_accuracy.h"

#include <map>

#include "core/base/utf8.h"
#include "core/dataset/own_benchmark.h"
#include "core/run/run_statistics.h"
#include "core/statistics/overall.h"
#include "core/value/dict_of.h"

namespace bfclx {

std::set<std::string_view> tags_of(const Entry& entry) {
  std::set<std::string_view> tags;
  const Value* list = find_member(entry.data, kTags);
  if (list == nullptr || !list->is_list()) return tags;
  for (const Value& tag : list->items()) {
    if (tag.is_str()) tags.insert(tag.as_str());
  }
  return tags;
}

std::vector<TagAccuracy> tag_accuracies(const ModelRun& model) {
  std::map<std::string_view, std::map<std::string, ClusterCount>> clusters;
  for (const CategoryRun& run : model.runs) {
    for (const ScoredResponse& response : run.responses) {
      if (!counts(response)) continue;
      for (const std::string_view tag : tags_of(*response.entry)) {
        ClusterCount& cluster = clusters[tag][cluster_of(*run.category, response.entry->id)];
        ++cluster.entries;
        cluster.right += response.verdict.valid ? 1 : 0;
      }
    }
  }
  std::vector<TagAccuracy> accuracies;
  for (const auto& [tag, counted] : clusters) {
    std::vector<ClusterCount> counts;
    for (const auto& [key, count] : counted) counts.push_back(count);
    accuracies.push_back({std::string(tag), clustered_accuracy(counts)});
  }
  return accuracies;
}

Value tags_value(const ModelRun& run) {
  List tags;
  for (const auto& [tag, accuracy] : tag_accuracies(run)) {
    tags.push_back(dict_of({{"tag", find_invalid_utf8(tag) ? sanitize_utf8(tag) : tag},
                            {"entries", accuracy.entries},
                            {"right", accuracy.right},
                            {"accuracy", Value::real(accuracy.share)},
                            {"interval_95", dict_of({{"low", accuracy.interval.low},
                                                     {"high", accuracy.interval.high}})}}));
  }
  return Value::list(std::move(tags));
}

}  // namespace bfclx
