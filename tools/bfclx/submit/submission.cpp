#include "tools/bfclx/submit/submission.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "core/base/counted.h"
#include "core/base/sha256.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/decode/decoder.h"
#include "core/run/run_statistics.h"
#include "core/statistics/composition.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostName = 60;  // of a member, or another text, in a message

constexpr std::string_view kMembers[] = {
    "schema",      "program", "model", "folder",     "dataset",  "decoder", "underscore_to_dot",
    "leaderboard", "overall", "basis", "categories", "verdicts", "files",   "contact",
    "hardware",    "notes"};

constexpr std::string_view kFileMembers[] = {"path", "bytes", "sha256"};

// Reads members of the claim; what is missing or of another type is an error that names it.
class Reader {
 public:
  Reader(const Json& object, std::string file) : object_(object), file_(std::move(file)) {}

  [[noreturn]] void refuse(const std::string& what) const {
    throw InvalidSubmission(file_ + ": " + what + "; make it again with `bfclx submit prepare`");
  }
  const Json& member(const char* name) const {
    const auto it = object_.find(name);
    if (it == object_.end()) refuse(std::string("`") + name + "` is missing");
    return *it;
  }
  std::string text(const char* name) const {
    const Json& value = member(name);
    if (!value.is_string()) refuse(std::string("`") + name + "` is not a string");
    return value.get<std::string>();
  }
  std::uint64_t number(const char* name) const {
    const Json& value = member(name);
    if (!value.is_number_unsigned()) {
      refuse(std::string("`") + name + "` is not a non-negative integer");
    }
    return value.get<std::uint64_t>();
  }
  // What is not read was not checked either, and would be published.
  void only(std::span<const std::string_view> known, const std::string& where) const {
    for (const auto& [name, value] : object_.items()) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const bool is_short = name.size() < kMostName;
      throw InvalidSubmission(file_ + ": unknown member `" + name.substr(0, kMostName) + "`" +
                              where + "." + (is_short ? did_you_mean(name, known) : std::string()));
    }
  }
  Reader inside(const Json& object, const std::string& where) const {
    if (!object.is_object()) refuse(where + " is not an object");
    return {object, file_};
  }

 private:
  const Json& object_;
  std::string file_;
};

void read_files(const Reader& reader, Submission& submission) {
  const Json& list = reader.member("files");
  if (!list.is_array() || list.size() > kMostSubmittedFiles) {
    reader.refuse("`files` is not a list of at most " + grouped_digits(kMostSubmittedFiles) +
                  " files");
  }
  const std::string place = "result/" + submission.folder + "/";
  std::set<std::string> paths;
  for (const Json& one : list) {
    const Reader file = reader.inside(one, "an item of `files`");
    file.only(kFileMembers, " in `files`");
    SubmittedFile read{file.text("path"), file.number("bytes"), file.text("sha256")};
    // Others would be published with the run, and nothing would have checked them.
    if (!stays_below(read.path) || !read.path.starts_with(place)) {
      reader.refuse("the path `" + read.path + "` does not stay in " + place);
    }
    if (!paths.insert(read.path).second) reader.refuse("`" + read.path + "` is listed twice");
    submission.files.push_back(std::move(read));
  }
}

// "0.1.0", "1.2.3-rc1".
bool is_version(std::string_view text) {
  return !text.empty() && text.size() <= 40 && is_digit(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '+';
         });
}

// Throws an InvalidSubmission where it is no JSON object, a UsageError where there is none.
Json read_claim(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (!fs::exists(status)) {
    throw UsageError(path.string() + ": missing; `bfclx submit prepare` makes a submission");
  }
  if (!fs::is_regular_file(status)) {
    throw InvalidSubmission(path.string() + ": expected a regular file");
  }
  if (fs::file_size(path, error) > kMostSubmissionBytes || error) {
    throw InvalidSubmission(path.string() + ": over 4 MiB, which no submission has");
  }
  const FileBytes file = read_plain_file(path.string());
  if (!file.error.empty()) throw InvalidSubmission(path.string() + ": " + file.error);
  const Json json = Json::parse(file.bytes, nullptr, false);
  if (!json.is_object()) throw InvalidSubmission(path.string() + ": expected a JSON object");
  return json;
}

}  // namespace

bool stays_below(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.find('\0') != std::string_view::npos) {
    return false;
  }
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return true;
}

std::string verdicts_hash(const ModelRun& run) {
  std::vector<std::string> lines;
  for (const CategoryRun& category : run.runs) {
    for (const ScoredResponse& response : category.responses) {
      if (!counts(response)) continue;
      lines.push_back(response.entry->id + (response.verdict.valid ? "\t1\n" : "\t0\n"));
    }
  }
  std::sort(lines.begin(), lines.end());
  std::string all;
  for (const std::string& line : lines) all += line;
  return "sha256:" + hex_of(sha256(all));
}

