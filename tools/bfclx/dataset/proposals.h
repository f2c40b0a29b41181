// Proposed cases: several runs propose one question several times.
#ifndef BFCLX_TOOLS_BFCLX_DATASET_PROPOSALS_H_
#define BFCLX_TOOLS_BFCLX_DATASET_PROPOSALS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/dataset/own_benchmark.h"
#include "core/value/value.h"

namespace bfclx::tools {

enum class ProposalVerdict { kUnknown, kPassed, kFailed };  // with the ground truth of its dataset

struct ProposedCase {
  Value object;      // a case (core/benchmark/case_reader.h)
  std::string from;  // "log.jsonl:7, message 2"; may be hostile
  ProposalVerdict verdict = ProposalVerdict::kUnknown;
  std::size_t question = 0;  // the same for the same question with the same tools
  std::size_t times = 1;     // that it is proposed
  bool fits = true;          // it can be added, unlike other responses to its question

  bool failed() const { return verdict == ProposalVerdict::kFailed; }
};

// A line of a case file.
std::string case_line(const Value& object);

// Each case once, whatever the order of its expected calls where any order passes. Those with one
// question stand together: passed ones first, then by how often they were proposed.
void group_proposals(std::vector<ProposedCase>& proposals);

// Adds the tags that a case does not have. One that has a tag with a weight gets no second.
void add_tags(Value& object, const std::vector<std::string>& tags, const TagWeights& weights);

// Whether a case has none of the tags with a weight, so that it needs one.
bool needs_tag(const Value& object, const TagWeights& weights);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DATASET_PROPOSALS_H_
