// Functions that an episode offers from a later turn on ("missed_function").
#ifndef BFCLX_CORE_DATASET_HELD_OUT_H_
#define BFCLX_CORE_DATASET_HELD_OUT_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"

namespace bfclx {

// Names of the functions that come with this turn.
std::vector<std::string_view> functions_from_turn(const Entry& entry, std::size_t turn);
// Function docs of all turns.
List functions_of_all_turns(const Entry& entry);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_HELD_OUT_H_
