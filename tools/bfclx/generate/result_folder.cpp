#include "tools/bfclx/generate/result_folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "core/base/utf8.h"
#include "core/conversation/plan.h"
#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/lines.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/result_lines.h"
#include "tools/bfclx/input/file_lines.h"
#include "tools/bfclx/output/lock.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/platform/file_tree.h"
#include "tools/bfclx/platform/files.h"
#include "tools/bfclx/platform/special_file.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOurs = "bfclx_";
constexpr const char* kManifest = "bfclx_manifest.json";
constexpr std::string_view kErrorPrefix = "Error during inference: ";
constexpr std::string_view kAdvice = "; --result-dir names another folder";

// The files of a category, memory prerequisites included, below the folder of a model.
std::vector<std::string> files_of(const Category& category) {
  const std::string stem = std::string(category.folder) + "/BFCL_v4_" + std::string(category.name);
  std::vector<std::string> files = {stem + "_result.json"};
  if (is_memory(category)) files.push_back(stem + "_prereq_result.json");
  return files;
}

// nullopt with errno.
std::optional<std::string> read_all(const Descriptor& file) {
  struct stat info {};
  if (!file || files::fstat(file.get(), &info) != 0) return std::nullopt;
  if (!S_ISREG(info.st_mode)) {
    errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
    return std::nullopt;
  }
  return read_bytes(file.get(), 0, static_cast<std::uint64_t>(info.st_size));
}

constexpr std::array<std::string_view, 2> kIdAndResult = {"id", "result"};

bool has_all_of(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [text](std::string_view part) { return text.find(part) != text.npos; });
}

}  // namespace

std::string unreadable(const Descriptor& file) {
  const int reason = errno;
  struct stat info {};
  if (file && files::fstat(file.get(), &info) == 0 && !S_ISREG(info.st_mode)) {
    return ": " + kind_of_special(info.st_mode) + ", not a file";
  }
  return " cannot be read: " + reason_text(reason);
}

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

std::string checked_model_folder(std::string_view model) {
  std::string folder = model_folder(model);
  if (folder == "." || folder == "..") {
    throw UsageError("--model " + std::string(model) +
                     ": not usable as the name of the result folder");
  }
  return folder;
}

ResultFolder::ResultFolder(fs::path root, std::string model)
    : root_(std::move(root)), model_(std::move(model)), own_(model_), place_(root_ / model_) {}

void ResultFolder::use_shard(const fs::path& folder) { own_ = model_ / folder; }

ResultFolder::~ResultFolder() {
  if (lock_) remove_shard({});
}

void ResultFolder::leave_shard() { remove_shard(kManifest); }

// Where it has no file besides the lock and this one.
void ResultFolder::remove_shard(std::string_view besides) {
  if (!is_shard()) return;
  const fs::path folder = root_ / own_;
  const auto names = files::names_in(folder);
  if (!names) return;
  for (const std::string& name : *names) {
    if (name != kLockFile && name != besides) return;
  }
  logs_.clear();
  if (!besides.empty()) remove_below(root_, below(std::string(besides)));
  remove_below(root_, below(kLockFile));
  for (fs::path at = folder; at != place_ && files::remove_name(at); at = at.parent_path()) {
  }
}

void ResultFolder::close() {
  logs_.clear();
  kept_bytes_.clear();
  lock_ = Descriptor();
}

// Of the model's folder, alone or with its other shards. Gives what people should know.
std::string ResultFolder::lock_model() {
  model_lock_ = open_below(root_, model_ / kLockFile, O_RDWR | O_CREAT);
  if (!model_lock_) {
    const bool of_lock = errno == ELOOP || errno == EISDIR;
    throw UsageError((of_lock ? place_ / kLockFile : place_).string() +
                     " cannot be written: " + reason_text(errno) + std::string(kAdvice));
  }
  const Lock lock = lock_file(model_lock_.get(), is_shard() ? Sharing::kShared : Sharing::kAlone);
  if (lock == Lock::kTaken) {
    throw UsageError(place_.string() +
                     ": another run is writing its results there; wait until it ends, or use "
                     "another --result-dir");
  }
  if (lock == Lock::kHeld) return {};
  return place_.string() +
         (is_shard() ? ": the file system does not support locks; start each shard only once, and "
                       "do not start another run with this folder"
                     : ": the file system does not support locks; do not start a second run with "
                       "this folder");
}

