#include "core/render/result_status.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

TEST(ResultStatus, NamesAreFoundAgain) {
  for (const ResultStatus status :
       {ResultStatus::kClaimed, ResultStatus::kValidated, ResultStatus::kReproduced}) {
    EXPECT_EQ(find_status(status_name(status)), status);
    EXPECT_TRUE(status_text(status).ends_with("."));
  }
  EXPECT_EQ(find_status("proven"), std::nullopt);
}

TEST(SecondRun, AgreesWhereZeroIsInTheInterval) {
  const SecondRun run{1240, 2813, 0.525, 0.008, {-0.012, 0.028}};
  EXPECT_TRUE(run.agrees());
  EXPECT_EQ(disagreement_text(run), "");
  EXPECT_EQ(second_run_text(run),
            "Second run: +0.8 points (95 % CI -1.2 to +2.8), 1,240 of 2,813 entries, 52.5 % of the "
            "weight");
}

TEST(SecondRun, DiffersWhereZeroIsNot) {
  const SecondRun run{1240, 2813, 0.525, -0.05, {-0.08, -0.02}};
  EXPECT_FALSE(run.agrees());
  EXPECT_EQ(disagreement_text(run),
            "the second run differs significantly: -5.0 points, 95 % CI -8.0 to -2.0");
}

TEST(SecondRun, OfFewEntriesIsNoProof) {
  EXPECT_EQ(
      disagreement_text({99, 129, 0.5, 0, {-0.2, 0.2}}),
      "the two runs share 99 entries that count in the score; the second one needs at least 100");
  EXPECT_TRUE((SecondRun{42, 42, 0.5, 0, {-0.2, 0.2}}).agrees());
  EXPECT_FALSE((SecondRun{200, 200, 0, 0, {-0.2, 0.2}}).agrees());
}

TEST(HistoryNote, SaysWhyScoresCannotBeCompared) {
  EXPECT_EQ(history_note(true, true), "");
  EXPECT_EQ(history_note(true, false), "not comparable: another basis");
  EXPECT_EQ(history_note(false, false), "not comparable: another version of the dataset");
}

}  // namespace
}  // namespace bfclx
