#include "core/render/comparison_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/render/figure_text.h"
#include "core/render/repeats_text.h"

namespace bfclx {
namespace {

OverallComparison some_difference() {
  OverallComparison overall;
  overall.weight = 1;
  overall.a = 0.5;
  overall.b = 0.517;
  overall.difference = 0.017;
  overall.p = overall.holm_p = 0.034;
  overall.smallest_detectable = 0.028;
  return overall;
}

std::string meaning(const OverallComparison& overall, bool warned = false) {
  return meaning_of(overall, "a", "b", warned);
}

TEST(DifferenceStyle, IsPlainWhereTheTestDoesNotTellTheRunsApart) {
  EXPECT_EQ(difference_style(0.1, 0.05), Style::kPlain);
  EXPECT_EQ(difference_style(0.1, 0.049), Style::kGood);
  EXPECT_EQ(difference_style(-0.1, 0.049), Style::kBad);
}

TEST(ComparisonText, TheMeaningOfADifference) {
  OverallComparison overall = some_difference();
  EXPECT_EQ(meaning(overall),
            "If the two were equally good, a difference as large as this would show in 34 of 1,000 "
            "such comparisons by chance alone: b is significantly better. Minimum detectable "
            "difference: 2.8 points (80 % power).");
  overall.difference = -0.02;
  EXPECT_NE(meaning(overall).find(": a is significantly better."), std::string::npos);
  EXPECT_NE(meaning(overall, true)
                .find(": a scores significantly higher, but see the warnings: the models "
                      "themselves may not differ. Minimum"),
            std::string::npos);
  overall.p = overall.holm_p = 0.2;
  EXPECT_NE(
      meaning(overall).find("in 20 of 100 such comparisons by chance alone: the difference is "
                            "not significant."),
      std::string::npos);
  overall.p = overall.holm_p = 0.0004;
  EXPECT_NE(meaning(overall).find("in fewer than 1 in 1,000 such"), std::string::npos);
}

TEST(ComparisonText, ThousandthsAreThoseOfTheShownP) {
  for (const auto& [p, shown] :
       {std::pair{0.0004, 0}, {0.001, 1}, {0.0345, 35}, {0.0625, 63}, {0.0994, 99}, {1.0, 1000}}) {
    EXPECT_EQ(per_thousand(p), shown) << p << " " << p_text(p);
  }
}

TEST(ComparisonText, ADifferenceAmongManyComparisons) {
  OverallComparison overall = some_difference();
  overall.compared = 7;
  overall.holm_p = 0.238;
  EXPECT_NE(meaning(overall).find(
                "in 34 of 1,000 such comparisons by chance alone: significant on its own, but not "
                "after adjusting for the 7 comparisons shown (p Holm = 0.238). Minimum"),
            std::string::npos)
      << meaning(overall);
  overall.p = 0.0625;
  overall.holm_p = 0.4375;
  EXPECT_NE(meaning(overall).find("in 63 of 1,000 such comparisons by chance alone: the "
                                  "difference is not significant."),
            std::string::npos)
      << meaning(overall);
  overall.p = 0.002;
  overall.holm_p = 0.014;
  EXPECT_NE(meaning(overall).find(
                ": b is significantly better, also after adjusting for the 7 comparisons shown "
                "(p Holm = 0.014)."),
            std::string::npos)
      << meaning(overall);
}

// As many draws cannot give a smaller p: that is no sign of equal runs.
TEST(ComparisonText, TooFewDrawsForSoManyComparisons) {
  OverallComparison overall = some_difference();
  overall.compared = 7;
  overall.p = overall.least_p = 1.0 / 101;
  overall.holm_p = 7.0 / 101;
  EXPECT_NE(meaning(overall).find(
                "in at most 10 of 1,000 such comparisons by chance alone: too few draws to tell "
                "after adjusting for the 7 comparisons shown (p Holm = 0.069); use more draws."),
            std::string::npos)
      << meaning(overall);
}

TEST(ComparisonText, WhatTellsNothing) {
  OverallComparison overall = some_difference();
  overall.p = overall.holm_p = 0.4;
  overall.smallest_detectable = 1;
  EXPECT_TRUE(meaning(overall).ends_with("significant. They share too few entries to tell."));
  overall.p = overall.holm_p = 0.005;
  EXPECT_TRUE(meaning(overall).ends_with(
      "is significantly better. They share few entries, so the interval is wide: rely on p."));
  overall.p = overall.holm_p = 0.4;
  overall.narrowed_by = find_category("live_parallel");
  overall.narrowed_clusters = 2;
  EXPECT_NE(meaning(overall).find(
                "it is too narrow: live_parallel has only 2 groups of related entries."),
            std::string::npos);
  overall.difference = 0;
  overall.p = overall.holm_p = 1;
  EXPECT_EQ(meaning(overall), "The runs have the same score.");
  EXPECT_EQ(meaning(OverallComparison()), kNothingShared);
}

// A warning of categories that are not compared says nothing of the comparison.
TEST(ComparisonText, WarningsOfWhatIsCompared) {
  const Category* shared = find_category("simple_python");
  const Category* other = find_category("multi_turn_base");
  Comparison comparison;
  comparison.categories.resize(2);
  comparison.categories[0].category = shared;
  comparison.categories[0].entries = 20;
  comparison.categories[1].category = other;
  comparison.categories[1].only_a = 200;
  const auto told = [&](std::vector<Distortion> distortions) {
    return distorts(distortions, comparison);
  };
  EXPECT_FALSE(told({}));
  EXPECT_FALSE(told({{{other}}}));
  EXPECT_TRUE(told({{{other, shared}}}));
  EXPECT_TRUE(told({{{other}}, {}})) << "of the run as a whole";
}

TEST(ComparisonText, FlipsAndWhatOneRunLacks) {
  Comparison comparison;
  comparison.categories.resize(2);
  comparison.categories[0].counts = true;
  comparison.categories[0].gained = 1;
  comparison.categories[1].gained = 5;  // in no overall score
  comparison.mcnemar = {0.0129, 0.0073};
  EXPECT_EQ(flips_text(comparison),
            "Of the entries in the overall score, 1 passed only in B, 0 only in A; exact McNemar "
            "test p = 0.013 (mid-p 0.007).");
  EXPECT_EQ(unshared_text(comparison), "");
  comparison.categories[0].only_a = 3;
  comparison.categories[1].only_a = 1;
  comparison.categories[1].only_b = 2;
  EXPECT_FALSE(shares_entries(comparison));
  EXPECT_EQ(unshared_text(comparison), "4 entries are only in A, 2 only in B.");
  comparison.categories[0].entries = 1;
  EXPECT_TRUE(shares_entries(comparison));
  EXPECT_EQ(unshared_text(comparison),
            "Only shared entries are compared; 4 are only in A, 2 only in B.");
}

TEST(ComparisonText, IntervalAndTestMayDisagree) {
  Comparison comparison;
  CategoryComparison& row = comparison.categories.emplace_back();
  row.category = find_category("multiple");
  row.entries = 5;
  row.difference.interval = {-1, -0.2};
  row.cluster_p = 0.01;
  EXPECT_EQ(disagreements_text(comparison), "");
  row.cluster_p = 0.0625;
  EXPECT_NE(disagreements_text(comparison)
                .find("Rely on p for significance where the two disagree: multiple (p = 0.063)."),
            std::string::npos)
      << disagreements_text(comparison);
  comparison.overall.weight = 1;
  comparison.overall.interval = {0.01, 0.05};
  comparison.overall.p = 0.064;
  EXPECT_NE(disagreements_text(comparison).find("overall (p = 0.064), multiple (p = 0.063)."),
            std::string::npos);
  comparison.overall.p = 0.04;
  EXPECT_EQ(disagreements_text(comparison).find("overall"), std::string::npos);
}

TEST(RepeatsText, RepeatsThatDifferAsAWholeAreTold) {
  RepeatsComparison comparison;
  comparison.a_repeats = comparison.b_repeats = 2;
  comparison.overall = some_difference();
  const RepeatsPair pair{"a", "b", false, &comparison};
  const std::size_t without = repeats_pair_sentences(pair).size();
  comparison.b_exchange_p = 0.002;
  const std::vector<std::string> sentences = repeats_pair_sentences(pair);
  ASSERT_EQ(sentences.size(), without + 1);
  EXPECT_EQ(
      sentences.back(),
      "The overall scores of the repeats of b differ more than decoding explains (p = 0.002): the "
      "model, the server or the settings may have changed. The 95 % CIs do not include such "
      "differences.");
}

}  // namespace
}  // namespace bfclx
