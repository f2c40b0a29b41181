#include "tools/bfclx/submit/submit_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "core/base/counted.h"
#include "core/base/sha256.h"
#include "core/render/figure_text.h"
#include "core/run/run_names.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/inputs.h"
#include "tools/bfclx/input/unmerged_shards.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShown = 5;

// Why the file is not the one that is listed; empty where it is.
std::string why_changed(const fs::path& folder, const SubmittedFile& file) {
  fs::path place = folder;
  std::error_code error;
  for (const fs::path& part : fs::path(file.path)) {
    place /= part;
    if (fs::is_symlink(fs::symlink_status(place, error))) return file.path + " is a link";
  }
  if (!fs::is_regular_file(fs::symlink_status(place, error))) return file.path + " is missing";
  if (fs::file_size(place, error) != file.bytes || error) return file.path + " was changed";
  const FileBytes bytes = read_plain_file(place.string());
  if (!bytes.error.empty()) return file.path + ": " + bytes.error;
  return hex_of(sha256(bytes.bytes)) == file.sha256 ? "" : file.path + " was changed";
}

bool is_of_shard(const fs::path& path) {
  return std::find(path.begin(), path.end(), kShardsFolder) != path.end();
}

std::string shown(const std::vector<std::string>& all) { return first_of(all, kShown); }

// But for the last digits, which a JSON writer may round.
bool same_score(const std::optional<double>& a, const std::optional<double>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return std::abs(*a - *b) < 1e-9;
}

}  // namespace

std::string_view state_name(CheckState state) {
  switch (state) {
    case CheckState::kPassed:
      return "passed";
    case CheckState::kWarning:
      return "warning";
    case CheckState::kFailed:
      break;
  }
  return "failed";
}

SubmitCheck check_files(const fs::path& folder, const Submission& submission) {
  std::map<std::string, const SubmittedFile*> listed;
  std::vector<std::string> wrong;
  std::uint64_t bytes = 0;
  bool has_results = false;
  for (const SubmittedFile& file : submission.files) {
    listed[file.path] = &file;
    bytes += file.bytes;
    const std::string name = fs::path(file.path).filename().string();
    const bool is_result = is_result_name(name) && !is_of_shard(file.path);
    has_results = has_results || is_result;
    // Nothing else is read of a run, but a leaderboard would publish score files too.
    if (!is_result && !is_run_file(name)) {
      wrong.push_back(file.path + " is not a result file of the run");
      continue;
    }
    if (std::string why = why_changed(folder, file); !why.empty()) wrong.push_back(std::move(why));
  }
  std::error_code error;
  std::size_t seen = 0;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (++seen > 2 * kMostSubmittedFiles) {
      wrong.emplace_back("there are too many files");
      break;
    }
    const std::string path = it->path().lexically_relative(folder).generic_string();
    if (fs::is_directory(it->symlink_status(error)) || path == kSubmissionFile) continue;
    if (listed.count(path) == 0) wrong.push_back(path + " is not listed");
  }
  if (error) wrong.push_back("the folder cannot be read: " + error.message());
  std::sort(wrong.begin(), wrong.end());
  if (!wrong.empty()) return {"files", CheckState::kFailed, shown(wrong)};
  if (!has_results) return {"files", CheckState::kFailed, "no result file is listed"};
  return {
      "files", CheckState::kPassed,
      counted(listed.size(), "file", "files") + " as listed, " + grouped_digits(bytes) + " bytes"};
}

SubmitCheck check_program(const Submission& submission) {
  if (submission.program == BFCLX_VERSION) return {"program", CheckState::kPassed, BFCLX_VERSION};
  return {"program", CheckState::kWarning,
          "prepared with bfclx " + submission.program + "; validated with bfclx " BFCLX_VERSION};
}

SubmitCheck check_dataset(const Submission& submission, const Submission& now) {
  const auto named = [](const Submission& one) {
    return one.dataset_version + " (" + dataset_contents(one.dataset_hash) + ")";
  };
  if (submission.dataset_version == now.dataset_version &&
      submission.dataset_hash == now.dataset_hash) {
    return {"dataset", CheckState::kPassed, named(now)};
  }
  return {"dataset", CheckState::kFailed,
          "scored with " + named(submission) + ", and here with " + named(now) +
              "; pass its dataset as --dataset"};
}

