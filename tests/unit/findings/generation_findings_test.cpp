// Findings about the generation: each fires on the run that has the fault, and not on its
// neighbour.
#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/findings/diagnosis.h"
#include "core/findings/finding_effect.h"
#include "core/findings/finding_text.h"
#include "core/run/scorer.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr int kEntries = 12;

// Entries of parallel (two calls wanted), simple_python with docs of growing size, and episodes
// that hold a function out until turn 1.
class GenerationFindings : public testing::Test {
 public:
  void SetUp() override {
    std::string parallel;
    std::string parallel_answers;
    std::string simple;
    std::string simple_answers;
    std::string episodes;
    std::string episode_answers;
    for (int i = 0; i < kEntries; ++i) {
      const std::string number = std::to_string(i);
      const std::string words(static_cast<std::size_t>(400 + 100 * i), 'w');
      const std::string function =
          R"("function": [{"name": "f)" + number + R"(", "description": ")" + words +
          R"(", "parameters": {"type": "dict", "properties": {"x": {"type": "integer"}}, )"
          R"("required": ["x"]}}])";
      const std::string question = R"("question": [[{"role": "user", "content": "hi"}]], )";
      parallel += R"({"id": "parallel_)" + number + "\", " + question + function + "}\n";
      parallel_answers += R"({"id": "parallel_)" + number + R"(", "ground_truth": [{"f)" + number +
                          R"(": {"x": [1]}}, {"f)" + number + "\": {\"x\": [2]}}]}\n";
      simple += R"({"id": "simple_python_)" + number + "\", " + question + function + "}\n";
      simple_answers += R"({"id": "simple_python_)" + number + R"(", "ground_truth": [{"f)" +
                        number + "\": {\"x\": [1]}}]}\n";
      episodes += R"({"id": "multi_turn_miss_func_)" + number +
                  R"(", "question": [[{"role": "user", "content": "a"}], []], )"
                  R"("initial_config": {}, "missed_function": {"1": ["mean"]}, )"
                  R"("involved_classes": ["MathAPI"]})"
                  "\n";
      episode_answers += R"({"id": "multi_turn_miss_func_)" + number +
                         R"x(", "ground_truth": [["add(a=1, b=2)"], ["mean(numbers=[1])"]]})x"
                         "\n";
    }
    add("parallel", parallel, parallel_answers);
    add("simple_python", simple, simple_answers);
    add("multi_turn_miss_func", episodes, episode_answers);
  }
  void add(std::string_view name, const std::string& questions, const std::string& answers) {
    const Status status = dataset_.add(*find_category(name), questions, answers);
    ASSERT_TRUE(status.ok()) << status.error().message;
  }

  DiagnosedResponse& response(const std::string& id, const std::string& calls) {
    const Result<Value> value = json_loads(calls);
    EXPECT_TRUE(value.ok()) << calls;
    ids_.push_back(id);
    values_.push_back(value.ok() ? *value : Value());
    DiagnosedResponse one;
    one.id = ids_.back();
    one.file = "file.json";
    one.line = ids_.size();
    one.entry = dataset_.find(id);
    EXPECT_NE(one.entry, nullptr) << id;
    one.category = category_of_id(id);
    one.response = &values_.back();
    if (one.category->judging != Judging::kMultiTurn) {
      verdicts_.push_back(score(*one.entry, values_.back(), *decoder_, false));
      one.verdict = &verdicts_.back();
    }
    responses_.push_back(one);
    return responses_.back();
  }
  // [{"fN": "{\"x\": 1}"}, ...] as an API with tool calls gives it.
  static std::string call(int number, const std::string& x) {
    return R"({"f)" + std::to_string(number) + R"(": "{\"x\": )" + x + R"(}"})";
  }

  const Finding* find(std::string_view code) {
    DiagnosisInput input;
    input.decoder = decoder_;
    const std::vector<DiagnosedResponse> responses(responses_.begin(), responses_.end());
    input.responses = responses;
    input.judge = score;
    input.impossible = [](const Entry&) { return std::string(); };
    found_ = diagnose(input);
    for (const Finding& finding : found_) {
      if (finding.code == code) return &finding;
    }
    return nullptr;
  }

  Dataset dataset_;
  const Decoder* decoder_ = find_decoder("openai_fc");
  std::vector<Finding> found_;
  std::deque<std::string> ids_;
  std::deque<Value> values_;
  std::deque<Verdict> verdicts_;
  std::deque<DiagnosedResponse> responses_;
};

