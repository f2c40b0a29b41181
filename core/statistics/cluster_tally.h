// ClusterTally: the accuracy of entries that come one by one, at any time.
//
// Clusters with the same counts add the same to an accuracy, so it is computed from the few kinds
// of clusters that there are. Its cost does not grow with the number of entries.
#ifndef BFCLX_CORE_STATISTICS_CLUSTER_TALLY_H_
#define BFCLX_CORE_STATISTICS_CLUSTER_TALLY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/statistics/statistics.h"

namespace bfclx {

// Clusters with the same counts.
struct AlikeClusters {
  ClusterCount cluster;
  std::size_t number = 0;
};
Accuracy clustered_accuracy(std::span<const AlikeClusters> kinds);

class ClusterTally {
 public:
  // Another entry of that cluster (cluster_of).
  void add(const std::string& cluster, bool right);
  Accuracy accuracy() const;
  // What accuracy() goes through.
  std::size_t kinds() const { return numbers_.size(); }

 private:
  std::unordered_map<std::string, ClusterCount> clusters_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> numbers_;  // by {entries, right}
};

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_CLUSTER_TALLY_H_
