// What `bfclx submit validate` checks of a submission.
#ifndef BFCLX_TOOLS_BFCLX_SUBMIT_SUBMIT_CHECK_H_
#define BFCLX_TOOLS_BFCLX_SUBMIT_SUBMIT_CHECK_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/findings/diagnosis.h"
#include "core/run/summary.h"
#include "tools/bfclx/submit/submission.h"

namespace bfclx::tools {

enum class CheckState : std::uint8_t { kPassed, kWarning, kFailed };
std::string_view state_name(CheckState state);  // "passed", "warning", "failed"

struct SubmitCheck {
  std::string_view
      name;  // "files", "program", "dataset", "verdicts", "coverage", "generation", "findings"
  CheckState state = CheckState::kPassed;
  std::string text;
};

// The files are those that are listed, unchanged, and no others. Links are never followed.
SubmitCheck check_files(const std::filesystem::path& folder, const Submission& submission);
// Whether this version of bfclx made it; a warning where it did not.
SubmitCheck check_program(const Submission& submission);
// `now`: claim_of the run that was scored again.
SubmitCheck check_dataset(const Submission& submission, const Submission& now);
SubmitCheck check_verdicts(const Submission& submission, const Submission& now);
SubmitCheck check_coverage(const ModelReport& report);
SubmitCheck check_generation(const std::filesystem::path& run_folder, const ModelRun& run);
std::vector<SubmitCheck> check_findings(const std::vector<Finding>& findings);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SUBMIT_SUBMIT_CHECK_H_
