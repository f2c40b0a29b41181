// The order in which a sample takes the entries of a category: by the seed alone, so that it is the
// same on every machine.
#ifndef BFCLX_CORE_DATASET_DRAWN_ORDER_H_
#define BFCLX_CORE_DATASET_DRAWN_ORDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/dataset/dataset.h"

namespace bfclx {

// A number of an id and a seed. A sample takes the lowest.
std::uint64_t draw_rank(const std::string& id, std::uint64_t seed);
// Ids of all entries of a category (loaded in the dataset), the lowest number first.
std::vector<std::string> drawn_order(const Dataset& dataset, const Category& category,
                                     std::uint64_t seed);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_DRAWN_ORDER_H_
