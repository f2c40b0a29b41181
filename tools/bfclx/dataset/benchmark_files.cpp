#include "tools/bfclx/dataset/benchmark_files.h"

#include <cerrno>
#include <deque>
#include <filesystem>
#include <system_error>
#include <utility>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/platform/file_tree.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

// `bytes` nullopt: there was no such file. False, and said, where it cannot be put back.
bool put_back(const std::string& place, const std::string& path,
              const std::optional<std::string>& bytes) {
  if (!bytes) return files::remove_name(fs::path(place) / path) || errno == ENOENT;
  WholeFile file(fs::path(place), fs::path(path), kBenchmarkAdvice);
  file.write(*bytes);
  const Status done = file.commit_to_disk();
  if (!done.ok()) say(done.error().message);
  return done.ok();
}

void remove_mark(const std::string& place) {
  files::remove_name(fs::path(place) / kUnfinishedAddFile);
}

}  // namespace

Result<std::optional<std::string>> bytes_below(const fs::path& place, const std::string& path) {
  std::error_code error;
  if (!fs::exists(place / path, error)) return std::optional<std::string>();
  FileBytes file = read_plain_file((place / path).string());
  if (!file.error.empty()) return Error{.kind = "dataset", .message = path + ": " + file.error};
  return std::optional<std::string>(std::move(file.bytes));
}

bool was_interrupted(const std::string& place, const std::string& hash) {
  const Result<std::optional<std::string>> mark =
      bytes_below(place, std::string(kUnfinishedAddFile));
  if (mark.ok() && !*mark) return false;
  if (mark.ok() && (*mark)->substr(0, (*mark)->find('\n')) == hash) return true;
  throw NothingUsable(place + ": `bfclx dataset add` was interrupted while it added other cases. " +
                      "Add those again first, or remove " + std::string(kUnfinishedAddFile) +
                      " to keep the benchmark as it is");
}

std::string interrupted_cases(const std::string& place) {
  const Result<std::optional<std::string>> mark =
      bytes_below(place, std::string(kUnfinishedAddFile));
  if (!mark.ok() || !*mark) return {};
  const std::size_t end = (*mark)->find('\n');
  return end == std::string::npos ? std::string() : (*mark)->substr(end + 1);
}

void write_files(const std::string& place, const std::vector<BenchmarkFile>& changed,
                 const std::string& cases, const std::string& lines) {
  // All of them are written before the first takes its place.
  std::deque<WholeFile> written;
  for (const BenchmarkFile& file : changed) {
    WholeFile& whole = written.emplace_back(fs::path(place), fs::path(file.path), kBenchmarkAdvice);
    whole.write(file.bytes);
    if (!whole.finish()) throw UsageError(whole.error());
  }
  remove_leftovers(fs::path(place), false);
  remove_leftovers(fs::path(place) / "data", true);
  std::vector<std::optional<std::string>> before;
  for (const BenchmarkFile& file : changed) {
    Result<std::optional<std::string>> bytes = bytes_below(place, file.path);
    if (!bytes.ok()) throw UsageError(bytes.error().message);
    before.push_back(std::move(bytes).value());
  }
  const bool resumed = was_interrupted(place, cases);
  WholeFile unfinished(fs::path(place), fs::path(kUnfinishedAddFile), kBenchmarkAdvice);
  unfinished.write(cases);
  if (!lines.empty()) unfinished.write("\n" + lines);
  if (const Status done = unfinished.commit_to_disk(); !done.ok()) {
    if (!resumed) remove_mark(place);
    throw UsageError(done.error().message);
  }
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const Status done = written[i].commit_to_disk();
    if (done.ok()) continue;
    // This one may have its place. The mark stays where the benchmark is not as it was: the same
    // command finishes it.
    bool as_before = !resumed;
    for (std::size_t k = i + 1; k-- > 0;) {
      as_before = put_back(place, changed[k].path, before[k]) && as_before;
    }
    if (as_before) remove_mark(place);
    throw UsageError(done.error().message);
  }
  remove_mark(place);
}

}  // namespace bfclx::tools
