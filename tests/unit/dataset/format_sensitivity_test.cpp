#include <gtest/gtest.h>

#include <string>

#include "core/dataset/dataset.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

std::string question_line(const std::string& id) {
  return R"({"id": ")" + id +
         R"(", "question": [[{"role": "user", "content": "hi"}]],)"
         R"( "function": [{"name": "f", "description": "Does f."}]})"
         "\n";
}

std::string answer_line(const std::string& id) {
  return R"({"id": ")" + id +
         R"(", "ground_truth": [{"f": {}}]})"
         "\n";
}

Dataset loaded() {
  Dataset dataset;
  std::string questions;
  std::string answers;
  for (const char* id : {"simple_python_3", "simple_python_1", "simple_python_2"}) {
    questions += question_line(id);
    answers += answer_line(id);
  }
  EXPECT_TRUE(dataset.add(*find_category("simple_python"), questions, answers).ok());
  EXPECT_TRUE(dataset
                  .add(*find_category("live_parallel"), question_line("live_parallel_0-0-0"),
                       answer_line("live_parallel_0-0-0"))
                  .ok());
  return dataset;
}

TEST(FormatSensitivity, Configurations) {
  const auto& configs = format_sensitivity_configs();
  ASSERT_EQ(configs.size(), 26u);
  const std::pair<std::size_t, std::string_view> cases[] = {
      {0,
       "ret_fmt=python&tool_call_tag=True&func_doc_fmt=python&prompt_fmt=plaintext&style=classic"},
      {5,
       "ret_fmt=python&tool_call_tag=False&func_doc_fmt=json&prompt_fmt=plaintext&style=classic"},
      {6, "ret_fmt=json&tool_call_tag=True&func_doc_fmt=python&prompt_fmt=plaintext&style=classic"},
      {13,
       "ret_fmt=verbose_xml&tool_call_tag=True&func_doc_fmt=xml&prompt_fmt=plaintext&style="
       "classic"},
      {23,
       "ret_fmt=concise_xml&tool_call_tag=False&func_doc_fmt=json&prompt_fmt=plaintext&style="
       "classic"},
      {24,
       "ret_fmt=python&tool_call_tag=False&func_doc_fmt=json&prompt_fmt=markdown&style=classic"},
      {25,
       "ret_fmt=python&tool_call_tag=False&func_doc_fmt=json&prompt_fmt=plaintext&style="
       "experimental"},
  };
  for (const auto& [index, expected] : cases) EXPECT_EQ(configs[index], expected);
}

TEST(FormatSensitivity, OrderOfCategoriesIsTheMappingsOfEntriesTheDatasets) {
  Dataset dataset = loaded();
  const Category& category = *find_category("format_sensitivity");
  // simple_python_9 does not exist and is passed over; "multiple" has no ids and is not needed.
  const Status status = dataset.add(category,
                                    R"({"live_parallel": ["live_parallel_0-0-0"], "multiple": [],)"
                                    R"( "simple_python": ["simple_python_2", "simple_python_9",)"
                                    R"( "simple_python_3"]})",
                                    "");
  ASSERT_TRUE(status.ok()) << status.error().message;
  const auto& entries = dataset.entries(category);
  ASSERT_EQ(entries.size(), 3 * 26u);
  const std::pair<std::size_t, std::string_view> cases[] = {
      {0, "live_parallel_0-0-0"}, {25, "live_parallel_0-0-0"}, {26, "simple_python_3"},
      {51, "simple_python_3"},    {52, "simple_python_2"},     {77, "simple_python_2"},
  };
  for (const auto& [index, original] : cases) {
    const std::string id = "format_sensitivity_" + std::to_string(index) + ":" +
                           format_sensitivity_configs()[index % 26] + ":" + std::string(original);
    EXPECT_EQ(entries[index].id, id);
    EXPECT_EQ(entries[index].category, &category);
    EXPECT_EQ(dataset.find(id), &entries[index]);
  }
}

TEST(FormatSensitivity, EntriesShareWhatTheyHaveInCommon) {
  Dataset dataset = loaded();
  const Category& category = *find_category("format_sensitivity");
  ASSERT_TRUE(dataset.add(category, R"({"simple_python": ["simple_python_1"]})", "").ok());
  const auto& entries = dataset.entries(category);
  ASSERT_EQ(entries.size(), 26u);
  const Entry& original = *dataset.find("simple_python_1");
  EXPECT_TRUE(entries[3].question().same_object(original.question()));
  EXPECT_TRUE(entries[3].ground_truth.same_object(original.ground_truth));
  EXPECT_TRUE(entries[3].functions().same_object(entries[4].functions()));
  // The official loader adds its hint on the language here, and only here.
  EXPECT_EQ(repr(entries[3].functions()),
            "[{'name': 'f', 'description': 'Does f. Note that the provided function is in Python 3 "
            "syntax.'}]");
  EXPECT_EQ(repr(original.functions()), "[{'name': 'f', 'description': 'Does f.'}]");
  EXPECT_EQ(entries[3].data.as_dict().find("id")->as_str(), entries[3].id);
  EXPECT_EQ(original.data.as_dict().find("id")->as_str(), "simple_python_1");
}

TEST(FormatSensitivity, Errors) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"{",
       "not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"},
      {"[]", "expected an object {category: [ids]}"},
      {R"({"simple_java": ["simple_java_0"]})",
       "\"simple_java\" is not a single-turn Python category with ground truth"},
      {R"({"unknown": []})", "\"unknown\" is not a single-turn Python category with ground truth"},
      {R"({"simple_python": "simple_python_1"})", "\"simple_python\": expected a list of ids"},
      {R"({"multiple": ["multiple_0"]})", "needs multiple, which is not loaded"},
  };
  for (const auto& [mapping, expected] : cases) {
    Dataset dataset = loaded();
    const Status status = dataset.add(*find_category("format_sensitivity"), mapping, "");
    ASSERT_FALSE(status.ok()) << mapping;
    EXPECT_EQ(status.error().message, "BFCL_v4_format_sensitivity.json: " + std::string(expected));
  }
}

}  // namespace
}  // namespace bfclx