SubmitCheck check_verdicts(const Submission& submission, const Submission& now) {
  std::vector<std::string> wrong;
  std::map<std::string, Claim> all = submission.categories;
  all.insert(now.categories.begin(), now.categories.end());
  std::size_t entries = 0;
  for (const auto& [name, unused] : all) {
    const auto of = [&, &category = name](const Submission& one) {
      const auto found = one.categories.find(category);
      return found == one.categories.end() ? Claim() : found->second;
    };
    const Claim claimed = of(submission);
    const Claim scored = of(now);
    entries += scored.entries;
    if (claimed == scored) continue;
    wrong.push_back(name + ": claimed " + grouped_digits(claimed.passed) + " of " +
                    grouped_digits(claimed.entries) + ", scored " + grouped_digits(scored.passed) +
                    " of " + grouped_digits(scored.entries));
  }
  if (wrong.empty() && submission.verdicts != now.verdicts) {
    wrong.emplace_back("the numbers are equal, but other entries pass");
  }
  const auto overall = [](const Submission& one) {
    return one.overall ? percent(*one.overall) : std::string("none");
  };
  if (wrong.empty() && !same_score(submission.overall, now.overall)) {
    wrong.push_back("overall: claimed " + overall(submission) + ", scored " + overall(now));
  }
  for (const auto& [what, claimed, scored] :
       {std::tuple("model", submission.model, now.model),
        std::tuple("leaderboard", submission.leaderboard, now.leaderboard),
        std::tuple("basis", submission.basis, now.basis),
        std::tuple("decoder", submission.decoder, now.decoder)}) {
    if (claimed != scored) {
      wrong.push_back(std::string(what) + ": claimed " + claimed + ", scored " + scored);
    }
  }
  if (!wrong.empty()) return {"verdicts", CheckState::kFailed, shown(wrong)};
  return {"verdicts", CheckState::kPassed,
          counted(entries, "verdict", "verdicts") +
              " reproduced with bfclx " BFCLX_VERSION ", decoder " + now.decoder +
              (now.underscore_to_dot ? ", function names use `_` for `.`" : "")};
}

SubmitCheck check_coverage(const ModelReport& report) {
  const ScoreBasis& basis = report.score.basis;
  const bool complete =
      report.score.value && basis.kind == BasisKind::kComplete && basis.missing_entries == 0;
  return {"coverage", complete ? CheckState::kPassed : CheckState::kWarning, basis_text(basis)};
}

SubmitCheck check_generation(const fs::path& run_folder, const ModelRun& run) {
  std::error_code error;
  if (!run.manifest_problem.empty()) {
    return {"generation", CheckState::kWarning,
            std::string(kManifestFile) + " is ignored: " + run.manifest_problem};
  }
  if (!run.dataset_problem.empty()) {
    return {"generation", CheckState::kWarning,
            std::string(kManifestFile) + ": " + run.dataset_problem};
  }
  if (!fs::exists(run_folder / kManifestFile, error)) {
    return {"generation", CheckState::kWarning,
            "there is no " + std::string(kManifestFile) +
                ", so nothing shows how the responses were generated"};
  }
  if (run.repeat.model.empty()) {
    return {"generation", CheckState::kWarning,
            std::string(kManifestFile) + " does not say how the responses were generated"};
  }
  return {"generation", CheckState::kPassed,
          std::string(kManifestFile) + " has the settings of the generation"};
}

std::vector<SubmitCheck> check_findings(const std::vector<Finding>& findings) {
  std::vector<SubmitCheck> checks;
  for (const Finding& finding : findings) {
    // The coverage has them.
    if (finding.severity == Severity::kInfo || finding.code == "missing_entries") continue;
    checks.push_back(
        {"finding",
         finding.severity == Severity::kError ? CheckState::kFailed : CheckState::kWarning,
         std::string(finding.title) + " (" + std::string(finding.code) + ", " +
             grouped_digits(finding.count) + ")"});
  }
  if (checks.empty()) {
    checks.push_back(
        {"findings", CheckState::kPassed, "no problem that distorts the score was found"});
  }
  return checks;
}

}  // namespace bfclx::tools
