#include "core/statistics/covered_score.h"

namespace bfclx {
namespace {

void add(const ScorePart& score, double weight, const ScoreLookup& lookup, CoveredScore& covered) {
  if (const std::optional<KnownScore> known = lookup(score)) {
    covered.weight += weight;
    covered.value += weight * known->accuracy;
    return;
  }
  for (const ScorePart& part : score.parts) {
    add(part, weight * share_in(score, part), lookup, covered);
  }
}

}  // namespace

CoveredScore covered_score(const ScorePart& score, const ScoreLookup& lookup) {
  CoveredScore covered;
  add(score, 1, lookup, covered);
  if (covered.weight > 0) covered.value /= covered.weight;
  return covered;
}

}  // namespace bfclx
