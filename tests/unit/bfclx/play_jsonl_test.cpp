#include "tools/bfclx/play/play_jsonl.h"

#include <gtest/gtest.h>

namespace bfclx::tools {
namespace {

std::string answered(std::string_view line) {
  const Result<std::string> answer = answer_line(line, JsonlSettings{.no_tables = "none here"});
  return answer.ok() ? answer.value() : "! " + answer.error().message;
}

TEST(PlayJsonl, AnswersInTheFormOfTheRecordings) {
  constexpr const char* kLine =
      R"_({"id": "a", "involved_classes": ["MathAPI"], "other": [1],
           "calls": ["add(a=1, b=2)", "add(1, 2, 3)", "nothing()"]})_";
  constexpr const char* kAnswer =
      R"_({"id": "a", "results": ["{\"result\": 3}", )_"
      R"_("Error during execution: MathAPI.add() takes 3 positional arguments but 4 were given", )_"
      R"_("Error during execution: name 'nothing' is not defined"], )_"
      R"_("final_state": {"MathAPI": {}}})_";
  EXPECT_EQ(answered(kLine), kAnswer);
  EXPECT_EQ(answered(R"({"id": "a\ud800", "involved_classes": [], "calls": []})"),
            R"({"id": "a\ud800", "results": [], "final_state": {}})");
}

TEST(PlayJsonl, TheModelsNameReachesResults) {
  JsonlSettings settings;
  settings.model_name = "my_model";
  constexpr const char* kLine =
      R"_({"id": "x-1", "involved_classes": ["GorillaFileSystem"],
           "calls": ["echo(content='ls (1)')"]})_";
  const Result<std::string> answer = answer_line(kLine, settings);
  ASSERT_TRUE(answer.ok());
  EXPECT_NE(answer->find("my_model_eval_x_1_GorillaFileSystem_instance.ls(1)"), std::string::npos)
      << *answer;
}

TEST(PlayJsonl, SaysWhatIsWrongWithALine) {
  struct Case {
    const char* line;
    const char* message;
  };
  const Case cases[] = {
      {"{", "! not valid JSON: "},
      {"[1]", "! not a JSON object"},
      {"\xff", "! not valid UTF-8 at byte 0"},
      {R"({"involved_classes": [], "calls": []})", "! has no string `id`"},
      {R"({"id": 1, "involved_classes": [], "calls": []})", "! has no string `id`"},
      {R"({"id": "a", "calls": []})", "! has no `involved_classes`"},
      {R"({"id": "a", "involved_classes": [1], "calls": []})", "! has no `involved_classes`"},
      {R"({"id": "a", "involved_classes": []})", "! has no `calls`"},
      {R"({"id": "a", "involved_classes": [], "calls": [1]})", "! has no `calls`"},
      {R"({"id": "a", "involved_classes": [], "calls": [], "initial_config": []})",
       "! `initial_config` is not an object"},
      {R"({"id": "a", "involved_classes": [], "calls": [], "long_context": 1})",
       "! `long_context` is neither true nor false"},
      {R"({"id": "a", "involved_classes": [], "calls": [], "long_context": true})",
       "! long_context needs the tables of a dataset: none here"},
      {R"({"id": "a", "involved_classes": ["MathApi"], "calls": []})",
       "! unknown class `MathApi`. Did you mean MathAPI?"},
      {R"({"id": "a", "involved_classes": ["GorillaFileSystem"], "calls": [],
           "initial_config": {"GorillaFileSystem": 7}})",
       "! the official classes refuse this initial_config: "},
  };
  for (const Case& test : cases) {
    const std::string answer = answered(test.line);
    EXPECT_EQ(answer.substr(0, std::string_view(test.message).size()), test.message) << answer;
  }
}

}  // namespace
}  // namespace bfclx::tools
