#include "core/render/ranking_change_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bfclx {
namespace {

const std::vector<std::string> kLabels = {"a", "b", "c"};

RankingChange change() {
  RankingChange change;
  change.runs = 3;
  change.most_points = 0.0041;
  change.mean_points = 0.002;
  change.kendall_tau = 1;
  return change;
}

TEST(RankingChangeText, SaysWhatStaysTheSame) {
  EXPECT_EQ(ranking_change_text(change(), kLabels),
            "With the corrections, no score of the 3 runs changes by more than 0.5 points (mean "
            "0.2). Kendall's tau between the two rankings is 1. All ranks stay the same.");
  RankingChange nothing;
  nothing.runs = 3;
  EXPECT_EQ(ranking_change_text(nothing, kLabels),
            "With the corrections, no score of the 3 runs changes. All ranks stay the same.");
  EXPECT_EQ(ranking_change_text({}, kLabels), "");
}

TEST(RankingChangeText, SaysWhetherSamplingErrorMattersMore) {
  RankingChange moved = change();
  moved.most_points = 0.004;
  moved.most_ranks = 2;
  moved.moved = 3;
  moved.kendall_tau = 0.99961;
  EXPECT_EQ(ranking_change_text(moved, kLabels),
            "With the corrections, no score of the 3 runs changes by more than 0.4 points (mean "
            "0.2), and no rank by more than 2. Kendall's tau between the two rankings is above "
            "0.999. All new ranks are within the official rank ranges, so sampling error affects "
            "the ranks more than the corrections do.");
  moved.beyond = {2, 0};
  const std::string text = ranking_change_text(moved, kLabels);
  EXPECT_EQ(text.substr(text.find("The corrections move")),
            "The corrections move 2 runs out of the official rank range: c, a.");
  const std::string left_out = ranking_change_text(moved, kLabels, RankingCause::kEntriesLeftOut);
  EXPECT_EQ(left_out.substr(0, 32), "Without these entries, no score ");
  EXPECT_EQ(left_out.substr(left_out.find("These entries move")),
            "These entries move 2 models out of the official rank range: c, a.");
}

TEST(RankingChangeTable, IsInTheOfficialOrder) {
  Ranking official;
  official.weight = 1;
  for (const double score : {0.5, 0.75, 0.25}) {
    RankedRun run;
    run.score = score;
    official.runs.push_back(run);
  }
  official.runs[0].rank = {2, 1, 3};
  official.runs[1].rank = {1, 1, 1};
  official.runs[2].rank = {3, 2, 3};
  Ranking corrected = official;
  corrected.runs[0].score = 0.52;
  const Table table = ranking_change_table(official, corrected, kLabels);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0].cells[0].text, "b");
  EXPECT_EQ(table.rows[1].cells[1].text, "2 (1 to 3)");
  EXPECT_EQ(table.rows[1].cells[5].text, "+2.0");
}

}  // namespace
}  // namespace bfclx
