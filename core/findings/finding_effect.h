// What a finding does to the accuracy over all entries of the run, in points with an interval.
#ifndef BFCLX_CORE_FINDINGS_FINDING_EFFECT_H_
#define BFCLX_CORE_FINDINGS_FINDING_EFFECT_H_

#include <cstddef>
#include <string>

#include "core/findings/diagnosis.h"

namespace bfclx {

// Sets `points` of each finding where it can be told, and appends it to `effect` as a sentence.
void add_score_effects(const DiagnosisInput& input, std::vector<Finding>& findings);

// Whether so many entries of all move an accuracy by more than chance does: the bar of an error.
bool is_more_than_chance(std::size_t affected, std::size_t all);

// "+4.6 points (95 % CI 3.9 to 5.2)"; without an estimate "0.0 to +5.2 points".
std::string points_text(const PointsEffect& points);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_FINDING_EFFECT_H_
