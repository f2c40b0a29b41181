#include "core/review/merge.h"

#include <gtest/gtest.h>

#include "core/base/counted.h"
#include "core/review/screen.h"
#include "tests/unit/review/review_entries.h"

namespace bfclx {
namespace {

TEST_F(ReviewOfEntries, OneReaderFindsWhatTheGroundTruthRefuses) {
  ReviewSession ann = session(3);
  vote_for(ann, {"Paris"});
  const Result<ReviewMerge> merge = merge_reviews({&ann}, nullptr);
  ASSERT_TRUE(merge.ok());
  EXPECT_EQ(merge->judged(ReviewVerdict::kWrong).size(), kSuspicious);
  EXPECT_EQ(merge->judged(ReviewVerdict::kRight).size(), 2U);
  EXPECT_EQ(merge->listed.found, kSuspicious);
  EXPECT_EQ(merge->below.found, 0U);
  EXPECT_EQ(merge->below.drawn, 2U);
  EXPECT_EQ(merge->below.population, kAll - kSuspicious);
  EXPECT_EQ(merge->open, 0U);
}

TEST_F(ReviewOfEntries, DisagreementsAreDecided) {
  ReviewSession ann = session(3);
  ReviewSession bob = same_entries(ann, "bob", "2026-11-28");
  vote_for(ann, {"Paris"});
  vote_for(bob, {"Paris"});
  const std::string id = "simple_python_0";
  vote_for(bob, {"London"}, {id});
  const Result<ReviewMerge> merge = merge_reviews({&ann, &bob}, nullptr);
  ASSERT_TRUE(merge.ok()) << merge.error().message;
  EXPECT_EQ(merge->disagreements, 1U);
  EXPECT_EQ(merge->open, 1U);
  EXPECT_EQ(merge->agreement.items, 10U);
  EXPECT_NEAR(merge->agreement.observed, 0.9, 1e-12);
  ReviewSession carol = adjudication_of(*merge, "carol", "2026-11-29").value();
  EXPECT_EQ(adjudication_of(*merge, "bob", "2026-11-29").error().message,
            "one of the reviews is by bob; another person has to decide the disagreements");
  ASSERT_EQ(carol.entries.size(), 1U);
  EXPECT_EQ(carol.entries[0].id, id);
  const std::vector<std::string> shown = votes_shown(*merge, carol.entries[0]);
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[0].substr(0, 24), "ann: right; acceptable: ");
  EXPECT_NE(shown[0], shown[1]);
  vote_for(carol, {"Paris", "London"});
  Result<ReviewSession> kept = parse_review(review_plan_lines(carol));
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept->reviewers, (std::vector<std::string>{"ann", "bob"}));
  const Result<ReviewMerge> decided = merge_reviews({&ann, &bob}, &carol);
  ASSERT_TRUE(decided.ok());
  EXPECT_EQ(decided->open, 0U);
  EXPECT_EQ(decided->adjudicator, "carol");
  EXPECT_EQ(decided->judged(ReviewVerdict::kWrong).size(), kSuspicious);
  const std::string text = joined(merge_texts(*decided), "\n");
  EXPECT_NE(text.find("Reviewed by ann and bob; disagreements decided by carol"),
            std::string::npos);
  EXPECT_NE(text.find("The same judgement on 9 of 10 entries; Cohen's kappa 0.7"),
            std::string::npos)
      << text;
  const std::string too_few =
      "Below the cut, 0 of 2 drawn are wrong: too few to estimate how many the audit misses";
  EXPECT_NE(text.find(too_few), std::string::npos) << text;
  EXPECT_NE(review_issue(*decided, {}).find(too_few), std::string::npos);
  ReviewMerge more = *decided;
  more.below = sampled_count(1, 10, 32);
  EXPECT_NE(
      joined(merge_texts(more), "\n").find("so the audit misses about 3 of 32 (95 % CI 1 to "),
      std::string::npos);
  more.below = sampled_count(1, 2, 2);  // all of them
  EXPECT_NE(joined(merge_texts(more), "\n").find("so the audit misses about 1 of 2 "),
            std::string::npos);
}