std::string ResultFolder::open() {
  // Another shard's process may remove folders above it while they are empty.
  constexpr int kTries = 5;
  Status ready;
  for (int i = 0; i == 0 || (!ready.ok() && is_shard() && i < kTries); ++i) {
    ready = prepare_folder(root_, own_, kAdvice);
  }
  if (!ready.ok()) throw UsageError(ready.error().message);
  std::string note = lock_model();
  if (is_shard()) {
    Descriptor lock = open_below(root_, below(kLockFile), O_RDWR | O_CREAT);
    if (!lock) {
      throw UsageError(place_of(kLockFile).string() + " cannot be written: " + reason_text(errno) +
                       std::string(kAdvice));
    }
    if (lock_file(lock.get()) != Lock::kTaken) {
      lock_ = std::move(lock);
    } else {
      throw UsageError(place_.string() + ": another process is generating shard " +
                       own_.filename().string() + "; wait until it ends, or start another shard");
    }
  }
  remove_leftovers(root_ / own_, true);
  return note;
}

ResultFolder::Found ResultFolder::scan(std::span<const Category* const> categories, bool mend) {
  Found found;
  for (const Category* category : categories) {
    for (const std::string& name : files_of(*category)) {
      const std::string file = result_file(name);
      refuse_no_folder(below(file));
      if (mend && files::kind_of(place_of(file)) != files::FileKind::kNone) {
        refuse_array(below(file));
        const LineLog* log = log_of(file);
        if (log == nullptr) throw UsageError(error_);
        if (log->removed() > 0) {
          found.notes.push_back(place_of(file).string() +
                                ": the last line was incomplete and has been removed; its entry "
                                "is generated again");
        }
      }
      scan_file(below(file), found);
      // Last, because another process may merge and remove the shards meanwhile.
      if (is_shard()) scan_file(model_ / name, found);
    }
  }
  for (const std::string& id : found.done) found.again.erase(id);
  return found;
}

