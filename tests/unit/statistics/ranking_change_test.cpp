#include "core/statistics/ranking_change.h"

#include <gtest/gtest.h>

#include <vector>

namespace bfclx {
namespace {

Ranking ranking(const std::vector<double>& scores, std::size_t slack = 0) {
  Ranking out;
  out.weight = 1;
  for (const double score : scores) {
    RankedRun run;
    run.score = score;
    for (const double other : scores) run.rank.rank += other > score ? 1 : 0;
    run.rank.low = run.rank.rank > slack ? run.rank.rank - slack : 1;
    run.rank.high = run.rank.rank + slack;
    out.runs.push_back(run);
  }
  return out;
}

TEST(KendallTau, CountsPairsAndTies) {
  const std::vector<double> up = {1, 2, 3, 4};
  const std::vector<double> down = {4, 3, 2, 1};
  EXPECT_DOUBLE_EQ(*kendall_tau(up, up), 1);
  EXPECT_DOUBLE_EQ(*kendall_tau(up, down), -1);
  // SciPy: kendalltau([1, 2, 3, 4], [1, 3, 2, 4]) and kendalltau([1, 1, 2, 3], [1, 2, 2, 3]).
  EXPECT_NEAR(*kendall_tau(up, std::vector<double>{1, 3, 2, 4}), 0.6666666666666667, 1e-12);
  EXPECT_NEAR(*kendall_tau(std::vector<double>{1, 1, 2, 3}, std::vector<double>{1, 2, 2, 3}), 0.8,
              1e-12);
  EXPECT_FALSE(kendall_tau(up, std::vector<double>{1, 1, 1, 1}));
  EXPECT_FALSE(kendall_tau({}, {}));
}

TEST(RankingChange, MeasuresScoresAndRanks) {
  const RankingChange change = change_of(ranking({0.9, 0.8, 0.7}, 1), ranking({0.9, 0.7, 0.75}, 1));
  EXPECT_EQ(change.runs, 3U);
  EXPECT_NEAR(change.most_points, 0.1, 1e-12);
  EXPECT_NEAR(change.mean_points, 0.05, 1e-12);
  EXPECT_EQ(change.most_ranks, 1U);
  EXPECT_EQ(change.moved, 2U);
  EXPECT_TRUE(change.beyond.empty());
  EXPECT_NEAR(*change.kendall_tau, 1.0 / 3, 1e-12);
}

TEST(RankingChange, NamesRunsThatLeaveTheirRankRange) {
  const RankingChange change = change_of(ranking({0.9, 0.8, 0.7}), ranking({0.9, 0.7, 0.75}));
  EXPECT_EQ(change.beyond, (std::vector<std::size_t>{1, 2}));
}

TEST(RankingChange, NeedsTwoRunsAndTwoRankings) {
  EXPECT_EQ(change_of(ranking({0.9}), ranking({0.9})).runs, 0U);
  EXPECT_EQ(change_of(ranking({0.9, 0.8}), Ranking()).runs, 0U);
  Ranking nothing = ranking({0.9, 0.8});
  nothing.weight = 0;
  EXPECT_EQ(change_of(ranking({0.9, 0.8}), nothing).runs, 0U);
}

}  // namespace
}  // namespace bfclx
