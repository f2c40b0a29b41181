// Means of repeats against each other.
#include "core/statistics/repeats_comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/statistics/overall.h"
#include "core/statistics/resampling.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

const ScorePart& v4() { return overall_score(LeaderboardVersion::kV4); }
constexpr ComparisonOptions kOptions{2000, 1};

// Runs made of verdicts by entry: of "101 01" three runs of A and two of B, "-" where a run has no
// such entry.
class Sides {
 public:
  void add(std::string_view category, const std::string& verdicts) {
    ids_.push_back(
        {find_category(category), std::string(category) + "_" + std::to_string(ids_.size())});
    verdicts_.push_back(verdicts);
  }
  RepeatsComparison compare() {
    const std::size_t space = verdicts_.front().find(' ');
    judge();
    const std::span<const ScoredRun> all = runs_;
    return compare_repeats(all.first(space), all.subspan(space), v4(), "v4", kOptions);
  }
  // Of the first run of A and the first of B.
  Comparison compare_firsts() {
    judge();
    const std::size_t space = verdicts_.front().find(' ');
    return compare_runs(*runs_.front().judged, *runs_[space].judged, category_weights(v4()),
                        kOptions);
  }

 private:
  void judge() {
    const std::size_t columns = verdicts_.front().size();
    judged_.assign(columns - 1, {});
    runs_.clear();
    std::size_t run = 0;
    for (std::size_t column = 0; column < columns; ++column) {
      if (verdicts_.front()[column] == ' ') continue;
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        const char verdict = verdicts_[i][column];
        if (verdict == '-') continue;
        judged_[run].push_back({ids_[i].second, ids_[i].first, verdict == '1', "x"});
      }
      runs_.push_back({&judged_[run++]});
    }
  }

  std::vector<std::pair<const Category*, std::string>> ids_;
  std::vector<std::string> verdicts_;
  std::vector<JudgedRun> judged_;
  std::vector<ScoredRun> runs_;
};

// Each entry fails once on each side, in turn: between entries nothing varies.
TEST(CompareRepeats, TheDifferenceIsNotSurerThanDecodingAllows) {
  Sides sides;
  for (int i = 0; i < 10; ++i) {
    for (const char* verdicts : {"01 001", "10 010", "01 100"}) sides.add("multiple", verdicts);
  }
  const RepeatsComparison comparison = sides.compare();
  EXPECT_TRUE(comparison.decoding_is_all);
  EXPECT_EQ(comparison.questions_variance, 0);
  const OverallComparison& overall = comparison.overall;
  const double decoding = 0.5 / 30 / 2 + (1.0 / 3) / 30 / 3;
  EXPECT_NEAR(*comparison.decoding_variance, decoding, 1e-12);
  EXPECT_NEAR(overall.standard_error, std::sqrt(decoding), 1e-12);
  EXPECT_GT(overall.interval.high - overall.interval.low, 2 * 1.6 * overall.standard_error);
  EXPECT_NEAR(overall.difference, -1.0 / 6, 1e-12);
}

TEST(CompareRepeats, OfOneCategory) {
  Sides sides;
  for (const char* verdicts : {"000 11", "111 00", "101 11", "000 10", "111 11"}) {
    sides.add("multiple", verdicts);
  }
  const RepeatsComparison comparison = sides.compare();
  EXPECT_EQ(comparison.a_repeats, 3u);
  EXPECT_EQ(comparison.b_repeats, 2u);
  EXPECT_NEAR(comparison.overall.a, 8.0 / 15, 1e-12);
  EXPECT_NEAR(comparison.overall.b, 0.7, 1e-12);
  EXPECT_NEAR(comparison.overall.difference, 0.7 - 8.0 / 15, 1e-12);
  EXPECT_EQ(comparison.surely_gained, 1u);
  EXPECT_EQ(comparison.surely_lost, 1u);
  ASSERT_TRUE(comparison.decoding_variance.has_value());
  EXPECT_TRUE(comparison.decoding_of_both);
  // One entry varies in A (variance 1/3 over the repeats) and one in B (1/2), of five entries.
  const double decoding = (1.0 / 3) / 25 / 3 + (1.0 / 2) / 25 / 2;
  EXPECT_NEAR(*comparison.decoding_variance, decoding, 1e-12);
  const double error = comparison.overall.standard_error;
  EXPECT_NEAR(comparison.questions_variance, error * error - decoding, 1e-12);
  EXPECT_LT(comparison.overall.interval.low, comparison.overall.difference);
  EXPECT_GT(comparison.overall.interval.high, comparison.overall.difference);
}

