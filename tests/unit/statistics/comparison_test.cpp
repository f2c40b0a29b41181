#include "core/statistics/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <string>
#include <vector>

#include "tests/unit/statistics/reference.h"

namespace bfclx {
namespace {

TEST(McNemar, AgreesWithSciPy) {
  const Value cases = reference("mcnemar");
  ASSERT_EQ(cases.items().size(), 10u);
  for (const Value& one : cases.items()) {
    const std::size_t gained = count(one, "gained");
    const std::size_t lost = count(one, "lost");
    const McNemar test = mcnemar_test(gained, lost);
    EXPECT_NEAR(test.p / number(one, "p"), 1, 1e-9) << gained << " " << lost;
    EXPECT_EQ(test.p, mcnemar_test(lost, gained).p);
    EXPECT_LE(test.mid_p, test.p);
  }
  EXPECT_EQ(mcnemar_test(0, 0).p, 1);
  // 2 * (1 + 10) / 2^10, and with half of the observed ten.
  EXPECT_NEAR(mcnemar_test(9, 1).p, 22.0 / 1024, 1e-15);
  EXPECT_NEAR(mcnemar_test(9, 1).mid_p, 12.0 / 1024, 1e-15);
  // Too small for a double is 0, and no trap on the way there.
  EXPECT_EQ(mcnemar_test(0, 5000).p, 0);
}

TEST(SignTest, AgreesWithSciPy) {
  const Value cases = reference("sign_tests");
  ASSERT_EQ(cases.items().size(), 6u);
  for (const Value& one : cases.items()) {
    std::vector<int> sums;
    for (const Value& sum : at(one, "sums").items()) {
      sums.push_back(static_cast<int>(sum.as_int64()));
    }
    EXPECT_NEAR(cluster_sign_test(sums), number(one, "p"), 1e-12);
  }
}

TEST(SignTest, IsMcNemarForSingleEntries) {
  std::vector<int> sums(66, 1);
  for (std::size_t i = 0; i < 25; ++i) sums[i] = -1;
  EXPECT_NEAR(cluster_sign_test(sums), mcnemar_test(41, 25).p, 1e-12);
  EXPECT_EQ(cluster_sign_test({}), 1);
}

TEST(Holm, AgreesWithStatsmodels) {
  const Value cases = reference("holm");
  ASSERT_EQ(cases.items().size(), 5u);
  for (const Value& one : cases.items()) {
    std::vector<double> p_values;
    for (const Value& p : at(one, "p").items()) p_values.push_back(number(p));
    const std::vector<double> adjusted = holm_adjusted(p_values);
    ASSERT_EQ(adjusted.size(), p_values.size());
    for (std::size_t i = 0; i < adjusted.size(); ++i) {
      EXPECT_NEAR(adjusted[i], number(at(one, "adjusted").items()[i]), 1e-12);
    }
  }
  EXPECT_TRUE(holm_adjusted({}).empty());
}

TEST(Comparison, OverallDifferencesAreAdjustedForAllThatAreShown) {
  std::vector<Comparison> comparisons(4);
  const double p_values[] = {0.02, 0.5, 0.01};
  for (std::size_t i = 0; i < 3; ++i) {
    comparisons[i].overall.weight = 1;
    comparisons[i].overall.p = comparisons[i].overall.holm_p = p_values[i];
  }
  std::vector<Comparison*> shown;
  for (Comparison& one : comparisons) shown.push_back(&one);
  adjust_overall(std::span<Comparison* const>(shown));
  EXPECT_DOUBLE_EQ(comparisons[0].overall.holm_p, 0.04);
  EXPECT_DOUBLE_EQ(comparisons[1].overall.holm_p, 0.5);
  EXPECT_DOUBLE_EQ(comparisons[2].overall.holm_p, 0.03);
  EXPECT_EQ(comparisons[2].overall.compared, 3u) << "without the one that shares nothing";
  EXPECT_EQ(comparisons[0].overall.p, 0.02);
  EXPECT_EQ(comparisons[3].overall.compared, 1u);
}

// Runs over made ids; ids live in a deque, which does not move them.
class Runs {
 public:
  void add(JudgedRun& run, std::string_view category, std::size_t number, bool right,
           std::string_view error_type = "value_error:string") {
    const std::string text = std::string(category) + "_" + std::to_string(number);
    ids_.push_back(text);
    run.push_back(
        {ids_.back(), find_category(category), right, right ? std::string_view() : error_type});
  }

