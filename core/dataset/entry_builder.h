// Makes entries of the bytes of dataset files: the work behind Dataset::add.
//
// Follows bfcl_eval/utils.py: load_dataset_entry, load_ground_truth_entry and what they call, as
// eval_runner.py:evaluate_task uses them (no prerequisite entries, no language hints).
#ifndef BFCLX_CORE_DATASET_ENTRY_BUILDER_H_
#define BFCLX_CORE_DATASET_ENTRY_BUILDER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/dataset.h"
#include "core/value/json.h"
#include "core/value/value.h"

namespace bfclx {

// "BFCL_v4_sql.json:12: sql_11: text", kind "DatasetError", and its place. A line 0 and an empty
// id are left out.
Error dataset_error(std::string_view file, std::size_t line, std::string_view id,
                    std::string_view text);

// One JSON object a line; blank lines and a byte order mark are passed over.
struct JsonLine {
  std::size_t number = 0;  // from 1
  Value object;
};
Result<std::vector<JsonLine>> read_json_lines(std::string_view bytes, std::string_view file);

// The same where a line that is no object costs itself alone.
struct DatasetLine {
  std::size_t number = 0;  // from 1
  std::string id;        // also of a line that cannot be parsed, where it is told before the fault
  Result<Value> object;  // or what is wrong with the line, no place in it
};
std::vector<DatasetLine> read_dataset_lines(std::string_view bytes,
                                            DuplicateKeys duplicates = DuplicateKeys::kLastWins);

// A category's entries, and those that are malformed.
struct BuiltEntries {
  std::vector<Entry> entries;
  std::vector<MalformedEntry> malformed;
};

// Both in the official order: on_entry(index, position) and on_malformed(malformed entry).
template <typename OnEntry, typename OnMalformed>
void in_official_order(std::size_t entries, const std::vector<MalformedEntry>& malformed,
                       const OnEntry& on_entry, const OnMalformed& on_malformed) {
  auto next = malformed.begin();
  std::size_t index = 0;
  for (std::size_t position = 0; position < entries + malformed.size(); ++position) {
    if (next != malformed.end() && next->position == position) {
      on_malformed(*next++);
    } else {
      on_entry(index++, position);
    }
  }
}

// The entries of any category but format_sensitivity. `dataset` gives the function docs, prompts
// and memory prerequisites that have been added. An error where no entry is usable, or where
// questions and answers are not aligned.
Result<BuiltEntries> build_entries(const Dataset& dataset, const Category& category,
                                   std::string_view questions, std::string_view answers);

// The conversations that fill the memory of a memory category before its questions are asked
// (process_memory_test_case): every scenario's, in the official order, each depending on those of
// its scenario before it. They belong to no category of the dataset; `Entry::category` is the one
// given. Empty for other categories.
Result<std::vector<Entry>> build_memory_prerequisites(const Dataset& dataset,
                                                      const Category& category);

// The categories that a format_sensitivity mapping draws from, in its order.
Result<std::vector<const Category*>> format_sensitivity_sources(std::string_view mapping);

// load_format_sensitivity_test_cases: every chosen entry of the categories in the mapping, in the
// order of the dataset, once for each prompt configuration. Its function docs carry the hint on the
// language, as the official ones do there. An id that the category lacks is passed over, as
// official; a category that `dataset` lacks is an error. A malformed entry is malformed in every
// configuration.
Result<BuiltEntries> build_format_sensitivity(const Dataset& dataset, const Category& category,
                                              std::string_view mapping);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_ENTRY_BUILDER_H_
