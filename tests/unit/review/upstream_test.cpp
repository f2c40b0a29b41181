#include <gtest/gtest.h>

#include "core/base/counted.h"
#include "core/review/outcome.h"
#include "core/value/json.h"
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

// One entry with this ground truth, and responses as texts: which of them the reader accepts.
class OutcomeOfOne : public AuditOfEntries {
 protected:
  struct Shown {
    std::string calls;  // JSON
    bool acceptable;
  };
  void review(const std::string& truth, const std::vector<Shown>& shown,
              ReviewVerdict verdict = ReviewVerdict::kRight) {
    load({truth});
    ReviewEntry one{std::string(entry(0).id), fingerprint_of(entry(0)), {}, true};
    ReviewVote vote{verdict, {}, ""};
    for (const Shown& its : shown) {
      const Value calls = *json_loads(its.calls);
      one.answers.push_back({calls, its.calls, judge_entry_calls(entry(0), calls, false).valid});
      if (its.acceptable) vote.acceptable.push_back(its.calls);
    }
    std::sort(vote.acceptable.begin(), vote.acceptable.end());
    ann_.reviewer = "ann";
    ann_.entries = {one};
    ann_.set_vote(0, vote);
    outcome_ = review_outcome(*merge_reviews({&ann_}, nullptr), dataset_, "ours", kLink);
  }
  std::string corrected() const {
    std::string text;
    if (outcome_.changes.size() == 1) append_json(text, outcome_.changes[0].ground_truth);
    return text;
  }
  Correction::Kind kind() const { return outcome_.errata.corrections.at(0).kind; }

  ReviewSession ann_;
  ReviewOutcome outcome_;
};

TEST_F(OutcomeOfOne, KeepsAlternativesThatNobodyRefused) {
  review(R"({"city": ["London", "Londres"], "unit": ["c", "f", ""], "days": [3, 4, ""]})",
         {{R"([{"find": {"city": "London", "unit": "c", "days": 3}}])", false},
          {R"([{"find": {"city": "Paris", "unit": "c"}}])", true},
          {R"([{"find": {"city": "Rome"}}])", false}});
  EXPECT_EQ(kind(), Correction::Kind::kReplacement);
  EXPECT_EQ(corrected(), R"([{"find": {"city": ["Londres", "Paris"], "unit": ["c", "f", ""], )"
                         R"("days": [3, 4, ""]}}])");
  EXPECT_TRUE(outcome_.problems.empty());
}

// Of an optional argument only what the refused response has, and only if that is the difference.
TEST_F(OutcomeOfOne, RefusesAnOptionalValue) {
  review(R"({"city": ["Paris", "Lutetia"], "days": [3, 4, ""], "deep": [true, ""]})",
         {{R"([{"find": {"city": "Paris", "days": 3}}])", false},
          {R"([{"find": {"city": "Paris"}}])", true}});
  EXPECT_EQ(kind(), Correction::Kind::kReplacement);
  EXPECT_EQ(corrected(),
            R"([{"find": {"city": ["Paris", "Lutetia"], "days": [4, ""], "deep": [true, ""]}}])");
}

TEST_F(OutcomeOfOne, LeavesOutAParameterThatNothingMayState) {
  review(R"({"city": ["Paris"], "days": [3, ""]})",
         {{R"([{"find": {"city": "Paris", "days": 3}}])", false},
          {R"([{"find": {"city": "Paris"}}])", true}});
  EXPECT_EQ(corrected(), R"([{"find": {"city": ["Paris"]}}])");
}

// Alternatives of each parameter cannot tell these apart.
TEST_F(OutcomeOfOne, LeavesACorrectionOfCombinationsToThePerson) {
  review(R"({"city": ["London"], "days": [3]})",
         {{R"([{"find": {"city": "London", "days": 3}}])", true},
          {R"([{"find": {"city": "Paris", "days": 4}}])", true},
          {R"([{"find": {"city": "Paris", "days": 3}}])", false}});
  EXPECT_EQ(kind(), Correction::Kind::kAlternative);  // as errata: a ground truth of its own
  EXPECT_EQ(corrected(), "");
  ASSERT_EQ(outcome_.problems.size(), 1U);
  EXPECT_EQ(outcome_.problems[0],
            "simple_python_0: not in the patch: write it yourself; no ground truth of its form "
            "accepts exactly its acceptable responses");
}

TEST_F(OutcomeOfOne, WrongWithTheResponsesOfItsGroundTruth) {
  review(R"({"city": ["London", "Londres"]})", {{R"([{"find": {"city": "London"}}])", true}},
         ReviewVerdict::kWrong);
  EXPECT_TRUE(outcome_.errata.corrections.empty());
  EXPECT_EQ(corrected(), "");
  ASSERT_EQ(outcome_.problems.size(), 1U);
  EXPECT_NE(outcome_.problems[0].find("accepts only acceptable responses"), std::string::npos);
}

}  // namespace
}  // namespace bfclx
