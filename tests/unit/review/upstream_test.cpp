#include <gtest/gtest.h>

#include "core/base/counted.h"
#include "core/review/outcome.h"
#include "tests/unit/review/review_entries.h"

namespace bfclx {
namespace {

constexpr const char* kLink = "https://x.org/1";

class Outcome : public ReviewOfEntries {
 protected:
  ReviewOutcome outcome(const std::vector<std::string>& cities) {
    ann_ = session(3);
    vote_for(ann_, cities);
    Result<ReviewMerge> merge = merge_reviews({&ann_}, nullptr);
    EXPECT_TRUE(merge.ok());
    merge_ = std::move(merge).value();
    return review_outcome(merge_, dataset_, "ours", kLink);
  }

  ReviewSession ann_;
  ReviewMerge merge_;
};

TEST_F(Outcome, ReplacesWhatIsNotAcceptable) {
  const ReviewOutcome its = outcome({"Paris"});
  ASSERT_EQ(its.errata.corrections.size(), kSuspicious);
  const Correction& first = its.errata.corrections[0];
  EXPECT_EQ(first.kind, Correction::Kind::kReplacement);
  EXPECT_EQ(first.author, "ann");
  EXPECT_EQ(first.source, kLink);
  EXPECT_NE(first.reason.find("refuses an acceptable response: find(city='Paris')"),
            std::string::npos);
  EXPECT_EQ(its.changes.size(), kSuspicious);
  const Result<Errata> again = parse_errata(errata_json(its.errata));
  ASSERT_TRUE(again.ok()) << again.error().message;
  const CorrectedEntries corrected(*again, dataset_);
  EXPECT_EQ(corrected.applied(), kSuspicious);
  EXPECT_TRUE(its.problems.empty());
}

TEST_F(Outcome, AddsWhatIsAcceptableToo) {
  const ReviewOutcome its = outcome({"Paris", "London"});
  ASSERT_EQ(its.errata.corrections.size(), kSuspicious);
  EXPECT_EQ(its.errata.corrections[0].kind, Correction::Kind::kAlternative);
  const ReadDatasetFile read = [](const std::string& path) -> std::optional<std::string> {
    EXPECT_EQ(path, "data/possible_answer/BFCL_v4_simple_python.json");
    std::string text;
    for (std::size_t i = 0; i < kAll; ++i) {
      text += R"({"id": "simple_python_)" + std::to_string(i) +
              R"(", "ground_truth": [{"find": {"city": ["London", "Zürich"], "days": ["", 3]}}]})";
      if (i + 1 < kAll) text += "\n";
    }
    return text;
  };
  const Result<std::string> patch = upstream_patch(its.changes, read);
  ASSERT_TRUE(patch.ok());
  EXPECT_NE(patch->find("\n@@ -1,11 +1,11 @@\n-{\"id\": \"simple_python_0\""), std::string::npos);
  EXPECT_NE(patch->find("\n+{\"id\": \"simple_python_0\", \"ground_truth\": [{\"find\": {\"city\": "
                        "[\"London\", \"Paris\"], \"days\": [\"\", 3]}}]}\n"),
            std::string::npos)
      << *patch;
  EXPECT_FALSE(upstream_patch(its.changes, [](const std::string&) { return std::nullopt; }).ok());
}

TEST_F(Outcome, NothingAcceptableIsVoid) {
  const ReviewOutcome its = outcome({});
  ASSERT_EQ(its.errata.corrections.size(), kSuspicious + 2);
  EXPECT_EQ(its.errata.corrections[0].kind, Correction::Kind::kVoid);
  EXPECT_TRUE(its.changes.empty());
}

TEST_F(Outcome, TheIssueHoldsNoMarkupOfOthers) {
  ann_ = session(3);
  vote_for(ann_, {"Paris"});
  ann_.votes[0].vote.comment = "<script> [x](y)";
  const Result<ReviewMerge> merge = merge_reviews({&ann_}, nullptr);
  const std::string text = review_issue(*merge, review_outcome(*merge, dataset_, "ours", kLink));
  EXPECT_EQ(text.substr(0, text.find('\n')), "# Wrong ground truth in 8 entries");
  EXPECT_NE(text.find("## Wrong\n"), std::string::npos);
  EXPECT_EQ(text.find("<script>"), std::string::npos);
  EXPECT_EQ(text.find("[x](y)"), std::string::npos);
}

TEST_F(Outcome, AChangedEntryIsLeftOut) {
  ann_ = session(3);
  vote_for(ann_, {"Paris"});
  for (ReviewEntry& entry : ann_.entries) entry.fingerprint = "0";
  const Result<ReviewMerge> merge = merge_reviews({&ann_}, nullptr);
  const ReviewOutcome its = review_outcome(*merge, dataset_, "ours", kLink);
  EXPECT_TRUE(its.errata.corrections.empty());
  EXPECT_EQ(its.problems.size(), kSuspicious);
}

}  // namespace
}  // namespace bfclx
