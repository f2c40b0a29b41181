// How deep a response is explained: what is asked for is there, what is not takes nothing.
#include "core/explain/explanation.h"

#include <gtest/gtest.h>

#include <string>

#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

// An episode of two turns, of which the model gets the first right.
class ExplainedEpisodes : public testing::Test {
 protected:
  void SetUp() override {
    const Category& category = *find_category("multi_turn_base");
    const std::string id = R"({"id": "multi_turn_base_0", )";
    const Status added = dataset_.add(
        category,
        id + R"j("question": [[], []], "initial_config": {"GorillaFileSystem": {"root": {"home":)j"
             R"j( {"type": "directory", "contents": {}}}}}, "involved_classes":)j"
             R"j( ["GorillaFileSystem"]})j",
        id + R"j("ground_truth": [["mkdir(dir_name='a')"], ["mkdir(dir_name='b')"]]})j");
    ASSERT_TRUE(added.ok()) << added.error().message;
    settings_.decoder = find_decoder("prompting");
    settings_.model_name = "model";
    response_.entry = &dataset_.entries(category).front();
    const Result<Value> said =
        json_loads(R"j([["[mkdir(dir_name='a')]"], ["[mkdir(dir_name='c')]"]])j");
    ASSERT_TRUE(said.ok());
    response_.response = *said;
    score_response(response_, settings_);
    ASSERT_FALSE(response_.verdict.valid);
  }

  Dataset dataset_;
  RunSettings settings_;
  ScoredResponse response_;
};

TEST_F(ExplainedEpisodes, OfTheResponseAloneHaveNoTurns) {
  const Explanation response = explain(response_, settings_, Depth::kResponse);
  const Explanation verdict = explain(response_, settings_, Depth::kVerdict);
  EXPECT_EQ(response.episode, nullptr);
  ASSERT_NE(verdict.episode, nullptr);
  EXPECT_EQ(response.raw, verdict.raw);
  EXPECT_EQ(response.rule, verdict.rule);
  EXPECT_NE(response.rule, nullptr);
  EXPECT_EQ(response.official, verdict.official);
  EXPECT_EQ(response.official_details, verdict.official_details);
  EXPECT_EQ(response.marked.size(), verdict.marked.size());
}

TEST_F(ExplainedEpisodes, OfTheVerdictHaveTurnsAndNoStates) {
  const Explanation explanation = explain(response_, settings_, Depth::kVerdict);
  ASSERT_NE(explanation.episode, nullptr);
  const ExplainedEpisode& episode = *explanation.episode;
  ASSERT_EQ(episode.turns.size(), 2u);
  EXPECT_EQ(episode.failed_turn, 1u);
  EXPECT_TRUE(episode.turns[0].agrees);
  EXPECT_FALSE(episode.turns[1].agrees);
  EXPECT_TRUE(episode.turns[1].differences.empty());
  EXPECT_EQ(repr(episode.initial_state), "{}");
}

TEST_F(ExplainedEpisodes, OfStatesHaveThoseAfterEachTurn) {
  const Explanation explanation = explain(response_, settings_, Depth::kStates);
  ASSERT_NE(explanation.episode, nullptr);
  const ExplainedEpisode& episode = *explanation.episode;
  ASSERT_EQ(episode.turns.size(), 2u);
  EXPECT_TRUE(episode.turns[0].differences.empty());
  EXPECT_FALSE(episode.turns[1].differences.empty());
  EXPECT_NE(repr(episode.initial_state).find("GorillaFileSystem"), std::string::npos);
}

}  // namespace
}  // namespace bfclx
