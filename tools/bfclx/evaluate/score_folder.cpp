#include "tools/bfclx/evaluate/score_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/base/utf8.h"
#include "core/official/tables.h"
#include "core/value/json.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferSize = std::size_t{1} << 18;
constexpr std::string_view kTemporaryMark = ".bfclx-";

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

Error file_error(std::string message) { return Error{"FileError", std::move(message)}; }

std::string_view advice_for(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return "; make room and run it again";
    case EACCES:
    case EPERM:
    case EROFS:
      return "; name a folder that can be written with --score-dir";
    default:
      return "";
  }
}

std::string cannot_write(const fs::path& path, int error_number) {
  std::string text = path.string() + " cannot be written: " + std::strerror(error_number);
  return text.append(advice_for(error_number));
}

// The process that a temporary file belongs to; 0 when it is no temporary file.
pid_t owner_of(const std::string& name) {
  const std::size_t mark = name.rfind(kTemporaryMark);
  if (mark == std::string::npos || name[0] != '.') return 0;
  return static_cast<pid_t>(std::atol(name.c_str() + mark + kTemporaryMark.size()));
}

}  // namespace

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  fs::create_directories(path_.parent_path(), error);
  // A process of another machine, or of another container, may have the same number.
  for (int attempt = 0; attempt < 100 && (attempt == 0 || errno == EEXIST); ++attempt) {
    temporary_ =
        path_.parent_path() / ("." + path_.filename().string() + std::string(kTemporaryMark) +
                               std::to_string(getpid()) + "-" + std::to_string(attempt));
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) break;
  }
  if (descriptor_ < 0) fail(error ? error.value() : errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void AtomicFile::fail(int error_number) {
  if (error_.empty()) error_ = cannot_write(path_, error_number);
}

void AtomicFile::write_out(std::string_view bytes) {
  if (error_.empty() && write_bytes(descriptor_, bytes) != Written::kAll) fail(errno);
}

void AtomicFile::flush() {
  write_out(pending_);
  pending_.clear();
}

void AtomicFile::write(std::string_view bytes) {
  if (pending_.size() + bytes.size() < kBufferSize) {
    pending_ += bytes;
    return;
  }
  flush();
  write_out(bytes);
}

Status AtomicFile::commit() {
  if (descriptor_ < 0) return file_error(error_);
  flush();
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
  if (error_.empty() && ::rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
  if (error_.empty()) return {};
  ::unlink(temporary_.c_str());
  return file_error(error_);
}

FolderLock::FolderLock(const fs::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0) return;
  while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Status prepare_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return file_error(cannot_write(folder, error.value()));
  // Rights alone do not tell whether a disk is read-only.
  const fs::path probe = folder / (std::string(kTemporaryMark) + std::to_string(getpid()));
  const int descriptor = ::open(probe.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return file_error(cannot_write(folder, errno));
  ::close(descriptor);
  ::unlink(probe.c_str());
  return {};
}

void remove_leftovers(const fs::path& folder) {
  // Its process may run where this one cannot see it; none writes a file for so long.
  constexpr std::chrono::hours kOld(1);
  const auto now = fs::file_time_type::clock::now();
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    const pid_t owner = owner_of(it->path().filename().string());
    if (owner <= 0 || owner == getpid() || (::kill(owner, 0) == 0 || errno != ESRCH)) continue;
    std::error_code ignored;
    if (const auto written = it->last_write_time(ignored); !ignored && now - written > kOld) {
      ::unlink(it->path().c_str());
    }
  }
}

Result<Value> read_score_header(const fs::path& path) {
  const auto broken = [](std::string_view what) {
    return Error{"ScoreError", std::string(what) + "; delete the file or evaluate it again"};
  };
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return broken(std::string("cannot be opened: ") + std::strerror(errno));
  std::string text;
  char buffer[16384];
  struct stat info {};
  fstat(descriptor, &info);
  std::size_t end = std::string::npos;
  while (end == std::string::npos && text.size() < kBufferSize * 16) {
    const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
    end = text.find('\n');
  }
  char last = 0;
  const bool whole =
      info.st_size > 0 && ::pread(descriptor, &last, 1, info.st_size - 1) == 1 && last == '\n';
  ::close(descriptor);
  if (end == std::string::npos || !whole) return broken("is only half written");
  text.resize(end);
  if (find_invalid_utf8(text).has_value()) return broken("its first line is no valid UTF-8");
  Result<Value> header = json_loads(text);
  if (!header.ok()) return broken("its first line is not JSON: " + header.error().message);
  if (const Status status = check_score_header(*header); !status.ok()) {
    return broken(status.error().message);
  }
  return header;
}

FolderEntries entries_of(const fs::path& folder) {
  FolderEntries entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    (it->is_directory(ignored) ? entries.folders : entries.files).push_back(it->path());
  }
  if (error) entries.error = folder.string() + " cannot be read: " + error.message();
  return entries;
}

std::vector<fs::path> find_official_files(const fs::path& folder, std::string_view suffix,
                                          std::vector<std::string>& errors) {
  constexpr std::string_view kPrefix = "BFCL_v4_";
  FolderEntries entries = entries_of(folder);
  if (!entries.error.empty()) errors.push_back(std::move(entries.error));
  std::vector<fs::path> found;
  for (fs::path& file : entries.files) {
    const std::string name = file.filename().string();
    if (name.size() >= kPrefix.size() + suffix.size() && name.rfind(kPrefix, 0) == 0 &&
        ends_with(name, suffix)) {
      found.push_back(std::move(file));
    }
  }
  for (const fs::path& inner : entries.folders) {
    std::error_code error;
    if (fs::is_symlink(inner, error)) continue;
    for (fs::path& file : find_official_files(inner, suffix, errors)) {
      found.push_back(std::move(file));
    }
  }
  return found;
}

}  // namespace bfclx::tools
