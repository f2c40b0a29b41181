#include "core/findings/possible_calls.h"

#include <gtest/gtest.h>

#include <string>

#include "core/checker/own_match.h"
#include "core/dataset/dataset.h"

namespace bfclx {
namespace {

std::string question_line(const std::string& id) {
  const std::string rest =
      R"(, "description": "", "parameters": {"type": "dict", "properties": {"x": {"type": )"
      R"("integer"}}, "required": ["x"]}})";
  return R"({"id": ")" + id +
         R"(", "question": [[{"role": "user", "content": "hi"}]], "function": [{"name": "f")" +
         rest + R"(, {"name": "g")" + rest + "]}\n";
}

// Its entries pair calls as those that they are made of.
TEST(PossibleResponse, FormatSensitivity) {
  struct Case {
    std::string_view category;
    std::string id;
    std::string truth;
    std::string_view calls;
  };
  const Case cases[] = {
      {"multiple", "multiple_3", R"({"g": {"x": [7]}})", "[g(x=7)]"},
      {"parallel_multiple", "parallel_multiple_3", R"({"g": {"x": [7]}}, {"f": {"x": [8]}})",
       "[g(x=7), f(x=8)]"},
  };
  for (const Case& c : cases) {
    Dataset dataset;
    const std::string answer = R"({"id": ")" + c.id + R"(", "ground_truth": [)" + c.truth + "]}\n";
    ASSERT_TRUE(dataset.add(*find_category(c.category), question_line(c.id), answer).ok());
    ASSERT_TRUE(dataset
                    .add(*find_category("format_sensitivity"),
                         R"({")" + std::string(c.category) + R"(": [")" + c.id + R"("]})", "")
                    .ok());
    for (const Entry& entry : dataset.entries(*find_category("format_sensitivity"))) {
      const PossibleResponse response = possible_response(entry);
      EXPECT_TRUE(response.passes) << entry.id << ": " << response.reason;
      EXPECT_EQ(python_text(response.calls), c.calls) << entry.id;
    }
  }
}

// It is judged as its responses are, in whatever form the ground truth is written, and so are the
// entries that are made of it.
TEST(PossibleResponse, MatchOfItsOwn) {
  const std::string truths[] = {
      R"({"name": "g", "arguments": {"x": 7}}, {"name": "f", "arguments": {"x": 8}})",
      R"({"g": {"x": [7]}}, {"f": {"x": [8]}})",
  };
  for (const std::string& truth : truths) {
    for (const std::string match : {"official", "schema", "exact"}) {
      std::string question = question_line("parallel_multiple_3");
      question.insert(1, R"("order": "given", "match": ")" + match + R"(", )");
      Dataset dataset;
      dataset.own_matching = ValueMatching::kOfficial;
      const std::string answer =
          R"({"id": "parallel_multiple_3", "ground_truth": [)" + truth + "]}\n";
      ASSERT_TRUE(dataset.add(*find_category("parallel_multiple"), question, answer).ok());
      ASSERT_TRUE(dataset
                      .add(*find_category("format_sensitivity"),
                           R"({"parallel_multiple": ["parallel_multiple_3"]})", "")
                      .ok());
      for (const char* category : {"parallel_multiple", "format_sensitivity"}) {
        ASSERT_FALSE(dataset.entries(*find_category(category)).empty());
        for (const Entry& entry : dataset.entries(*find_category(category))) {
          ASSERT_NE(entry.own_match, nullptr);
          const PossibleResponse response = possible_response(entry);
          EXPECT_TRUE(response.passes) << entry.id << ": " << response.reason;
          EXPECT_EQ(python_text(response.calls), "[g(x=7), f(x=8)]") << entry.id;
        }
      }
    }
  }
}

}  // namespace
}  // namespace bfclx
