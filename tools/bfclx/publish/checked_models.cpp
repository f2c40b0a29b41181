#include "tools/bfclx/publish/checked_models.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "core/run/run_statistics.h"
#include "core/run/same_responses.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/submit/validation.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

std::string place_of(const std::string& path) {
  std::error_code error;
  return fs::weakly_canonical(path, error).string();
}

std::string refusal(const std::string& path, const Validation& validation) {
  std::string text =
      printable_line(path) + ": " + validation.sentence() + "; nothing was published";
  bool is_first = true;
  for (const SubmitCheck& check : validation.checks) {
    if (check.state != CheckState::kFailed) continue;
    text += (is_first ? ". " : "; ") + std::string(check.name) + ": " + printable_line(check.text);
    is_first = false;
  }
  return text + ". `bfclx submit validate " + shell_word(path) + "` shows all checks";
}

// Throws a RefusedModel where it is not valid.
Validation validated(const std::string& path, const RunOptions& run) {
  Validation validation;
  try {
    validation = validate_submission(path, run, !kTellProblems);
  } catch (const InvalidSubmission& error) {
    throw RefusedModel(printable_line(path) + ": not valid; nothing was published. " +
                       printable_line(error.what()));
  }
  if (!validation.valid()) throw RefusedModel(refusal(path, validation));
  return validation;
}

}  // namespace

void CheckedModels::take_submissions(RunOptions& run) {
  std::vector<Validation> all;
  for (std::string& path : run.paths) {
    if (path == "-" || !is_submission(path)) continue;
    Validation validation = validated(path, run);
    note(printable_line(path) + ": " + validation.sentence());
    path = submitted_run(path, validation.submission, run).paths.front();
    decoders_[place_of(path)] = validation.submission.decoder;
    all.push_back(std::move(validation));
  }
  // One decoder for all runs, or that of each as it is detected (proof_of).
  if (all.size() != run.paths.size()) return;
  const auto reading = [](const Validation& one) {
    return std::pair(one.submission.decoder, one.submission.underscore_to_dot);
  };
  const bool same = std::all_of(all.begin(), all.end(), [&](const Validation& one) {
    return reading(one) == reading(all.front());
  });
  if (!same || all.front().submission.decoder.empty()) return;
  run.decoder = all.front().submission.decoder;
  run.underscore_to_dot = all.front().submission.underscore_to_dot ? "yes" : "no";
}

void CheckedModels::take_second_run(const std::string& path, RunOptions run) {
  second_path_ = path;
  run.paths = {path};
  session_ = open_session(run);
  ModelRun& model = score_only_run(*session_, run, path, kTellProblems);
  second_ = judged_run(model);
}

// A copy agrees with anything that it is a copy of.
void CheckedModels::check_second(const ModelRun& model) {
  if (has_model_) throw UsageError("--reproduced-by takes one model; add the others separately");
  has_model_ = true;
  const ModelRun* const both[] = {&model, &session_->models.front()};
  if (identical_responses(both) == 0) return;
  throw UsageError("--reproduced-by " + second_path_ + ": all responses that it shares with " +
                   model.name +
                   " are identical, which cannot be told from a copy; generate the "
                   "responses a second time. If the server is deterministic, use another seed or "
                   "temperature");
}

ModelProof CheckedModels::proof_of(const ModelRun& model) {
  ModelProof proof;
  const auto submitted = decoders_.find(place_of(model.path));
  if (submitted != decoders_.end()) {
    const std::string used = model.settings.decoder != nullptr
                                 ? std::string(model.settings.decoder->name)
                                 : std::string();
    if (used != submitted->second) {
      throw UsageError(model.name + " was submitted with --decoder " + submitted->second +
                       "; add it separately");
    }
    proof.validated = true;
  }
  if (session_ != nullptr) {
    check_second(model);
    proof.second = &second_;
  }
  return proof;
}

}  // namespace bfclx::tools
