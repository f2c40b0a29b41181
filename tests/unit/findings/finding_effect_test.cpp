// What findings do to the accuracy, in points.
#include "core/findings/finding_effect.h"
#include "core/findings/finding_text.h"
#include "tests/unit/findings/diagnosis_fixture.h"

namespace bfclx {
namespace {

TEST_F(Diagnosis, AnEstimateTakesTheOthersOfTheCategory) {
  for (int i = 1; i < 20; i += 2) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number, i < 5    ? "Error during inference: timed out"
                                    : i < 13 ? "[area" + number + "(x=7)]"
                                             : "[area" + number + "(x=8)]");
  }
  const Finding finding = only("inference_errors");  // 2 of 10; of the others 4 of 8 pass
  ASSERT_TRUE(finding.points && finding.points->estimate);
  EXPECT_NEAR(*finding.points->estimate, 10, 1e-9);
  EXPECT_LT(finding.points->low, 10);
  EXPECT_GT(finding.points->high, 10);
  EXPECT_NE(finding.effect.find("about +10.0 points (95 % CI "), std::string::npos)
      << finding.effect;
  EXPECT_EQ(fix_text(finding), "bfclx generate --model MODEL -o --run-ids FILE");
}

TEST_F(Diagnosis, WithoutOthersOnlyTheLimitsAreKnown) {
  text("simple_python_1", "Error during inference: timed out");
  text("simple_python_3", "[area3(x=7)]");
  const Finding finding = only("inference_errors");
  ASSERT_TRUE(finding.points);
  EXPECT_FALSE(finding.points->estimate);
  EXPECT_EQ(points_text(*finding.points), "0.0 to +50.0 points");
}

TEST_F(Diagnosis, ScoringAgainTellsTheEffect) {
  for (int i = 0; i < 20; i += 2) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number, "[geo_area" + number + "(x=7)]");
  }
  const Finding finding = only("dots_in_names");
  ASSERT_TRUE(finding.points && finding.points->estimate);
  EXPECT_NEAR(*finding.points->estimate, 100, 1e-9);
  EXPECT_EQ(fix_text(finding), "bfclx score RUN --underscore-to-dot yes");
}

TEST_F(Diagnosis, UnusableLinesAreEntriesBesideThoseThatCount) {
  text("simple_python_1", "[area1(x=7)]");
  for (const char* id : {"simple_python_3", "simple_python_3", "simple_python_5", ""}) {
    ResultProblem problem;
    problem.id = id;
    problem.fatal = true;
    unusable_.push_back(problem);
  }
  const Finding finding = only("unusable_lines");
  EXPECT_EQ(finding.count, 4u);
  ASSERT_TRUE(finding.points);
  EXPECT_NEAR(finding.points->high, 75, 1e-9);  // 3 of 1 + 3 entries
  EXPECT_NEAR(finding.points->low, -75, 1e-9);
  EXPECT_NE(finding.effect.find("at most 75.0 points"), std::string::npos) << finding.effect;
}

TEST_F(Diagnosis, AnUnusableLineOfACountedEntryAddsNone) {
  text("simple_python_1", "[area1(x=7)]");
  text("simple_python_3", "[area3(x=7)]");
  ResultProblem problem;
  problem.id = "simple_python_3";
  problem.fatal = true;
  unusable_.assign(9, problem);
  const Finding finding = only("unusable_lines");
  ASSERT_TRUE(finding.points);
  EXPECT_NEAR(finding.points->high, 50, 1e-9);
}

TEST_F(Diagnosis, AnEntryWithManyEarlierResponsesIsOne) {
  text("simple_python_3", "[area3(x=7)]");
  for (int i = 0; i < 9; ++i) text("simple_python_1", "[area1(x=7)]").superseded = i < 8;
  const Finding finding = only("duplicate_ids");
  EXPECT_EQ(finding.count, 8u);
  ASSERT_TRUE(finding.points);
  EXPECT_NEAR(finding.points->high, 50, 1e-9);
}

TEST_F(Diagnosis, AnIntervalEndsAtAHundredPoints) {
  for (int i = 0; i < 20; i += 2) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number, "[geo_area" + number + "(x=7)]");
  }
  const Finding finding = only("dots_in_names");
  ASSERT_TRUE(finding.points);
  EXPECT_LE(finding.points->high, 100);
}

TEST_F(Diagnosis, OthersWithoutAVerdictTellNothing) {
  for (int i = 1; i < 20; i += 2) {
    const std::string number = std::to_string(i);
    DiagnosedResponse& one = text("simple_python_" + number, i < 5 ? "Error during inference: no"
                                                                   : "[area" + number + "(x=7)]");
    if (i > 15) one.verdict = nullptr;
  }
  const Finding finding = only("inference_errors");  // 2 of 10; of the others 6 of 6 pass
  ASSERT_TRUE(finding.points && finding.points->estimate);
  EXPECT_NEAR(*finding.points->estimate, 20, 1e-9);
}

TEST(PointsText, SignsAndIntervals) {
  EXPECT_EQ(points_text({4.56, 3.94, 5.21}), "+4.6 points (95 % CI 3.9 to 5.2)");
  EXPECT_EQ(points_text({-1, -2.5, 0.02}), "\u22121.0 points (95 % CI \u22122.5 to 0.0)");
  EXPECT_EQ(points_text({std::nullopt, -0.04, 3}), "0.0 to +3.0 points");
}

}  // namespace
}  // namespace bfclx
