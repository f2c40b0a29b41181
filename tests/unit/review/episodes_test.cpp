// Episodes in a review: what a reader sees, and the corrections that follow.
#include "core/review/episode_paths.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/review/outcome.h"
#include "core/review/screen.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::string_view kId = "multi_turn_base_0";
constexpr std::string_view kPath =
    R"j([["cd(folder='b')", "mkdir(dir_name='old')"], ["cat(file_name='a.txt')"]])j";
constexpr const char* kLink = "https://example.org/issues/1";

Value json(std::string_view text) { return *json_loads(text); }

class EpisodeReview : public testing::Test {
 protected:
  void SetUp() override {
    const std::string question =
        R"j({"id": "multi_turn_base_0", "question": [[{"role": "user", "content": "Make a folder old in b."}],
        [{"role": "user", "content": "Show a.txt."}]], "initial_config": {"GorillaFileSystem": {"root":
        {"home": {"type": "directory", "contents": {"b": {"type": "directory", "contents": {"a.txt":
        {"type": "file", "content": "alpha"}}}}}}}}, "path": [], "involved_classes": ["GorillaFileSystem"],
        "missed_function": {"1": ["cat"]}})j";
    std::string line = question;
    std::erase(line, '\n');
    const std::string docs = doc("cd", "folder") + doc("mkdir", "dir_name") +
                             doc("cat", "file_name") + doc("ls", "a") + doc("touch", "file_name");
    ASSERT_TRUE(dataset_.add_function_docs("GorillaFileSystem", docs).ok());
    const Status added = dataset_.add(
        *find_category("multi_turn_base"), line + "\n",
        "{\"id\": \"" + std::string(kId) + "\", \"ground_truth\": " + std::string(kPath) + "}\n");
    ASSERT_TRUE(added.ok()) << added.error().message;
  }

  static std::string doc(const std::string& name, const std::string& parameter) {
    return "{\"name\": \"" + name + "\", \"description\": \"What " + name +
           " does.\", \"parameters\": {\"type\": \"dict\", \"properties\": {\"" + parameter +
           "\": {\"type\": \"string\", \"description\": \"One.\"}}, \"required\": []}}\n";
  }

  const Entry& entry() const { return *dataset_.find(kId); }

  // The answers to the episode where responses took these paths.
  std::vector<ReviewAnswer> answers(const std::vector<std::string>& paths) const {
    EpisodeAnswers all;
    for (const std::string& path : paths) all.add(json(path));
    return all.answers(entry(), day_of_review("2026-11-28"));
  }

  // A review in which exactly these answers, by place, are acceptable.
  ReviewOutcome outcome(const std::vector<ReviewAnswer>& shown,
                        const std::vector<std::size_t>& acceptable) {
    session_ = {};
    session_.reviewer = "ann";
    session_.date = "2026-11-28";
    session_.entries = {{entry().id, fingerprint_of(entry()), shown, true}};
    ReviewVote vote;
    for (const std::size_t one : acceptable) vote.acceptable.push_back(shown[one].key);
    std::sort(vote.acceptable.begin(), vote.acceptable.end());
    session_.set_vote(0, vote);
    return review_outcome(*merge_reviews({&session_}, nullptr), dataset_, "ours", kLink);
  }

  static std::string text_of(const Value& value) {
    std::string text;
    append_json(text, value);
    return text;
  }

  Dataset dataset_;
  ReviewSession session_;
};

constexpr const char* kSame =  // as the ground truth, in the words of another model
    R"j([["cd('b')", "mkdir('old')"], ["cat( file_name = \"a.txt\" )"]])j";
constexpr const char* kTouch = R"j([["cd('b')", "touch('old')"], ["cat('a.txt')"]])j";
constexpr const char* kTouchAndLook =
    R"j([["cd('b')", "ls()", "touch('old')"], ["cat('a.txt')"]])j";
constexpr const char* kNothing = R"j([[], []])j";

TEST_F(EpisodeReview, PathsThatLeaveTheSameAreOneAnswer) {
  const std::vector<ReviewAnswer> its =
      answers({kSame, kTouch, kTouch, kNothing, R"j([["cd('b')"]])j"});
  ASSERT_EQ(its.size(), 3U);  // one turn alone is no path: nothing of it is executed
  EXPECT_TRUE(its[0].accepted);
  EXPECT_EQ(text_of(its[0].calls), kPath);
  EXPECT_FALSE(its[1].accepted);
  EXPECT_EQ(text_of(its[1].calls),
            R"j([["cd(folder='b')", "touch(file_name='old')"], ["cat(file_name='a.txt')"]])j");
  EXPECT_EQ(text_of(its[2].calls), "[[], []]");
}