TEST_F(ReviewOfEntries, ADisagreementHasItsResponses) {
  ReviewSession ann = session(3);
  ReviewSession bob = same_entries(ann, "bob", "2026-11-28");
  const std::string id = "simple_python_0";
  vote_for(ann, {"Paris"}, {id});
  vote_for(bob, {"London"}, {id});
  const Result<ReviewMerge> merge = merge_reviews({&ann, &bob}, nullptr);
  ASSERT_TRUE(merge.ok());
  ASSERT_EQ(merge->disagreements, 1U);
  for (const MergedEntry& one : merge->entries) {
    if (!one.disagreed) continue;
    const std::vector<ReviewAnswer>& answers = one.entry->answers;
    const std::vector<std::string> texts = disagreement_texts(*merge, one);
    ASSERT_EQ(texts.size(), answers.size() + 2);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      EXPECT_EQ(texts[i], std::to_string(i + 1) + ": " + short_answer_text(answers[i]));
      if (!says(answers[i], "Paris")) continue;
      EXPECT_EQ(texts[answers.size()], "ann: right; acceptable: " + std::to_string(i + 1));
    }
  }
}

TEST_F(ReviewOfEntries, DisagreementsThatComeLaterAreAdded) {
  ReviewSession ann = session(3);
  ReviewSession bob = same_entries(ann, "bob", "2026-11-28");
  vote_for(ann, {"Paris"});
  vote_for(bob, {"London"}, {"simple_python_0"});
  const Result<ReviewMerge> merge = merge_reviews({&ann, &bob}, nullptr);
  ASSERT_TRUE(merge.ok());
  ReviewSession carol = adjudication_of(*merge, "carol", "2026-11-29").value();
  EXPECT_TRUE(new_disagreements(*merge, carol).empty());
  vote_for(carol, {"Paris"});
  std::string file = review_plan_lines(carol);
  file += review_vote_line(carol.entries[0], carol.vote_of(0));
  vote_for(bob, {"London"}, {"simple_python_1"});
  const Result<ReviewMerge> later = merge_reviews({&ann, &bob}, &carol);
  ASSERT_TRUE(later.ok());
  const std::vector<ReviewEntry> more = new_disagreements(*later, carol);
  ASSERT_EQ(more.size(), 1U);
  EXPECT_EQ(more[0].id, "simple_python_1");
  file += review_entry_line(carol, more[0]);
  Result<ReviewSession> kept = parse_review(file);
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  ASSERT_EQ(kept->entries.size(), 2U);
  EXPECT_NE(kept->vote_of(0), nullptr);
  vote_for(*kept, {"Paris"}, {"simple_python_1"});
  const Result<ReviewMerge> decided = merge_reviews({&bob, &ann}, &*kept);
  ASSERT_TRUE(decided.ok()) << decided.error().message;
  EXPECT_EQ(decided->disagreements, 2U);
  for (const MergedEntry& one : decided->entries) EXPECT_EQ(one.disagreed, one.decided != nullptr);
  // An entry that is there already cannot be added.
  EXPECT_FALSE(parse_review(file + review_entry_line(carol, more[0])).ok());
}

TEST_F(ReviewOfEntries, DecisionsAboutOtherEntriesAreRefused) {
  const ReviewSession ann = session(3);
  const ReviewSession bob = session(3, "bob");
  ReviewSession carol = session(3, "carol");
  carol.reviewers = {"ann", "bob"};
  EXPECT_TRUE(merge_reviews({&ann, &bob}, &carol).ok());
  carol.entries[0].id = "multiple_0";
  EXPECT_EQ(merge_reviews({&ann, &bob}, &carol).error().message,
            "the decisions are about an entry that the reviews do not have: multiple_0");
  carol.dataset_hash = "other";
  EXPECT_EQ(merge_reviews({&ann, &bob}, &carol).error().message,
            "the decisions are about another dataset");
}

TEST_F(ReviewOfEntries, ReviewsOfOtherEntriesAreRefused) {
  ReviewSession ann = session(3);
  const ReviewSession other = session(4, "bob");
  EXPECT_FALSE(merge_reviews({&ann, &other}, nullptr).ok());
  const ReviewSession again = session(3);
  EXPECT_EQ(merge_reviews({&ann, &again}, nullptr).error().message, "both reviews are by ann");
  const ReviewSession bob = session(3, "bob");
  const ReviewSession nobody = same_entries(ann, "carol", "2026-11-28");
  EXPECT_FALSE(merge_reviews({&ann, &bob}, &nobody).ok());
}

TEST_F(ReviewOfEntries, AmbiguousAndWrongQuestionsAreNoRightOnes) {
  ReviewSession ann = session(3);
  const ReviewEntry& entry = ann.entries[0];
  EXPECT_EQ(judged_truth(entry, {ReviewVerdict::kWrong, {}, ""}), ReviewVerdict::kWrong);
  EXPECT_EQ(judged_truth(entry, {ReviewVerdict::kAmbiguous, {}, ""}), ReviewVerdict::kAmbiguous);
  EXPECT_EQ(judged_truth(entry, {ReviewVerdict::kRight, {}, ""}), ReviewVerdict::kWrong);
}

}  // namespace
}  // namespace bfclx
