// Responses that have the text of the ground truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/unit/findings/diagnosis_fixture.h"

namespace bfclx {
namespace {

TEST_F(Diagnosis, ResponsesWithTheGroundTruth) {
  add("parallel",
      R"({"id": "parallel_0", "question": [[{"role": "user", "content": "hi"}]], "function": )"
      R"([{"name": "f", "description": "", "parameters": {"type": "dict", "properties": {"x": )"
      R"({"type": "string"}}, "required": ["x"]}}]})"
      "\n",
      R"({"id": "parallel_0", "ground_truth": [{"f": {"x": ["New York", "NYC"]}}]})"
      "\n");
  text("parallel_0", R"([f(x="New York")])");
  // One value in a list is how a weak model writes it.
  text("simple_python_0", R"([{"geo.area0": {"x": [7]}}])");
  for (const Finding& finding : findings()) EXPECT_NE(finding.code, "copied_ground_truth");
  for (const std::string_view copied :
       {R"([{'f': {'x': ['New York', 'NYC']}}])", R"({"f":{"x":["New York","NYC"]}})",
        R"(The answer is "[{\"f\": {\"x\": [\"New York\", \"NYC\"]}}]".)"}) {
    responses_.clear();
    text("parallel_0", copied);
    const std::vector<Finding> found = findings();
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const Finding& finding) {
      return finding.code == "copied_ground_truth" && finding.count == 1;
    })) << copied;
  }
}

TEST_F(Diagnosis, EpisodesThatAreTheGroundTruth) {
  std::string questions;
  std::string answers;
  for (int i = 0; i < 12; ++i) {
    const std::string id = "multi_turn_miss_func_" + std::to_string(i);
    questions += R"({"id": ")" + id +
                 R"(", "question": [[{"role": "user", "content": "Move it."}]], )"
                 R"("initial_config": {}, "involved_classes": ["MathAPI"]})"
                 "\n";
    answers += R"({"id": ")" + id +
               R"x(", "ground_truth": [["mean(numbers=[1])", "sum_values(numbers=[2])"]]})x" + "\n";
  }
  add("multi_turn_miss_func", questions, answers);
  const auto episodes = [&](int copied) {
    responses_.clear();
    for (int i = 0; i < 12; ++i) {
      response("multi_turn_miss_func_" + std::to_string(i),
               json(i < copied ? R"([["[mean(numbers=[1]), sum_values(numbers=[2])]", "Done."]])"
                               : R"([["[mean([1])]", "[sum_values([2])]", "Done."]])"));
    }
    std::size_t count = 0;
    for (const Finding& finding : findings()) {
      if (finding.code == "copied_ground_truth") count = finding.count;
    }
    return count;
  };
  EXPECT_EQ(episodes(6), 0u);
  EXPECT_EQ(episodes(7), 7u);
}

}  // namespace
}  // namespace bfclx
