#include "core/statistics/repeats.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "core/statistics/overall.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

const ScorePart& v4() { return overall_score(LeaderboardVersion::kV4); }

// Repeats made of verdicts by entry, "101": passed in the first and the third.
class Repeats {
 public:
  void add(std::string_view category, std::string id, std::string_view verdicts) {
    ids_.push_back({find_category(category), std::move(id)});
    verdicts_.emplace_back(verdicts);
  }
  RepeatsAnalysis analyze(std::size_t draws = 2000) {
    const std::size_t repeats = verdicts_.front().size();
    judged_.assign(repeats, {});
    std::vector<ScoredRun> runs;
    for (std::size_t run = 0; run < repeats; ++run) {
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        if (verdicts_[i][run] == '-') continue;
        judged_[run].push_back({ids_[i].second, ids_[i].first, verdicts_[i][run] == '1', "x"});
      }
      runs.push_back({&judged_[run]});
    }
    return analyze_repeats(runs, v4(), "v4", {draws, 1});
  }

 private:
  std::vector<std::pair<const Category*, std::string>> ids_;
  std::vector<std::string> verdicts_;
  std::vector<JudgedRun> judged_;
};

// Against all subsets of k repeats.
TEST(PassAtK, IsTheShareOfAllSubsets) {
  for (unsigned n = 1; n <= 8; ++n) {
    for (unsigned passed = 0; passed <= n; ++passed) {
      for (unsigned k = 1; k <= n; ++k) {
        const unsigned right = (1u << passed) - 1;  // the first `passed` of them
        double subsets = 0;
        double any = 0;
        double all = 0;
        for (unsigned set = 0; set < (1u << n); ++set) {
          if (std::popcount(set) != static_cast<int>(k)) continue;
          ++subsets;
          any += (set & right) != 0 ? 1 : 0;
          all += (set & right) == set ? 1 : 0;
        }
        EXPECT_NEAR(pass_at_k(passed, n, k), any / subsets, 1e-12);
        EXPECT_NEAR(pass_hat_k(passed, n, k), all / subsets, 1e-12);
      }
    }
  }
}

// E[C(c, k) / C(n, k)] = p^k where c is binomial.
TEST(PassAtK, IsUnbiased) {
  const double p = 0.37;
  constexpr std::size_t kRepeats = 7;
  for (std::size_t k = 1; k <= kRepeats; ++k) {
    double hat = 0;
    double at = 0;
    double ways = 1;
    for (std::size_t c = 0; c <= kRepeats; ++c) {
      const double chance = ways * std::pow(p, c) * std::pow(1 - p, kRepeats - c);
      hat += chance * pass_hat_k(c, kRepeats, k);
      at += chance * pass_at_k(c, kRepeats, k);
      ways *= static_cast<double>(kRepeats - c) / static_cast<double>(c + 1);
    }
    EXPECT_NEAR(hat, std::pow(p, k), 1e-12);
    EXPECT_NEAR(at, 1 - std::pow(1 - p, k), 1e-12);
  }
}

TEST(PassAtK, OfManyRepeats) {
  EXPECT_NEAR(pass_hat_k(2000, 2000, 1000), 1, 1e-12);
  EXPECT_EQ(pass_hat_k(999, 2000, 1000), 0);
  EXPECT_NEAR(pass_hat_k(1999, 2000, 1000), 0.5, 1e-9);
}

TEST(AnalyzeRepeats, OfOneCategory) {
  Repeats repeats;
  const char* verdicts[] = {"111", "110", "100", "000", "101"};
  for (int i = 0; i < 5; ++i) {
    repeats.add("multiple", "multiple_" + std::to_string(i), verdicts[i]);
  }
  const RepeatsAnalysis analysis = repeats.analyze();
  EXPECT_EQ(analysis.repeats, 3u);
  ASSERT_EQ(analysis.scores.size(), 3u);
  EXPECT_NEAR(analysis.scores[0], 0.8, 1e-12);
  EXPECT_NEAR(analysis.scores[1], 0.4, 1e-12);
  EXPECT_NEAR(analysis.scores[2], 0.4, 1e-12);
  EXPECT_NEAR(analysis.mean.value, 8.0 / 15, 1e-12);
  EXPECT_NEAR(analysis.low, 0.4, 1e-12);
  EXPECT_NEAR(analysis.high, 0.8, 1e-12);
  EXPECT_NEAR(analysis.deviation, std::sqrt(4.0 / 75), 1e-12);
  ASSERT_EQ(analysis.passes.size(), 3u);
  EXPECT_NEAR(analysis.passes[2].at.value, 0.8, 1e-12);
  EXPECT_NEAR(analysis.passes[2].hat.value, 0.2, 1e-12);
  // k = 2: C(2, 2) / C(3, 2) of an entry that passed twice.
  EXPECT_NEAR(analysis.passes[1].hat.value, (1 + 1.0 / 3 + 1.0 / 3) / 5, 1e-12);
  EXPECT_NEAR(analysis.passes[1].at.value, (1 + 1 + 2.0 / 3 + 0 + 1) / 5, 1e-12);
  EXPECT_EQ(analysis.flipping.right, 3u);
  EXPECT_NEAR(analysis.flipping.share, 0.6, 1e-12);
  ASSERT_EQ(analysis.flipped.size(), 3u);
  EXPECT_EQ(analysis.flipped[0].id, "multiple_1");
  EXPECT_EQ(analysis.flipped[0].passed, 2u);
  ASSERT_EQ(analysis.categories.size(), 1u);
  EXPECT_EQ(analysis.categories[0].flips, 3u);
  EXPECT_NEAR(analysis.categories[0].any, 0.8, 1e-12);
  EXPECT_NEAR(analysis.categories[0].all, 0.2, 1e-12);
}

