// Findings about values, error pages, turns, and calls with something around them.
#include <ctime>

#include "tests/unit/findings/diagnosis_fixture.h"

namespace bfclx {
namespace {

// As JSON writes it; the parser of Python text takes the name for a text.
TEST_F(Diagnosis, BooleansInTheSpellingOfJson) {
  std::string questions;
  std::string answers;
  for (int i = 0; i < 4; ++i) {
    const std::string id = "{\"id\": \"multiple_" + std::to_string(i) + "\", ";
    questions += id + R"("question": [[{"role": "user", "content": "hi"}]], "function": [{"name": )"
                      R"("f", "description": "", "parameters": {"type": "dict", "properties": )"
                      R"({"on": {"type": "boolean"}}, "required": ["on"]}}]})"
                      "\n";
    answers += id + R"("ground_truth": [{"f": {"on": [true]}}]})" + "\n";
  }
  add("multiple", questions, answers);
  for (int i = 0; i < 4; ++i) text("multiple_" + std::to_string(i), "[f(on=true)]");
  const Finding bare = only("values_as_text");
  EXPECT_NE(bare.advice.find("without quotes, as JSON does"), std::string_view::npos);
  EXPECT_NE(bare.effect.find("the decoder reads strings"), std::string::npos);
  for (int i = 0; i < 4; ++i) text("multiple_" + std::to_string(i), "[f(on='true')]");
  EXPECT_NE(only("values_as_text").advice.find("tool parser"), std::string_view::npos);
}

TEST_F(Diagnosis, NumbersAsText) {
  for (int i = 1; i < 9; i += 2) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number, "[area" + number + "(x=\"7\")]");
  }
  const Finding finding = only("values_as_text");
  EXPECT_EQ(finding.count, 4u);
  EXPECT_EQ(finding.right_change, 4);
  EXPECT_EQ(finding.severity, Severity::kError);
}

TEST_F(Diagnosis, AFewNumbersAsTextAreSlips) {
  text("simple_python_1", "[area1(x=\"7\")]");
  text("simple_python_3", "[area3(x=\"7\")]");
  EXPECT_TRUE(findings().empty());
}

TEST_F(Diagnosis, TextThatIsNoNumberStaysWrong) {
  for (int i = 1; i < 9; i += 2) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number, "[area" + number + "(x=\"seven\")]");
  }
  EXPECT_TRUE(findings().empty());
}

TEST_F(Diagnosis, ArgumentsInAnotherLanguage) {
  for (int i = 1; i < 7; i += 2) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number, "[area" + number + "(x='七')]");
  }
  text("simple_python_7", "[area7(x='caf\u00e9 \u2013 \u20ac')]");  // of a Latin text
  const Finding finding = only("other_language");
  EXPECT_EQ(finding.count, 3u);
  EXPECT_EQ(finding.severity, Severity::kError);
}

TEST_F(Diagnosis, ErrorPages) {
  text("simple_python_1", "<html><head><title>502 Bad Gateway</title></head>");
  text("simple_python_3", "\n<!DOCTYPE html>");
  text("simple_python_5", R"({"error": {"message": "Rate limit reached", "code": 429}})");
  text("simple_python_7", "Error code: 429 - {'message': 'slow down'}");
  text("irrelevance_1", R"({"object":"error","message":"no such model"})");
  text("irrelevance_3", R"({"error": "no function fits"})");  // a model can say that
  text("irrelevance_5", "Error code: 5");
  const Finding finding = only("error_pages");
  EXPECT_EQ(finding.count, 5u);
  EXPECT_EQ(finding.right_change, -1);
  EXPECT_EQ(finding.severity, Severity::kError);
}

TEST_F(Diagnosis, NumbersOfTurns) {
  response("multi_turn_base_0", json(R"j([["mean(numbers=[1])"], ["Done."]])j"));
  const Finding more = only("turn_count");
  ASSERT_EQ(more.examples.size(), 1u);
  EXPECT_EQ(more.examples.front().text, "2 turns instead of 1");
  responses_.clear();
  response("multi_turn_base_0", json(R"j([["mean(numbers=[1])"]])j"));
  EXPECT_TRUE(findings().empty());
}

TEST_F(Diagnosis, CallsInQuotesAndSentences) {
  text("simple_python_1", "'[area1(x=7)]'");
  text("simple_python_3", "Here is the call:\n\n[area3(x=7)]\n\nTell me if you need more.");
  text("simple_python_7", "['area7(x=7)']");
  text("simple_python_5", "Here is the call:\n[area5(x=8)]");  // fails all the same
  const Finding finding = only("wrapped_calls");
  EXPECT_EQ(finding.count, 3u);
  EXPECT_EQ(finding.right_change, 3);
  EXPECT_EQ(finding.severity, Severity::kError);  // for the quotes
  responses_.clear();
  text("simple_python_3", "Here is the call:\n\n[area3(x=7)]\n\nTell me if you need more.");
  EXPECT_EQ(only("wrapped_calls").severity, Severity::kWarning);  // the model's own sentences
}

TEST_F(Diagnosis, CallsAsStringsOfAList) {
  text("simple_python_1", R"j( ["area1(x=7)"] )j");
  text("simple_python_3", R"j(["area3(x=7)", "area3(x=7)"])j");  // one call too many
  text("simple_python_5", R"j(["area5(x=8)","area5(x=7)"])j");
  text("simple_python_7", R"j(["area7(x=7)"])j");
  const Finding finding = only("wrapped_calls");
  EXPECT_EQ(finding.count, 2u);
  EXPECT_EQ(finding.right_change, 2);
}

TEST_F(Diagnosis, ALongListOfStringsTakesLinearTime) {
  std::string calls = "[\"f(x=1)\"";
  while (calls.size() < std::size_t{3} << 20) calls += ", \"f(x=1)\"";
  text("simple_python_1", calls + "]");
  const std::clock_t begin = std::clock();
  findings();
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(took, 6);  // with sanitizers too
}

TEST_F(Diagnosis, ManyArgumentsOfALongNameTakeLinearTime) {
  std::string call = "[" + std::string(std::size_t{1} << 20, 'f') + "(a=\"1\"";
  for (int i = 0; i < 50'000; ++i) call += ",a" + std::to_string(i) + "=\"1\"";
  text("simple_python_1", call + ")]");
  const std::clock_t begin = std::clock();
  findings();
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(took, 6);  // with sanitizers too
}

TEST_F(Diagnosis, ArgumentsThatAreEncodedTwice) {
  decoder_ = find_decoder("openai_fc");
  response("simple_python_1", json(R"([{"area1": "\"{\\\"x\\\": 7}\""}])"));
  EXPECT_EQ(only("malformed_arguments").count, 1u);
}

TEST_F(Diagnosis, ValuesOfJavaThatFailAsTextTooAreNoWarning) {
  decoder_ = find_decoder("openai_fc");
  response("simple_java_1", json(R"([{"f": "{\"x\": 6}"}])"));
  EXPECT_EQ(only("arguments_no_text").severity, Severity::kInfo);
}

}  // namespace
}  // namespace bfclx
