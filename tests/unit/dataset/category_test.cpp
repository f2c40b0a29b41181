#include "core/dataset/category.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/entry_id.h"
#include "core/dataset/own_turns.h"

namespace bfclx {
namespace {

std::string name_of(const Category* category) {
  return category == nullptr ? "-" : std::string(category->name);
}

std::string names_of(std::span<const Category* const> group) {
  std::string names;
  for (const Category* category : group) {
    names += (names.empty() ? "" : " ") + std::string(category->name);
  }
  return names;
}

struct TextCase {
  std::string_view input;
  std::string_view expected;
};

TEST(Category, Groups) {
  // category_mapping.py:TEST_COLLECTION_MAPPING.
  const std::string non_live =
      "simple_python simple_java simple_javascript multiple parallel parallel_multiple irrelevance";
  const std::string live =
      "live_simple live_multiple live_parallel live_parallel_multiple live_irrelevance "
      "live_relevance";
  const std::string multi_turn =
      "multi_turn_base multi_turn_miss_func multi_turn_miss_param multi_turn_long_context";
  const std::string memory = "memory_kv memory_vector memory_rec_sum";
  const std::string web_search = "web_search_base web_search_no_snippet";
  const std::string scoring =
      non_live + " " + live + " " + multi_turn + " " + memory + " " + web_search;
  const std::pair<std::string_view, std::string> cases[] = {
      {"all", scoring + " format_sensitivity"},
      {"all_scoring", scoring},
      {"multi_turn", multi_turn},
      {"single_turn", non_live + " " + live},
      {"live", live},
      {"non_live", non_live},
      {"non_python", "simple_java simple_javascript"},
      {"python", "simple_python multiple parallel parallel_multiple irrelevance " + live},
      {"memory", memory},
      {"web_search", web_search},
      {"agentic", memory + " " + web_search},
      {"sql", "sql"},
      {"live_relevance", "live_relevance"},
      {"exec_simple", "exec_simple"},
      {"executable", "exec_simple exec_multiple exec_parallel exec_parallel_multiple rest"},
      {"exec", ""},
      {"", ""},
  };
  for (const auto& [group, expected] : cases) {
    EXPECT_EQ(names_of(category_group(group)), expected) << group;
  }
  EXPECT_EQ(category_group_names().size(), 12u);
}

TEST(Category, Rows) {
  struct Row {
    std::string_view name;
    std::string_view group;
    std::string_view folder;
    Judging judging;
    Language language;
    CallCount count;
    bool scored;
    std::string_view questions;
    std::string_view answers;
  };
  const Row rows[] = {
      {"simple_java", "non_live", "non_live", Judging::kCalls, Language::kJava, CallCount::kSimple,
       true, "BFCL_v4_simple_java.json", "possible_answer/BFCL_v4_simple_java.json"},
      {"live_parallel_multiple", "live", "live", Judging::kCalls, Language::kPython,
       CallCount::kParallel, true, "BFCL_v4_live_parallel_multiple.json",
       "possible_answer/BFCL_v4_live_parallel_multiple.json"},
      {"live_irrelevance", "live", "live", Judging::kIrrelevance, Language::kPython,
       CallCount::kSimple, true, "BFCL_v4_live_irrelevance.json", ""},
      {"live_relevance", "live", "live", Judging::kRelevance, Language::kPython, CallCount::kSimple,
       true, "BFCL_v4_live_relevance.json", ""},
      {"multi_turn_miss_func", "multi_turn", "multi_turn", Judging::kMultiTurn, Language::kPython,
       CallCount::kSimple, true, "BFCL_v4_multi_turn_miss_func.json",
       "possible_answer/BFCL_v4_multi_turn_miss_func.json"},
      {"memory_rec_sum", "agentic", "agentic/memory/rec_sum", Judging::kAgentic, Language::kPython,
       CallCount::kSimple, true, "BFCL_v4_memory.json", "possible_answer/BFCL_v4_memory.json"},
      {"web_search_no_snippet", "agentic", "agentic", Judging::kAgentic, Language::kPython,
       CallCount::kSimple, true, "BFCL_v4_web_search.json",
       "possible_answer/BFCL_v4_web_search.json"},
      {"format_sensitivity", "format_sensitivity", "format_sensitivity", Judging::kCalls,
       Language::kPython, CallCount::kSimple, false, "BFCL_v4_format_sensitivity.json", ""},
      {"sql", "non_live", "non_live", Judging::kCalls, Language::kPython, CallCount::kSimple, false,
       "unused_datasets/question/BFCL_v4_sql.json",
       "unused_datasets/possible_answer/BFCL_v4_sql.json"},
      {"chatable", "non_live", "non_live", Judging::kIrrelevance, Language::kPython,
       CallCount::kSimple, false, "unused_datasets/question/BFCL_v4_chatable.json", ""},
      {"multi_turn_composite", "multi_turn", "multi_turn", Judging::kMultiTurn, Language::kPython,
       CallCount::kSimple, false, "unused_datasets/question/BFCL_v4_multi_turn_composite.json",
       "unused_datasets/possible_answer/BFCL_v4_multi_turn_composite.json"},
  };
  for (const Row& row : rows) {
    const Category* category = find_category(row.name);
    ASSERT_NE(category, nullptr) << row.name;
    EXPECT_EQ(category->name, row.name);
    EXPECT_EQ(category->group, row.group) << row.name;
    EXPECT_EQ(category->folder, row.folder) << row.name;
    EXPECT_EQ(category->judging, row.judging) << row.name;
    EXPECT_EQ(category->language, row.language) << row.name;
    EXPECT_EQ(category->count, row.count) << row.name;
    EXPECT_EQ(category->scored, row.scored) << row.name;
    EXPECT_EQ(category->questions, row.questions) << row.name;
    EXPECT_EQ(category->answers, row.answers) << row.name;
  }
  EXPECT_EQ(find_category("simple"), nullptr);
}

// Of each leaderboard the categories in its tables: v1 had the executable ones, v4 the agentic
// ones.
TEST(Category, TablesOfEachLeaderboard) {
  const auto count = [](LeaderboardVersion version) {
    std::size_t found = 0;
    for (const Category& category : categories()) found += category.stands_in(version) ? 1 : 0;
    return found;
  };
  EXPECT_EQ(count(LeaderboardVersion::kV1), 12u);
  EXPECT_EQ(count(LeaderboardVersion::kV2), 18u);
  EXPECT_EQ(count(LeaderboardVersion::kV3Executable), 22u);
  EXPECT_EQ(count(LeaderboardVersion::kV3), 17u);
  EXPECT_EQ(count(LeaderboardVersion::kV4), 22u);
  for (const std::string_view never : {"sql", "chatable", "multi_turn_composite"}) {
    EXPECT_FALSE(find_category(never)->tables.any) << never;
  }
  EXPECT_TRUE(find_category("rest")->stands_in(LeaderboardVersion::kV3Executable));
  EXPECT_FALSE(find_category("rest")->stands_in(LeaderboardVersion::kV3));
  EXPECT_FALSE(find_category("multi_turn_base")->stands_in(LeaderboardVersion::kV2));
}

TEST(Category, Columns) {
  std::size_t scored = 0;
  for (const Category& category : categories()) {
    EXPECT_EQ(category.scored, category.stands_in(LeaderboardVersion::kV4)) << category.name;
    EXPECT_EQ(category.dependence == Dependence::kFamily, !category.family.empty());
    EXPECT_EQ(category.keys.empty(),
              category.gate == Gate::kNone || category.gate == Gate::kEmbeddings);
    EXPECT_GT(category.size, 0u) << category.name;
    if (category.scored) scored += category.size;
  }
  EXPECT_EQ(scored, 5106u);
  EXPECT_EQ(find_category("memory_kv")->stratum(), "memory");
  EXPECT_EQ(find_category("multi_turn_composite")->stratum(), "multi_turn");
  EXPECT_EQ(find_category("live_simple")->stratum(), "live_simple");
  EXPECT_EQ(find_category("live_simple")->dependence, Dependence::kFunctions);
  EXPECT_EQ(find_category("format_sensitivity")->dependence, Dependence::kSource);
  EXPECT_TRUE(find_category("multi_turn_long_context")->long_context);
  EXPECT_FALSE(find_category("multi_turn_base")->long_context);
  EXPECT_EQ(find_category("memory_vector")->gate, Gate::kEmbeddings);
  EXPECT_EQ(find_category("web_search_base")->keys[0], "SERPAPI_API_KEY");
  EXPECT_EQ(find_category("rest")->keys.size(), 4u);
  EXPECT_EQ(find_category("simple_java")->gate, Gate::kNone);
}

TEST(Category, OfOwnBenchmarksAlone) {
  const Category* turns = find_category(kOwnTurns);
  ASSERT_NE(turns, nullptr);
  EXPECT_EQ(turns, &all_categories().back());
  EXPECT_EQ(all_categories().size(), categories().size() + 1);
  EXPECT_FALSE(turns->scored || turns->tables.any);
  EXPECT_TRUE(is_own_turns(*turns));
  EXPECT_FALSE(is_simulated(*turns));
  EXPECT_TRUE(is_simulated(*find_category("multi_turn_base")));
  EXPECT_EQ(category_of_id("own_turns_3"), turns);
  EXPECT_EQ(category_of_file("own_turns/BFCL_v4_own_turns_result.json"), turns);
  for (const std::string_view name : category_group_names()) {
    for (const Category* category : category_group(name)) EXPECT_NE(category, turns) << name;
  }
}

TEST(Category, CountFollowsTheName) {
  for (const Category& category : categories()) {
    if (category.judging != Judging::kCalls) continue;
    EXPECT_EQ(category.count, call_count_of(category.name)) << category.name;
  }
  EXPECT_EQ(call_count_of("live_parallel_multiple_3-2-0"), CallCount::kParallel);
  EXPECT_EQ(call_count_of("multiple_17"), CallCount::kMultiple);
  EXPECT_EQ(call_count_of("live_simple_23-5-1"), CallCount::kSimple);
}

TEST(Category, OfId) {
  const TextCase cases[] = {
      {"simple_python_0", "simple_python"},
      {"live_simple_23-5-1", "live_simple"},
      {"format_sensitivity_0:ret_fmt=python&style=classic:simple_python_19", "format_sensitivity"},
      {"memory_kv_0-customer-0", "memory_kv"},
      {"memory_kv_prereq_22-student-0", "-"},
      {"web_search_no_snippet_3", "web_search_no_snippet"},
      {"multi_turn_composite_3", "multi_turn_composite"},
      {"simple_7", "simple_python"},
      {"java_3", "simple_java"},
      {"javascript_3", "simple_javascript"},
      {"relevance_1", "irrelevance"},
      {"exec_simple_1", "exec_simple"},
      {"rest_1", "rest"},
      {"exec_1", "-"},
      {"live_simple", "-"},
      {"nonsense", "-"},
      {"", "-"},
  };
  for (const auto& [id, expected] : cases) EXPECT_EQ(name_of(category_of_id(id)), expected) << id;
}

TEST(Category, CanonicalId) {
  const TextCase cases[] = {
      {"simple_12", "simple_python_12"},
      {"java_3", "simple_java_3"},
      {"javascript_3", "simple_javascript_3"},
      {"parallel_multiple_function_9", "parallel_multiple_9"},
      {"relevance_5", "irrelevance_5"},
      {"simple_python_12", "simple_python_12"},
      {"live_relevance_0-0-0", "live_relevance_0-0-0"},
      {"memory_0-customer-0", "memory_0-customer-0"},
      {"simple", "simple"},
      {"", ""},
  };
  for (const auto& [id, expected] : cases) EXPECT_EQ(canonical_id(id), expected) << id;
}

TEST(Category, OfFile) {
  const TextCase cases[] = {
      // What the official pattern accepts.
      {"BFCL_v4_simple_python_result.json", "simple_python"},
      {"score/m/live/BFCL_v4_live_simple_score.json", "live_simple"},
      {"BFCL_v4_memory_rec_sum.json", "memory_rec_sum"},
      {"BFCL_v4_multiple_result.json.gz", "multiple"},
      {"BFCL_v4_multiple_result.jsonl", "multiple"},
      {"BFCL_v4_sql.json/BFCL_v4_parallel_result.json", "parallel"},
      {"a-BFCL_v4_live_relevance_result.json", "live_relevance"},
      {"BFCL_v4_memory_kv_prereq_result.json", "-"},
      {"BFCL_v4_exec_simple_result.json", "exec_simple"},
      // Older prefixes and names.
      {"BFCL_v3_simple_result.json", "simple_python"},
      {"BFCL_v3_java.json", "simple_java"},
      {"BFCL_v2_live_irrelevance_result.json", "live_irrelevance"},
      {"C:\\runs\\BFCL_v3_javascript_score.json", "simple_javascript"},
      {"gorilla_openfunctions_v1_test_parallel_multiple_function_result.json", "parallel_multiple"},
      {"gorilla_openfunctions_v1_test_relevance.json", "irrelevance"},
      {"gorilla_openfunctions_v1_test_executable_simple.json", "exec_simple"},
      {"gorilla_openfunctions_v1_test_executable_nothing.json", "-"},
      // Bare names.
      {"simple_python.jsonl", "simple_python"},
      {"runs/live_simple_result.jsonl.gz", "live_simple"},
      {"chatable", "chatable"},
      {"result.json", "-"},
      {"BFCL_v4_", "-"},
      {"", "-"},
  };
  for (const auto& [path, expected] : cases) {
    EXPECT_EQ(name_of(category_of_file(path)), expected) << path;
  }
  EXPECT_EQ(category_text_of_file("x/BFCL_v4_exec_simple_result.json"), "exec_simple");
  EXPECT_EQ(category_text_of_file("BFCL_v4_memory_kv_prereq_result.json"), "memory_kv_prereq");
  EXPECT_EQ(category_text_of_file("BFCL_v3_rest_score.json"), "rest");
}

TEST(EntryIds, SayWhatTheEntryIs) {
  struct Case {
    std::string_view id;
    std::string_view text;
    std::string_view category;  // empty: none
    bool prerequisite;
  };
  const Case cases[] = {
      {"simple_python_3", "simple_python", "simple_python", false},
      {"live_multiple_1-0-2", "live_multiple", "live_multiple", false},
      {"memory_kv_prereq_22-student-0", "memory_kv_prereq", "memory_kv", true},
      {"memory_rec_sum_3-notetaker-4", "memory_rec_sum", "memory_rec_sum", false},
      {"format_sensitivity_0:ret_fmt=python:live_simple_1-0-0", "format_sensitivity",
       "format_sensitivity", false},
      {"_prereq_1", "_prereq", "", false},
      {"odd", "odd", "", false},
      {"", "", "", false},
  };
  for (const Case& row : cases) {
    const EntryId read = read_entry_id(row.id);
    EXPECT_EQ(read.text, row.text) << row.id;
    EXPECT_EQ(read.category != nullptr ? read.category->name : "", row.category) << row.id;
    EXPECT_EQ(read.prerequisite, row.prerequisite) << row.id;
  }
}

}  // namespace
}  // namespace bfclx
