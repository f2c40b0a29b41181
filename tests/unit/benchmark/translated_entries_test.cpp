// Translations: lines against the source's entries, what is written, hints.
#include "core/benchmark/translated_entries.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

constexpr std::string_view kFunction =
    R"("function": [{"name": "f", "description": "d", "parameters": {"type": "dict", )"
    R"("required": ["city"], "properties": {"city": {"type": "string"}, )"
    R"("unit": {"type": "string", "enum": ["C", "F"]}}}}])";

class TranslatedEntriesTest : public testing::Test {
 protected:
  TranslatedEntriesTest() {
    source_["data/BFCL_v4_multiple.json"] =
        concat({question("multiple_0", "How warm is it in Paris, in C?"), "\n",
                question("multiple_1", "And in Rome?"), "\n"});
    source_["data/possible_answer/BFCL_v4_multiple.json"] = concat(
        {R"({"id": "multiple_0", "ground_truth": [{"f": {"city": ["Paris"], )"
         R"("unit": ["C"]}}]})",
         "\n", R"({"id": "multiple_1", "ground_truth": [{"f": {"city": ["Rome"]}}]})", "\n"});
    source_["prompts.json"] = "{}";
    const Result<NewTranslation> made =
        start_translation(reader(source_), std::vector{find_category("multiple")});
    EXPECT_TRUE(made.ok());
    for (const BenchmarkFile& file : made->files) files_[file.path] = file.bytes;
    benchmark_.name = "multi-fr";
    benchmark_.version = "1";
    benchmark_.language = "fr";
    benchmark_.translation =
        std::make_shared<Translation>(Translation{"v4", "fnv1a:0", made->entries, {}});
  }

  using Files = std::map<std::string, std::string>;

  static std::string question(std::string_view id, std::string_view text) {
    return concat({R"({"id": ")", id, R"(", "question": [[{"role": "user", "content": ")", text,
                   R"("}]], )", kFunction, "}"});
  }

  static DatasetFiles::Read reader(const Files& files) {
    return [&files](const std::string& path) -> Result<std::optional<std::string>> {
      const auto file = files.find(path);
      if (file == files.end()) return std::optional<std::string>();
      return std::optional<std::string>(file->second);
    };
  }

  AddedTranslations add(std::string_view lines) {
    Result<AddedTranslations> made = add_translations(benchmark_, reader(files_), lines);
    EXPECT_TRUE(made.ok()) << made.error().message;
    if (!made.ok()) return {};
    for (const BenchmarkFile& file : made->added.files) files_[file.path] = file.bytes;
    return std::move(made).value();
  }

  Files source_;
  Files files_;
  OwnBenchmark benchmark_;
};

TEST_F(TranslatedEntriesTest, StartsWithTheTextsOfTheSource) {
  EXPECT_EQ(files_["source/data/BFCL_v4_multiple.json"], source_["data/BFCL_v4_multiple.json"]);
  EXPECT_EQ(files_["prompts.json"], "{}");
  EXPECT_EQ(files_.count("data/BFCL_v4_multiple.json"), 0u);
  EXPECT_EQ(files_["to-translate.jsonl"].substr(0, files_["to-translate.jsonl"].find('\n')),
            R"({"id": "multiple_0", "question": [[{"role": "user", "content": )"
            R"("How warm is it in Paris, in C?"}]], )"
            R"("ground_truth": [{"f": {"city": ["Paris"], "unit": ["C"]}}]})");
}

TEST_F(TranslatedEntriesTest, KeepsTheOrderOfTheSource) {
  add(R"({"id": "multiple_1", "question": "Et à Rome ?"})");
  const AddedTranslations made = add(R"({"id": "multiple_0", "question": "À Paris ?"})");
  EXPECT_EQ(made.taken, 1u);
  EXPECT_EQ(made.replaced, 0u);
  ASSERT_EQ(made.added.categories.size(), 1u);
  EXPECT_EQ(made.added.categories[0].all, 2u);
  EXPECT_EQ(files_["data/BFCL_v4_multiple.json"],
            concat({question("multiple_0", "À Paris ?"), "\n",
                    question("multiple_1", "Et à Rome ?"), "\n"}));
  EXPECT_EQ(files_["data/possible_answer/BFCL_v4_multiple.json"],
            source_["data/possible_answer/BFCL_v4_multiple.json"]);
  EXPECT_EQ(files_["to-translate.jsonl"], "");
}

