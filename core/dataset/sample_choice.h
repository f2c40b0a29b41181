// A sample: some entries of each category, by a seed.
//
// Each category gives its share (largest remainders), or all the same number, one at least where it
// has any; which entries is decided by the seed alone, so that the same seed gives the same entries
// on every machine, and a smaller sample lies inside a larger one of the same category.
#ifndef BFCLX_CORE_DATASET_SAMPLE_CHOICE_H_
#define BFCLX_CORE_DATASET_SAMPLE_CHOICE_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>

#include "core/dataset/dataset.h"

namespace bfclx {

// How many entries each category gives.
enum class SampleScheme : std::uint8_t {
  kProportional,
  kEqual,  // the same of each; what a small category lacks, the others give
};

// Ids of `count` entries of these categories (loaded in the dataset); all when there are no more.
std::set<std::string, std::less<>> choose_sample(const Dataset& dataset,
                                                 std::span<const Category* const> categories,
                                                 std::size_t count, std::uint64_t seed,
                                                 SampleScheme scheme = SampleScheme::kProportional);

// The same with the ids of the conversations that their memories are made of.
std::set<std::string, std::less<>> with_prerequisites(const Dataset& dataset,
                                                      std::set<std::string, std::less<>> ids);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_SAMPLE_CHOICE_H_
