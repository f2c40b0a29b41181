// What is doubtful about the cases of a benchmark of someone's own, before any model is queried:
// ground truth against its functions, its question and that of other cases.
//
// An error is certain. A warning: the case may measure less than its author expects. An info is a
// hint: the case may be as the author intends.
#ifndef BFCLX_CORE_BENCHMARK_CASE_REVIEW_H_
#define BFCLX_CORE_BENCHMARK_CASE_REVIEW_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/findings/diagnosis.h"
#include "core/findings/self_check.h"
#include "core/value/value.h"

namespace bfclx {

// In the order in which they are shown, within a severity.
enum class CaseFault : std::uint8_t {
  kMalformed,
  kCannotPass,
  kContradiction,
  kNotAsWritten,
  kNearContradiction,
  kSchemaConflict,
  kDuplicate,
  kValueLeak,
  kDefaultDemanded,
  kUnstatedValue,
  kConstantResponse,
  kNearDuplicate,
  kOnlyAsCalls,
  kNotChecked,
  kTranslation,
};
struct CaseFaultKind {
  std::string_view code;  // stable
  Severity worst, least;  // that it can have
  std::string_view title;
  std::string_view when;    // it is reported: sentences, or empty where `about` says it
  std::string_view about;   // what it means for the score, a sentence
  std::string_view advice;  // a sentence
  bool in_ground_truth;     // its place is in the file of ground truth
};
// All of them. `bfclx list findings` and the documentation show this table.
std::span<const CaseFaultKind> case_fault_kinds();
const CaseFaultKind& kind_of(CaseFault fault);

// Where the line of an entry is: "data/BFCL_v4_multiple.json", 12.
struct CasePlace {
  std::string file;
  std::size_t line = 0;
};

struct CaseFinding {
  CaseFault fault{};
  Severity severity = Severity::kInfo;
  std::string id{};              // empty: the whole benchmark
  const Entry* entry = nullptr;  // nullptr: malformed, or the whole benchmark
  const Entry* other = nullptr;  // the earlier entry that it is compared with
  std::string place{};           // "ground_truth[0].get_weather.days", "get_weather.days", or empty
  std::string text{};            // what is wrong, without a full stop
  CasePlace line{};              // of a malformed entry
};

// An entry and all that its review needs of it.
struct ReviewedCase {
  const Entry* entry = nullptr;
  std::vector<Value> calls;    // a response that passes, of each turn; none where no call passes
  std::string key, loose_key;  // of its question (case_texts.h)
  std::vector<CaseFinding> findings;
};
struct CaseReview {
  std::string_view language;    // that of dataset.json; values are looked for in English questions
  bool is_translation = false;  // whose source has the functions and the ground truth
};
// Threads may review entries at the same time.
ReviewedCase review_case(const Entry& entry, const SelfCheckFinding& checked,
                         const CaseReview& review);
// The findings of the self-check alone; nothing for an entry that passes.
std::vector<CaseFinding> self_check_findings(const SelfCheckFinding& checked);
std::vector<CaseFinding> malformed_cases(const Dataset& dataset, const Category& category);

// What shows only beside other cases. Linear in the texts of the cases: of many that ask the same,
// each is compared with a few.
std::vector<CaseFinding> compare_cases(std::span<const ReviewedCase> cases,
                                       const CaseReview& review);

// The id that the author gave; empty where there is none.
std::string_view own_id_of(const Entry& entry);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_CASE_REVIEW_H_
