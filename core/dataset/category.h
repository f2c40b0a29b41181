// Categories of the benchmark, their groups and how each is checked
// (bfcl_eval/constants/category_mapping.py; predicates of bfcl_eval/utils.py).
#ifndef BFCLX_CORE_DATASET_CATEGORY_H_
#define BFCLX_CORE_DATASET_CATEGORY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/check/ast_checker.h"

namespace bfclx {

// How a category is judged.
enum class Judging : std::uint8_t {
  kCalls,        // decoded calls against possible answers
  kRelevance,    // right when a call was made
  kIrrelevance,  // right when none was made
  kMultiTurn,    // episodes on the simulators
  kAgentic,      // the last message against possible answers
  kExecutable,   // calls are executed, results against those of the ground truth's calls
};

// Versions of the leaderboard, in the order of time. What each makes of the categories:
// core/statistics/composition.h.
enum class LeaderboardVersion : std::uint8_t {
  kV1,            // until August 2024
  kV2,            // with live categories
  kV3Executable,  // with multi-turn categories, and executable ones until early 2025
  kV3,            // without executable categories
  kV4,            // with agentic categories
};

// What some entries of a category want from outside: executable ones when they are scored, the
// others when a model is asked.
enum class Gate : std::uint8_t {
  kNone,
  kNetwork,     // services of the network; some of them want keys
  kKey,         // a service that wants a key
  kEmbeddings,  // a server that embeds texts
};

// Which entries stand or fall together.
enum class Dependence : std::uint8_t {
  kNone,
  kFamily,     // those of one number in all categories of the family
  kFunctions,  // those whose ids name the same functions: "live_simple_23-5-1", the middle number
  kSource,     // those made of the same entry of another category, which ends the id
};

struct Category {
  std::string_view name;   // "live_parallel_multiple"
  std::string_view group;  // folder of result files: "non_live", "live", "multi_turn", ...
  Judging judging;
  Language language;
  CallCount count;  // for kCalls and kExecutable
  // Leaderboards in whose tables it stands, from the first to the last; none where `any` is false.
  struct Tables {
    bool any = false;
    LeaderboardVersion first = LeaderboardVersion::kV1;
    LeaderboardVersion last = LeaderboardVersion::kV1;
  };
  Tables tables;
  // Stands in the tables of v4. What counts in an overall score: core/statistics/composition.h.
  bool scored;
  std::size_t size;         // entries of the official dataset
  std::string_view family;  // of categories that vary the same entries; empty: none
  Dependence dependence;
  bool long_context;    // episodes that fill their services from the dataset's long tables
  bool varies_prompts;  // entries of other categories, each under many prompt configurations
  Gate gate;
  std::span<const std::string_view> keys;  // variables of the environment that hold keys
  // Files, relative to the folder `data` of the dataset: "BFCL_v4_live_simple.json",
  // "possible_answer/BFCL_v4_live_simple.json". `answers` is empty when there is none.
  std::string_view questions;
  std::string_view answers;
  // Folder of its result and score files below that of the model: the group, but for the memory
  // categories "agentic/memory/kv" (utils.py:get_directory_structure_by_category).
  std::string_view folder;

  bool stands_in(LeaderboardVersion version) const {
    return tables.any && tables.first <= version && version <= tables.last;
  }
  // Its entries are held together: its family, or itself.
  std::string_view stratum() const { return family.empty() ? name : family; }
};

// The 22 categories of v4 in the official order, format_sensitivity, and those that v1 to v3 had
// and that are reported separately: sql (one call, simple rules), chatable (right when no call was
// made), multi_turn_composite, the four executable ones and rest.
std::span<const Category> categories();
const Category* find_category(std::string_view name);  // nullptr when unknown
// Categories of a group name of the official command line ("all", "live", "python", ...), of
// "executable", or of one category; in the table's order, empty when unknown.
std::span<const Category* const> category_group(std::string_view name);
std::span<const std::string_view> category_group_names();
// Of the executable categories the one whose calls are of `requests.get`.
inline bool is_rest(const Category& category) { return category.name == "rest"; }

// Which rule of ast_checker.py:ast_checker a name selects: "parallel" anywhere in it goes before
// "multiple". The official code passes a category, or for format_sensitivity the last part of the
// entry's id ("live_parallel_multiple_3-2-0").
CallCount call_count_of(std::string_view test_category);

// utils.py:extract_test_category_from_id: "live_simple_23-5-1" -> "live_simple",
// "format_sensitivity_0:...:simple_python_19" -> "format_sensitivity". Older spellings are
// understood ("java_3"). nullptr when unknown.
const Category* category_of_id(std::string_view id);
// The id as v4 spells it: "simple_12" -> "simple_python_12", "java_3" -> "simple_java_3",
// "parallel_function_7" -> "parallel_7". Anything else comes back as it is.
std::string canonical_id(std::string_view id);

// utils.py:extract_test_category, from a file name: ".../BFCL_v4_simple_java_result.json"; v1 to v3
// prefixes and older names ("BFCL_v3_simple", "gorilla_openfunctions_v1_test_parallel_function"),
// a bare "simple_python.jsonl" and ".gz" are understood too. nullptr when it names none.
const Category* category_of_file(std::string_view path);
// The part of a file name that ought to be a category, known or not ("exec_simple",
// "memory_kv_prereq"): for messages. A view into `path`.
std::string_view category_text_of_file(std::string_view path);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_CATEGORY_H_
