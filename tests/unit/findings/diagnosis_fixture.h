// A small dataset and responses to them: what the tests of findings diagnose.
#ifndef BFCLX_TESTS_UNIT_FINDINGS_DIAGNOSIS_FIXTURE_H_
#define BFCLX_TESTS_UNIT_FINDINGS_DIAGNOSIS_FIXTURE_H_

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/findings/diagnosis.h"
#include "core/run/scorer.h"
#include "core/value/json.h"

namespace bfclx {

inline Value json(std::string_view text) {
  const Result<Value> value = json_loads(text);
  EXPECT_TRUE(value.ok()) << text;
  return value.ok() ? *value : Value();
}

// Twenty entries each of simple_python and irrelevance, three of simple_java, two episodes; the
// function of even numbers has a dot in its name.
class Diagnosis : public testing::Test {
 public:
  void SetUp() override {
    std::string python;
    std::string answers;
    std::string irrelevance;
    for (int i = 0; i < 20; ++i) {
      const std::string number = std::to_string(i);
      const std::string name = i % 2 == 0 ? "geo.area" + number : "area" + number;
      const std::string function =
          R"("function": [{"name": ")" + name +
          R"(", "description": "", "parameters": {"type": "dict", "properties": {"x": )"
          R"({"type": "integer"}}, "required": ["x"]}}])";
      const std::string question = R"("question": [[{"role": "user", "content": "hi"}]], )";
      python += R"({"id": "simple_python_)" + number + "\", " + question + function + "}\n";
      irrelevance += R"({"id": "irrelevance_)" + number + "\", " + question + function + "}\n";
      answers += R"({"id": "simple_python_)" + number + R"(", "ground_truth": [{")" + name +
                 R"(": {"x": [7]}}]})" + "\n";
    }
    add("simple_python", python, answers);
    add("irrelevance", irrelevance, "");
    std::string java;
    std::string java_answers;
    for (int i = 0; i < 3; ++i) {
      const std::string id = "simple_java_" + std::to_string(i);
      java += R"({"id": ")" + id +
              R"(", "question": [[{"role": "user", "content": "hi"}]], "function": [{"name": "f", )"
              R"("description": "", "parameters": {"type": "dict", "properties": {"x": {"type": )"
              R"("integer"}}, "required": ["x"]}}]})"
              "\n";
      java_answers += R"({"id": ")" + id + R"(", "ground_truth": [{"f": {"x": [5]}}]})" + "\n";
    }
    add("simple_java", java, java_answers);
    add("multi_turn_base",
        R"({"id": "multi_turn_base_0", "question": [[{"role": "user", "content": "Move it."}]], )"
        R"("initial_config": {}, "involved_classes": ["MathAPI"]})"
        "\n",
        R"x({"id": "multi_turn_base_0", "ground_truth": [["mean(numbers=[1])"]]})x"
        "\n");
  }
  void add(std::string_view name, const std::string& questions, const std::string& answers) {
    const Status status = dataset_.add(*find_category(name), questions, answers);
    ASSERT_TRUE(status.ok()) << status.error().message;
  }

  // Adds a response as a result file would have it.
  DiagnosedResponse& response(const std::string& id, Value value) {
    ids_.push_back(id);
    values_.push_back(std::move(value));
    DiagnosedResponse one;
    one.id = ids_.back();
    one.file = "file.json";
    one.line = ids_.size();
    one.entry = dataset_.find(id);
    one.category = category_of_id(id);
    one.response = &values_.back();
    if (one.entry != nullptr && one.category->judging != Judging::kMultiTurn &&
        one.category->judging != Judging::kAgentic) {
      verdicts_.push_back(score(*one.entry, values_.back(), *decoder_, underscore_to_dot_));
      one.verdict = &verdicts_.back();
    }
    responses_.push_back(one);
    return responses_.back();
  }
  DiagnosedResponse& text(const std::string& id, std::string_view words) {
    return response(id, Value::str(words));
  }

  std::vector<Finding> findings() {
    DiagnosisInput input;
    input.decoder = decoder_;
    input.underscore_to_dot = underscore_to_dot_;
    input.detects_names = true;
    std::vector<DiagnosedResponse> responses(responses_.begin(), responses_.end());
    input.responses = responses;
    input.missing = missing_;
    std::vector<UnusableLine> unusable;
    for (const ResultProblem& problem : unusable_) {
      unusable.push_back({category_of_id(problem.id), &problem});
    }
    input.unusable = unusable;
    input.own_results = own_results_;
    input.model_name = model_name_;
    input.judge = score;
    input.impossible = [this](const Entry& entry) { return entry.id == impossible_ ? "why" : ""; };
    return diagnose(input);
  }
  // The only finding.
  Finding only(std::string_view code) {
    const std::vector<Finding> all = findings();
    std::string codes;
    for (const Finding& finding : all) codes += std::string(finding.code) + " ";
    EXPECT_EQ(codes, std::string(code) + " ");
    return all.empty() ? Finding() : all.front();
  }

  Dataset dataset_;
  const Decoder* decoder_ = find_decoder("prompting");
  bool underscore_to_dot_ = false;
  bool own_results_ = false;
  std::vector<const Entry*> missing_;
  std::vector<ResultProblem> unusable_;
  std::string model_name_;
  std::string impossible_;
  std::deque<std::string> ids_;
  std::deque<Value> values_;
  std::deque<Verdict> verdicts_;
  std::deque<DiagnosedResponse> responses_;
};

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_FINDINGS_DIAGNOSIS_FIXTURE_H_
