// Whole episodes on a small file system and a posting service: verdicts, and what is said of them.
#include "core/check/multi_turn.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/check/rules.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::string_view kConfig = R"j({
    "GorillaFileSystem": {"root": {"home": {"type": "directory", "contents": {
        "a.txt": {"type": "file", "content": "alpha"},
        "b": {"type": "directory", "contents": {}}}}}},
    "TwitterAPI": {"username": "ann", "password": "p", "authenticated": true, "tweets": {},
        "comments": {}, "retweets": {}, "following_list": [], "tweet_counter": 0}})j";

Value json(std::string_view text) {
  Result<Value> value = json_loads(text);
  EXPECT_TRUE(value.ok()) << text;
  return value.ok() ? std::move(value).value() : Value::none();
}

// A response's step is a list of calls as text already; a text cannot be decoded.
Result<Value> decode(const Value& step) {
  if (step.is_list()) return step;
  return Error{"ValueError", "no calls"};
}

EpisodeVerdict judge(std::string_view ground_truth, std::string_view response) {
  const Value config = json(kConfig);
  const Value classes = json(R"j(["GorillaFileSystem", "TwitterAPI"])j");
  const Value truth = json(ground_truth);
  EpisodeTask task;
  task.id = "multi_turn_base_0";
  task.model_name = "some-model";
  task.initial_config = &config;
  task.involved_classes = &classes;
  task.ground_truth = &truth;
  return judge_episode(task, json(response), decode);
}

struct Row {
  std::string_view ground_truth;  // turns of calls
  std::string_view response;      // turns of steps of calls
  std::string_view error_type;    // "": right
  std::size_t turns_passed;
  std::string_view rule;
};

const Row kRows[] = {
    {R"j([["cd('b')"], ["pwd()"]])j", R"j([[["cd('b')"]], [["pwd()"]]])j", "", 2, ""},
    // The same calls in another spelling, and other calls to the same end.
    {R"j([["mkdir(dir_name='c')"]])j", R"j([[["mkdir( dir_name = \"c\" )"]]])j", "", 1, ""},
    {R"j([["mkdir(dir_name='c')"]])j", R"j([[["mkdir('c')"]]])j", "", 1, ""},
    {R"j([["mv('a.txt', 'b')", "ls( a = True )"]])j", R"j([[["mv('a.txt','b')", "ls(a=True)"]]])j",
     "", 1, ""},
    {R"j([["mkdir('c d')"]])j", R"j([[["mkdir('cd')"]]])j", "multi_turn:instance_state_mismatch", 0,
     rules::kState},
    {R"j([["tail('a.txt', 1 0)"]])j", R"j([[["tail('a.txt', 10)"]]])j",
     "multi_turn:execution_response_mismatch", 0, rules::kResponse},
    {R"j([["mkdir('c')"]])j", R"j([[["mkdir('d')"], ["rmdir('d')", "mkdir('c')"]]])j", "", 1, ""},
    // More calls than needed, in an earlier turn: responses of all turns count.
    {R"j([["pwd()"], ["ls()"]])j", R"j([[["ls()", "pwd()"]], [["pwd()"]]])j", "", 2, ""},
    // A turn without calls due is not checked, but its calls count.
    {R"j([[], ["pwd()"]])j", R"j([[], [["pwd()"]]])j", "", 2, ""},
    // Where an instance stands is a private attribute, no part of its state.
    {R"j([[], ["pwd()"]])j", R"j([[["cd('b')"]], [["pwd()"]]])j",
     "multi_turn:execution_response_mismatch", 1, rules::kResponse},
    {R"j([["mkdir('c')"]])j", R"j([[["mkdir('d')"]]])j", "multi_turn:instance_state_mismatch", 0,
     rules::kState},
    {R"j([["pwd()"], ["cat('a.txt')"]])j", R"j([[["pwd()"]], [["ls()"]]])j",
     "multi_turn:execution_response_mismatch", 1, rules::kResponse},
    {R"j([["pwd()"]])j", R"j([["text"]])j", "multi_turn:empty_turn_model_response", 0,
     rules::kEmptyTurn},
    {R"j([["pwd()"], ["ls()"]])j", R"j([[["pwd()"]]])j", "multi_turn:force_terminated", 0,
     rules::kForceTerminated},
    {R"j([["pwd()"]])j", R"j([[["pwd()"]], [["ls()"]]])j", "multi_turn:force_terminated", 0,
     rules::kForceTerminated},
    {R"j([["pwd()"]])j", R"j("Error during inference: 500")j", "multi_turn:inference_error", 0,
     rules::kInferenceError},
    {R"j([["pwd()"]])j", R"j([5])j", "official_evaluator_error:TypeError", 0,
     rules::kEvaluatorError},
    // The default list of tags is one for both sides.
    {R"j([["post_tweet('x')"], ["get_tweet(0)"]])j",
     R"j([[["post_tweet('x')"]], [["get_tweet(0)"]]])j", "", 2, ""},
    // So what the model adds to it is there twice, once the ground truth has added it too.
    {R"j([["post_tweet('x')"], ["mention(0, ['a'])"], ["get_tweet(0)"]])j",
     R"j([[["post_tweet('x')"]], [["mention(0, ['a'])"]], [["get_tweet(0)"]]])j", "", 3, ""},
    {R"j([["post_tweet('x')"], ["mention(0, ['a'])", "get_tweet(0)"]])j",
     R"j([[["post_tweet('x')"]], [["mention(0, ['a'])", "get_tweet(0)"]]])j",
     "multi_turn:execution_response_mismatch", 1, rules::kResponse},
    // Texts of which one is the other's beginning.
    {R"j([["pwd()\u0000 "]])j", R"j([[["pwd()"]]])j", "multi_turn:execution_response_mismatch", 0,
     rules::kResponse},
    // 1, 1.0 and True are equal to Python, but give other texts.
    {R"j([["get_tweet(1)"]])j", R"j([[["get_tweet(1.0)"]]])j",
     "multi_turn:execution_response_mismatch", 0, rules::kResponse},
    // Method names inside texts get the instance's name, in which the model's name is.
    {R"j([["echo('use pwd() here')"]])j", R"j([[["echo('use pwd() here')"]]])j",
     "multi_turn:execution_response_mismatch", 0, rules::kResponse},
};

