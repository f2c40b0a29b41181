// bfclx_entries.jsonl, in which `bfclx generate` notes what each result was generated for.
#ifndef BFCLX_CORE_RUN_ENTRY_NOTES_H_
#define BFCLX_CORE_RUN_ENTRY_NOTES_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/run/model_run.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr std::string_view kEntryNotesFile = "bfclx_entries.jsonl";
// A larger one is not read.
inline constexpr std::size_t kMostEntryNotesBytes = std::size_t{256} << 20;

// Eight digits that stand for a value.
std::string value_digits(const Value& value);
// Those of an entry's questions and functions, `entry` of its line in the file.
std::string entry_hash(const Entry& entry);

// Those of its ground truth, `truth` of its line; empty where it has none.
std::string truth_hash(const Entry& entry);

// Of a matched model: where responses were generated for other questions or functions than those
// of the dataset in use, ModelRun::dataset_problem counts them, unless it says more already. Those
// to entries whose ground truth has changed since are counted in ModelRun::changed_truth.
void tell_other_entries(std::string_view notes, ModelRun& model);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_ENTRY_NOTES_H_
