// Samples of runs that may leave entries out, as each category is asked until it is known well
// enough (`bfclx run --stop-at`): the entries of a category up to the last one that has a response,
// in the order in which a sample takes them (core/dataset/drawn_order.h).
#ifndef BFCLX_CORE_RUN_ASKED_ENTRIES_H_
#define BFCLX_CORE_RUN_ASKED_ENTRIES_H_

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "core/dataset/dataset.h"

namespace bfclx {

// What `settings.sample.by` of the manifest says.
inline constexpr std::string_view kSampleByAsked = "asked";
// SampleDraw::entries of such a sample: what has a response says how many.
inline constexpr std::uint64_t kEntriesAsked = 0;

// Their ids. The categories are loaded in the dataset.
std::set<std::string, std::less<>> asked_entries(
    const Dataset& dataset, std::span<const Category* const> categories, std::uint64_t seed,
    const std::set<std::string, std::less<>>& with_response);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_ASKED_ENTRIES_H_
