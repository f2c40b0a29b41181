#include "tools/bfclx/submit/validation.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/counted.h"
#include "core/findings/run_diagnosis.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/run_logs.h"
#include "tools/bfclx/score/score_report.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kProblemsShown = 20;

std::vector<Finding> findings_of(const Session& session, ModelRun& run) {
  const RunLogs logs(session.dataset.dataset(), run);
  return diagnose_run(run, [&](std::size_t file, const ScoredResponse& response) {
    return logs.of(file, response);
  });
}

}  // namespace

std::size_t Validation::count(CheckState state) const {
  return static_cast<std::size_t>(
      std::count_if(checks.begin(), checks.end(),
                    [&](const SubmitCheck& check) { return check.state == state; }));
}

std::string Validation::sentence() const {
  const std::size_t failed = count(CheckState::kFailed);
  if (failed > 0) return "not valid: " + counted(failed, "check", "checks") + " failed";
  const std::size_t warnings = count(CheckState::kWarning);
  return warnings == 0 ? "valid" : "valid, with " + counted(warnings, "warning", "warnings");
}

ModelRun& score_only_run(Session& session, const RunOptions& options, const std::string& path,
                         bool tell) {
  if (tell) tell_problems(session, kProblemsShown, "`bfclx score` has all");
  if (session.models.empty()) throw NothingUsable(nothing_to("submit", session.flawed()));
  if (session.models.size() > 1) {
    throw UsageError(path + " has " + std::to_string(session.models.size()) +
                     " runs; a submission has one: name its folder");
  }
  ModelRun& run = session.models.front();
  score_run(run, Keep::kAll, chosen_jobs(options));
  name_out_of_memory(run);
  return run;
}

Report submitted_report(const Session& session, const std::string& leaderboard) {
  Report report = make_report(session);
  if (!leaderboard.empty()) add_overall(report, named_version(leaderboard));
  return report;
}

bool is_submission(const fs::path& folder) {
  std::error_code error;
  return fs::exists(fs::symlink_status(folder / kSubmissionFile, error));
}

RunOptions submitted_run(const fs::path& folder, const Submission& submission, RunOptions run) {
  run.paths = {(folder / "result" / submission.folder).string()};
  if (!submission.decoder.empty()) run.decoder = submission.decoder;
  run.underscore_to_dot = submission.underscore_to_dot ? "yes" : "no";
  return run;
}

Validation validate_submission(const std::string& folder, const RunOptions& run, bool tell) {
  Validation validation{read_submission(folder), {}};
  const Submission& submission = validation.submission;
  validation.checks = {check_files(folder, submission)};
  if (SubmitCheck check = check_program(submission); check.state != CheckState::kPassed) {
    validation.checks.push_back(std::move(check));
  }
  // What was changed is not scored: its verdicts are those of another run.
  if (!validation.valid()) return validation;
  const RunOptions its_run = submitted_run(folder, submission, run);
  const std::unique_ptr<Session> session = open_session(its_run);
  if (session->models.size() > 1) {
    throw InvalidSubmission(folder + " has " + std::to_string(session->models.size()) +
                            " runs; a submission has one");
  }
  ModelRun& model = score_only_run(*session, its_run, folder, tell);
  session->dataset.identify();
  const Report report = submitted_report(
      *session, submission.leaderboard == kOwnScore ? std::string() : submission.leaderboard);
  const Submission now = claim_of(report);
  validation.checks.push_back(check_dataset(submission, now));
  // Verdicts of another dataset cannot be compared.
  if (!validation.valid()) return validation;
  validation.checks.push_back(check_verdicts(submission, now));
  validation.checks.push_back(check_coverage(report.models.front()));
  validation.checks.push_back(check_generation(its_run.paths.front(), model));
  for (SubmitCheck& check : check_findings(findings_of(*session, model))) {
    validation.checks.push_back(std::move(check));
  }
  return validation;
}

}  // namespace bfclx::tools