// Balanced entries without clusters: the variance components of a one-way analysis of variance.
TEST(AnalyzeRepeats, SplitsTheVarianceAsAnalysisOfVarianceDoes) {
  Repeats repeats;
  const std::vector<std::string> verdicts = {"1111", "1110", "1100", "0000", "1011",
                                             "0001", "1111", "0000", "0110", "1111"};
  const auto entries = static_cast<double>(verdicts.size());
  double grand = 0;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    repeats.add("multiple", "multiple_" + std::to_string(i), verdicts[i]);
    for (const char verdict : verdicts[i]) grand += verdict == '1' ? 1 : 0;
  }
  grand /= 4 * entries;
  double between = 0;  // mean squares
  double within = 0;
  for (const std::string& of : verdicts) {
    double mean = 0;
    for (const char verdict : of) mean += verdict == '1' ? 0.25 : 0;
    between += 4 * (mean - grand) * (mean - grand) / (entries - 1);
    within += 4 * mean * (1 - mean) / (3 * entries);
  }
  const RepeatsAnalysis analysis = repeats.analyze();
  EXPECT_NEAR(analysis.decoding_variance, within / entries, 1e-12);
  EXPECT_NEAR(analysis.questions_variance, (between - within) / 4 / entries, 1e-12);
  EXPECT_NEAR(analysis.mean.standard_error, std::sqrt(between / 4 / entries), 1e-12);
  EXPECT_NEAR(
      analysis.decoding_share(),
      analysis.decoding_variance / (analysis.decoding_variance + analysis.questions_variance),
      1e-12);
}

// Categories weigh as in the overall score, whatever their sizes, and clusters stay together.
TEST(AnalyzeRepeats, WeighsCategoriesAndRespectsClusters) {
  Repeats repeats;
  for (int i = 0; i < 40; ++i) {
    repeats.add("multi_turn_base", "multi_turn_base_" + std::to_string(i), i < 10 ? "11" : "00");
    repeats.add("multi_turn_miss_func", "multi_turn_miss_func_" + std::to_string(i),
                i < 10 ? "10" : "00");
  }
  const RepeatsAnalysis analysis = repeats.analyze();
  EXPECT_NEAR(analysis.scores[0], 0.25, 1e-12);
  EXPECT_NEAR(analysis.scores[1], 0.125, 1e-12);
  EXPECT_EQ(analysis.flipping.clusters, 40u);
  // Means by scenario: 0.75 of ten and 0 of thirty.
  const double mean = 0.1875;
  const double squares = 10 * (0.75 - mean) * (0.75 - mean) + 30 * mean * mean;
  EXPECT_NEAR(analysis.mean.standard_error, std::sqrt(squares / 39 / 40), 1e-12);
  // Each of ten scenarios adds (1 + 1) / 80 in one repeat and 1 / 80 in the other.
  EXPECT_NEAR(analysis.decoding_variance, 10 * 0.5 / (80.0 * 80.0), 1e-12);
}

TEST(AnalyzeRepeats, IntervalsHoldTheValueAndNeverVanish) {
  for (const char* verdicts : {"111", "000", "101"}) {
    Repeats repeats;
    for (int i = 0; i < 30; ++i) {
      repeats.add("multiple", "multiple_" + std::to_string(i), verdicts);
      repeats.add("parallel", "parallel_" + std::to_string(i), verdicts);
    }
    for (const PassFigures& figures : repeats.analyze().passes) {
      for (const RepeatsFigure& figure : {figures.at, figures.hat}) {
        EXPECT_LE(figure.interval.low, figure.value);
        EXPECT_GE(figure.interval.high, figure.value);
        EXPECT_GT(figure.interval.high - figure.interval.low, 0.03);
        EXPECT_GT(figure.standard_error, 0);
        EXPECT_GE(figure.interval.low, 0);
        EXPECT_LE(figure.interval.high, 1);
      }
    }
  }
}

// Each entry fails once, in turn: between entries nothing varies, and decoding alone makes an
// error.
TEST(AnalyzeRepeats, TheMeanIsNotSurerThanDecodingAllows) {
  const char* const verdicts[] = {"0111", "1011", "1101", "1110", "1111"};
  Repeats repeats;
  for (int i = 0; i < 20; ++i) {
    repeats.add("multiple", "multiple_" + std::to_string(i), verdicts[i % 5]);
  }
  const RepeatsAnalysis analysis = repeats.analyze();
  EXPECT_EQ(analysis.questions_variance, 0);
  const double error = std::sqrt(analysis.decoding_variance / 4);
  EXPECT_NEAR(analysis.mean.standard_error, error, 1e-12);
  const Range& range = analysis.mean.interval;
  EXPECT_GT(range.high - range.low, 2 * 1.6 * error);
  EXPECT_EQ(analysis.passes[0].at.interval.low, range.low);
  EXPECT_EQ(analysis.passes[0].hat.interval.high, range.high);
}

