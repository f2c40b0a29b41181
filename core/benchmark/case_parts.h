// The parts of the review of cases (internal to core/benchmark).
#ifndef BFCLX_CORE_BENCHMARK_CASE_PARTS_H_
#define BFCLX_CORE_BENCHMARK_CASE_PARTS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/benchmark/case_review.h"

namespace bfclx {

// Each turn of an entry with several turns as an entry of its own; of others the entry.
std::vector<Entry> turns_of(const Entry& entry);
// Whether the calls, those of each turn, pass for the entry. Calls of one turn are repeated.
bool passes(const Entry& entry, std::span<const Value> calls);
// Whether a response may pass both. False is certain.
bool may_share_response(const ReviewedCase& a, const ReviewedCase& b);

// case_values.cpp
void check_values(const Entry& entry, std::string_view language,
                  std::vector<CaseFinding>& findings);
void check_schema(const Entry& entry, std::vector<CaseFinding>& findings);
// case_pairs.cpp
void find_pairs(std::span<const ReviewedCase> cases, std::vector<CaseFinding>& findings);
// constant_response.cpp
void find_constant_response(std::span<const ReviewedCase> cases,
                            std::vector<CaseFinding>& findings);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_CASE_PARTS_H_
