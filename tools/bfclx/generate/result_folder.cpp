#include "tools/bfclx/generate/result_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/output/whole_file.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOurs = "bfclx_";
constexpr const char* kLock = ".bfclx-lock";
constexpr const char* kNotes = "bfclx_entries.jsonl";
constexpr const char* kManifest = "bfclx_manifest.json";
constexpr std::string_view kErrorPrefix = "Error during inference: ";
constexpr std::string_view kAdvice = "--result-dir names another folder";

std::string reason() { return std::strerror(errno); }

// The files of a category, memory prerequisites included, below the folder of a model.
std::vector<std::string> files_of(const Category& category) {
  const std::string stem = std::string(category.folder) + "/BFCL_v4_" + std::string(category.name);
  std::vector<std::string> files = {stem + "_result.json"};
  if (is_memory(category)) files.push_back(stem + "_prereq_result.json");
  return files;
}

struct LineView {
  std::string_view text;
  std::string id;
  std::string_view result;  // when it is a text
  Value object;
};

template <typename Each>
void for_each_line(std::string_view bytes, const Each& each) {
  std::size_t number = 0;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    ++number;
    if (end > 0) each(number, bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
}

constexpr std::array<std::string_view, 1> kId = {"id"};
constexpr std::array<std::string_view, 2> kIdAndResult = {"id", "result"};

bool has_all_of(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [text](std::string_view part) { return text.find(part) != text.npos; });
}

}  // namespace

bool is_transport_error(std::string_view text) {
  if (text.substr(0, kErrorPrefix.size()) != kErrorPrefix) return false;
  text.remove_prefix(kErrorPrefix.size());
  constexpr std::string_view kTexts[] = {"Connection error",
                                         "Request timed out",
                                         "RESOURCE_EXHAUSTED",
                                         "Server disconnected",
                                         "Connection reset by peer",
                                         "Connection refused",
                                         "(ThrottlingException)",
                                         "timed out",
                                         "Temporary failure in name resolution"};
  for (std::string_view words : kTexts) {
    if (text.find(words) != std::string_view::npos) return true;
  }
  for (std::string_view status : {"408", "409", "425", "429", "500", "502", "503", "504", "529"}) {
    const std::string number(status);
    for (const char* form : {"Error code: ", "Status ", "status_code: "}) {
      if (has_all_of(text, {form + number})) return true;
    }
    if (text.substr(0, 4) == number + " ") return true;  // "503 UNAVAILABLE. ..."
  }
  return false;
}

ResultFolder::ResultFolder(fs::path place) : place_(std::move(place)) {}

ResultFolder::~ResultFolder() {
  if (lock_ >= 0) ::close(lock_);
}

void ResultFolder::open() {
  const Status ready = prepare_folder(place_, kAdvice);
  if (!ready.ok()) throw UsageError(ready.error().message);
  const std::string path = (place_ / kLock).string();
  lock_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) {
    throw UsageError(place_.string() + " cannot be written: " + reason() + "; " +
                     std::string(kAdvice));
  }
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    throw UsageError(place_.string() +
                     ": another run is writing its results there; wait for its end, or take "
                     "another --result-dir");
  }
  remove_leftovers(place_, true);
}

ResultFolder::Found ResultFolder::scan(std::span<const Category* const> categories, bool mend) {
  Found found;
  for (const Category* category : categories) {
    for (const std::string& file : files_of(*category)) {
      std::error_code ignored;
      if (!fs::exists(place_ / file, ignored)) continue;
      if (mend && log_of(file) == nullptr) throw UsageError(error_);
      const std::string bytes = read(file).value_or("");
      for_each_line(bytes, [&](std::size_t number, std::string_view text) {
        const Result<Value> line = json_loads_object_filtered(text, kIdAndResult);
        const std::string id(line.ok() ? text_member(*line, "id") : std::string_view());
        if (id.empty()) {
          found.notes.push_back((place_ / file).string() + ":" + std::to_string(number) +
                                ": no result line; it stays as it is");
          return;
        }
        const std::string_view result = text_member(*line, "result");
        if (is_transport_error(result)) {
          found.again.insert(id);
          return;
        }
        found.done.insert(id);
        if (result.substr(0, kErrorPrefix.size()) == kErrorPrefix) {
          found.errors[id] = result.substr(kErrorPrefix.size());
        } else {
          found.errors.erase(id);
        }
      });
    }
  }
  for (const std::string& id : found.done) found.again.erase(id);
  return found;
}

void ResultFolder::remove_results(std::span<const Category* const> categories) {
  std::error_code failed;
  for (const Category* category : categories) {
    for (const std::string& file : files_of(*category)) {
      logs_.erase(file);
      kept_bytes_.erase(file);
      fs::remove(place_ / file, failed);
      if (failed) throw UsageError((place_ / file).string() + ": " + failed.message());
    }
  }
}

