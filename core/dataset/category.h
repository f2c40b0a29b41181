// Categories of the benchmark, their groups and how each is checked
// (bfcl_eval/constants/category_mapping.py; predicates of bfcl_eval/utils.py).
#ifndef BFCLX_CORE_DATASET_CATEGORY_H_
#define BFCLX_CORE_DATASET_CATEGORY_H_

#include <cstdint>
#include <optional>
#include <span>
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
};

struct Category {
  std::string_view name;        // "live_parallel_multiple"
  std::string_view group;       // folder of result files: "non_live", "live", "multi_turn", ...
  Judging judging;
  Language language;
  CallCount count;              // for kCalls
  bool scored;                  // false: reported apart, in no overall score
  std::string_view questions;   // file in the dataset, relative: "BFCL_v4_live_simple.json"
  std::string_view answers;     // likewise; empty when there is none
};

std::span<const Category> categories();
const Category* find_category(std::string_view name);  // nullptr when unknown
// Categories of a group name of the official command line ("all", "live", "python", ...), or of one
// category; empty when unknown.
std::span<const Category* const> category_group(std::string_view name);
std::span<const std::string_view> category_group_names();

// utils.py:extract_test_category_from_id: "live_simple_23-5-1" -> "live_simple",
// "format_sensitivity_0:...:simple_python_19" -> "format_sensitivity". nullptr when unknown.
const Category* category_of_id(std::string_view id);
// utils.py:extract_test_category, from a file name: ".../BFCL_v4_simple_java_result.json"; v1 to v3
// prefixes and older names ("BFCL_v3_simple") are understood too. nullptr when it names none.
const Category* category_of_file(std::string_view path);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_CATEGORY_H_
