// Rankings in which repeats of a model are one row.
#include "core/statistics/mean_ranking.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/dataset/own_weights.h"
#include "core/statistics/overall.h"
#include "core/statistics/resampling.h"

namespace bfclx {
namespace {

const ScorePart& v4() { return overall_score(LeaderboardVersion::kV4); }
constexpr ComparisonOptions kOptions{1000, 1};

// Runs over the same 120 entries of two categories, each right with its own probability.
class Runs {
 public:
  explicit Runs(const std::vector<std::uint32_t>& percents) {
    const Category* const categories[] = {find_category("simple_python"),
                                          find_category("multiple")};
    for (std::size_t i = 0; i < 120; ++i) {
      const Category* category = categories[i % 2];
      ids_.push_back(std::string(category->name) + "_" + std::to_string(i));
    }
    RandomSource random(7);
    for (const std::uint32_t percent : percents) {
      JudgedRun run;
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        run.push_back({ids_[i], categories[i % 2], random.below(100) < percent, "x"});
      }
      judged_.push_back(std::move(run));
    }
    for (const JudgedRun& run : judged_) scored_.push_back({&run});
  }

  Ranking rank(const std::vector<std::vector<std::size_t>>& rows, const ScorePart& score = v4()) {
    std::vector<RepeatsAnalysis> analyses;
    analyses.reserve(rows.size());
    std::vector<ModelOfRuns> models;
    for (const std::vector<std::size_t>& runs : rows) {
      models.push_back({runs, nullptr});
      if (runs.size() == 1) continue;
      std::vector<ScoredRun> own;
      for (const std::size_t run : runs) own.push_back(scored_[run]);
      analyses.push_back(analyze_repeats(own, score, "v4", kOptions));
      models.back().analysis = &analyses.back();
    }
    return rank_means(scored_, models, score, "v4", kOptions);
  }
  Ranking rank_each(const ScorePart& score = v4()) {
    std::vector<const JudgedRun*> all;
    for (const JudgedRun& run : judged_) all.push_back(&run);
    return rank_runs(all, score_weights(score), kOptions);
  }
  // One entry of three has the tag that counts nine tenths.
  TagGroups tags() const {
    TagGroups tags{{{"rare", 0.9}, {"common", 0.1}}, {}};
    for (std::size_t i = 0; i < ids_.size(); ++i) tags.by_id[ids_[i]] = i % 3 == 0 ? 0 : 1;
    return tags;
  }
  JudgedRun& judged(std::size_t run) { return judged_[run]; }
  std::span<const ScoredRun> scored() const { return scored_; }

 private:
  std::vector<std::string> ids_;
  std::vector<JudgedRun> judged_;
  std::vector<ScoredRun> scored_;
};

void expect_same(const RankedRun& a, const RankedRun& b) {
  EXPECT_EQ(a.score, b.score);
  EXPECT_EQ(a.interval.low, b.interval.low);
  EXPECT_EQ(a.interval.high, b.interval.high);
  EXPECT_EQ(a.rank.rank, b.rank.rank);
  EXPECT_EQ(a.rank.low, b.rank.low);
  EXPECT_EQ(a.rank.high, b.rank.high);
}

TEST(MeanRanking, WithoutRepeatsItIsTheRankingOfRuns) {
  Runs runs({60, 70, 80});
  const Ranking means = runs.rank({{0}, {1}, {2}});
  const Ranking each = runs.rank_each();
  EXPECT_EQ(means.entries, each.entries);
  for (std::size_t i = 0; i < 3; ++i) expect_same(means.runs[i], each.runs[i]);
}

TEST(MeanRanking, RepeatsAreOneRowWithTheirMean) {
  Runs runs({60, 60, 60, 85});
  const Ranking each = runs.rank_each();
  const Ranking means = runs.rank({{0, 1, 2}, {3}});
  ASSERT_EQ(means.runs.size(), 2u);
  EXPECT_EQ(means.entries, 120u);
  EXPECT_NEAR(means.runs[0].score,
              (each.runs[0].score + each.runs[1].score + each.runs[2].score) / 3, 1e-12);
  EXPECT_NEAR(means.runs[1].score, each.runs[3].score, 1e-12);
  EXPECT_NEAR(means.runs[1].interval.low, each.runs[3].interval.low, 1e-12);
  EXPECT_EQ(means.runs[0].rank.rank, 2u);
  EXPECT_EQ(means.runs[1].rank.rank, 1u);
  // Its interval is the one that the repeats have alone.
  const RepeatsAnalysis alone = analyze_repeats(runs.scored().first(3), v4(), "v4", kOptions);
  EXPECT_EQ(means.runs[0].interval.low, alone.mean.interval.low);
  EXPECT_EQ(means.runs[0].interval.high, alone.mean.interval.high);
}

TEST(MeanRanking, IdenticalRepeatsRankAsOneRun) {
  Runs runs({55, 90});
  Runs twice({55, 55, 90});
  for (std::size_t run = 0; run < 3; ++run) {
    JudgedRun& one = twice.judged(run);
    const JudgedRun& of = runs.judged(run == 2 ? 1 : 0);
    for (std::size_t i = 0; i < one.size(); ++i) one[i].right = of[i].right;
  }
  const Ranking once = runs.rank_each();
  const Ranking means = twice.rank({{0, 1}, {2}});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(means.runs[i].score, once.runs[i].score, 1e-12);
    EXPECT_EQ(means.runs[i].rank.low, once.runs[i].rank.low);
    EXPECT_EQ(means.runs[i].rank.high, once.runs[i].rank.high);
  }
}

