// The category of entries with several turns and expected calls a turn, which only benchmarks of
// someone's own have. It is none of the official categories: lists, groups and overall scores do
// not know it.
//
//   {"id": "own_turns_0", "question": [[{"role": "user", "content": "..."}], [...]],
//    "function": [...]}
//   {"id": "own_turns_0", "ground_truth": [[{"name": "f", "arguments": {"x": 1}}], "none"],
//    "results": [[{"temperature": 20}], null]}
//
// `ground_truth` has what is expected in each turn, in any form of checker/checker.h; `results` has
// what the calls of a turn return, in the order of the expected calls.
#ifndef BFCLX_CORE_DATASET_OWN_TURNS_H_
#define BFCLX_CORE_DATASET_OWN_TURNS_H_

#include <span>
#include <string_view>

#include "core/dataset/category.h"

namespace bfclx {

inline constexpr std::string_view kOwnTurns = "own_turns";  // its name, group and folder
// A member of a turn of a case, and of a line of ground truth.
inline constexpr std::string_view kTurnResults = "results";

// The official categories, and behind them those of own benchmarks: for whoever reads a dataset.
std::span<const Category> all_categories();

// Its responses are episodes (Judging::kMultiTurn), but no simulated service runs.
bool is_own_turns(const Category& category);
// Whether the category's episodes run on simulated services.
bool is_simulated(const Category& category);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_OWN_TURNS_H_
