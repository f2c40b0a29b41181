#include "tools/bfclx/input/dataset_dir.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/dataset/category.h"
#include "core/dataset/own_turns.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/sample/sample.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSample = "sample";
constexpr std::string_view kDefaultFolder = "data/bfcl";
std::string default_place() {
  if (DatasetDir::is_here()) return DatasetDir::default_folder();
  throw UsageError(
      "no dataset: data/bfcl does not exist. Run tools/get-dataset to fetch the official dataset, "
      "pass --dataset DIR or set BFCLX_DATASET, or try the embedded sample with --dataset sample");
}

bool is_embedded(const std::string& place) {
  std::error_code error;
  return place == kSample && !fs::exists(place, error);
}

constexpr const char* kCasesOfFile =
    " `bfclx dataset add` adds the cases of a file to your own benchmark.";
constexpr const char* kOtherDatasets =
    " `bfclx dataset new` creates your own benchmark. Run tools/get-dataset to fetch the official "
    "dataset, or try the embedded sample with --dataset sample";

bool is_dataset(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / kOwnBenchmarkFile, error) || fs::is_directory(folder / "data", error);
}

// " Did you mean my-bench?": datasets beside the folder that does not exist.
std::string suggested_datasets(const std::string& place) {
  constexpr std::size_t kMostNames = 1000;
  const fs::path whole(place);
  const std::string parent = whole.parent_path().string();
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator at(parent.empty() ? "." : parent, error);
  for (; !error && at != fs::directory_iterator() && names.size() < kMostNames;
       at.increment(error)) {
    if (is_dataset(at->path())) names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::vector<std::string_view> views(names.begin(), names.end());
  return did_you_mean(whole.filename().string(), views,
                      parent.empty() || parent.back() == '/' ? parent : parent + "/");
}

// A translation has files of function docs before any of questions.
bool has_translations(const std::string& place, const Translation& translation) {
  return std::any_of(translation.entries.begin(), translation.entries.end(), [&](const auto& one) {
    std::error_code error;
    return fs::exists(fs::path(place) / "data" / one.first->questions, error);
  });
}

// Every category of a benchmark with a faulty dataset.json would be refused for it.
void check_own_benchmark(const std::string& place) {
  const std::string path = (fs::path(place) / kOwnBenchmarkFile).string();
  const FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(path + ": " + file.error);
  const Result<std::optional<OwnBenchmark>> own = read_own_benchmark(file.bytes);
  if (!own.ok()) throw UsageError(path + ": " + own.error().message);
  if (*own && (*own)->translation != nullptr && !has_translations(place, *(*own)->translation)) {
    throw UsageError("dataset " + place +
                     " has no translations yet. Add some with `bfclx dataset add " + place +
                     " TRANSLATIONS`");
  }
}

// The place to read from; a UsageError when it is no dataset.
std::string checked(const std::string& given) {
  std::string place = given.empty() ? default_place() : given;
  if (is_embedded(place)) return place;
  std::error_code error;
  if (!fs::is_directory(place, error)) {
    const bool is_missing = error == std::errc::no_such_file_or_directory;
    const std::string near = is_missing ? suggested_datasets(place) : "";
    throw UsageError("dataset " + place + ": " +
                     (is_missing ? "no such folder"
                      : error    ? "cannot be read: " + error.message()
                                 : "is not a folder") +
                     "." + (fs::is_regular_file(place, error) ? kCasesOfFile : "") +
                     (near.empty() ? kOtherDatasets : near));
  }
  const bool has_data = fs::is_directory(fs::path(place) / "data", error);
  const bool is_own = fs::exists(fs::path(place) / kOwnBenchmarkFile, error);
  if (is_own) check_own_benchmark(place);
  if (!has_data || (is_own && fs::is_empty(fs::path(place) / "data", error))) {
    if (is_own) {
      throw UsageError("dataset " + place + " has no cases yet. Add some with `bfclx dataset add " +
                       place + " CASES`");
    }
    throw UsageError("dataset " + place +
                     ": has no folder `data` with questions; tools/get-dataset fetches one");
  }
  return place;
}

std::optional<std::string> read_embedded(const std::string& path) {
  for (const EmbeddedFile& file : sample_files()) {
    if (file.path == path) return std::string(file.bytes);
  }
  return std::nullopt;
}

Result<std::optional<std::string>> read_below(const std::string& place, const std::string& path) {
  const fs::path whole = fs::path(place) / path;
  std::error_code error;
  if (!fs::exists(whole, error)) return std::optional<std::string>();
  FileBytes file = read_file(whole.string());
  if (!file.error.empty()) return Error{.kind = "dataset", .message = std::move(file.error)};
  return std::optional<std::string>(std::move(file.bytes));
}

DatasetFiles::Read reader_of(const std::string& place) {
  if (is_embedded(place)) return read_embedded;
  return [place](const std::string& path) { return read_below(place, path); };
}

}  // namespace

DatasetDir::DatasetDir(const std::string& place) : DatasetDir(Place{checked(place)}) {}

DatasetDir::DatasetDir(const Place& place)
    : DatasetFiles(place.path, reader_of(place.path),
                   is_embedded(place.path) ? "sample" : "unversioned") {}

std::string DatasetDir::default_folder() { return std::string(kDefaultFolder); }

DatasetFiles::Read DatasetDir::reader() const { return reader_of(place()); }

bool DatasetDir::is_sample() const { return is_embedded(place()); }

std::vector<std::string> DatasetDir::ignored_files() const {
  constexpr std::string_view kPrefix = "BFCL_v4_";
  constexpr std::string_view kSuffix = ".json";
  std::vector<std::string> unknown;
  if (is_sample()) return unknown;
  std::error_code error;
  for (fs::directory_iterator file(fs::path(place()) / "data", error), end; !error && file != end;
       file.increment(error)) {
    std::string name = file->path().filename().string();
    const bool is_known =
        std::any_of(all_categories().begin(), all_categories().end(),
                    [&](const Category& category) { return category.questions == name; });
    if (!is_known && name.starts_with(kPrefix) && name.ends_with(kSuffix)) {
      unknown.push_back(std::move(name));
    }
  }
  std::sort(unknown.begin(), unknown.end());
  for (std::string& file : unknown) {
    file += ": unknown category \"" +
            file.substr(kPrefix.size(), file.size() - kPrefix.size() - kSuffix.size()) +
            "\", ignored";
  }
  return unknown;
}

bool DatasetDir::is_here() {
  std::error_code error;
  return fs::is_directory(fs::path(kDefaultFolder), error);
}

}  // namespace bfclx::tools
