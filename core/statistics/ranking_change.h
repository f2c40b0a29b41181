// How far two rankings of the same runs differ, such as by the official and by corrected ground
// truth.
//
//   const RankingChange change = change_of(official, corrected);
//   if (change.runs > 0) ...
#ifndef BFCLX_CORE_STATISTICS_RANKING_CHANGE_H_
#define BFCLX_CORE_STATISTICS_RANKING_CHANGE_H_

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/statistics/comparison.h"
#include "core/value/value.h"

namespace bfclx {

struct RankingChange {
  std::size_t runs = 0;    // 0: fewer than two, or one of the rankings is empty
  double most_points = 0;  // of a score, 0 to 1
  double mean_points = 0;
  std::size_t most_ranks = 0;
  std::size_t moved = 0;              // runs with another rank
  std::vector<std::size_t> beyond;    // runs whose new rank is outside their former rank range
  std::optional<double> kendall_tau;  // tau-b of the scores; none where all of one side are equal
};

// The runs of both are in the same order.
RankingChange change_of(const Ranking& before, const Ranking& after);
// Kendall's tau-b: 1 for the same order, -1 for the opposite. None below two values, and where all
// values of a side are equal.
std::optional<double> kendall_tau(std::span<const double> a, std::span<const double> b);
// {"runs", "most_points", "mean_points", "most_ranks", "moved", "beyond_rank_range": [places],
// "kendall_tau"}.
Value ranking_change_value(const RankingChange& change);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_RANKING_CHANGE_H_