TEST(MeanRanking, CountsWhatAllRunsShare) {
  Runs runs({60, 60, 85});
  runs.judged(2).resize(40);
  const Ranking means = runs.rank({{0, 1}, {2}});
  EXPECT_EQ(means.entries, 40u);
  EXPECT_GT(means.runs[0].score, 0);
  EXPECT_LE(means.runs[0].interval.low, means.runs[0].score);
  EXPECT_GE(means.runs[0].interval.high, means.runs[0].score);
}

TEST(MeanRanking, DifferentNumbersOfRepeats) {
  Runs runs({60, 60, 60, 60, 60, 75, 75, 90});
  const Ranking each = runs.rank_each();
  const Ranking means = runs.rank({{0, 1, 2, 3, 4}, {5, 6}, {7}});
  EXPECT_NEAR(means.runs[1].score, (each.runs[5].score + each.runs[6].score) / 2, 1e-12);
  const RepeatsAnalysis pair = analyze_repeats(runs.scored().subspan(5, 2), v4(), "v4", kOptions);
  EXPECT_EQ(means.runs[1].interval.low, pair.mean.interval.low);
  EXPECT_EQ(means.runs[1].interval.high, pair.mean.interval.high);
  const std::size_t expected[][3] = {{3, 3, 3}, {2, 2, 2}, {1, 1, 1}};
  for (std::size_t i = 0; i < 3; ++i) {
    const RankRange& rank = means.runs[i].rank;
    EXPECT_EQ(rank.rank, expected[i][0]);
    EXPECT_EQ(rank.low, expected[i][1]);
    EXPECT_EQ(rank.high, expected[i][2]);
  }
}

TEST(MeanRanking, TagsWeighInsteadOfCategories) {
  Runs runs({60, 60, 60, 85});
  const TagGroups tags = runs.tags();
  ScorePart score = v4();
  score.tags = &tags;
  const Ranking each = runs.rank_each(score);
  const Ranking means = runs.rank({{0, 1, 2}, {3}}, score);
  EXPECT_EQ(means.entries, 120u);
  EXPECT_NEAR(means.runs[0].score,
              (each.runs[0].score + each.runs[1].score + each.runs[2].score) / 3, 1e-12);
  double right[2] = {0, 0};
  for (std::size_t i = 0; i < 120; ++i)
    right[i % 3 == 0 ? 0 : 1] += runs.judged(3)[i].right ? 1 : 0;
  EXPECT_NEAR(means.runs[1].score, 0.9 * right[0] / 40 + 0.1 * right[1] / 80, 1e-12);
  EXPECT_EQ(means.runs[1].rank.rank, 1u);
}

TEST(MeanRanking, MeanOfAPart) {
  Runs runs({50, 70});
  const ScoreWeights weight({{find_category("multiple"), 1}});
  const RepeatsFigure mean = mean_of_repeats(runs.scored(), weight, kOptions);
  double right = 0;
  for (std::size_t run = 0; run < 2; ++run) {
    for (const JudgedEntry& one : runs.judged(run)) {
      if (one.category == weight.categories[0].category && one.right) ++right;
    }
  }
  EXPECT_NEAR(mean.value, right / 120, 1e-12);
  EXPECT_LT(mean.interval.low, mean.value);
  EXPECT_GT(mean.interval.high, mean.value);
}

// Identical repeats say no more and no less than one of them, however many there are.
TEST(MeanRanking, NumberOfIdenticalRepeatsDoesNotMatter) {
  Runs runs({60, 60, 60, 60});
  for (std::size_t run = 1; run < 4; ++run) {
    for (std::size_t i = 0; i < 120; ++i) runs.judged(run)[i].right = runs.judged(0)[i].right;
  }
  const ScoreWeights weight({{find_category("multiple"), 1}});
  const RepeatsFigure two = mean_of_repeats(runs.scored().first(2), weight, kOptions);
  const RepeatsFigure four = mean_of_repeats(runs.scored(), weight, kOptions);
  EXPECT_NEAR(two.interval.low, four.interval.low, 1e-12);
  EXPECT_NEAR(two.interval.high, four.interval.high, 1e-12);
}

}  // namespace
}  // namespace bfclx
