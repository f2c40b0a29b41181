// A malformed entry of the dataset costs itself alone.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/dataset/loader.h"

namespace bfclx {
namespace {

const Category& category(std::string_view name) { return *find_category(name); }

constexpr std::string_view kTurn = R"("question": [[{"role": "user", "content": "hi"}]])";

std::string question(const std::string& id,
                     std::string_view rest = R"("function": [{"name": "f"}])") {
  return R"({"id": ")" + id + "\", " + std::string(kTurn) + ", " + std::string(rest) + "}\n";
}

std::string answer(const std::string& id, std::string_view truth) {
  return R"({"id": ")" + id + R"(", "ground_truth": )" + std::string(truth) + "}\n";
}

std::string ids_of(const Dataset& dataset, const Category& category) {
  std::string ids;
  for (const Entry& entry : dataset.entries(category)) ids += entry.id + " ";
  return ids;
}

// What is wrong with the second of three entries, in its question or in its answer.
struct MalformedCase {
  std::string_view category;
  std::string_view good_truth;
  std::string question;  // empty: a good one
  std::string answer;    // likewise
  std::string_view message;
};

constexpr std::string_view kTruth = R"([{"f": {"x": [1, ""]}}])";
constexpr std::string_view kClasses = R"("involved_classes": ["MathAPI"])";

const MalformedCase kCases[] = {
    {"parallel_multiple", kTruth, "",
     answer("parallel_multiple_1", R"([{"f": {"x": [1]}}, {"deck": [[], ""]}])"),
     "data/possible_answer/BFCL_v4_parallel_multiple.json:2: parallel_multiple_1: item 2 of "
     "\"ground_truth\" is {\"deck\": [[], \"\"]}, expected {name: {parameter: [alternatives]}}"},
    {"multiple", kTruth, "", "{\"id\": \"multiple_1\", \"ground_truth\": [\n",
     "data/possible_answer/BFCL_v4_multiple.json:2: multiple_1: not JSON: Expecting value: line 1 "
     "column 39 (char 38)"},
    {"multiple", kTruth, "", "{\"id\": \"multiple_1\", \"ground_truth\": \"\xff\"}\n",
     "data/possible_answer/BFCL_v4_multiple.json:2: multiple_1: invalid UTF-8 at byte 38"},
    {"multiple", kTruth, "{\"id\": \"multiple_1\", \"question\": [[\n", "",
     "data/BFCL_v4_multiple.json:2: multiple_1: not JSON: Expecting value: line 1 column 36 (char "
     "35)"},
    // The answer beside it tells the id.
    {"multiple", kTruth, "{\"question\": [[\n", "",
     "data/BFCL_v4_multiple.json:2: multiple_1: not JSON: Expecting value: line 1 column 16 (char "
     "15)"},
    {"multiple", kTruth, "[]\n", "",
     "data/BFCL_v4_multiple.json:2: multiple_1: the line is a list, expected an object"},
    {"multiple", kTruth, question("multiple_1", R"("function": [{"nome": "f"}])"), "",
     "data/BFCL_v4_multiple.json:2: multiple_1: item 1 of \"function\" is {\"nome\": \"f\"}, "
     "expected a function doc with a \"name\""},
    {"multiple", kTruth,
     R"({"id": "multiple_1", "question": [["hi"]], "function": []})"
     "\n",
     "",
     "data/BFCL_v4_multiple.json:2: multiple_1: item 1 of \"question\" is [\"hi\"], expected a "
     "list "
     "of messages"},
    {"multi_turn_base", R"x([["f()"]])x", "",
     answer("multi_turn_base_1", R"x([["f()"], {"g": 1}])x"),
     "data/possible_answer/BFCL_v4_multi_turn_base.json:2: multi_turn_base_1: item 2 of "
     "\"ground_truth\" is {\"g\": 1}, expected a list of calls as text"},
    {"multi_turn_base", R"x([["f()"]])x",
     question("multi_turn_base_1", R"("involved_classes": "MathAPI")"), "",
     "data/BFCL_v4_multi_turn_base.json:2: multi_turn_base_1: \"involved_classes\" is text, "
     "expected a list of class names"},
    {"web_search_no_snippet", R"(["yes"])", "", answer("web_search_1", R"([["yes"]])"),
     "data/possible_answer/BFCL_v4_web_search.json:2: web_search_no_snippet_1: item 1 of "
     "\"ground_truth\" is [\"yes\"], expected text"},
    {"multiple", kTruth,
     question("multiple_1",
              R"x("function": [{"name": "f", "parameters": {"properties": {"x": {}}}}])x"),
     "",
     "data/BFCL_v4_multiple.json:2: multiple_1: \"type\" of parameter `x` of function `f` is "
     "missing, expected the name of a type"},
    {"multiple", kTruth,
     question("multiple_1",
              R"x("function": [{"name": "f", "parameters": {"properties": {"x": {"type": 3}}}}])x"),
     "",
     "data/BFCL_v4_multiple.json:2: multiple_1: \"type\" of parameter `x` of function `f` is a "
     "number, expected the name of a type"},
    {"multiple", kTruth,
     question("multiple_1",
              R"x("function": [{"name": "f", "parameters": {"properties": {"x": 1}}}])x"),
     "",
     "data/BFCL_v4_multiple.json:2: multiple_1: parameter `x` of function `f` is a number, "
     "expected an object with a \"type\""},
    {"multiple", kTruth,
     question("multiple_1",
              R"x("function": [{"name": "f", "parameters": {"required": ["x", 2]}}])x"),
     "",
     "data/BFCL_v4_multiple.json:2: multiple_1: item 2 of \"required\" of function `f` is a "
     "number, expected text"},
    {"multiple", kTruth,
     question("multiple_1", R"x("function": [{"name": "f", "parameters": {"required": {}}}])x"), "",
     "data/BFCL_v4_multiple.json:2: multiple_1: \"required\" of function `f` is an object, "
     "expected a list of strings"},
    {"multi_turn_base", R"x([["f()"]])x",
     question("multi_turn_base_1", R"("involved_classes": ["MathAPI", 3])"), "",
     "data/BFCL_v4_multi_turn_base.json:2: multi_turn_base_1: item 2 of \"involved_classes\" is 3, "
     "expected a class name"},
    // What no response can pass, or any.
    {"multiple", kTruth, "", answer("multiple_1", "[]"),
     "data/possible_answer/BFCL_v4_multiple.json:2: multiple_1: \"ground_truth\" is an empty list, "
     "expected a list of {name: {parameter: [alternatives]}}"},
    {"multiple", kTruth, question("multiple_1", R"("function": [])"), "",
     "data/BFCL_v4_multiple.json:2: multiple_1: \"function\" is an empty list, expected a function "
     "to call"},
    {"multi_turn_base", R"x([["f()"]])x", "", answer("multi_turn_base_1", "[]"),
     "data/possible_answer/BFCL_v4_multi_turn_base.json:2: multi_turn_base_1: \"ground_truth\" is "
     "an empty list, expected a list of turns, each a list of calls as text"},
    {"multi_turn_base", R"x([["f()"]])x",
     question("multi_turn_base_1", R"("involved_classes": [])"), "",
     "data/BFCL_v4_multi_turn_base.json:2: multi_turn_base_1: \"involved_classes\" is an empty "
     "list, expected a class to call"},
    {"web_search_no_snippet", R"(["yes"])", "", answer("web_search_1", "[]"),
     "data/possible_answer/BFCL_v4_web_search.json:2: web_search_no_snippet_1: \"ground_truth\" is "
     "an empty list, expected a list of strings"},
    {"web_search_no_snippet", R"(["yes"])", "", answer("web_search_1", "null"),
     "data/possible_answer/BFCL_v4_web_search.json:2: web_search_no_snippet_1: \"ground_truth\" is "
     "null, expected a list of strings"},
};

TEST(Malformed, CostsOneEntry) {
  for (const MalformedCase& each : kCases) {
    const Category& own = category(each.category);
    const bool agentic = own.judging == Judging::kAgentic;
    const std::string stem(agentic ? own.family : own.name);
    const std::string_view rest =
        own.judging == Judging::kCalls ? R"("function": [{"name": "f"}])" : kClasses;
    std::string questions;
    std::string answers;
    for (const std::string number : {"0", "1", "2"}) {
      const std::string id = stem + "_" + number;
      const bool bad = number == "1";
      questions += bad && !each.question.empty() ? each.question : question(id, rest);
      answers += bad && !each.answer.empty() ? each.answer : answer(id, each.good_truth);
    }
    Dataset dataset;
    const Status status = dataset.add(own, questions, answers);
    ASSERT_TRUE(status.ok()) << status.error().message;
    const std::string name(own.name);
    EXPECT_EQ(ids_of(dataset, own), name + "_0 " + name + "_2 ") << each.message;
    ASSERT_EQ(dataset.malformed(own).size(), 1u) << each.message;
    const MalformedEntry& malformed = dataset.malformed(own).front();
    EXPECT_EQ(malformed.message(), each.message);
    EXPECT_EQ(malformed.position, 1u);
    EXPECT_EQ(dataset.find(name + "_1"), nullptr);
    EXPECT_EQ(dataset.find_malformed(name + "_1"), &malformed);
    EXPECT_EQ(dataset.find_malformed(name + "_2"), nullptr);
  }
}

// Official entries of these categories have no functions.
TEST(Malformed, WhoShouldAbstainNeedsNoFunctions) {
  Dataset dataset;
  const Category& irrelevance = category("live_irrelevance");
  ASSERT_TRUE(
      dataset.add(irrelevance, question("live_irrelevance_0-0-0", R"("function": [])"), "").ok());
  EXPECT_EQ(ids_of(dataset, irrelevance), "live_irrelevance_0-0-0 ");
}

TEST(Malformed, AnIdThatOccursTwice) {
  Dataset dataset;
  const Category& multiple = category("multiple");
  const std::string lines =
      question("multiple_0") + question("multiple_1") + question("multiple_1");
  const std::string answers =
      answer("multiple_0", kTruth) + answer("multiple_1", kTruth) + answer("multiple_1", kTruth);
  ASSERT_TRUE(dataset.add(multiple, lines, answers).ok());
  EXPECT_EQ(ids_of(dataset, multiple), "multiple_0 ");
  ASSERT_EQ(dataset.malformed(multiple).size(), 2u);
  EXPECT_EQ(dataset.malformed(multiple)[1].message(),
            "data/BFCL_v4_multiple.json:3: multiple_1: duplicate id, also in line 2");
}

TEST(Malformed, LinesOfGroundTruthTooMany) {
  Dataset dataset;
  const Category& multiple = category("multiple");
  const std::string questions =
      question("multiple_0") + question("multiple_1") + question("multiple_2");
  const std::string answers = answer("multiple_0", kTruth) + answer("multiple_7", kTruth) +
                              answer("multiple_1", kTruth) + answer("multiple_2", kTruth) +
                              answer("multiple_1", kTruth);
  ASSERT_TRUE(dataset.add(multiple, questions, answers).ok());
  EXPECT_EQ(ids_of(dataset, multiple), "multiple_0 multiple_2 ");
  ASSERT_EQ(dataset.malformed(multiple).size(), 2u);
  EXPECT_EQ(dataset.malformed(multiple)[0].message(),
            "data/possible_answer/BFCL_v4_multiple.json:5: multiple_1: duplicate or misplaced "
            "ground truth for this entry");
  EXPECT_EQ(dataset.malformed(multiple)[1].message(),
            "data/possible_answer/BFCL_v4_multiple.json:2: multiple_7: no question has this id");
  EXPECT_EQ(dataset.malformed_entries(multiple), 1u);  // three questions, one of them malformed
}

// The variants keep their numbers, which are part of their ids.
TEST(Malformed, FormatSensitivityKeepsItsNumbers) {
  Dataset dataset;
  const Category& simple = category("simple_python");
  ASSERT_TRUE(dataset
                  .add(simple, question("simple_python_0") + question("simple_python_1"),
                       answer("simple_python_0", "7") + answer("simple_python_1", kTruth))
                  .ok());
  const Category& varied = category("format_sensitivity");
  ASSERT_TRUE(
      dataset.add(varied, R"({"simple_python": ["simple_python_0", "simple_python_1"]})", "").ok());
  const std::size_t configs = format_sensitivity_configs().size();
  ASSERT_EQ(dataset.malformed(varied).size(), configs);
  ASSERT_EQ(dataset.entries(varied).size(), configs);
  EXPECT_EQ(dataset.entries(varied).front().id.rfind(
                "format_sensitivity_" + std::to_string(configs) + ":", 0),
            0u);
  EXPECT_EQ(dataset.malformed(varied).front().id.rfind("format_sensitivity_0:", 0), 0u);
  EXPECT_EQ(dataset.malformed(varied).front().file,
            "data/possible_answer/BFCL_v4_simple_python.json");
}

// The recorded requests of the truth stay with their entries.
TEST(Malformed, RestRequestsStayAligned) {
  Dataset dataset;
  const Category& rest = category("rest");
  ASSERT_TRUE(
      dataset
          .add(rest, question("rest_0") + question("rest_1") + question("rest_2"),
               answer("rest_0", R"("{}")") + answer("rest_1", "[]") + answer("rest_2", R"("{}")"))
          .ok());
  ASSERT_TRUE(dataset
                  .add_rest_requests("{\"ground_truth\": \"a()\"}\n{\"ground_truth\": \"b()\"}\n"
                                     "{\"ground_truth\": \"c()\"}\n")
                  .ok());
  EXPECT_EQ(dataset.entries(rest)[0].truth_call, "a()");
  EXPECT_EQ(dataset.entries(rest)[1].truth_call, "c()");
}

}  // namespace
}  // namespace bfclx