 private:
  std::deque<std::string> ids_;
};

std::vector<CategoryWeight> weights_of_two() {
  return {{find_category("simple_python"), 0.4}, {find_category("multiple"), 0.6}};
}

TEST(CompareRuns, Counts) {
  Runs ids;
  JudgedRun a;
  JudgedRun b;
  for (std::size_t i = 0; i < 10; ++i) {
    ids.add(a, "simple_python", i, i < 6);
    ids.add(b, "simple_python", i, i >= 2, "simple_function_checker:wrong_count");
  }
  for (std::size_t i = 0; i < 5; ++i) ids.add(a, "multiple", i, true);
  for (std::size_t i = 1; i < 8; ++i) ids.add(b, "multiple", i, true);
  const Comparison result = compare_runs(a, b, weights_of_two(), {200, 1});

  ASSERT_EQ(result.categories.size(), 2u);
  const CategoryComparison& simple = result.categories[0];
  EXPECT_EQ(simple.category->name, "simple_python");
  EXPECT_EQ(simple.entries, 10u);
  EXPECT_EQ(simple.a_right, 6u);
  EXPECT_EQ(simple.b_right, 8u);
  EXPECT_EQ(simple.gained, 4u);
  EXPECT_EQ(simple.lost, 2u);
  EXPECT_NEAR(simple.difference.value, 0.2, 1e-12);
  EXPECT_EQ(simple.mcnemar.p, mcnemar_test(4, 2).p);
  EXPECT_EQ(simple.cluster_p, simple.mcnemar.p);
  const CategoryComparison& multiple = result.categories[1];
  EXPECT_EQ(multiple.entries, 4u);
  EXPECT_EQ(multiple.only_a, 1u);
  EXPECT_EQ(multiple.only_b, 3u);
  EXPECT_EQ(result.entries, 14u);
  EXPECT_EQ(result.gained.size(), 4u);
  ASSERT_EQ(result.lost.size(), 2u);
  EXPECT_EQ(result.lost[0].id, "simple_python_0");
  EXPECT_EQ(result.lost[0].error_type, "simple_function_checker:wrong_count");
  EXPECT_EQ(result.gained[0].error_type, "value_error:string");
  EXPECT_TRUE(result.error_changes.empty());
  EXPECT_NEAR(result.overall.a, 0.4 * 0.6 + 0.6, 1e-12);
  EXPECT_NEAR(result.overall.b, 0.4 * 0.8 + 0.6, 1e-12);
  EXPECT_NEAR(result.overall.difference, 0.08, 1e-12);
  EXPECT_EQ(result.overall.weight, 1);
  EXPECT_TRUE(result.overall.missing.empty());
  EXPECT_LE(result.overall.interval.low, 0.08);
  EXPECT_GE(result.overall.interval.high, 0.08);
}

TEST(CompareRuns, ErrorTypesThatChanged) {
  Runs ids;
  JudgedRun a;
  JudgedRun b;
  for (std::size_t i = 0; i < 6; ++i) {
    ids.add(a, "simple_python", i, false, i < 2 ? "x" : "y");
    ids.add(b, "simple_python", i, false, i < 5 ? "z" : "y");
  }
  const Comparison result = compare_runs(a, b, weights_of_two(), {10, 1});
  ASSERT_EQ(result.error_changes.size(), 2u);
  EXPECT_EQ(result.error_changes[0].from, "y");
  EXPECT_EQ(result.error_changes[0].to, "z");
  EXPECT_EQ(result.error_changes[0].count, 3u);
  EXPECT_EQ(result.error_changes[0].example, "simple_python_2");
  EXPECT_EQ(result.error_changes[1].count, 2u);
}

TEST(CompareRuns, WhatIsMissingIsNamedAndNotZero) {
  Runs ids;
  JudgedRun a;
  JudgedRun b;
  for (std::size_t i = 0; i < 10; ++i) {
    ids.add(a, "simple_python", i, i < 5);
    ids.add(b, "simple_python", i, i < 7);
  }
  ids.add(a, "multiple", 0, true);
  const Comparison result = compare_runs(a, b, weights_of_two(), {100, 1});
  EXPECT_NEAR(result.overall.weight, 0.4, 1e-12);
  ASSERT_EQ(result.overall.missing.size(), 1u);
  EXPECT_EQ(result.overall.missing[0]->name, "multiple");
  EXPECT_NEAR(result.overall.a, 0.5, 1e-12);
  EXPECT_NEAR(result.overall.difference, 0.2, 1e-12);
  ASSERT_EQ(result.categories.size(), 2u);
  EXPECT_EQ(result.categories[1].entries, 0u);
  EXPECT_EQ(result.categories[1].only_a, 1u);

  const Comparison nothing = compare_runs({}, b, weights_of_two(), {100, 1});
  EXPECT_EQ(nothing.overall.weight, 0);
  EXPECT_EQ(nothing.overall.missing.size(), 2u);
  EXPECT_EQ(nothing.entries, 0u);
}

TEST(CompareRuns, TheSameRunDoesNotDiffer) {
  Runs ids;
  JudgedRun a;
  for (std::size_t i = 0; i < 30; ++i) ids.add(a, "simple_python", i, i % 3 == 0);
  const Comparison result = compare_runs(a, a, weights_of_two(), {100, 1});
  EXPECT_EQ(result.overall.difference, 0);
  EXPECT_EQ(result.overall.p, 1);
  // Of 30 entries of which none flips: not certain.
  EXPECT_LT(result.overall.interval.low, -0.05);
  EXPECT_GT(result.overall.interval.high, 0.05);
  EXPECT_GT(result.overall.smallest_detectable, 0.05);
  EXPECT_EQ(result.categories[0].holm_p, 1);
}

TEST(CompareRuns, OverallTestIsMcNemarOnOneCategory) {
  Runs ids;
  JudgedRun a;
  JudgedRun b;
  for (std::size_t i = 0; i < 100; ++i) {
    ids.add(a, "simple_python", i, i < 10);
    ids.add(b, "simple_python", i, i >= 10 && i < 32);
  }
  const Comparison result = compare_runs(a, b, weights_of_two(), {20000, 1});
  const double exact = mcnemar_test(22, 10).p;
  EXPECT_NEAR(result.overall.p, exact, 4 * std::sqrt(exact / 20000));
  EXPECT_NEAR(result.overall.p, result.categories[0].cluster_p, 0.01);
}

TEST(CompareRuns, ClustersFlipTogether) {
  // Thirty scenarios, gained in all four variants by ten and lost in all four by one: 40 flips to
  // 4, but only ten to one that are independent.
  Runs ids;
  JudgedRun a;
  JudgedRun b;
  for (const std::string_view name : {"multi_turn_base", "multi_turn_miss_func"}) {
    for (std::size_t i = 0; i < 30; ++i) {
      ids.add(a, name, i, i == 10);
      ids.add(b, name, i, i < 10);
    }
  }
  const std::vector<CategoryWeight> weights = {{find_category("multi_turn_base"), 0.5},
                                               {find_category("multi_turn_miss_func"), 0.5}};
  const Comparison result = compare_runs(a, b, weights, {20000, 1});
  const double independent = mcnemar_test(10, 1).p;
  EXPECT_NEAR(result.overall.p, independent, 4 * std::sqrt(independent / 20000));
  EXPECT_LT(result.mcnemar.p, result.overall.p / 10);
  EXPECT_EQ(result.categories[0].clusters, 30u);
}

TEST(CompareRuns, NamesWhatMakesAnIntervalTooNarrow) {
  Runs ids;
  JudgedRun a;
  JudgedRun b;
  for (std::size_t i = 0; i < 5; ++i) {
    ids.add(a, "simple_python", i, false);
    ids.add(b, "simple_python", i, i > 0);
  }
  for (std::size_t i = 0; i < 200; ++i) {
    ids.add(a, "multiple", i, i < 4);
    ids.add(b, "multiple", i, i < 4);
  }
  // What weighs nothing, or does not flip, is not to blame.
  ids.add(a, "live_relevance", 0, false);
  ids.add(b, "live_relevance", 0, true);
  const Comparison compared = compare_runs(a, b, weights_of_two(), {500, 1});
  for (const CategoryComparison& row : compared.categories) {
    EXPECT_EQ(row.counts, row.category->name != "live_relevance");
  }
  EXPECT_EQ(compared.entries, 205u);
  const OverallComparison& narrow = compared.overall;
  EXPECT_GT(narrow.interval.low, 0);
  EXPECT_GE(narrow.p, 0.05);
  ASSERT_NE(narrow.narrowed_by, nullptr);
  EXPECT_EQ(narrow.narrowed_by->name, "simple_python");
  EXPECT_EQ(narrow.narrowed_clusters, 5u);
  EXPECT_EQ(compare_runs(a, a, weights_of_two(), {500, 1}).overall.narrowed_by, nullptr);
  for (std::size_t i = 5; i < 100; ++i) {
    ids.add(a, "simple_python", i, i % 2 == 0);
    ids.add(b, "simple_python", i, true);
  }
  EXPECT_EQ(compare_runs(a, b, weights_of_two(), {500, 1}).overall.narrowed_by, nullptr);
}

TEST(RankRuns, OverWhatAllShare) {
  Runs ids;
  JudgedRun a;
  JudgedRun b;
  JudgedRun c;
  for (std::size_t i = 0; i < 200; ++i) {
    ids.add(a, "simple_python", i, i < 100);
    ids.add(b, "simple_python", i, i < 180);
    if (i % 2 == 0) ids.add(c, "simple_python", i, i < 102);
    // What weighs nothing in the score is none of the entries that it rests on.
    for (JudgedRun* run : {&a, &b, &c}) ids.add(*run, "sql", i, true);
  }
  const JudgedRun* runs[] = {&a, &b, &c};
  const Ranking ranking = rank_runs(runs, weights_of_two(), {500, 1});
  EXPECT_EQ(ranking.entries, 100u);
  EXPECT_NEAR(ranking.weight, 0.4, 1e-12);
  ASSERT_EQ(ranking.runs.size(), 3u);
  EXPECT_NEAR(ranking.runs[0].score, 0.5, 1e-12);
  EXPECT_NEAR(ranking.runs[1].score, 0.9, 1e-12);
  EXPECT_NEAR(ranking.runs[2].score, 0.51, 1e-12);
  EXPECT_EQ(ranking.runs[1].rank.high, 1u);
  EXPECT_EQ(ranking.runs[0].rank.rank, 3u);
  EXPECT_EQ(ranking.runs[0].rank.low, 2u);
  EXPECT_EQ(ranking.runs[2].rank.high, 3u);
  EXPECT_TRUE(rank_runs({}, weights_of_two(), {10, 1}).runs.empty());
}

TEST(RankRuns, InAnyOrderOfEntries) {
  Runs ids;
  JudgedRun a;
  JudgedRun b;
  for (std::size_t i = 0; i < 20; ++i) ids.add(a, "simple_python", i, i < 4);
  for (std::size_t i = 30; i > 5; --i) ids.add(b, "simple_python", i - 1, i > 13);
  // Of an id given twice the first counts.
  ids.add(a, "simple_python", 19, true);
  ids.add(b, "simple_python", 7, true);
  const JudgedRun* one[] = {&a, &b};
  const JudgedRun* other[] = {&b, &a};
  const Ranking forward = rank_runs(one, weights_of_two(), {50, 1});
  EXPECT_EQ(forward.entries, 15u);
  EXPECT_EQ(forward.runs[0].score, 0);
  EXPECT_NEAR(forward.runs[1].score, 7.0 / 15, 1e-12);
  const Ranking backward = rank_runs(other, weights_of_two(), {50, 1});
  EXPECT_EQ(backward.entries, 15u);
  EXPECT_EQ(backward.runs[0].score, forward.runs[1].score);
  EXPECT_EQ(backward.runs[1].score, 0);
}

TEST(RankRuns, OneAloneIsAsBesideItself) {
  Runs ids;
  JudgedRun run;
  for (std::size_t i = 0; i < 150; ++i) ids.add(run, "simple_python", i, i % 3 > 0);
  for (std::size_t i = 0; i < 60; ++i) ids.add(run, "multiple", i, i % 7 > 0);
  const JudgedRun* alone[] = {&run};
  const JudgedRun* twice[] = {&run, &run};
  const Ranking one = rank_runs(alone, weights_of_two(), {500, 1});
  const Ranking both = rank_runs(twice, weights_of_two(), {500, 1});
  EXPECT_EQ(one.weight, both.weight);
  EXPECT_EQ(one.entries, both.entries);
  ASSERT_EQ(one.runs.size(), 1u);
  EXPECT_EQ(one.runs[0].score, both.runs[0].score);
  EXPECT_EQ(one.runs[0].standard_error, both.runs[0].standard_error);
  EXPECT_EQ(one.runs[0].interval.low, both.runs[0].interval.low);
  EXPECT_EQ(one.runs[0].interval.high, both.runs[0].interval.high);
  EXPECT_LT(one.runs[0].interval.low, one.runs[0].interval.high);
}

// Where nothing varies, a category alone and the overall score over it say the same.
TEST(CompareRuns, OneIntervalWhereNothingVaries) {
  for (const std::size_t entries : {1, 2, 20}) {
    for (const bool right : {false, true}) {
      SCOPED_TRACE(std::to_string(entries) + (right ? " gained" : " as before"));
      Runs runs;
      JudgedRun a;
      JudgedRun b;
      for (std::size_t i = 0; i < entries; ++i) {
        runs.add(a, "multiple", i, false);
        runs.add(b, "multiple", i, right);
      }
      const std::vector<CategoryWeight> weights = {{find_category("multiple"), 1}};
      const Comparison compared = compare_runs(a, b, weights, {200, 1});
      const Difference& category = compared.categories.at(0).difference;
      EXPECT_NEAR(category.value, compared.overall.difference, 1e-12);
      EXPECT_NEAR(category.standard_error, compared.overall.standard_error, 1e-12);
      EXPECT_NEAR(category.interval.low, compared.overall.interval.low, 1e-12);
      EXPECT_NEAR(category.interval.high, compared.overall.interval.high, 1e-12);
    }
  }
}

}  // namespace
}  // namespace bfclx
