// Lines of score files: members and their order as the official runners give them.
#include "core/official/score_entry.h"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/official/score_json.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

Value parse(std::string_view json) { return json_loads(json).value(); }

struct Made {
  Entry entry;
  ScoredResponse response;
};

std::unique_ptr<Made> make(std::string_view category, std::string_view response) {
  auto made = std::make_unique<Made>();
  made->entry.id = std::string(category) + "_0";
  made->entry.category = find_category(category);
  made->entry.data =
      parse(R"j({"id": "x", "question": [["q"]], "function": ["docs"], "path": []})j");
  made->entry.ground_truth = parse(R"j(["truth"])j");
  made->response.id = made->entry.id;
  made->response.entry = &made->entry;
  made->response.response = parse(response);
  return made;
}

void fail(ScoredResponse& response, std::string_view type, std::string_view error) {
  response.verdict.error_type = type;
  response.verdict.error = parse(error);
}

std::string line_of(const ScoredResponse& response) {
  std::string line;
  SharedScoreTexts texts;
  EXPECT_TRUE(append_failed_entry(line, response, "m", texts));
  return line;
}

constexpr std::string_view kPrompt =
    R"j("prompt": {"id": "x", "question": [["q"]], "function": ["docs"], "path": []})j";
constexpr std::string_view kBarePrompt =
    R"j("prompt": {"id": "x", "question": [["q"]], "path": []})j";

std::string head(std::string_view category) {
  const std::string name(category);
  return "{\"id\": \"" + name + "_0\", \"model_name\": \"m\", \"test_category\": \"" + name +
         "\", \"valid\": false, ";
}

TEST(FailedEntry, Calls) {
  const auto made = make("simple_python", R"j("f(x=1)")j");
  fail(made->response, "value_error:others", R"j(["wrong"])j");
  made->response.verdict.decoded = parse(R"j([{"f": {"x": 1}}])j");
  EXPECT_EQ(line_of(made->response),
            head("simple_python") +
                R"j("error": ["wrong"], "error_type": "value_error:others", )j" +
                std::string(kPrompt) +
                R"j(, "model_result_raw": "f(x=1)", "model_result_decoded": [{"f": {"x": 1}}])j" +
                R"j(, "possible_answer": ["truth"])j");
}