TEST_F(EpisodeReview, TheScreenHasTurnsServicesAndWhatChanges) {
  ReviewSession session;
  session.date = "2026-11-28";
  session.entries = {{entry().id, fingerprint_of(entry()), answers({kTouch, kNothing}), true}};
  std::string question;
  for (const ReviewMessage& one : review_question(entry(), session)) {
    question += one.role + ": " + one.text + "\n";
  }
  EXPECT_NE(question.find("services before turn 1: \nGorillaFileSystem\n"), std::string::npos)
      << question;
  EXPECT_NE(question.find("\n  root: {\"home/\": {\"b/\": {\"a.txt\": \"alpha\"}}}\n"),
            std::string::npos)
      << question;
  EXPECT_NE(question.find("turn 1, user: Make a folder old in b.\n"
                          "turn 2, user: Show a.txt.\nturn 2: new functions: cat\n"),
            std::string::npos)
      << question;
  std::vector<std::string> names;
  for (const FunctionLines& one : review_functions(entry(), session.entries[0])) {
    names.push_back(one.name + " " + one.description);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"cd What cd does.", "mkdir What mkdir does.",
                                             "touch What touch does.", "cat What cat does.",
                                             "other functions (1) ls"}));
  EXPECT_EQ(review_answer_text(entry(), session.entries[0].answers[0], session).substr(0, 62),
            "turn 1\n  cd(folder='b')\n    returns {\"current_working_director");
  const std::string touched = review_answer_text(entry(), session.entries[0].answers[1], session);
  EXPECT_NE(touched.find("touch(file_name='old')\n    returns None\n  state "), std::string::npos)
      << touched;
  EXPECT_NE(touched.find("nothing becomes"), std::string::npos) << touched;
  EXPECT_EQ(review_answer_text(entry(), session.entries[0].answers[2], session),
            "turn 1\n  no function call\nturn 2\n  no function call");
  EXPECT_FALSE(has_more_to_show(entry(), session.entries[0], session));
}

TEST_F(EpisodeReview, ALongResultIsShortenedAndThereInFull) {
  const std::string name(500, 'n');
  ReviewSession session;
  session.date = "2026-11-28";
  const std::string path =
      R"j([["cd(folder='b')", "touch(file_name=')j" + name + R"j(')", "ls()"], []])j";
  session.entries = {{entry().id, fingerprint_of(entry()), answers({path}), true}};
  const ReviewAnswer& long_one = session.entries[0].answers.back();
  const std::string text = review_answer_text(entry(), long_one, session);
  const std::string whole = review_answer_text(entry(), long_one, session, true);
  EXPECT_TRUE(has_more_to_show(entry(), session.entries[0], session)) << text;
  EXPECT_GT(whole.size(), text.size() + 300);
  const std::string listed = R"(["a.txt", ")" + name + R"("])";
  EXPECT_EQ(text.find(listed), std::string::npos) << text;
  EXPECT_NE(whole.find(listed), std::string::npos) << whole;
}

TEST_F(EpisodeReview, AnotherPathIsAnAlternative) {
  const ReviewOutcome its = outcome(answers({kTouch, kTouchAndLook, kNothing}), {0, 1, 2});
  ASSERT_EQ(its.errata.corrections.size(), 1U);  // whoever looks passes with it too
  EXPECT_EQ(its.errata.corrections[0].kind, Correction::Kind::kAlternative);
  EXPECT_EQ(its.problems, (std::vector<std::string>{
                              "multi_turn_base_0: not in the patch: write it yourself; no ground "
                              "truth of its form accepts exactly its acceptable responses"}));
  const CorrectedEntries corrected(its.errata, dataset_);
  EXPECT_EQ(corrected.applied(), 1U);
}

TEST_F(EpisodeReview, AnotherPathReplacesTheGroundTruth) {
  const ReviewOutcome its = outcome(answers({kTouch, kTouchAndLook, kNothing}), {1, 2});
  ASSERT_EQ(its.errata.corrections.size(), 1U);
  EXPECT_EQ(its.errata.corrections[0].kind, Correction::Kind::kReplacement);
  EXPECT_EQ(text_of(its.errata.corrections[0].ground_truth),
            R"j([["cd(folder='b')", "touch(file_name='old')"], ["cat(file_name='a.txt')"]])j");
  EXPECT_NE(its.errata.corrections[0].reason.find(
                "refuses an acceptable response: turn 1: cd(folder='b'); "),
            std::string::npos)
      << its.errata.corrections[0].reason;
  ASSERT_EQ(its.changes.size(), 1U);
  EXPECT_TRUE(its.problems.empty());
}

TEST_F(EpisodeReview, NoPathIsVoid) {
  const ReviewOutcome its = outcome(answers({kTouch}), {});
  ASSERT_EQ(its.errata.corrections.size(), 1U);
  EXPECT_EQ(its.errata.corrections[0].kind, Correction::Kind::kVoid);
}

TEST_F(EpisodeReview, AFileOfAnEpisodeComesBack) {
  session_.reviewer = "ann";
  session_.date = "2026-11-28";
  session_.with_hard = true;
  session_.entries = {{entry().id, fingerprint_of(entry()), answers({kTouch}), true}};
  const std::string lines = review_plan_lines(session_);
  const Result<ReviewSession> read = parse_review(lines);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_TRUE(read->with_hard);
  EXPECT_EQ(review_plan_lines(*read), lines);
  std::string bad = lines;
  bad.replace(bad.find("[[\"cd(folder"), 2, "[7, [");
  EXPECT_FALSE(parse_review(bad).ok());
}

}  // namespace
}  // namespace bfclx
