// Partial overall scores where only category accuracies are known, not entries.
#ifndef BFCLX_CORE_STATISTICS_COVERED_SCORE_H_
#define BFCLX_CORE_STATISTICS_COVERED_SCORE_H_

#include "core/statistics/composition.h"

namespace bfclx {

// Of the parts that `lookup` knows, by the weights that they have in the whole score.
struct CoveredScore {
  double weight = 0;  // that they make up, 0 to 1
  double value = 0;   // their mean; 0 when there are none
};
CoveredScore covered_score(const ScorePart& score, const ScoreLookup& lookup);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_COVERED_SCORE_H_
