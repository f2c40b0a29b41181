#include "core/review/session.h"

#include <gtest/gtest.h>

#include <ctime>
#include <map>
#include <set>

#include "core/review/desk.h"
#include "core/review/merge.h"
#include "core/review/screen.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tests/unit/review/review_entries.h"

namespace bfclx {
namespace {

std::set<std::string> ids_of(const ReviewSession& session) {
  std::set<std::string> ids;
  for (const ReviewEntry& entry : session.entries) ids.insert(entry.id);
  return ids;
}

TEST_F(ReviewOfEntries, AFifthIsFromBelowTheCut) {
  const ReviewSession its = session(1);
  std::size_t listed = 0;
  for (const ReviewEntry& entry : its.entries) listed += entry.listed ? 1 : 0;
  EXPECT_EQ(listed, kSuspicious);
  EXPECT_EQ(its.entries.size(), kSuspicious + kSuspicious / 4);
  EXPECT_EQ(its.below, kAll - kSuspicious);
  EXPECT_EQ(its.runs, 12U);
}

TEST_F(ReviewOfEntries, TheSeedDrawsAndTheReviewerOrders) {
  EXPECT_EQ(ids_of(session(1)), ids_of(session(1, "bob")));
  EXPECT_NE(review_plan_lines(session(1)), review_plan_lines(session(1, "bob")));
  EXPECT_EQ(review_plan_lines(session(1)), review_plan_lines(session(1)));
  EXPECT_NE(ids_of(session(1)), ids_of(session(2)));
  const ReviewSession copy = same_entries(session(1), "bob", "2026-11-28");
  EXPECT_EQ(review_plan_lines(copy), review_plan_lines(session(1, "bob")));
}

TEST_F(ReviewOfEntries, ASecondReviewIsByAnother) {
  ReviewSession ann = session(1);
  const Result<ReviewSession> second = second_review(ann, "bob", "2026-11-28");
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(review_plan_lines(*second), review_plan_lines(session(1, "bob")));
  EXPECT_EQ(second_review(ann, "ann", "2026-11-28").error().message,
            "the first review is by ann; a second one needs another reviewer");
  ann.reviewers = {"bob", "carol"};
  EXPECT_EQ(second_review(ann, "dan", "2026-11-28").error().message,
            "the first review has decisions about the reviews of bob and carol; pass one of these "
            "reviews");
}

TEST(Reviewer, HasANameThatCanBeShown) {
  EXPECT_TRUE(check_reviewer_name("Zo\u00eb de Vries").ok());
  for (const char* name : {"", "a\tb", "a\nb", "\x1b[31mann", "ann\u202e"}) {
    EXPECT_FALSE(check_reviewer_name(name).ok()) << name;
  }
}

// Over many seeds every place of the ground truth among the responses, and of the drawn entries
// among all, is as common; chi-squared below its 99.9 % quantile.
TEST_F(ReviewOfEntries, OrderTellsNothing) {
  std::map<std::size_t, std::size_t> truth;
  std::map<std::size_t, std::size_t> drawn;
  std::size_t truths = 0;
  std::size_t draws = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const ReviewSession its = session(seed);
    for (std::size_t i = 0; i < its.entries.size(); ++i) {
      const ReviewEntry& entry = its.entries[i];
      if (!entry.listed) {
        ++drawn[i];
        ++draws;
      }
      if (entry.answers.size() != 3) continue;
      for (std::size_t a = 0; a < 3; ++a) {
        if (!entry.answers[a].accepted) continue;
        ++truth[a];
        ++truths;
      }
    }
  }
  const auto chi_squared = [](const std::map<std::size_t, std::size_t>& counts, std::size_t all,
                              std::size_t places) {
    const double expected = static_cast<double>(all) / static_cast<double>(places);
    double sum = 0;
    for (std::size_t i = 0; i < places; ++i) {
      const auto it = counts.find(i);
      const double count = it != counts.end() ? static_cast<double>(it->second) : 0;
      sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
  };
  EXPECT_EQ(truths, 400U * kSuspicious);
  EXPECT_LT(chi_squared(truth, truths, 3), 13.8);
  EXPECT_LT(chi_squared(drawn, draws, 10), 27.9);
}

// The file has the same members for every entry and response; what differs is a hash.
TEST_F(ReviewOfEntries, TheFileTellsNothing) {
  const std::string lines = review_plan_lines(session(7));
  for (const char* word : {"listed", "below\"", "accepted", "refused", "truth", "suspicious"}) {
    EXPECT_EQ(lines.find(word), std::string::npos) << word;
  }
  std::set<std::string> marks;
  std::set<std::string> members;
  std::size_t begin = lines.find('\n') + 1;
  while (begin < lines.size()) {
    const std::size_t end = lines.find('\n', begin);
    const Result<Value> line = json_loads(lines.substr(begin, end - begin));
    ASSERT_TRUE(line.ok());
    std::string names;
    for (const auto& [name, value] : line->as_dict()) names += std::string(name.as_str()) + " ";
    for (const Value& one : find_member(*line, "answers")->items()) {
      for (const auto& [name, value] : one.as_dict()) names += std::string(name.as_str()) + " ";
      EXPECT_TRUE(marks.insert(std::string(find_member(one, "mark")->as_str())).second);
      names.resize(names.find("calls") + 15);
    }
    members.insert(names);
    EXPECT_TRUE(marks.insert(std::string(find_member(*line, "mark")->as_str())).second);
    begin = end + 1;
  }
  EXPECT_EQ(members.size(), 1U);
}

// Names of functions with underscores and arguments in another order are those of a model.
TEST_F(ReviewOfEntries, ResponsesHaveOneForm) {
  Audit audit;
  for (std::size_t run = 0; run < 12; ++run) {
    audit.add(audit.add_run("m" + std::to_string(run)), answer(0, "[find(days=3, city='Paris')]"));
  }
  ReviewRequest request;
  request.reviewer = "ann";
  const ReviewSession its = planned(audit.finish({}), request);
  ASSERT_EQ(its.entries.size(), 1U);
  for (const ReviewAnswer& one : its.entries[0].answers) {
    EXPECT_EQ(short_answer_text(one).substr(0, 10), "find(city=");
  }
}

TEST_F(ReviewOfEntries, OneResponseAloneWouldBeTheGroundTruths) {
  Audit audit;
  for (std::size_t run = 0; run < 3; ++run) {
    audit.add(audit.add_run("m" + std::to_string(run)), answer(39, "[find(city='Paris')]"));
  }
  AuditReport report = audit.finish({});
  report.entries[0].list = AuditList::kLikelyWrong;
  ReviewRequest request;
  request.reviewer = "ann";
  const ReviewSession its = planned(report, request);
  ASSERT_EQ(its.entries[0].answers.size(), 2U);
  EXPECT_TRUE(its.entries[0].answers[0].accepted && its.entries[0].answers[1].accepted);
}

TEST_F(ReviewOfEntries, AFileComesBack) {
  ReviewSession its = session(5);
  std::string lines = review_plan_lines(its);
  const ReviewVote vote{ReviewVerdict::kAmbiguous, {its.entries[2].answers[0].key}, "why \x1b[31m"};
  const ReviewVote unknown{ReviewVerdict::kAmbiguous, {"0"}, ""};
  EXPECT_FALSE(parse_review(lines + review_vote_line(its.entries[2], &unknown)).ok());
  lines += review_vote_line(its.entries[2], &vote);
  Result<ReviewSession> again = parse_review(lines);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(review_plan_lines(*again), review_plan_lines(its));
  ASSERT_NE(again->vote_of(2), nullptr);
  EXPECT_EQ(again->vote_of(2)->comment, vote.comment);
  for (std::size_t i = 0; i < its.entries.size(); ++i) {
    EXPECT_EQ(again->entries[i].listed, its.entries[i].listed);
  }
  // Killed while it wrote a line, and a vote that was taken back.
  again = parse_review(lines + R"({"id": "simp)");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->votes.size(), 1U);
  again = parse_review(lines + review_vote_line(its.entries[2], nullptr));
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->votes.empty());
}

TEST_F(ReviewOfEntries, FaultsNameTheLine) {
  const std::string lines = review_plan_lines(session(5));
  const auto fault = [](const std::string& text) {
    const Result<ReviewSession> its = parse_review(text);
    return its.ok() ? std::string() : its.error().message;
  };
  EXPECT_NE(fault("").find("empty"), std::string::npos);
  EXPECT_EQ(fault("[]\n"), "line 1: must be an object");
  EXPECT_NE(fault("{\n").find("line 1: not JSON"), std::string::npos);
  EXPECT_NE(fault(lines.substr(0, lines.find('\n') + 1)).find("has 0 of 10 entries"),
            std::string::npos);
  EXPECT_NE(
      fault(lines + "{\"id\": \"x\", \"verdict\": \"right\"}\n").find("line 12: unknown id x"),
      std::string::npos);
  std::string forged = lines;
  forged.replace(forged.find("\"seed\": 5"), 9, "\"seed\": 6");
  EXPECT_NE(fault(forged).find("line 2: \"mark\" does not fit"), std::string::npos);
}

TEST_F(ReviewOfEntries, AnEntryHasAtMostEightAnswers) {
  ReviewSession its = session(5);
  its.entries[0].answers.resize(kMostReviewAnswers);
  for (ReviewAnswer& answer : its.entries[0].answers) answer = its.entries[1].answers[0];
  EXPECT_TRUE(parse_review(review_plan_lines(its)).ok());
  its.entries[0].answers.push_back(its.entries[1].answers[0]);
  const Result<ReviewSession> more = parse_review(review_plan_lines(its));
  ASSERT_FALSE(more.ok());
  EXPECT_EQ(more.error().message, "line 2: too many answers");
}

// Votes that come, change and are shown again.
TEST(ReviewSession, ManyVotesTakeLinearTime) {
  constexpr std::size_t kEntries = 60'000;
  ReviewSession ann;
  ann.reviewer = "ann";
  for (std::size_t i = 0; i < kEntries; ++i) {
    ReviewEntry entry;
    entry.id = "simple_python_" + std::to_string(i);
    entry.fingerprint = "0";
    ann.entries.push_back(std::move(entry));
  }
  const ReviewVote wrong{ReviewVerdict::kWrong, {}, ""};
  const ReviewVote unclear{ReviewVerdict::kAmbiguous, {}, ""};
  std::string lines = review_plan_lines(ann);
  for (const ReviewVote* vote : {&wrong, &unclear}) {
    for (const ReviewEntry& entry : ann.entries) lines += review_vote_line(entry, vote);
  }
  const std::clock_t begin = std::clock();
  const Result<ReviewSession> read = parse_review(lines);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->votes.size(), kEntries);
  EXPECT_EQ(read->vote_of(7)->verdict, ReviewVerdict::kAmbiguous);
  EXPECT_TRUE(ReviewDesk(*read).ended());
  ReviewSession bob = *read;
  bob.reviewer = "bob";
  const Result<ReviewMerge> merged = merge_reviews({&*read, &bob}, nullptr);
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(merged->disagreements, 0U);
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(took, 6);  // with sanitizers too
}

