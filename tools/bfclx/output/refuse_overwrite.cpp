#include "tools/bfclx/output/refuse_overwrite.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "core/dataset/own_benchmark.h"
#include "core/run/run_names.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/inputs.h"
#include "tools/bfclx/output/output_file.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

// What is to be written, held against what is read.
class Output {
 public:
  explicit Output(const std::string& path) : end_(path == "-" ? fs::path() : end_of_links(path)) {
    const int found = path == "-" ? fstat(STDOUT_FILENO, &info_) : ::stat(path.c_str(), &info_);
    // Of other things nothing is lost: what goes into a pipe, say, may well come out of it.
    there_ = found == 0 && S_ISREG(info_.st_mode);
  }

  bool is(const fs::path& file) const {
    struct stat other {};
    return there_ && ::stat(file.c_str(), &other) == 0 && is(other);
  }

  // Also where neither is there yet.
  bool is(const Output& other) const {
    return (there_ && other.there_ && is(other.info_)) || (!end_.empty() && end_ == other.end_);
  }

  bool is_standard_input() const {
    struct stat other {};
    return there_ && fstat(STDIN_FILENO, &other) == 0 && is(other);
  }

  // One of the files below the folder that `is_read` takes by their names, there or yet to come.
  template <typename IsRead>
  bool is_in(const fs::path& folder, bool below, const IsRead& is_read) const {
    if (!end_.empty() && is_read(end_) &&
        (below ? is_below(end_, canonical(folder)) : is_same(end_.parent_path(), folder))) {
      return true;
    }
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
      if (!below) it.disable_recursion_pending();
      if (is_read(it->path()) && is(it->path())) return true;
    }
    return false;
  }

 private:
  bool is(const struct stat& other) const {
    return info_.st_dev == other.st_dev && info_.st_ino == other.st_ino;
  }
  static fs::path canonical(const fs::path& folder) {
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(folder, error), error);
  }
  static bool is_same(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return fs::equivalent(a, b, error);
  }

  fs::path end_;
  struct stat info_ {};
  bool there_ = false;
};

// What is not there yet will be a folder of results.
bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error) || !fs::exists(path, error);
}

bool is_input(const Output& output, const std::string& path) {
  if (path == "-") return output.is_standard_input();
  if (!is_folder(path)) return output.is(path);
  return output.is_in(
      path, true, [](const fs::path& file) { return is_result_name(file.filename().string()); });
}

// What lies beside the results: below a folder, or in the folders above a file up to its run's.
bool is_beside(const Output& output, const std::string& path) {
  if (path == "-") return false;
  const auto by_name = [](const fs::path& file) { return is_run_file(file.filename().string()); };
  if (is_folder(path)) return output.is_in(path, true, by_name);
  std::error_code error;
  const fs::path file = fs::absolute(path, error).lexically_normal();
  const std::size_t top = model_folder_of(file).size();
  for (fs::path folder = file.parent_path();; folder = folder.parent_path()) {
    if (output.is_in(folder, false, by_name)) return true;
    if (folder.native().size() <= top) return false;
  }
}

// The files beside the folder `data` of a dataset.
bool is_dataset_name(const fs::path& file) {
  constexpr std::string_view kNames[] = {"manifest.json",   "models.json",
                                         "prompts.json",    "long_context.json",
                                         kOwnBenchmarkFile, kUnfinishedAddFile};
  return std::find(std::begin(kNames), std::end(kNames), file.filename().string()) !=
         std::end(kNames);
}

bool is_of_dataset(const Output& output, const std::string& given) {
  const fs::path place = given.empty() ? DatasetDir::default_folder() : given;
  return output.is_in(place, false, is_dataset_name) ||
         output.is_in(place / "data", true, [](const fs::path&) { return true; });
}

}  // namespace

void refuse_to_overwrite(const RunOptions& options, std::string_view option,
                         const std::string& path, const std::vector<NamedFile>& others) {
  const Output output(path);
  const auto refuse = [&](const std::string& what) {
    throw UsageError(std::string(option) + " " + path + " would overwrite an input: it is " + what +
                     "; name another file");
  };
  for (const std::string& input : options.paths) {
    if (is_input(output, input)) refuse("one of the result files in " + input);
    if (is_beside(output, input)) refuse("read together with the results in " + input);
  }
  if (is_of_dataset(output, options.dataset)) refuse("a file of the dataset");
  std::vector<NamedFile> named = {{"--models", options.models_file},
                                  {"--cassette", options.cassette},
                                  {"--ids", options.ids == "-" ? "" : options.ids}};
  named.insert(named.end(), others.begin(), others.end());
  for (const NamedFile& input : named) {
    if (!input.file.empty() && output.is(input.file)) {
      refuse("the file of " + std::string(input.option));
    }
  }
}

void refuse_same_output(const NamedFile& one, const NamedFile& other) {
  if (one.file.empty() || other.file.empty() || !Output(one.file).is(Output(other.file))) return;
  throw UsageError(std::string(one.option) + " " + one.file + " is the file of " +
                   std::string(other.option) + "; name another file");
}

}  // namespace bfclx::tools
