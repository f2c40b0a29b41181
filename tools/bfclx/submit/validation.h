// A submission, checked and scored again: for `bfclx submit validate` and `bfclx report`.
#ifndef BFCLX_TOOLS_BFCLX_SUBMIT_VALIDATION_H_
#define BFCLX_TOOLS_BFCLX_SUBMIT_VALIDATION_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/run/summary.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/submit/submission.h"
#include "tools/bfclx/submit/submit_check.h"

namespace bfclx::tools {

struct Validation {
  Submission submission;
  std::vector<SubmitCheck> checks;

  std::size_t count(CheckState state) const;
  bool valid() const { return count(CheckState::kFailed) == 0; }
  // "valid, with 2 warnings", "not valid: 1 check failed".
  std::string sentence() const;
};

// Whether problems of reading the run are printed.
inline constexpr bool kTellProblems = true;

// Whether the folder has a submission.json.
bool is_submission(const std::filesystem::path& folder);
// `run` with the path and the decoder of the submission.
RunOptions submitted_run(const std::filesystem::path& folder, const Submission& submission,
                         RunOptions run);
// Throws a UsageError where the folder has no submission that can be read.
Validation validate_submission(const std::string& folder, const RunOptions& run, bool tell);

// The only run of the session, scored.
ModelRun& score_only_run(Session& session, const RunOptions& options, const std::string& path,
                         bool tell);
// Its report; an empty `leaderboard` is that of the dataset.
Report submitted_report(const Session& session, const std::string& leaderboard);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SUBMIT_VALIDATION_H_
