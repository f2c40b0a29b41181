// Entries as cases, to be edited: those of a benchmark as they are, and those of a run with the
// calls of its response as what is expected, to be confirmed by a person.
#ifndef BFCLX_CORE_BENCHMARK_CASE_PROPOSAL_H_
#define BFCLX_CORE_BENCHMARK_CASE_PROPOSAL_H_

#include "core/base/result.h"
#include "core/dataset/dataset.h"
#include "core/run/scorer.h"
#include "core/value/value.h"

namespace bfclx {

// Whether entries of the category can be cases.
bool can_be_case(const Category& category);

// The "tools" of a case that is offered these function docs, which were given as `given`: None
// where they are the benchmark's `functions`, names where they are some of these, else `given`.
Value case_tools(const Value& docs, const Value& functions, const Value& given);

// A case (case_reader.h) that becomes this entry again. `functions`: those of the benchmark, as
// function docs; None: the case has its own tools. `results`: "results" of its line of ground
// truth, of an entry with several turns.
Value case_of_entry(const Entry& entry, const Value& functions, const Value& results = {});

// The same, where the calls of the response are expected; "none" where it has no call.
Value proposed_case(const ScoredResponse& scored, const Value& functions, bool underscore_to_dot);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_CASE_PROPOSAL_H_
