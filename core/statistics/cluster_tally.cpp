#include "core/statistics/cluster_tally.h"

#include <vector>

namespace bfclx {

void ClusterTally::add(const std::string& cluster, bool right) {
  ClusterCount& count = clusters_[cluster];
  if (count.entries > 0) {
    const auto before = numbers_.find({count.entries, count.right});
    if (--before->second == 0) numbers_.erase(before);
  }
  ++count.entries;
  if (right) ++count.right;
  ++numbers_[{count.entries, count.right}];
}

Accuracy ClusterTally::accuracy() const {
  std::vector<AlikeClusters> kinds;
  kinds.reserve(numbers_.size());
  for (const auto& [counts, number] : numbers_) {
    kinds.push_back({{counts.first, counts.second}, number});
  }
  return clustered_accuracy(kinds);
}

}  // namespace bfclx