TEST_F(GenerationFindings, OnlyTheFirstCall) {
  for (int i = 0; i < kEntries; ++i) {
    response("parallel_" + std::to_string(i), "[" + call(i, "1") + "]");
  }
  const Finding* found = find("only_first_call");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->count, static_cast<std::size_t>(kEntries));
  EXPECT_EQ(found->severity, Severity::kWarning);
  EXPECT_EQ(fix_text(*found), "bfclx generate --model MODEL -o --test-category parallel");
  ASSERT_TRUE(found->points);
  EXPECT_EQ(points_text(*found->points), "0.0 to +100.0 points");  // all fail
  // One response with two calls anywhere: they do get through.
  response("simple_python_0", "[" + call(0, "1") + ", " + call(0, "2") + "]");
  EXPECT_EQ(find("only_first_call"), nullptr);
}

TEST_F(GenerationFindings, OneCallThatNobodyWantsIsTheModelsOwn) {
  for (int i = 0; i < kEntries; ++i) {
    response("parallel_" + std::to_string(i), "[" + call(i + 50, "1") + "]");
  }
  EXPECT_EQ(find("only_first_call"), nullptr);
}

TEST_F(GenerationFindings, TwoCallsInAnEpisodeToo) {
  for (int i = 0; i < kEntries; ++i) {
    response("parallel_" + std::to_string(i), "[" + call(i, "1") + "]");
  }
  response("multi_turn_miss_func_0", R"([[[{"add": "{\"a\": 1}"}, {"add": "{\"a\": 2}"}]]])");
  EXPECT_EQ(find("only_first_call"), nullptr);
}

TEST_F(GenerationFindings, TheLimitOfTokens) {
  response("simple_python_0", "[]").log.at_limit = true;
  response("simple_python_1", "[" + call(1, "1") + "]").log.at_limit = true;  // passes all the same
  const Finding* found = find("token_limit");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->ids, std::vector<std::string>{"simple_python_0"});
  EXPECT_EQ(found->severity, Severity::kError);
}

TEST_F(GenerationFindings, ReasoningWithoutAnAnswer) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(find("reasoning_alone"), nullptr) << i;
    response("simple_python_" + std::to_string(i), "\"\"").log.has_reasoning = true;
  }
  ASSERT_NE(find("reasoning_alone"), nullptr);
  EXPECT_EQ(find("reasoning_alone")->count, 3u);
}

TEST_F(GenerationFindings, PromptsWithoutTheFunctions) {
  for (int i = 0; i < kEntries; ++i) {
    response("simple_python_" + std::to_string(i), "\"no\"").log.input_tokens = 20 + i;
  }
  const Finding* found = find("tools_not_shown");
  ASSERT_NE(found, nullptr);
  EXPECT_GE(found->count, 10u);
  for (DiagnosedResponse& one : responses_) one.log.input_tokens *= 20;
  EXPECT_EQ(find("tools_not_shown"), nullptr);
  // Always the same count: of a server that makes it up.
  for (DiagnosedResponse& one : responses_) one.log.input_tokens = 20;
  EXPECT_EQ(find("tools_not_shown"), nullptr);
}