TEST_F(ReviewOfEntries, ALastLineGetsItsEndOrGoes) {
  const ReviewSession its = session(5);
  const std::string begun = review_plan_lines(its);
  const ReviewVote wrong{ReviewVerdict::kWrong, {}, ""};
  const std::string vote = review_vote_line(its.entries[0], &wrong);
  const std::string after = review_vote_line(its.entries[1], &wrong);
  for (const std::size_t cut : {0U, 1U, 2U}) {  // 1: only the line end, 2: a part of the vote
    std::string file = begun + vote.substr(0, vote.size() - cut);
    const std::size_t votes = parse_review(file)->votes.size();
    EXPECT_EQ(votes, cut < 2 ? 1U : 0U);
    end_last_line(file);
    EXPECT_EQ(file, cut < 2 ? begun + vote : begun);
    EXPECT_EQ(parse_review(file + after)->votes.size(), votes + 1);
  }
}

TEST_F(ReviewOfEntries, Keys) {
  ReviewDesk desk(session(5));
  EXPECT_FALSE(desk.press('u').message.empty());
  EXPECT_FALSE(desk.press('9').message.empty());
  EXPECT_EQ(desk.press('r').message,
            "mark response 1 first, or press n: no other response is acceptable");
  desk.press('1');
  EXPECT_EQ(desk.marks()[0], AnswerMark::kAcceptable);
  desk.press('1');
  EXPECT_EQ(desk.marks()[0], AnswerMark::kNot);
  desk.press('u');
  EXPECT_EQ(desk.marks()[0], AnswerMark::kAcceptable);
  desk.set_comment("clear");
  desk.press('n');
  const std::string first = desk.entry().id;
  const std::string line = desk.press('r').line;
  EXPECT_NE(line.find(first), std::string::npos);
  EXPECT_NE(line.find("clear"), std::string::npos);
  EXPECT_NE(desk.entry().id, first);
  desk.press('s');
  EXPECT_EQ(desk.skipped(), 1U);
  desk.press('u');
  EXPECT_EQ(desk.skipped(), 0U);
  const std::string undone = desk.press('u').line;
  EXPECT_NE(undone.find("\"verdict\": null"), std::string::npos);
  EXPECT_EQ(desk.entry().id, first);
  EXPECT_EQ(desk.comment(), "clear");
  EXPECT_EQ(desk.marks()[0], AnswerMark::kAcceptable);
  while (!desk.ended()) desk.press('w');
  EXPECT_EQ(desk.voted(), 10U);
  // The last vote can be taken back even by another sitting.
  ReviewDesk later(desk.session());
  EXPECT_TRUE(later.ended());
  later.press('u');
  EXPECT_FALSE(later.ended());
  later.press('q');
  EXPECT_TRUE(later.ended());
}

TEST_F(ReviewOfEntries, TheScreenShowsFunctionsAlike) {
  ReviewDesk desk(session(5));
  const Value screen = review_screen_value(desk, dataset_.find(desk.entry().id));
  std::string text;
  append_json(text, screen);
  for (const char* word : {"accepted", "listed", "ground", "suspicious", "probability"}) {
    EXPECT_EQ(text.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(find_member(screen, "functions")->items().size(), 1U);
  EXPECT_EQ(find_member(screen, "question")->items().size(), 1U);
}

}  // namespace
}  // namespace bfclx
