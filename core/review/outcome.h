// Corrections that follow from a review: errata, a patch for the official repository, and the text
// of an issue.
#ifndef BFCLX_CORE_REVIEW_OUTCOME_H_
#define BFCLX_CORE_REVIEW_OUTCOME_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/errata.h"
#include "core/review/merge.h"

namespace bfclx {

// Ground truth that takes the place of the entry's, for the files of the dataset.
struct TruthChange {
  const Entry* entry = nullptr;
  Value ground_truth;
};

struct ReviewFind {
  const MergedEntry* merged = nullptr;
  const Entry* entry = nullptr;
  std::string reason;
};

// Stands for the link of corrections that are checked but not written as errata.
inline constexpr std::string_view kOfficialIssues =
    "https://github.com/ShishirPatil/gorilla/issues";

struct ReviewOutcome {
  Errata errata;                      // those that are valid
  std::vector<TruthChange> changes;   // of the files
  std::vector<ReviewFind> finds;      // wrong and ambiguous, in the order of ids
  std::vector<std::string> problems;  // "id: no correction: why", or "id: not in the patch: why"
};
// `source` is the link of the corrections.
ReviewOutcome review_outcome(const ReviewMerge& merge, const Dataset& dataset,
                             const std::string& name, const std::string& source);

// Bytes of a file of the dataset, by its path ("data/possible_answer/..."); nullopt: there is none.
using ReadDatasetFile = std::function<std::optional<std::string>(const std::string& path)>;
// A unified diff from the root of the official repository, for `git apply`. Error: a file or an
// entry in it is missing.
Result<std::string> upstream_patch(const std::vector<TruthChange>& changes,
                                   const ReadDatasetFile& read);
// Markdown.
std::string review_issue(const ReviewMerge& merge, const ReviewOutcome& outcome);

}  // namespace bfclx

#endif  // BFCLX_CORE_REVIEW_OUTCOME_H_
