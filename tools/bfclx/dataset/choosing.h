// Which of the proposed cases are added, where nobody is asked about each.
#ifndef BFCLX_TOOLS_BFCLX_DATASET_CHOOSING_H_
#define BFCLX_TOOLS_BFCLX_DATASET_CHOOSING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/dataset/own_benchmark.h"
#include "tools/bfclx/dataset/confirming.h"
#include "tools/bfclx/dataset/proposals.h"

namespace bfclx::tools {

inline constexpr std::size_t kMostProposalProblems = 20;

// All can be shown. With weights, one of the tags has a weight, and no two have: a UsageError.
void check_tags(const std::vector<std::string>& given, const TagWeights& weights);
// Says which cases need a tag; a UsageError where that `refuses` them.
void tell_missing_tags(const std::vector<ProposedCase>& proposals, const Decisions& decisions,
                       const TagWeights& weights, bool refuses);

// Nobody would look at them; a person who does may keep them.
void leave_out_failed(std::vector<ProposedCase>& proposals, const Decisions& decisions);

// One for each question: that which a person kept, or else the first of a group that can be added.
// Where a log has different calls for one question, nobody knows which are right: they are left
// out, or told where `keeps_unknown` says that a person will look at them.
void choose_one_each(std::vector<ProposedCase>& proposals, const Decisions& decisions,
                     bool keeps_unknown);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DATASET_CHOOSING_H_