LineLog* ResultFolder::log_of(const std::string& path) {
  const auto found = logs_.find(path);
  if (found != logs_.end()) return &found->second;
  LineLog log;
  if (!log.open(place_ / path)) {
    error_ = log.error();
    return nullptr;
  }
  std::error_code ignored;
  kept_bytes_[path] = static_cast<std::size_t>(fs::file_size(place_ / path, ignored));
  return &logs_.emplace(path, std::move(log)).first->second;
}

bool ResultFolder::append(std::string_view id, std::string_view line) {
  LineLog* log = log_of(result_file_path(id));
  if (log == nullptr) return false;
  if (log->append(std::string(line) + "\n")) return true;
  error_ = log->error();
  return false;
}

bool ResultFolder::note(std::string_view line) {
  return append_to(kNotes, std::string(line) + "\n");
}

bool ResultFolder::append_to(const std::string& name, std::string_view line) {
  LineLog* log = log_of(name);
  if (log == nullptr) return false;
  if (log->append(line)) return true;
  error_ = log->error();
  return false;
}

bool ResultFolder::replace(const std::string& name, std::string_view bytes) {
  logs_.erase(name);
  kept_bytes_.erase(name);
  return write_whole(place_ / name, bytes);
}

void ResultFolder::drop(const std::string& name) {
  logs_.erase(name);
  kept_bytes_.erase(name);
  std::error_code ignored;
  fs::remove(place_ / name, ignored);
}

bool ResultFolder::write_whole(const fs::path& path, std::string_view bytes) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);  // or the file says why not
  WholeFile file(path, kAdvice);
  file.write(bytes);
  const Status written = file.commit();
  if (!written.ok()) error_ = written.error().message;
  return written.ok();
}

bool ResultFolder::write_snapshot(std::string_view id, std::string_view scenario,
                                  std::string_view bytes) {
  return write_whole(place_ / memory_checkpoint_path(id), bytes) &&
         write_whole(place_ / memory_snapshot_path(id, scenario), bytes);
}

std::optional<std::string> ResultFolder::read(const std::string& path) const {
  std::error_code ignored;
  if (!fs::exists(place_ / path, ignored)) return std::nullopt;
  FileBytes file = read_file((place_ / path).string());
  if (!file.error.empty()) return std::nullopt;
  return std::move(file.bytes);
}

bool ResultFolder::write_manifest(std::string_view json) {
  return write_whole(place_ / kManifest, json);
}

bool ResultFolder::sync() {
  for (auto& [path, log] : logs_) {
    if (log.sync()) continue;
    error_ = log.error();
    return false;
  }
  return true;
}

bool ResultFolder::finish(bool merge) {
  if (!sync()) return false;
  for (const auto& [path, kept] : kept_bytes_) {
    if (path.substr(0, kOurs.size()) == kOurs) continue;
    if (!finish_file(place_ / path, merge, kept)) return false;
  }
  return true;
}

bool ResultFolder::finish_file(const fs::path& path, bool merge, std::size_t kept) {
  const FileBytes file = read_file(path.string());
  if (!file.error.empty()) {
    error_ = path.string() + ": " + file.error;
    return false;
  }
  std::unordered_map<std::string, std::size_t> seen;
  bool repeated = false;
  std::vector<std::string_view> added;
  bool readable = true;
  const std::string_view bytes = file.bytes;
  for_each_line(bytes, [&](std::size_t, std::string_view text) {
    const auto at = static_cast<std::size_t>(text.data() - bytes.data());
    const Result<Value> line = json_loads_object_filtered(text, kId);
    readable = readable && line.ok();
    if (!line.ok()) return;
    repeated = !seen.emplace(text_member(*line, "id"), at).second || repeated;
    if (at >= kept) added.push_back(text);
  });
  if (!readable) return true;  // a line of somebody else: named when the folder was read
  if (added.empty() && !repeated) return true;
  std::string merged;
  if (merge || repeated) {
    std::vector<Value> fresh;
    for (const std::string_view text : added) {
      Result<Value> line = json_loads(text);
      if (!line.ok()) return true;
      fresh.push_back(std::move(*line));
    }
    Result<std::string> result =
        merge_result_lines(bytes.substr(0, std::min(kept, bytes.size())), fresh);
    if (!result.ok()) return true;
    merged = std::move(*result);
  }
  const Result<std::optional<std::string>> sorted =
      sorted_result_file(merged.empty() ? bytes : std::string_view(merged));
  if (sorted.ok() && sorted->has_value()) merged = **sorted;
  if (merged.empty() || merged == bytes) return true;
  logs_.erase(fs::relative(path, place_).generic_string());
  return write_whole(path, merged);
}

}  // namespace bfclx::tools
