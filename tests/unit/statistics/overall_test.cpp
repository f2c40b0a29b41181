#include "core/statistics/overall.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace bfclx {
namespace {

// So many entries of a category, the first `right` of which are right.
class Runs {
 public:
  JudgedRun make(std::vector<std::pair<std::string, std::pair<int, int>>> parts) {
    JudgedRun run;
    ids_.reserve(10000);
    for (const auto& [category, counts] : parts) {
      for (int i = 0; i < counts.second; ++i) {
        ids_.push_back(category + "_" + std::to_string(i));
        run.push_back({ids_.back(), find_category(category), i < counts.first, ""});
      }
    }
    return run;
  }

 private:
  std::vector<std::string> ids_;
};

const ScorePart& v4(std::string_view name) { return *find_v4_score(name); }

TEST(RunScores, ACategoryIsItsAccuracy) {
  Runs runs;
  const RunScores scores(runs.make({{"multiple", {13, 20}}}));
  const PartScore part = scores.of(v4("multiple"));
  EXPECT_TRUE(part.complete());
  EXPECT_NEAR(part.official, 0.65, 1e-12);
  EXPECT_NEAR(*part.standard_error, std::sqrt(0.65 * 0.35 / 19), 1e-12);
  EXPECT_NEAR(part.interval.low, wilson_range(0.65, 20).low, 1e-12);
  EXPECT_NEAR(part.interval.high, wilson_range(0.65, 20).high, 1e-12);
}

TEST(RunScores, ApartErrorsAddAsSquares) {
  Runs runs;
  const RunScores scores(runs.make(
      {{"simple_python", {30, 40}}, {"simple_java", {5, 10}}, {"simple_javascript", {20, 20}}}));
  const PartScore part = scores.of(v4("Simple AST"));
  EXPECT_NEAR(part.official, (0.75 + 0.5 + 1) / 3, 1e-12);
  // What is all right is as sure as Wilson's interval, not certain.
  const double least = (1 - wilson_range(1, 20).low) / (2 * kZ95);
  EXPECT_NEAR(*part.standard_error, std::sqrt(0.75 * 0.25 / 39 + 0.5 * 0.5 / 9 + least * least) / 3,
              1e-12);
  const auto below = [](double share, double n) { return share - wilson_range(share, n).low; };
  EXPECT_NEAR(part.official - part.interval.low,
              std::hypot(std::hypot(below(0.75, 40), below(0.5, 10)), below(1, 20)) / 3, 1e-12);
}

TEST(RunScores, SharedClustersGoTogether) {
  // The same questions right in all three backends: no surer than one backend.
  Runs runs;
  const RunScores scores(runs.make(
      {{"memory_kv", {12, 30}}, {"memory_vector", {12, 30}}, {"memory_rec_sum", {12, 30}}}));
  const PartScore one = scores.of(v4("memory_kv"));
  const PartScore all = scores.of(v4("Memory"));
  EXPECT_NEAR(all.official, 0.4, 1e-12);
  EXPECT_NEAR(*all.standard_error, *one.standard_error, 1e-12);
  EXPECT_GT(all.interval.high - all.interval.low, one.interval.high - one.interval.low);
}

TEST(RunScores, NamesWhatIsMissing) {
  Runs runs;
  const RunScores scores(runs.make({{"memory_kv", {15, 30}}}));
  const PartScore memory = scores.of(v4("Memory"));
  EXPECT_NEAR(memory.official, 0.5 / 3, 1e-12);
  EXPECT_EQ(memory.missing, (std::vector<std::string_view>{"memory_vector", "memory_rec_sum"}));
  EXPECT_FALSE(memory.standard_error);
  EXPECT_EQ(RunScores({}).of(v4("Overall")).missing.size(), 21u);
}

TEST(RowScores, TakesColumnsAndComposesTheRest) {
  const ScorePart& overall = overall_score(LeaderboardVersion::kV4);
  const TableRow row = {{"Web Search Acc", 0.5}, {"Memory Acc", 0.3}, {"Live Acc", std::nullopt}};
  const RowScores scores(overall, row);
  const PartScore agentic = scores.of(v4("Agentic"));
  EXPECT_NEAR(agentic.official, 0.4, 1e-12);
  // Both modes of a web search go fully together, as do the backends of a memory.
  EXPECT_NEAR(*agentic.standard_error, std::sqrt(0.25 * 0.25 / 99 + 0.25 * 0.21 / 154), 1e-12);
  EXPECT_EQ(scores.of(v4("Live")).missing.size(), 4u);
  EXPECT_FALSE(scores.of(overall).complete());
}

TEST(RowScores, WhatHasNoColumnFollows) {
  const ScorePart& overall = overall_score(LeaderboardVersion::kV3);
  TableRow row = {{"Overall Acc", 0.7}, {"Live Acc", 0.75}, {"Multi Turn Acc", 0.55}};
  const PartScore derived = RowScores(overall, row).of(overall.parts[0]);
  EXPECT_TRUE(derived.derived);
  EXPECT_NEAR(derived.official, 0.8, 1e-12);
  EXPECT_TRUE(RowScores(overall, row).of(overall).standard_error);
  // A column without a number counts as 0 in the published score, which then tells nothing.
  row["Live Acc"] = std::nullopt;
  const RowScores gap(overall, row);
  EXPECT_FALSE(gap.of(overall.parts[0]).complete());
  EXPECT_NEAR(gap.of(overall).official, 0.7, 1e-12);
  EXPECT_FALSE(gap.of(overall).standard_error);
}

TEST(CategoryWeights, AddUpToOne) {
  for (const auto& [name, version] : leaderboard_versions()) {
    double sum = 0;
    for (const CategoryWeight& one : category_weights(overall_score(version))) sum += one.weight;
    EXPECT_NEAR(sum, 1, 1e-12) << name;
  }
}

}  // namespace
}  // namespace bfclx
