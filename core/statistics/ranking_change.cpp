#include "core/statistics/ranking_change.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/value/dict_of.h"

namespace bfclx {

std::optional<double> kendall_tau(std::span<const double> a, std::span<const double> b) {
  const auto sign = [](double x, double y) { return x < y ? -1 : (x > y ? 1 : 0); };
  double balance = 0;  // pairs in the same order less those in the opposite one
  double of_a = 0;     // pairs that differ
  double of_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const int first = sign(a[i], a[j]);
      const int second = sign(b[i], b[j]);
      balance += first * second;
      of_a += first != 0 ? 1 : 0;
      of_b += second != 0 ? 1 : 0;
    }
  }
  if (of_a == 0 || of_b == 0) return std::nullopt;
  return balance / std::sqrt(of_a * of_b);
}

RankingChange change_of(const Ranking& before, const Ranking& after) {
  RankingChange change;
  const std::size_t runs = before.runs.size();
  if (runs < 2 || after.runs.size() != runs || before.weight <= 0 || after.weight <= 0) {
    return change;
  }
  change.runs = runs;
  std::vector<double> old_scores;
  std::vector<double> new_scores;
  for (std::size_t i = 0; i < runs; ++i) {
    const RankedRun& was = before.runs[i];
    const RankedRun& is = after.runs[i];
    old_scores.push_back(was.score);
    new_scores.push_back(is.score);
    const double points = std::abs(is.score - was.score);
    change.most_points = std::max(change.most_points, points);
    change.mean_points += points / static_cast<double>(runs);
    const std::size_t ranks =
        std::max(is.rank.rank, was.rank.rank) - std::min(is.rank.rank, was.rank.rank);
    change.most_ranks = std::max(change.most_ranks, ranks);
    if (ranks > 0) ++change.moved;
    if (is.rank.rank < was.rank.low || is.rank.rank > was.rank.high) change.beyond.push_back(i);
  }
  change.kendall_tau = kendall_tau(old_scores, new_scores);
  return change;
}

Value ranking_change_value(const RankingChange& change) {
  List beyond;
  for (const std::size_t place : change.beyond) {
    beyond.push_back(Value::integer(static_cast<std::int64_t>(place)));
  }
  return dict_of(
      {{"runs", change.runs},
       {"most_points", change.most_points},
       {"mean_points", change.mean_points},
       {"most_ranks", change.most_ranks},
       {"moved", change.moved},
       {"beyond_rank_range", Value::list(std::move(beyond))},
       {"kendall_tau", change.kendall_tau ? Value::real(*change.kendall_tau) : Value()}});
}

}  // namespace bfclx