TEST_F(GenerationFindings, PromptsThatWereCut) {
  for (int i = 0; i < kEntries; ++i) {
    const std::string number = std::to_string(i);
    response("simple_python_" + number, "\"no\"").log.input_tokens = 300 + 10 * i;
    response("parallel_" + number, "\"no\"").log.input_tokens = std::min(300 + 30 * i, 450);
  }
  const Finding* found = find("cut_prompts");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->count, 7u);  // 5 to 11
  for (DiagnosedResponse& one : responses_) one.log.input_tokens += static_cast<int>(one.line);
  EXPECT_EQ(find("cut_prompts"), nullptr);
}

TEST_F(GenerationFindings, HeldOutFunctionsThatNeverArrive) {
  const std::string without = R"([[[{"add": "{\"a\": 1, \"b\": 2}"}]], ["I cannot do that."]])";
  for (int i = 0; i < kEntries; ++i) {
    response("multi_turn_miss_func_" + std::to_string(i), without);
  }
  const Finding* found = find("held_out_functions");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->count, static_cast<std::size_t>(kEntries));
  // Called once, by anybody: they do arrive.
  responses_.pop_back();
  response("multi_turn_miss_func_11", R"([[[{"add": "{}"}]], [[{"mean": "{\"numbers\": [1]}"}]]])");
  EXPECT_EQ(find("held_out_functions"), nullptr);
}

// A hostile step must not take more here than it takes to be scored.
TEST_F(GenerationFindings, StepsAreReadWithinABudget) {
  static std::set<const Budget*> budgets;
  static const Decoder* real = decoder_;
  Decoder watching = *real;
  watching.decode_execute = [](const Value& response, const DecodeOptions& options) {
    budgets.insert(options.budget);
    return real->decode_execute(response, options);
  };
  decoder_ = &watching;
  for (int i = 0; i < kEntries; ++i) {
    response("multi_turn_miss_func_" + std::to_string(i), R"([[[{"add": "{}"}]], ["no"]])");
  }
  EXPECT_NE(find("held_out_functions"), nullptr);
  EXPECT_FALSE(budgets.empty());
  EXPECT_EQ(budgets.count(nullptr), 0u);
}

TEST_F(GenerationFindings, AnswersOfOtherEntries) {
  response("simple_python_0", "[" + call(0, "1") + "]");
  for (int i = 1; i < 4; ++i) {
    EXPECT_EQ(find("answers_of_others"), nullptr) << i;
    response("simple_python_" + std::to_string(i), "[" + call(0, "1") + "]");
  }
  const Finding* found = find("answers_of_others");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->count, 3u);
  EXPECT_EQ(found->examples[0].text, "the response to simple_python_0");
}

TEST(GenerationNotes, AreReadAndBounded) {
  const auto read = [](std::string_view line) { return read_generation_note(line); };
  EXPECT_TRUE(read(R"({"id": "a", "steps": [{"finish_reason": "length"}]})").at_limit);
  EXPECT_TRUE(read(R"({"id": "a", "steps": [{"finish_reason": "stop"}, )"
                   R"({"finish_reason": "MAX_TOKENS"}]})")
                  .at_limit);
  EXPECT_FALSE(read(R"({"id": "a", "steps": [{"finish_reason": "tool_calls"}]})").at_limit);
  EXPECT_EQ(read(R"({"id": "a"})").id, "a");
  for (const std::string_view broken : {"", "{", "[]", R"({"id": 7})", R"({"steps": 7})"}) {
    EXPECT_EQ(read(broken).id, "") << broken;
  }
}

TEST(GenerationNotes, ResultLinesSayWhatTheyCost) {
  const LoggedTexts single = read_logged_entry(
      R"({"id": "x", "result": "", "input_token_count": 17, "reasoning_content": "Let me see."})");
  EXPECT_EQ(single.input_tokens, 17);
  EXPECT_TRUE(single.has_reasoning);
  const LoggedTexts episode = read_logged_entry(
      R"({"id": "x", "input_token_count": [[5, 7]], "reasoning_content": [["", ""]]})");
  EXPECT_EQ(episode.input_tokens, 5);
  EXPECT_FALSE(episode.has_reasoning);
}

}  // namespace
}  // namespace bfclx
