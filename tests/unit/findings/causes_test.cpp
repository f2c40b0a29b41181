// Findings name the cause that the text shows, with the advice that fits it and a severity by what
// it does to the score.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/findings/diagnosis_parts.h"
#include "tests/unit/findings/diagnosis_fixture.h"

namespace bfclx {
namespace {

TEST_F(Diagnosis, ErrorsHaveTheirCauses) {
  struct Case {
    std::string_view message;
    std::string_view code;
  };
  constexpr Case kCases[] = {
      {"Error code: 500 - {'error': {'message': 'overloaded'}}", "inference_errors"},
      {"Request timed out.", "inference_errors"},
      {"status_code: 422, no valid tool call", "inference_errors"},
      {"Error code: 400 - the input (8195 tokens) is longer than the model's context length",
       "context_errors"},
      {"maximum context is 4096 tokens", "context_errors"},
      {"'NoneType' object is not subscriptable", "harness_errors"},
      {"'list' object has no attribute 'keys'", "harness_errors"},
      {"'arguments'", "harness_errors"},
      {"list index out of range", "harness_errors"},
      {"'quota' is used up, said 'the server'", "inference_errors"},
  };
  for (const Case& each : kCases) {
    replies_.clear();
    text("simple_python_1", "Error during inference: " + std::string(each.message));
    const Finding finding = only(each.code);
    const bool again = finding.advice.find("Generate these entries again") != std::string::npos;
    EXPECT_EQ(again, each.code == "inference_errors") << each.message;
  }
}

TEST_F(Diagnosis, LoopsAreNoMatterOfTheTokenLimit) {
  std::string loop = "[area1(x=7";
  for (int i = 0; i < 60; ++i) loop += ", and so on";
  text("simple_python_1", loop);
  EXPECT_EQ(only("repetition_loops").advice.find("Raise the limit"), std::string::npos);
  replies_.back().log.at_limit = true;
  EXPECT_EQ(only("repetition_loops").count, 1u);
}

TEST(Loops, RepeatOnePassageToTheEnd) {
  using diagnosis::ends_in_a_loop;
  std::string zeros = "[grid(rows=[";
  for (int i = 0; i < 99; ++i) zeros += "[0, 0], ";
  EXPECT_TRUE(ends_in_a_loop(zeros));
  EXPECT_FALSE(ends_in_a_loop(zeros + "[0, 0]])]"));  // closed: it was written to its end
  EXPECT_FALSE(ends_in_a_loop(""));
  EXPECT_FALSE(ends_in_a_loop("ha ha ha ha ha ha"));  // short
  std::string prose;
  for (int i = 0; i < 60; ++i) prose += "Step " + std::to_string(i * i) + " is next. ";
  EXPECT_FALSE(ends_in_a_loop(prose));
}

TEST_F(Diagnosis, SeverityIsThatOfTheEffect) {
  using diagnosis::is_more_than_chance;
  EXPECT_TRUE(is_more_than_chance(840, 1053));
  EXPECT_FALSE(is_more_than_chance(16, 1053));
  EXPECT_TRUE(is_more_than_chance(200, 4241));
  EXPECT_FALSE(is_more_than_chance(16, 4241));
  EXPECT_TRUE(is_more_than_chance(1, 10));
  EXPECT_FALSE(is_more_than_chance(0, 10));
  EXPECT_FALSE(is_more_than_chance(0, 0));
  // All of a run's calls are in fences: no mere warning.
  for (int i = 1; i < 13; i += 2) {
    text("simple_python_" + std::to_string(i),
         "```python\n[area" + std::to_string(i) + "(x=7)]\n```");
  }
  const std::vector<Finding> all = findings();
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.front().code, "wrapped_calls");
  EXPECT_EQ(all.front().severity, Severity::kError);
}

TEST_F(Diagnosis, ReasoningInFrontOfEveryResponse) {
  for (int i = 1; i < 9; i += 2) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number, "<think>hm</think>\n[area" + number + "(x=7)]");
  }
  text("simple_python_9", "<think>hm</think>I cannot tell.");
  const Finding finding = only("unparsed_reasoning");
  EXPECT_EQ(finding.count, 4u);
  EXPECT_EQ(finding.right_change, 4);
  EXPECT_EQ(finding.severity, Severity::kError);
}

TEST_F(Diagnosis, ReasoningInAnEpisode) {
  reply("multi_turn_base_0", json(R"([["<think>Sum.</think>[mean(numbers=[1])]"]])"));
  const Finding finding = only("unparsed_reasoning");
  EXPECT_EQ(finding.count, 1u);
  EXPECT_NE(finding.effect.find("1 episode has"), std::string::npos) << finding.effect;
}

// Whatever the decoder makes of them, these are about the questions of their entries.
TEST_F(Diagnosis, OtherNamesAreNoOtherDataset) {
  const auto every = [&](const std::function<std::string(const std::string&)>& text_of) {
    replies_.clear();
    for (int i = 0; i < 20; ++i) {
      const std::string number = std::to_string(i);
      text("simple_python_" + number, text_of(number));
    }
    std::set<std::string_view> codes;
    for (const Finding& finding : findings()) codes.insert(finding.code);
    return codes.count("other_dataset") > 0;
  };
  EXPECT_TRUE(every([](const std::string& i) { return "[tide" + i + "(x=7)]"; }));
  EXPECT_FALSE(every([](const std::string& i) { return "['area" + i + "'(x=7)]"; }));  // no name
  EXPECT_FALSE(every([](const std::string& i) { return "[functions.area" + i + "(x=7)]"; }));
  EXPECT_FALSE(every([](const std::string& i) { return "[call(f='area" + i + "', x=7)]"; }));
  EXPECT_FALSE(every([](const std::string&) { return "[tool(x=7)]"; }));  // one name for all
}

TEST_F(Diagnosis, CallsThatQuoteTheQuestionBelongToIt) {
  std::string questions;
  std::string answers;
  for (int i = 0; i < 12; ++i) {
    const std::string id = "multiple_" + std::to_string(i);
    questions += R"({"id": ")" + id +
                 R"(", "question": [[{"role": "user", "content": "Ferries from Harlingen?"}]], )"
                 R"("function": [{"name": "boats", "description": "", "parameters": {"type": )"
                 R"("dict", "properties": {}, "required": []}}]})"
                 "\n";
    answers += R"({"id": ")" + id + R"(", "ground_truth": [{"boats": {}}]})" + "\n";
  }
  add("multiple", questions, answers);
  for (int i = 0; i < 12; ++i) {
    const std::string number = std::to_string(i);
    text("multiple_" + number, "[ferry" + number + "(port='harlingen')]");
  }
  EXPECT_TRUE(findings().empty());
}

// What the decoder reads as abstention in the model's own words is none that was missed.
TEST_F(Diagnosis, AWordForAbstentionIsRead) {
  decoder_ = find_decoder("nexus");
  text("irrelevance_1", "area1(x=3); out_of_domain(user_query='hi');");
  EXPECT_TRUE(findings().empty());
}

}  // namespace
}  // namespace bfclx
