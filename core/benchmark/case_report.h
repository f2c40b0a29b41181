// The findings about the cases of a benchmark by kind, as the terminal and programs get them.
#ifndef BFCLX_CORE_BENCHMARK_CASE_REPORT_H_
#define BFCLX_CORE_BENCHMARK_CASE_REPORT_H_

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/benchmark/case_review.h"
#include "core/findings/diagnosis.h"
#include "core/value/value.h"

namespace bfclx {

// Where entries are in the files of their dataset.
class CasePlaces {
 public:
  // `questions` and `answers`: the bytes of these files.
  void add(const Dataset& dataset, const Category& category, std::string_view questions,
           std::string_view answers);
  // Empty where it is not known.
  CasePlace of(const CaseFinding& finding) const;

 private:
  struct Lines {
    std::size_t question = 0;
    std::size_t answer = 0;
  };
  std::unordered_map<const Entry*, Lines> lines_;
};

// Findings of one kind and severity.
struct CaseGroup {
  CaseFault fault{};
  Severity severity = Severity::kInfo;
  std::vector<CaseFinding> findings;
};
// The most severe first.
std::vector<CaseGroup> group_findings(std::vector<CaseFinding> findings);

// As `doctor` has it, for a table.
Finding finding_of(const CaseGroup& group, const CasePlaces& places);
// {"code", "severity", "title", "count", "effect", "advice", "cases": [{"id", "own_id", "file",
// "line", "place", "text", "other", "other_own_id"}]}, with null for what is not known.
Value group_value(const CaseGroup& group, const CasePlaces& places);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_CASE_REPORT_H_
