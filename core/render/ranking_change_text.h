// How two rankings of the same runs differ: in words and as a table.
#ifndef BFCLX_CORE_RENDER_RANKING_CHANGE_TEXT_H_
#define BFCLX_CORE_RENDER_RANKING_CHANGE_TEXT_H_

#include <cstdint>
#include <span>
#include <string>

#include "core/render/table.h"
#include "core/statistics/ranking_change.h"

namespace bfclx {

// What makes the second ranking another one.
enum class RankingCause : std::uint8_t {
  kCorrections,         // corrected ground truth
  kCorrectionsOfMeans,  // the same, of models by the means of their repeats
  kEntriesLeftOut,      // entries that were named before, of models
};
// "With the corrections, no score of the 124 runs changes by more than 0.4 points (mean 0.1), and
// no rank by more than 2. ..."; empty where nothing can be told (RankingChange::runs is 0).
std::string ranking_change_text(const RankingChange& change, std::span<const std::string> labels,
                                RankingCause cause = RankingCause::kCorrections);
// Best first by the official ranking. Both rankings have all of the labels.
Table ranking_change_table(const Ranking& official, const Ranking& corrected,
                           std::span<const std::string> labels);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_RANKING_CHANGE_TEXT_H_