// `file`: below the root.
void ResultFolder::scan_file(const fs::path& file, Found& found) const {
  const fs::path path = root_ / file;
  refuse_no_folder(file);
  if (files::kind_of(path) == files::FileKind::kNone) return;
  refuse_array(file);
  const Descriptor opened = open_below(root_, file, O_RDONLY | O_NONBLOCK);
  if (!opened && errno == ENOENT) return;  // another process has merged it meanwhile
  if (!opened) throw UsageError(path.string() + " cannot be read: " + reason_text(errno));
  const bool to_merge = is_shard() && !file.native().ends_with(kPartSuffix);
  std::string unmergeable;
  const bool whole = for_each_file_line(opened.get(), [&](const FileLine& one) {
    const std::string_view text = one.text;
    const Result<Value> line = json_loads_object_filtered(text, kIdAndResult);
    const std::string id(line.ok() ? text_member(*line, "id") : std::string_view());
    if (id.empty() && to_merge) {
      // A last line that was cut goes when shards are merged.
      if (one.whole) unmergeable = path.string() + ":" + std::to_string(one.number);
      return;
    }
    if (id.empty()) {
      found.notes.push_back(path.string() + ":" + std::to_string(one.number) +
                            ": not a result line; left unchanged");
      return;
    }
    if (member(*line, "result") == nullptr) {
      found.notes.push_back(path.string() + ":" + std::to_string(one.number) + ": " + id +
                            " has no \"result\", so it counts as missing");
      found.again.insert(id);
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
  if (!whole) throw UsageError(path.string() + unreadable(opened));
  if (unmergeable.empty()) return;
  throw UsageError(unmergeable +
                   ": not a result line; remove the line to generate and merge shards");
}

// Lines cannot be added to it.
void ResultFolder::refuse_array(const fs::path& file) const {
  const Descriptor opened = open_below(root_, file, O_RDONLY | O_NONBLOCK);
  if (!opened) return;
  std::array<char, 4096> head{};
  const ssize_t size = files::pread(opened.get(), head.data(), head.size(), 0);
  std::string_view text(head.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  text = without_byte_order_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '[') return;
  throw UsageError((root_ / file).string() +
                   ": a JSON array, to which no results can be added; convert it to one object per "
                   "line (jq -c '.[]'), or choose another --result-dir");
}

void ResultFolder::remove_results(std::span<const Category* const> categories) {
  for (const Category* category : categories) {
    for (const std::string& file : files_of(*category)) {
      logs_.erase(file);
      kept_bytes_.erase(file);
      if (remove_below(root_, below(file)) || errno == ENOENT) continue;
      throw UsageError(place_of(file).string() + ": " + reason_text(errno));
    }
  }
}

LineLog* ResultFolder::log_of(const std::string& path) {
  const auto found = logs_.find(path);
  if (found != logs_.end()) return &found->second;
  LineLog log;
  if (!log.open(root_, below(path))) {
    error_ = log.error();
    return nullptr;
  }
  kept_bytes_[path] = files::size_of(place_of(path));
  return &logs_.emplace(path, std::move(log)).first->second;
}

bool ResultFolder::append(std::string_view id, std::string_view line) {
  LineLog* log = log_of(result_file(result_file_path(id)));
  if (log == nullptr) return false;
  if (log->append(line, "\n")) return true;
  error_ = log->error();
  return false;
}

bool ResultFolder::note(std::string_view line) { return append_to(kNotesFile, line, "\n"); }

bool ResultFolder::append_to(const std::string& name, std::string_view line, std::string_view end) {
  LineLog* log = log_of(name);
  if (log == nullptr) return false;
  if (log->append(line, end)) return true;
  error_ = log->error();
  return false;
}

bool ResultFolder::replace(const std::string& name, std::string_view bytes) {
  return replace(name, [bytes](const auto& write) {
    write(bytes);
    return Status();
  });
}

bool ResultFolder::replace(const std::string& name, const Pieces& write) {
  logs_.erase(name);
  kept_bytes_.erase(name);
  WholeFile file(root_, below(name), kAdvice);
  const Status given = write([&file](std::string_view bytes) { file.write(bytes); });
  if (!given.ok()) {
    error_ = place_of(name).string() + ": " + given.error().message;
    return false;
  }
  const Status written = file.commit_to_disk();
  if (!written.ok()) error_ = written.error().message;
  return written.ok();
}

Descriptor ResultFolder::open_file(const std::string& name) const {
  return open_below(root_, below(name), O_RDONLY | O_NONBLOCK);
}

Descriptor ResultFolder::open_model_file(const std::string& name) const {
  return open_below(root_, model_ / name, O_RDONLY | O_NONBLOCK);
}

void ResultFolder::drop(const std::string& name) {
  logs_.erase(name);
  kept_bytes_.erase(name);
  remove_below(root_, below(name));
}

void ResultFolder::drop_model_file(const std::string& name) { remove_below(root_, model_ / name); }

bool ResultFolder::write_whole(const std::string& path, std::string_view bytes) {
  WholeFile file(root_, below(path), kAdvice);
  file.write(bytes);
  const Status written = file.commit_to_disk();
  if (!written.ok()) error_ = written.error().message;
  return written.ok();
}

bool ResultFolder::write_snapshot(std::string_view id, std::string_view scenario,
                                  std::string_view bytes) {
  return write_whole(memory_checkpoint_path(id), bytes) &&
         write_whole(memory_snapshot_path(id, scenario), bytes);
}

Result<std::optional<std::string>> ResultFolder::read(const std::string& path) const {
  Descriptor file = open_file(path);
  if (!file && errno == ENOENT && is_shard()) file = open_model_file(path);
  std::optional<std::string> bytes = read_all(file);
  if (bytes || errno == ENOENT) return bytes;
  return Error{"OSError", reason_text(errno)};
}

bool ResultFolder::write_manifest(std::string_view json) { return write_whole(kManifest, json); }

std::string ResultFolder::read_manifest() const { return read_manifest_in(own_); }

std::string ResultFolder::read_model_manifest() const { return read_manifest_in(model_); }

std::string ResultFolder::read_manifest_in(const fs::path& folder) const {
  const Descriptor file = open_below(root_, folder / kManifest, O_RDONLY | O_NONBLOCK);
  std::optional<std::string> manifest = read_all(file);
  if (manifest || errno == ENOENT) return std::move(manifest).value_or("");
  throw UsageError((root_ / folder / kManifest).string() + unreadable(file));
}

void ResultFolder::show_that_it_runs() const {
  if (lock_) files::touch(lock_.get());
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
    if (!finish_file(path, merge, kept)) return false;
  }
  return true;
}

// Lines go through memory one by one: the file may be larger than that.
bool ResultFolder::finish_file(const std::string& path, bool merge, std::uint64_t kept) {
  const Descriptor file = open_file(path);
  if (!file) {
    error_ = place_of(path).string() + ": " + reason_text(errno);
    return false;
  }
  ResultLines found = lines_of(file.get(), kept);
  // A line of somebody else was named when the folder was read.
  if (!found.readable || (!found.added && !found.repeated)) return true;
  const auto before = [](const ResultLine& a, const ResultLine& b) {
    return sort_key(a.id) < sort_key(b.id);
  };
  const bool merged = merge || found.repeated;
  if (!merged && std::is_sorted(found.lines.begin(), found.lines.end(), before)) return true;
  std::stable_sort(found.lines.begin(), found.lines.end(), before);
  WholeFile sorted(root_, below(path), kAdvice);
  for (const ResultLine& line : found.lines) {
    const std::string again = read_again(file.get(), line, merged);
    if (again.empty()) return true;
    sorted.write(again);
    sorted.write("\n");
  }
  logs_.erase(path);
  const Status written = sorted.commit_to_disk();
  if (!written.ok()) error_ = written.error().message;
  return written.ok();
}

}  // namespace bfclx::tools
