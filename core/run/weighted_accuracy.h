// Details of the accuracy of an own benchmark whose dataset.json has weights: its tags, and the
// accuracy without weights.
#ifndef BFCLX_CORE_RUN_WEIGHTED_ACCURACY_H_
#define BFCLX_CORE_RUN_WEIGHTED_ACCURACY_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/run/run_statistics.h"
#include "core/statistics/headline_score.h"

namespace bfclx {

struct WeightedAccuracy {
  struct Group {
    std::string tag;
    double weight = 0;  // its share
    std::size_t entries = 0;
    std::size_t right = 0;
  };
  std::vector<Group> groups;  // in the order of the weights
  BasedScore plain;           // the accuracy without the weights
};

// nullopt where the score has no tag weights.
std::optional<WeightedAccuracy> weighted_accuracy(const RunForScores& run,
                                                  const HeadlineScore& headline);
// `score`: that of the headline.
Value weighted_accuracy_value(const WeightedAccuracy& weighted, const BasedScore& score);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_WEIGHTED_ACCURACY_H_