TEST(FailedEntry, CallsThatWereNotDecoded) {
  const auto made = make("simple_python", R"j("f(")j");
  fail(made->response, "ast_decoder:decoder_failed", R"j(["no"])j");
  EXPECT_EQ(
      line_of(made->response),
      head("simple_python") + R"j("error": ["no"], "error_type": "ast_decoder:decoder_failed", )j" +
          std::string(kPrompt) + R"j(, "model_result_raw": "f(", "possible_answer": ["truth"])j");
}

TEST(FailedEntry, WrongFormatIsWrappedInText) {
  const auto made = make("simple_python", R"j([{"f": 1}])j");
  fail(made->response, "ast_decoder:decoder_wrong_output_format", R"j(["no"])j");
  made->response.verdict.decoded = parse(R"j([{"f": null}])j");
  EXPECT_NE(
      line_of(made->response)
          .find(R"j("model_result_raw": "[{'f': 1}]", "model_result_decoded": "[{'f': None}]")j"),
      std::string::npos);
}

TEST(FailedEntry, Relevance) {
  const auto made = make("irrelevance", R"j("f()")j");
  fail(made->response, "irrelevance_error:decoder_success", R"j(["call"])j");
  made->response.verdict.decoded = parse(R"j([{"f": {}}])j");
  EXPECT_EQ(line_of(made->response),
            head("irrelevance") + std::string(kPrompt) +
                R"j(, "model_result": "f()", "decoded_result": [{"f": {}}], "error": ["call"], )j" +
                R"j("error_type": "irrelevance_error:decoder_success")j");
}

TEST(FailedEntry, EpisodesHaveTheirExecutionResults) {
  struct Case {
    std::string_view type;
    std::string_view error;  // as judge_episode leaves it
    std::string_view written;
    std::string_view results;
  };
  constexpr Case kCases[] = {
      {"multi_turn:instance_state_mismatch", R"j({"error_message": "s", "details": {"d": 1}})j",
       R"j({"error_message": "s", "details": {"d": 1}, "execution_result": [{"model": [["r"]], "ground_truth": ["g"]}]})j",
       R"j("model_result_raw": [["f()"]], "model_result_decoded": [["f()"]])j"},
      {"multi_turn:empty_turn_model_response", R"j({"error_message": "s", "details": {}})j",
       R"j({"error_message": "s", "details": {"execution_result": [{"model": [["r"]], "ground_truth": ["g"]}]}})j",
       R"j("model_result_raw": [["f()"]], "model_result_decoded": [["f()"]])j"},
      {"multi_turn:execution_response_mismatch", R"j({"error_message": "s", "details": {"d": 1}})j",
       R"j({"error_message": "s", "details": {"d": 1}})j",
       R"j("model_result_raw": [["f()"]], "model_result_decoded": [["f()"]])j"},
      {"multi_turn:force_terminated", R"j({"error_message": ["s"]})j",
       R"j({"error_message": ["s"]})j", R"j("model_result": [["f()"]])j"}};
  for (const Case& c : kCases) {
    const auto made = make("multi_turn_base", R"j([["f()"]])j");
    fail(made->response, c.type, c.error);
    made->response.episode = std::make_unique<EpisodeVerdict>();
    DecodedStep step;
    step.has_calls = true;
    step.calls = Value::str("f()");
    made->response.episode->turns.push_back({step, DecodedStep()});
    made->response.episode->execution.push_back({{{Value::str("r")}}, {Value::str("g")}});
    EXPECT_EQ(line_of(made->response),
              head("multi_turn_base") + "\"error\": " + std::string(c.written) + ", " +
                  std::string(kBarePrompt) + ", " + std::string(c.results) +
                  R"j(, "possible_answer": ["truth"])j")
        << c.type;
  }
}

TEST(FailedEntry, Agentic) {
  const auto made = make("memory_kv", R"j([["answer"]])j");
  fail(made->response, "agentic:answer_not_found", R"j({"error_type": "t"})j");
  made->response.agentic = std::make_unique<AgenticVerdict>();
  made->response.agentic->last_message = Value::str("answer");
  EXPECT_EQ(
      line_of(made->response),
      head("memory_kv") +
          R"j("error": {"error_type": "t"}, "prompt": [["q"]], "model_result_raw": [["answer"]], )j" +
          R"j("last_non_fc_message": "answer", "possible_answer": ["truth"])j");
  fail(made->response, "agentic:no_last_message", R"j({"error_type": "t"})j");
  made->response.verdict.decoded = parse(R"j([["f()"]])j");
  EXPECT_EQ(line_of(made->response),
            head("memory_kv") + R"j("error": {"error_type": "t"}, )j" + std::string(kBarePrompt) +
                R"j(, "model_result": [["answer"]], "model_result_decoded": [["f()"]], )j" +
                R"j("possible_answer": ["truth"])j");
}

TEST(ScoreJson, WhatJsonCannotHold) {
  struct Case {
    Value value;
    std::string_view json;
    bool official;  // the official writer writes it
  };
  Value set = Value::set();
  Dict with_tuple_key;
  with_tuple_key.set(Value::tuple({Value::integer(1)}), Value::integer(2));
  const Case cases[] = {
      {Value::complex(1, 2), R"j("(1+2j)")j", true},
      {Value::ellipsis(), R"j("Ellipsis")j", true},
      {Value::bytes("x"), R"j("b'x'")j", true},
      {set, R"j("set()")j", true},
      {Value::tuple({Value::integer(1), Value::str("é")}), R"j([1, "é"])j", true},
      {Value::tuple({Value::integer(1), Value::complex(0, 1)}), R"j("(1, 1j)")j", true},
      {Value::list({Value::tuple({set})}), R"j(["(set(),)"])j", true},
      {Value::dict(with_tuple_key), R"j({"(1,)": 2})j", false},
      {Value::str("\xED\xA0\xBD"), R"j("\ud83d")j", false},
      {Value::list({}), "[]", true},
      {Value::dict(), "{}", true},
      {Value::real(1e16), "1e+16", true}};
  for (const Case& c : cases) {
    std::string json;
    EXPECT_EQ(append_score_json(json, c.value), c.official) << c.json;
    EXPECT_EQ(json, c.json);
  }
}

TEST(SharedScoreTexts, GivesTheSameText) {
  const Value docs = parse(R"j([{"name": "f"}])j");
  const Value same = docs;
  SharedScoreTexts texts;
  std::string out;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(texts.append(out, same));
  EXPECT_EQ(out, R"j([{"name": "f"}][{"name": "f"}][{"name": "f"}])j");
}

TEST(ScoreHeader, CountsAndConfigurations) {
  std::vector<ScoredResponse> responses(4);
  const char* ids[] = {
      "format_sensitivity_0:a:simple_python_1", "format_sensitivity_1:b:simple_python_1",
      "format_sensitivity_2:a:simple_python_2", "format_sensitivity_3:b:simple_python_2"};
  for (std::size_t i = 0; i < 4; ++i) {
    responses[i].id = ids[i];
    responses[i].verdict.valid = i < 3;
  }
  EXPECT_EQ(score_header(*find_category("simple_python"), responses),
            R"j({"accuracy": 0.75, "correct_count": 3, "total_count": 4})j");
  EXPECT_EQ(
      score_header(*find_category("format_sensitivity"), responses),
      R"j({"accuracy": 0.75, "correct_count": 3, "total_count": 4, "accuracy_max_delta": 50.0, )j"
      R"j("accuracy_variance": 1250.0, "accuracy_std": 35.36, )j"
      R"j("a": {"accuracy": 1.0, "correct_count": 2, "total_count": 2}, )j"
      R"j("b": {"accuracy": 0.5, "correct_count": 1, "total_count": 2}})j");
  responses.resize(1);
  EXPECT_EQ(
      score_header(*find_category("format_sensitivity"), responses),
      R"j({"accuracy": 1.0, "correct_count": 1, "total_count": 1, "accuracy_max_delta": 0.0, )j"
      R"j("accuracy_variance": 0.0, "accuracy_std": 0.0, )j"
      R"j("a": {"accuracy": 1.0, "correct_count": 1, "total_count": 1}})j");
}

TEST(ScoreEntry, ExecutableEntries) {
  const auto made = make("exec_simple", R"j("[f(x=1)]")j");
  ScoredResponse& response = made->response;
  response.executable = std::make_unique<ExecutableVerdict>();
  fail(response, "executable_checker:wrong_result", R"j(["e"])j");
  response.verdict.decoded = parse(R"j(["f(x=1)"])j");
  response.executable->model_output = Value::integer(7);
  EXPECT_EQ(line_of(response),
            head("exec_simple") +
                R"j("error": ["e"], "error_type": "executable_checker:wrong_result", )j" +
                std::string(kPrompt) +
                R"j(, "model_result_raw": "[f(x=1)]", )j"
                R"j("model_result_decoded": ["f(x=1)"], "model_executed_output": 7)j");
  fail(response, "executable_decoder:wrong_output_format", R"j(["e"])j");
  response.verdict.decoded = parse("[1]");
  EXPECT_EQ(line_of(response),
            head("exec_simple") +
                R"j("error": ["e"], "error_type": "executable_decoder:wrong_output_format", )j" +
                std::string(kPrompt) +
                R"j(, "model_result_raw": "[f(x=1)]", "model_result_decoded": "[1]")j");
}

TEST(ScoreEntry, OutOfMemory) {
  for (const std::string_view name :
       {"simple_python", "irrelevance", "multi_turn_base", "memory_kv", "exec_simple", "rest"}) {
    const auto made = make(name, R"j("[f()]")j");
    set_out_of_memory(made->response);
    const std::string line = line_of(made->response);
    EXPECT_EQ(line.substr(0, head(name).size()), head(name));
    EXPECT_NE(line.find("out_of_memory"), std::string::npos) << line;
  }
}

TEST(ScoreEntry, SkippedEntriesAreInNoCount) {
  std::vector<std::unique_ptr<Made>> made;
  std::vector<ScoredResponse> responses;
  for (const Skip skip : {Skip::kNone, Skip::kNone, Skip::kNoCredentials}) {
    made.push_back(make("rest", R"j("[f()]")j"));
    ScoredResponse& response = made.back()->response;
    response.executable = std::make_unique<ExecutableVerdict>();
    response.executable->skip = skip;
    response.executable->variable = "OMDB_API_KEY";
    response.verdict.valid = responses.empty();
    responses.push_back(std::move(response));
  }
  EXPECT_EQ(line_of(responses[2]),
            R"j({"id": "rest_0", "model_name": "m", "test_category": "rest", "valid": null, )j"
            R"j("skipped": "skipped_no_credentials", "variable": "OMDB_API_KEY")j");
  const Category& rest = *find_category("rest");
  EXPECT_EQ(score_header(rest, responses),
            R"j({"accuracy": 0.5, "correct_count": 1, "total_count": 2, )j"
            R"j("skipped": {"skipped_no_credentials": 1}})j");
  EXPECT_EQ(score_header(rest, std::span(responses).subspan(2)),
            R"j({"accuracy": null, "correct_count": 0, "total_count": 0, )j"
            R"j("skipped": {"skipped_no_credentials": 1}})j");
}

}  // namespace
}  // namespace bfclx