TEST(JudgeEpisode, GivesTheOfficialVerdicts) {
  for (const Row& row : kRows) {
    const EpisodeVerdict episode = judge(row.ground_truth, row.response);
    const Verdict& verdict = episode.verdict;
    EXPECT_EQ(verdict.valid, row.error_type.empty()) << row.response;
    EXPECT_EQ(verdict.error_type, row.error_type) << row.response;
    EXPECT_EQ(episode.turns_passed, row.turns_passed) << row.response;
    // Of turns that were not run nothing is counted.
    EXPECT_EQ(episode.turns_total > 0, !episode.execution.empty()) << row.response;
    EXPECT_EQ(verdict.why ? verdict.why->rule : "", row.rule) << row.response;
    EXPECT_TRUE(row.rule.empty() || find_rule(row.rule) != nullptr) << row.rule;
  }
}

// The results that both sides gave are the same, whether or not the ground truth ran on its own.
TEST(JudgeEpisode, KeepsWhatRan) {
  const std::string_view truth = R"j([["mkdir('c')", "ls()"], ["cd('c')"]])j";
  const EpisodeVerdict same =
      judge(truth, R"j([[["mkdir('c')"], ["ls()"]], [["cd(folder='b')"]]])j");
  const EpisodeVerdict other =
      judge(truth, R"j([[["ls(a=False)"], ["mkdir('c')", "ls()"]], [["cd(folder='b')"]]])j");
  ASSERT_EQ(same.execution.size(), 2u);
  ASSERT_EQ(other.execution.size(), 2u);
  for (std::size_t turn = 0; turn < 2; ++turn) {
    EXPECT_EQ(repr(Value::list(same.execution[turn].ground_truth)),
              repr(Value::list(other.execution[turn].ground_truth)));
  }
  EXPECT_EQ(repr(Value::list(same.execution[0].ground_truth)),
            R"j(['None', '{"current_directory_content": ["a.txt", "b", "c"]}'])j");
  EXPECT_EQ(same.verdict.error_type, other.verdict.error_type);
}

TEST(JudgeEpisode, SaysWhereTheStatesDiffer) {
  const EpisodeVerdict episode =
      judge(R"j([["post_tweet('x', ['a'])"]])j", R"j([[["post_tweet('x', ['b'])"]]])j");
  ASSERT_TRUE(episode.verdict.why.has_value());
  EXPECT_EQ(repr(Value::list(episode.verdict.why->path)),
            "[0, 'TwitterAPI', 'tweets', 0, 'tags', 0]");
  EXPECT_EQ(repr(episode.verdict.why->expected), "'a'");
  EXPECT_EQ(repr(episode.verdict.why->found), "'b'");
}

TEST(DecodedTurns, ShowsEveryStep) {
  const EpisodeVerdict episode = judge(R"j([["pwd()"]])j", R"j([[["pwd()"], [], "text"]])j");
  EXPECT_EQ(repr(decoded_turns(episode)),
            "[[{'calls': ['pwd()']}, {'empty': True}, "
            "{'decode_error': 'no calls', 'decode_error_class': 'ValueError'}]]");
  EXPECT_TRUE(decoded_turns(judge(R"j([["pwd()"]])j", "[5]")).is_none());
}

// A turn that is a text is read letter by letter, as the official evaluator does, up to a bound.
TEST(JudgeEpisode, BoundsTheStepsThatItReads) {
  const std::string letters(200000, 'x');
  const EpisodeVerdict episode = judge(R"j([["pwd()"]])j", "[\"" + letters + "\"]");
  EXPECT_EQ(episode.verdict.error_type, "multi_turn:empty_turn_model_response");
  EXPECT_EQ(episode.turns[0].size(), kMaxSteps);
}

}  // namespace
}  // namespace bfclx