TEST_F(TranslatedEntriesTest, AddsAllLinesOrNone) {
  const Files before = files_;
  const AddedTranslations made = add(R"({"id": "multiple_0", "question": "À Paris ?"}
{"id": "multiple_1", "question": "Et à Rome ?", "ground_truth": [{"f": {"town": ["Rome"]}}]})");
  EXPECT_EQ(made.added.faulty, 1u);
  ASSERT_EQ(made.added.problems.size(), 1u);
  EXPECT_EQ(made.added.problems[0].line, 2u);
  EXPECT_EQ(made.added.problems[0].text,
            "ground_truth[0].f: has no 'city', which the source has; "
            "ground_truth[0].f.town: the source does not have this parameter");
  EXPECT_EQ(files_, before);
}

TEST_F(TranslatedEntriesTest, HintsAtValuesThatTheTranslationLost) {
  add(R"({"id": "multiple_0", "question": "Quel temps à Lutèce ?"}
{"id": "multiple_1", "question": "And in Rome?", "unchanged": true})");
  Result<TranslationState> state = translation_state(benchmark_, reader(files_));
  ASSERT_TRUE(state.ok());
  ASSERT_EQ(state->hints.size(), 2u);  // none for "C", of an enum
  EXPECT_EQ(state->hints[0].id, "multiple_0");
  EXPECT_TRUE(state->hints[0].text.find("city: 'Paris'") != std::string::npos);
  EXPECT_EQ(state->hints[1].text, "the text is the same as in the source");
  add(R"({"id": "multiple_0", "question": "Quel temps à Lutèce ?", )"
      R"("ground_truth": [{"f": {"city": ["Paris", "Lutèce"], "unit": ["C"]}}]})");
  state = translation_state(benchmark_, reader(files_));
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(state->hints.size(), 1u);
}

TEST_F(TranslatedEntriesTest, RefusesFilesThatWereEdited) {
  add(R"({"id": "multiple_0", "question": "À Paris ?"})");
  files_["data/BFCL_v4_multiple.json"] += question("multiple_7", "x") + "\n";
  files_["data/possible_answer/BFCL_v4_multiple.json"] += "{\"id\": \"multiple_7\"}\n";
  const Result<AddedTranslations> made = add_translations(benchmark_, reader(files_), "");
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().message,
            "data/BFCL_v4_multiple.json:2: the source has no entry of this id");
}

TEST_F(TranslatedEntriesTest, ConversationsThatFillMemoriesAreTranslatedToo) {
  Files source;
  source["data/BFCL_v4_memory.json"] =
      R"({"id": "memory_0-customer-0", "question": [[{"role": "user", "content": "My name?"}]], )"
      R"("involved_classes": ["MemoryAPI"], "scenario": "customer"})";
  source["data/possible_answer/BFCL_v4_memory.json"] =
      R"({"id": "memory_0-customer-0", "ground_truth": ["Ada"]})";
  for (const MemoryScenario& scenario : memory_scenarios()) {
    source[concat({"data/", scenario.file})] =
        concat({R"({"id": "memory_prereq_0-)", scenario.name,
                R"(-0", "question": [[{"role": "user", "content": "I am Ada."}]], "scenario": ")",
                scenario.name, R"("})", "\n"});
  }
  source["prompts.json"] = "{}";
  for (const FunctionDocFile& docs : function_doc_files()) {
    source[concat({"data/", docs.file})] =
        R"({"name": "f", "description": "", "parameters": {"type": "dict", "properties": {}}})";
  }
  const Result<NewTranslation> made =
      start_translation(reader(source), std::vector{find_category("memory_kv")});
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->entries.size(), 3u);  // the backends share their questions
  EXPECT_EQ(made->conversations, memory_scenarios().size());
  files_.clear();
  for (const BenchmarkFile& file : made->files) files_[file.path] = file.bytes;
  benchmark_.translation = std::make_shared<Translation>(Translation{"v4", "h", made->entries, {}});
  const AddedTranslations added =
      add(R"({"id": "memory_vector_0-customer-0", "question": "Mon nom ?"}
{"id": "memory_prereq_0-customer-0", "question": "Je suis Ada."})");
  EXPECT_TRUE(added.added.problems.empty());
  EXPECT_EQ(added.conversations_left, memory_scenarios().size() - 1);
  EXPECT_EQ(added.added.categories[2].all, 1u);
  EXPECT_NE(files_["data/memory_prereq_conversation/memory_customer.json"].find("Je suis Ada."),
            std::string::npos);
}

}  // namespace
}  // namespace bfclx