Submission claim_of(const Report& report) {
  const ModelReport& model = report.models.front();
  const ModelRun& run = *model.run;
  Submission claim;
  claim.model = run.name;
  claim.folder = run.folder_name;
  claim.program = BFCLX_VERSION;
  claim.dataset_version = report.dataset_version;
  claim.dataset_hash = report.dataset_hash;
  const std::string_view leaderboard = model.score.basis.leaderboard;
  claim.leaderboard = find_leaderboard_version(leaderboard) ? leaderboard : kOwnScore;
  if (run.settings.decoder != nullptr) claim.decoder = run.settings.decoder->name;
  claim.underscore_to_dot = run.settings.underscore_to_dot;
  claim.overall = model.score.value;
  claim.basis = basis_text(model.score.basis);
  for (const CategoryReport& category : model.categories) {
    claim.categories[std::string(category.summary.category->name)] = {category.summary.entries,
                                                                      category.summary.right};
  }
  claim.verdicts = verdicts_hash(run);
  return claim;
}

std::string submission_json(const Submission& submission) {
  Json categories = Json::object();
  for (const auto& [name, claim] : submission.categories) {
    categories[name] = {{"entries", claim.entries}, {"passed", claim.passed}};
  }
  Json files = Json::array();
  for (const SubmittedFile& file : submission.files) {
    files.push_back({{"path", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  Json json = {
      {"schema", kSubmissionSchema},
      {"program", {{"name", "bfclx"}, {"version", submission.program}}},
      {"model", submission.model},
      {"folder", submission.folder},
      {"dataset", {{"version", submission.dataset_version}, {"hash", submission.dataset_hash}}},
      {"decoder", submission.decoder},
      {"underscore_to_dot", submission.underscore_to_dot},
      {"leaderboard", submission.leaderboard},
      {"overall", submission.overall ? Json(*submission.overall) : Json()},
      {"basis", submission.basis},
      {"categories", std::move(categories)},
      {"verdicts", submission.verdicts},
      {"files", std::move(files)}};
  for (const auto& [name, text] : submission.about) json[name] = text;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Submission read_submission(const fs::path& folder) {
  const fs::path path = folder / kSubmissionFile;
  const Json json = read_claim(path);
  const Reader reader(json, path.string());
  if (const std::string schema = reader.text("schema"); schema != kSubmissionSchema) {
    reader.refuse("`schema` is `" + schema.substr(0, kMostName) + "`, expected `" +
                  std::string(kSubmissionSchema) + "`");
  }
  reader.only(kMembers, "");
  Submission submission;
  const Reader program = reader.inside(reader.member("program"), "`program`");
  submission.program = program.text("version");
  if (!is_version(submission.program)) {
    reader.refuse("`program.version` is `" + submission.program.substr(0, kMostName) +
                  "`, expected a version such as " BFCLX_VERSION);
  }
  submission.model = reader.text("model");
  submission.folder = reader.text("folder");
  if (!stays_below(submission.folder) || submission.folder.find('/') != std::string::npos) {
    reader.refuse("`folder` is not the name of a folder");
  }
  const Reader dataset = reader.inside(reader.member("dataset"), "`dataset`");
  submission.dataset_version = dataset.text("version");
  submission.dataset_hash = dataset.text("hash");
  submission.decoder = reader.text("decoder");
  if (!submission.decoder.empty() && find_decoder(submission.decoder) == nullptr) {
    reader.refuse("`decoder` is `" + submission.decoder.substr(0, kMostName) +
                  "`, which no decoder is called");
  }
  const Json& dots = reader.member("underscore_to_dot");
  if (!dots.is_boolean()) reader.refuse("`underscore_to_dot` is not true or false");
  submission.underscore_to_dot = dots.get<bool>();
  submission.leaderboard = reader.text("leaderboard");
  if (submission.leaderboard != kOwnScore && !find_leaderboard_version(submission.leaderboard)) {
    reader.refuse("`leaderboard` is `" + submission.leaderboard.substr(0, kMostName) +
                  "`, expected v1, v2, v3_executable, v3, v4 or own");
  }
  const Json& overall = reader.member("overall");
  if (!overall.is_null() && !overall.is_number()) reader.refuse("`overall` is not a number");
  if (overall.is_number()) submission.overall = overall.get<double>();
  submission.basis = reader.text("basis");
  const Json& categories = reader.member("categories");
  reader.inside(categories, "`categories`");
  for (const auto& [name, value] : categories.items()) {
    const Reader category = reader.inside(value, "`categories." + name + "`");
    submission.categories[name] = {static_cast<std::size_t>(category.number("entries")),
                                   static_cast<std::size_t>(category.number("passed"))};
  }
  submission.verdicts = reader.text("verdicts");
  read_files(reader, submission);
  for (const char* name : {"contact", "hardware", "notes"}) {
    if (json.contains(name)) submission.about[name] = reader.text(name);
  }
  return submission;
}

}  // namespace bfclx::tools
