// A submission to a leaderboard: a folder with the result files of one run and submission.json,
// which says what is claimed of them.
//
//   submission/
//     submission.json                 the claim (Submission)
//     result/<model>/...              the run's files, as they were
#ifndef BFCLX_TOOLS_BFCLX_SUBMIT_SUBMISSION_H_
#define BFCLX_TOOLS_BFCLX_SUBMIT_SUBMISSION_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/summary.h"

namespace bfclx::tools {

inline constexpr const char* kSubmissionFile = "submission.json";
inline constexpr std::string_view kSubmissionSchema = "bfclx-submission-1";
// Of submission.json, and of files in a submission.
inline constexpr std::uintmax_t kMostSubmissionBytes = std::uintmax_t{4} << 20;
inline constexpr std::size_t kMostSubmittedFiles = 10'000;

// The submission cannot be checked because of what is in it. Exit code 3, as if a check failed.
struct InvalidSubmission : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct SubmittedFile {
  std::string path;  // below the submission's folder, with `/`
  std::uint64_t bytes = 0;
  std::string sha256;  // hex
};

struct Claim {
  std::size_t entries = 0;
  std::size_t passed = 0;
  bool operator==(const Claim&) const = default;
};

struct Submission {
  std::string model;    // the run's name
  std::string folder;   // of the run, below result/
  std::string program;  // version of bfclx that made it
  std::string dataset_version;
  std::string dataset_hash;
  std::string leaderboard;
  std::string decoder;
  bool underscore_to_dot = false;
  std::optional<double> overall;  // 0 to 1
  std::string basis;              // what it covers, for people
  std::map<std::string, Claim> categories;
  std::string verdicts;  // verdicts_hash
  std::vector<SubmittedFile> files;
  std::map<std::string, std::string> about;  // contact, hardware, notes: as the submitter says
};

// What a report says of its only run; files and `about` are left empty.
Submission claim_of(const Report& report);
// "sha256:...", of every entry's id and verdict, in any order.
std::string verdicts_hash(const ModelRun& run);

std::string submission_json(const Submission& submission);
// Throws an InvalidSubmission that names the file and what is wrong with it, and a UsageError where
// there is none.
Submission read_submission(const std::filesystem::path& folder);

// Whether the path stays below the folder that it is relative to: no root, no `..`, no empty part.
bool stays_below(std::string_view path);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SUBMIT_SUBMISSION_H_