TEST(CompareRepeats, OfSingleRunsIsTheComparisonOfRuns) {
  Sides sides;
  RandomSource random(5);
  for (const char* category : {"multiple", "parallel", "live_simple", "irrelevance"}) {
    for (int i = 0; i < 40; ++i) {
      std::string verdicts = "0 0";
      for (const std::size_t at : {0, 2}) verdicts[at] = random.below(3) > 0 ? '1' : '0';
      sides.add(category, verdicts);
    }
  }
  const RepeatsComparison comparison = sides.compare();
  const OverallComparison& means = comparison.overall;
  const OverallComparison runs = sides.compare_firsts().overall;
  EXPECT_NEAR(means.difference, runs.difference, 1e-12);
  EXPECT_NEAR(means.standard_error, runs.standard_error, 1e-12);
  EXPECT_NEAR(means.interval.low, runs.interval.low, 0.01);
  EXPECT_NEAR(means.interval.high, runs.interval.high, 0.01);
  EXPECT_NEAR(means.p, runs.p, 0.05);
  EXPECT_EQ(means.missing, runs.missing);
  EXPECT_FALSE(comparison.decoding_variance.has_value());
  EXPECT_FALSE(comparison.decoding_share().has_value());
}

TEST(CompareRepeats, OfOneSideAlone) {
  Sides sides;
  for (const char* verdicts : {"01 1", "10 0", "11 1", "00 1"}) sides.add("multiple", verdicts);
  const RepeatsComparison comparison = sides.compare();
  ASSERT_TRUE(comparison.decoding_variance.has_value());
  EXPECT_FALSE(comparison.decoding_of_both);
  EXPECT_NEAR(*comparison.decoding_variance, 2 * 0.5 / 16 / 2, 1e-12);
}

TEST(CompareRepeats, TakesOnlyEntriesThatAllHave) {
  Sides sides;
  for (const char* verdicts : {"11 00", "1- 00", "00 1-", "01 11"}) sides.add("multiple", verdicts);
  const RepeatsComparison comparison = sides.compare();
  EXPECT_EQ(comparison.basis.entries, 2u);
  EXPECT_NEAR(comparison.overall.a, 0.75, 1e-12);
  EXPECT_NEAR(comparison.overall.b, 0.5, 1e-12);
  EXPECT_EQ(comparison.surely_lost, 1u);
}

TEST(CompareRepeats, WithoutASharedEntry) {
  Sides sides;
  sides.add("multiple", "11 --");
  sides.add("parallel", "-- 11");
  const RepeatsComparison comparison = sides.compare();
  EXPECT_EQ(comparison.overall.weight, 0);
  const Value value = repeats_comparison_value(comparison);
  EXPECT_TRUE(value.as_dict().find("overall")->as_dict().find("difference")->is_none());
  EXPECT_TRUE(value.as_dict().find("variance")->as_dict().find("questions")->is_none());
}

// Of repeats that all say the same, the error is that of the entries; never 0.
TEST(CompareRepeats, WithoutDecodingNoise) {
  Sides sides;
  for (int i = 0; i < 30; ++i) sides.add("multiple", i % 3 == 0 ? "00 11" : "11 11");
  const RepeatsComparison comparison = sides.compare();
  EXPECT_EQ(comparison.decoding_variance, 0.0);
  EXPECT_GT(comparison.questions_variance, 0);
  Sides alike;
  for (int i = 0; i < 30; ++i) alike.add("multiple", "11 11");
  const OverallComparison same = alike.compare().overall;
  EXPECT_EQ(same.difference, 0);
  EXPECT_EQ(same.p, 1);
  EXPECT_LT(same.interval.low, 0);
  EXPECT_GT(same.interval.high, 0);
}

TEST(CompareRepeats, WithRepeatsThatDifferAsAWhole) {
  Sides sides;
  for (int i = 0; i < 30; ++i) sides.add("multiple", "01 11");
  const RepeatsComparison comparison = sides.compare();
  EXPECT_LT(comparison.a_exchange_p, 0.01);
  EXPECT_EQ(comparison.b_exchange_p, 1);
}

// 95 % intervals cover the true difference of models whose entries pass with given chances.
TEST(CompareRepeats, IntervalsCover) {
  RandomSource random(11);
  std::size_t covered = 0;
  constexpr int kTrials = 300;
  constexpr int kEntries = 60;
  for (int trial = 0; trial < kTrials; ++trial) {
    Sides sides;
    for (int i = 0; i < kEntries; ++i) {
      // Entries are drawn: of a chance u that A passes, B passes with 0.1 more, so that it is 0.1
      // better.
      const double a = 0.9 * static_cast<double>(random.below(1000)) / 1000;
      std::string verdicts = "000 000";
      for (const std::size_t at : {0, 1, 2, 4, 5, 6}) {
        const double chance = at < 3 ? a : a + 0.1;
        verdicts[at] = static_cast<double>(random.below(100000)) < chance * 100000 ? '1' : '0';
      }
      sides.add("multiple", verdicts);
    }
    const Range interval = sides.compare().overall.interval;
    covered += interval.low <= 0.1 && 0.1 <= interval.high ? 1 : 0;
  }
  EXPECT_GT(covered, kTrials * 91 / 100);
  EXPECT_LT(covered, kTrials * 99 / 100);
}

}  // namespace
}  // namespace bfclx
