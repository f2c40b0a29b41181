#include "core/dataset/category.h"

#include <array>
#include <cstddef>
#include <utility>

namespace bfclx {

namespace {

using std::string_view;

constexpr Language kPython = Language::kPython;
constexpr CallCount kOne = CallCount::kSimple;

// Rows of the table below, by group; BFCLX_FILE spells a file of the dataset.
#define BFCLX_FILE(name) "BFCL_v4_" name ".json"
#define BFCLX_ANSWER(name) "possible_answer/" BFCLX_FILE(name)
#define BFCLX_CALLS(name, group, language, count)                                              \
  Category {                                                                                   \
    name, group, Judging::kCalls, language, count, true, BFCLX_FILE(name), BFCLX_ANSWER(name), \
        group                                                                                  \
  }
#define BFCLX_ABSTAIN(name, group, judging) \
  Category { name, group, judging, kPython, kOne, true, BFCLX_FILE(name), "", group }
#define BFCLX_EPISODES(name)                                                        \
  Category {                                                                        \
    name, "multi_turn", Judging::kMultiTurn, kPython, kOne, true, BFCLX_FILE(name), \
        BFCLX_ANSWER(name), "multi_turn"                                            \
  }
// Ids, files and folders as v3 had them.
#define BFCLX_EXECUTED(name, count)                                                          \
  Category {                                                                                 \
    name, "executable", Judging::kExecutable, kPython, count, false,                         \
        "unused_datasets/question/" BFCLX_FILE(name), "unused_datasets/" BFCLX_ANSWER(name), \
        "executable"                                                                         \
  }
#define BFCLX_AGENTIC(name, file, folder)                                                          \
  Category {                                                                                       \
    name, "agentic", Judging::kAgentic, kPython, kOne, true, BFCLX_FILE(file), BFCLX_ANSWER(file), \
        folder                                                                                     \
  }

constexpr Category kCategories[] = {
    // Non-live.
    BFCLX_CALLS("simple_python", "non_live", kPython, kOne),
    BFCLX_CALLS("simple_java", "non_live", Language::kJava, kOne),
    BFCLX_CALLS("simple_javascript", "non_live", Language::kJavaScript, kOne),
    BFCLX_CALLS("multiple", "non_live", kPython, CallCount::kMultiple),
    BFCLX_CALLS("parallel", "non_live", kPython, CallCount::kParallel),
    BFCLX_CALLS("parallel_multiple", "non_live", kPython, CallCount::kParallel),
    BFCLX_ABSTAIN("irrelevance", "non_live", Judging::kIrrelevance),
    // Live.
    BFCLX_CALLS("live_simple", "live", kPython, kOne),
    BFCLX_CALLS("live_multiple", "live", kPython, CallCount::kMultiple),
    BFCLX_CALLS("live_parallel", "live", kPython, CallCount::kParallel),
    BFCLX_CALLS("live_parallel_multiple", "live", kPython, CallCount::kParallel),
    BFCLX_ABSTAIN("live_irrelevance", "live", Judging::kIrrelevance),
    BFCLX_ABSTAIN("live_relevance", "live", Judging::kRelevance),
    // Multi-turn.
    BFCLX_EPISODES("multi_turn_base"),
    BFCLX_EPISODES("multi_turn_miss_func"),
    BFCLX_EPISODES("multi_turn_miss_param"),
    BFCLX_EPISODES("multi_turn_long_context"),
    // Agentic: one file of questions serves all memory backends, one both web searches.
    BFCLX_AGENTIC("memory_kv", "memory", "agentic/memory/kv"),
    BFCLX_AGENTIC("memory_vector", "memory", "agentic/memory/vector"),
    BFCLX_AGENTIC("memory_rec_sum", "memory", "agentic/memory/rec_sum"),
    BFCLX_AGENTIC("web_search_base", "web_search", "agentic"),
    BFCLX_AGENTIC("web_search_no_snippet", "web_search", "agentic"),
    // Reported apart.
    {"format_sensitivity", "format_sensitivity", Judging::kCalls, kPython, kOne, false,
     BFCLX_FILE("format_sensitivity"), "", "format_sensitivity"},
    {"sql", "non_live", Judging::kCalls, kPython, kOne, false,
     "unused_datasets/question/" BFCLX_FILE("sql"), "unused_datasets/" BFCLX_ANSWER("sql"),
     "non_live"},
    {"chatable", "non_live", Judging::kIrrelevance, kPython, kOne, false,
     "unused_datasets/question/" BFCLX_FILE("chatable"), "", "non_live"},
    {"multi_turn_composite", "multi_turn", Judging::kMultiTurn, kPython, kOne, false,
     "unused_datasets/question/" BFCLX_FILE("multi_turn_composite"),
     "unused_datasets/" BFCLX_ANSWER("multi_turn_composite"), "multi_turn"},
    BFCLX_EXECUTED("exec_simple", kOne),
    BFCLX_EXECUTED("exec_multiple", CallCount::kMultiple),
    BFCLX_EXECUTED("exec_parallel", CallCount::kParallel),
    BFCLX_EXECUTED("exec_parallel_multiple", CallCount::kParallel),
    BFCLX_EXECUTED("rest", kOne),
};

#undef BFCLX_FILE
#undef BFCLX_ANSWER
#undef BFCLX_CALLS
#undef BFCLX_ABSTAIN
#undef BFCLX_EPISODES
#undef BFCLX_EXECUTED
#undef BFCLX_AGENTIC

constexpr std::size_t kCount = sizeof(kCategories) / sizeof(kCategories[0]);

// Pointers to all rows, in the table's order: every group but one is a run of it.
constexpr auto kPointers = [] {
  std::array<const Category*, kCount> all{};
  for (std::size_t i = 0; i < kCount; ++i) all[i] = &kCategories[i];
  return all;
}();

constexpr const Category* row(string_view name) {
  for (const Category& category : kCategories) {
    if (category.name == name) return &category;
  }
  return nullptr;
}

constexpr const Category* kPythonGroup[] = {
    row("simple_python"),    row("irrelevance"),       row("parallel"),
    row("multiple"),         row("parallel_multiple"), row("live_simple"),
    row("live_multiple"),    row("live_parallel"),     row("live_parallel_multiple"),
    row("live_irrelevance"), row("live_relevance"),
};

struct Group {
  string_view name;
  // Runs of kPointers; {0, 0} for "python", which has its own order.
  std::size_t first;
  std::size_t count;
};

// category_mapping.py:TEST_COLLECTION_MAPPING.
constexpr Group kGroups[] = {
    {"all", 0, 23},    {"all_scoring", 0, 22}, {"multi_turn", 13, 4}, {"single_turn", 0, 13},
    {"live", 7, 6},    {"non_live", 0, 7},     {"non_python", 1, 2},  {"python", 0, 0},
    {"memory", 17, 3}, {"web_search", 20, 2},  {"agentic", 17, 5},    {"executable", 26, 5},
};

constexpr auto kGroupNames = [] {
  std::array<string_view, sizeof(kGroups) / sizeof(kGroups[0])> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kGroups[i].name;
  return names;
}();

// Names that v1 to v3 used.
constexpr std::pair<string_view, string_view> kOldNames[] = {
    {"simple", "simple_python"},
    {"java", "simple_java"},
    {"javascript", "simple_javascript"},
    {"relevance", "irrelevance"},
    {"multiple_function", "multiple"},
    {"parallel_function", "parallel"},
    {"parallel_multiple_function", "parallel_multiple"},
    {"executable_simple", "exec_simple"},
    {"executable_multiple_function", "exec_multiple"},
    {"executable_parallel_function", "exec_parallel"},
    {"executable_parallel_multiple_function", "exec_parallel_multiple"},
};

const Category* find_old_or_new(string_view name) {
  for (const auto& [old_name, new_name] : kOldNames) {
    if (name == old_name) return find_category(new_name);
  }
  return find_category(name);
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool drop_suffix(string_view& text, string_view suffix) {
  if (text.size() <= suffix.size() || text.substr(text.size() - suffix.size()) != suffix) {
    return false;
  }
  text.remove_suffix(suffix.size());
  return true;
}

// The official pattern `.*BFCL_v4_(\w+?)(?:_score|_result)?\.json`, searched from the end.
string_view official_text(string_view path) {
  constexpr string_view kPrefix = "BFCL_v4_";
  std::size_t start = path.rfind(kPrefix);
  while (start != string_view::npos) {
    std::size_t end = start + kPrefix.size();
    const std::size_t name_start = end;
    while (end < path.size() && is_word(path[end])) ++end;
    string_view name = path.substr(name_start, end - name_start);
    if (!name.empty() && path.substr(end, 5) == ".json") {
      if (!drop_suffix(name, "_result")) drop_suffix(name, "_score");
      return name;
    }
    if (start == 0) break;
    start = path.rfind(kPrefix, start - 1);
  }
  return {};
}

}  // namespace

std::span<const Category> categories() { return kCategories; }

const Category* find_category(string_view name) {
  for (const Category& category : kCategories) {
    if (category.name == name) return &category;
  }
  return nullptr;
}

std::span<const Category* const> category_group(string_view name) {
  for (const Group& group : kGroups) {
    if (group.name != name) continue;
    if (group.count == 0) return kPythonGroup;
    return std::span<const Category* const>(kPointers).subspan(group.first, group.count);
  }
  const Category* category = find_category(name);
  if (category == nullptr) return {};
  const auto index = static_cast<std::size_t>(category - kCategories);
  return std::span<const Category* const>(kPointers).subspan(index, 1);
}

std::span<const string_view> category_group_names() { return kGroupNames; }

CallCount call_count_of(string_view test_category) {
  if (test_category.find("parallel") != string_view::npos) return CallCount::kParallel;
  if (test_category.find("multiple") != string_view::npos) return CallCount::kMultiple;
  return CallCount::kSimple;
}

const Category* category_of_id(string_view id) {
  id = id.substr(0, id.find(':'));
  const std::size_t underscore = id.rfind('_');
  if (underscore == string_view::npos) return nullptr;
  return find_old_or_new(id.substr(0, underscore));
}

std::string canonical_id(string_view id) {
  const std::size_t underscore = id.rfind('_');
  if (underscore != string_view::npos) {
    const string_view name = id.substr(0, underscore);
    for (const auto& [old_name, new_name] : kOldNames) {
      if (name != old_name) continue;
      std::string canonical(new_name);
      canonical += id.substr(underscore);
      return canonical;
    }
  }
  return std::string(id);
}

string_view category_text_of_file(string_view path) {
  if (string_view name = official_text(path); !name.empty()) return name;
  const std::size_t slash = path.find_last_of("/\\");
  string_view name = slash == string_view::npos ? path : path.substr(slash + 1);
  drop_suffix(name, ".gz");
  for (const string_view extension : {".json", ".jsonl", ".ndjson"}) {
    if (drop_suffix(name, extension)) break;
  }
  if (!drop_suffix(name, "_result")) drop_suffix(name, "_score");
  for (const string_view prefix :
       {"BFCL_v1_", "BFCL_v2_", "BFCL_v3_", "BFCL_v4_", "gorilla_openfunctions_v1_test_"}) {
    if (name.substr(0, prefix.size()) == prefix) return name.substr(prefix.size());
  }
  return name;
}

const Category* category_of_file(string_view path) {
  return find_old_or_new(category_text_of_file(path));
}

}  // namespace bfclx
