// Scores with tag weights: a group of the sample is the entries of one tag, not of one category.
#ifndef BFCLX_CORE_STATISTICS_TAGGED_SAMPLE_H_
#define BFCLX_CORE_STATISTICS_TAGGED_SAMPLE_H_

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/comparison.h"
#include "core/statistics/resampling.h"

namespace bfclx {

struct TaggedSample {
  ClusterSample sample;        // of the entries whose tag weighs
  std::vector<double> shares;  // of each tag in the whole score; 0 without an entry here
  double weight = 0;           // their sum, at most 1
  std::size_t entries = 0;
};

// Sets the columns of an entry, such as the verdict of each run.
using FillEntry = std::function<void(std::size_t entry, std::span<bool> columns)>;
TaggedSample tagged_sample(const TagGroups& tags, std::span<const JudgedEntry* const> entries,
                           std::size_t columns, const FillEntry& fill);
// Of one run.
TaggedSample tagged_sample(const TagGroups& tags, const JudgedRun& run);

// What the tags that have an entry in the run weigh, and those that weigh and have none.
double tagged_weight(const TagGroups& tags, const JudgedRun& run);
std::vector<std::string_view> missing_tags(const TagGroups& tags, const JudgedRun& run);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_TAGGED_SAMPLE_H_
