// The weights of a benchmark of someone's own: the share of each weighted tag in its accuracy.
//
//   "weights": {"weather": 2, "time": 1}        // in dataset.json: 66.7 % and 33.3 %
//
// Each entry has exactly one of these tags.
#ifndef BFCLX_CORE_DATASET_OWN_WEIGHTS_H_
#define BFCLX_CORE_DATASET_OWN_WEIGHTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/result.h"
#include "core/dataset/own_benchmark.h"
#include "core/value/value.h"

namespace bfclx {

// Those of dataset.json, shares that add up to 1; empty where it has none. Errors begin with the
// path inside the file.
Result<TagWeights> read_tag_weights(const Value& manifest);
// The place in `weights` of the only weighted tag of an entry. The Error names no place.
Result<std::size_t> weighted_tag(const Value& entry, const TagWeights& weights);
// Of the match and the weights.
std::uint64_t hash_of_rules(const OwnBenchmark& benchmark);

// Which weighted tag each entry of a benchmark has.
struct TagGroups {
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view id) const { return std::hash<std::string_view>()(id); }
  };
  TagWeights weights;
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> by_id;  // place in `weights`

  std::optional<std::size_t> of(std::string_view id) const;
};
// An Error names all entries without exactly one weighted tag, or a tag without an entry. Lines
// that cannot be read are told by whoever loads them. `read`: see dataset_files.h.
Result<std::shared_ptr<const TagGroups>> read_tag_groups(
    const std::function<Result<std::optional<std::string>>(const std::string& path)>& read,
    const TagWeights& weights);

// {tag: {"weight": share, "ids": [...]}}, for programs that show results without the dataset.
Value tag_groups_value(const TagGroups& groups);
Result<std::shared_ptr<const TagGroups>> read_tag_groups(const Value& given);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_OWN_WEIGHTS_H_