// pass@k rises with k and pass^k falls: so do their bounds, also where no entry varies any more.
TEST(AnalyzeRepeats, BoundsAreInTheOrderOfK) {
  Repeats repeats;
  for (int i = 0; i < 10; ++i) {
    repeats.add("multiple", "multiple_" + std::to_string(i), i % 2 == 0 ? "11111110" : "10000000");
    repeats.add("parallel", "parallel_" + std::to_string(i), "11111100");
  }
  const std::vector<PassFigures> passes = repeats.analyze().passes;
  for (std::size_t i = 1; i < passes.size(); ++i) {
    EXPECT_GE(passes[i].at.interval.low, passes[i - 1].at.interval.low) << i;
    EXPECT_GE(passes[i].at.interval.high, passes[i - 1].at.interval.high) << i;
    EXPECT_LE(passes[i].hat.interval.low, passes[i - 1].hat.interval.low) << i;
    EXPECT_LE(passes[i].hat.interval.high, passes[i - 1].hat.interval.high) << i;
  }
}

// The bootstrap is about as wide as the error in closed form says.
TEST(AnalyzeRepeats, BootstrapMatchesTheClosedForm) {
  Repeats repeats;
  for (int i = 0; i < 400; ++i) {
    const char* verdicts = i % 7 == 0 ? "101" : i % 3 == 0 ? "000" : i % 5 == 0 ? "110" : "111";
    repeats.add("multiple", "multiple_" + std::to_string(i), verdicts);
    repeats.add("live_simple",
                "live_simple_" + std::to_string(i) + "-" + std::to_string(i / 3) + "-0", verdicts);
  }
  for (const PassFigures& figures : repeats.analyze(20000).passes) {
    const double width = figures.hat.interval.high - figures.hat.interval.low;
    EXPECT_NEAR(width / (2 * kZ95), figures.hat.standard_error, 0.03 * figures.hat.standard_error);
  }
}

// Flips that fall on one repeat show that it is another model; flips at random do not.
TEST(AnalyzeRepeats, TellsARepeatThatDiffers) {
  Repeats differs;
  Repeats alike;
  Repeats steady;
  const char* rotated[] = {"110", "101", "011"};
  for (int i = 0; i < 60; ++i) {
    const std::string id = "multiple_" + std::to_string(i);
    differs.add("multiple", id, i % 2 == 0 ? "110" : "111");
    alike.add("multiple", id, i % 2 == 0 ? rotated[i % 3] : "111");
    steady.add("multiple", id, "111");
  }
  EXPECT_LT(differs.analyze().exchange_p, 0.01);
  EXPECT_GT(alike.analyze().exchange_p, 0.5);
  EXPECT_EQ(steady.analyze().exchange_p, 1);
}

// Two clusters of three repeats: nine placements of two zeros.
TEST(AnalyzeRepeats, ExchangeTestMatchesAllPlacements) {
  Repeats repeats;
  repeats.add("multiple", "multiple_0", "011");
  repeats.add("multiple", "multiple_1", "011");
  // The zeros fall together in a third of the placements.
  EXPECT_NEAR(repeats.analyze().exchange_p, 1.0 / 3, 0.05);
}

TEST(AnalyzeRepeats, OnlyOfEntriesThatAllHave) {
  Repeats repeats;
  repeats.add("multiple", "multiple_0", "11");
  repeats.add("multiple", "multiple_1", "01");
  repeats.add("multiple", "multiple_2", "1-");
  repeats.add("multiple", "multiple_3", "-0");
  repeats.add("live_relevance", "live_relevance_0-0-0", "10");  // no part of the score
  const RepeatsAnalysis analysis = repeats.analyze();
  EXPECT_EQ(analysis.basis.entries, 2u);
  EXPECT_NEAR(analysis.mean.value, 0.75, 1e-12);
  EXPECT_EQ(analysis.flipping.entries, 2u);
  ASSERT_EQ(analysis.categories.size(), 2u);
  EXPECT_FALSE(analysis.categories[1].counts);
  EXPECT_EQ(analysis.flipped.size(), 2u);
}

TEST(AnalyzeRepeats, WithoutSharedEntriesThereAreNoFigures) {
  Repeats repeats;
  repeats.add("multiple", "multiple_0", "1-");
  repeats.add("multiple", "multiple_1", "-1");
  const RepeatsAnalysis analysis = repeats.analyze();
  EXPECT_EQ(analysis.basis.weight, 0);
  EXPECT_TRUE(analysis.scores.empty());
  EXPECT_TRUE(analysis.passes.empty());
  const Value value = repeats_value(analysis);
  EXPECT_TRUE(value.as_dict().find("mean")->is_none());
}

}  // namespace
}  // namespace bfclx
