// The accuracy of a benchmark of someone's own by the weights of its dataset.json.
#ifndef BFCLX_CORE_RUN_WEIGHTED_ACCURACY_H_
#define BFCLX_CORE_RUN_WEIGHTED_ACCURACY_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/dataset/own_benchmark.h"
#include "core/run/model_run.h"
#include "core/statistics/statistics.h"

namespace bfclx {

struct WeightedAccuracy {
  struct Group {
    std::string tag;
    double weight = 0;  // its share
    std::size_t entries = 0;
    std::size_t right = 0;
  };
  std::vector<Group> groups;  // in the order of the weights
  // Of the groups that have entries, as scores over a part of a leaderboard are (basis.h).
  double value = 0;
  double standard_error = 0;
  Range interval;
  double covered = 0;  // what these groups weigh, from 0 to 1
};

// nullopt where there are no weights, or where no group that weighs has a scored entry.
std::optional<WeightedAccuracy> weighted_accuracy(const ModelRun& model, const TagWeights& weights);
Value weighted_accuracy_value(const WeightedAccuracy& weighted);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_WEIGHTED_ACCURACY_H_
