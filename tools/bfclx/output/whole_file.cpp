#include "tools/bfclx/output/whole_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "tools/bfclx/output/lock.h"
#include "tools/bfclx/output/write.h"
#include "tools/bfclx/platform/file_tree.h"
#include "tools/bfclx/platform/files.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferSize = std::size_t{1} << 18;
constexpr std::string_view kMark = ".bfclx-";
constexpr int kAttempts = 100;

Error file_error(std::string message) { return Error{"FileError", std::move(message)}; }

std::string cannot_write(const fs::path& path, int error_number, std::string_view advice) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const bool is_folder_missing = error_number == ENOENT && !files::is_there(folder);
  std::string text = path.string() + " cannot be written: " +
                     (is_folder_missing ? "the folder " + folder.string() + " does not exist"
                                        : reason_text(error_number));
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return text + "; make room and run it again";
    case EFBIG:
      return text + "; allow larger files (ulimit -f) and run it again";
    case EACCES:
    case EPERM:
    case EROFS:
      return text.append(advice);
    default:
      return text;
  }
}

// ".<name>.bfclx-<process>-<number>", which no other process and no other file of this one has.
std::string temporary_name(const std::string& name) {
  static std::atomic<unsigned> number{0};
  return "." + name + std::string(kMark) + std::to_string(files::process()) + "-" +
         std::to_string(number++);
}

// The process that a temporary file says it is of; 0 when it is no temporary file.
pid_t owner_of(const std::string& name) {
  const std::size_t mark = name.rfind(kMark);
  if (mark == std::string::npos || name[0] != '.') return 0;
  char* end = nullptr;
  const long owner = std::strtol(name.c_str() + mark + kMark.size(), &end, 10);
  const std::string_view rest(end);
  const bool numbered = rest.size() > 1 && rest[0] == '-' &&
                        rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
  return numbered ? static_cast<pid_t>(owner) : 0;
}

bool lock(int descriptor, int operation) {
  while (files::flock(descriptor, operation) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

// Where a lock may say nothing of the runs on other machines. No run writes one file for so long.
bool may_be_of_another_machine(int descriptor, const struct stat& info) {
  constexpr double kOld = 3600;  // seconds
  return !files::locks_are_for_all(descriptor) &&
         files::clock() - static_cast<double>(info.st_mtime) < kOld;
}

// Where locks cannot be had, a process that is not there has left the file.
bool is_abandoned(int descriptor, pid_t owner, const struct stat& info) {
  if (may_be_of_another_machine(descriptor, info)) return false;
  if (lock(descriptor, LOCK_EX | LOCK_NB)) return true;
  return errno != EWOULDBLOCK && files::look_for(owner) != 0 && errno == ESRCH;
}

void remove_if_abandoned(const fs::path& path, pid_t owner) {
  const int descriptor =
      files::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY);
  if (descriptor < 0) return;
  struct stat info {};
  // The lock is held until the name is gone: its maker, should it be about to lock it, then sees
  // that.
  if (files::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) &&
      is_abandoned(descriptor, owner, info)) {
    files::unlinkat(AT_FDCWD, path.c_str(), 0);
  }
  files::close(descriptor);
}

}  // namespace

WholeFile::WholeFile(fs::path path, std::string_view advice)
    : path_(std::move(path)),
      folder_(open_folder_below(path_.parent_path(), {}, false)),
      name_(path_.filename().string()),
      advice_(advice) {
  begin();
}

WholeFile::WholeFile(const fs::path& root, const fs::path& path, std::string_view advice)
    : path_(root / path),
      folder_(open_folder_below(root, path.parent_path(), true)),
      name_(path.filename().string()),
      advice_(advice) {
  begin();
}

void WholeFile::begin() {
  // A process of another machine, or of another container, may have the same number.
  for (int attempt = 0; folder_ && attempt < kAttempts; ++attempt) {
    if (make_temporary()) {
      keep_mode();
      return;
    }
    if (errno != EEXIST) break;
  }
  fail(errno);
}

WholeFile::~WholeFile() {
  if (descriptor_ < 0) return;
  files::unlinkat(folder_.get(), temporary_.c_str(), 0);
  files::close(descriptor_);
}

bool WholeFile::make_temporary() {
  temporary_ = temporary_name(name_);
  descriptor_ = files::openat(folder_.get(), temporary_.c_str(),
                              O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor_ < 0) return false;
  // Another run may have taken it for abandoned before it was locked.
  struct stat info {};
  if (!lock(descriptor_, LOCK_EX) || files::fstat(descriptor_, &info) != 0 || info.st_nlink > 0) {
    return true;
  }
  files::close(std::exchange(descriptor_, -1));
  errno = EEXIST;
  return false;
}

// Who may read the file that is there may read the new one. A link is no file: its place is taken.
void WholeFile::keep_mode() {
  struct stat info {};
  if (files::fstatat(folder_.get(), name_.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISREG(info.st_mode)) {
    static_cast<void>(files::fchmod(descriptor_, info.st_mode & 07777));
  }
}

void WholeFile::fail(int error_number) {
  if (error_number_ == 0) error_number_ = error_number;
}

std::string WholeFile::error() const {
  return error_number_ == 0 ? std::string() : cannot_write(path_, error_number_, advice_);
}

void WholeFile::write_out(std::string_view bytes) {
  if (error_number_ == 0 && write_bytes(descriptor_, bytes) != Written::kAll) fail(errno);
}

void WholeFile::flush() {
  write_out(pending_);
  pending_.clear();
}

void WholeFile::write(std::string_view bytes) {
  if (pending_.size() + bytes.size() < kBufferSize) {
    pending_ += bytes;
    return;
  }
  flush();
  write_out(bytes);
}

void WholeFile::sync() {
  if (error_number_ != 0 || files::sync_data(descriptor_) == 0) return;
  if (errno != EINVAL && errno != EROFS) fail(errno);
}

Status WholeFile::commit() {
  if (descriptor_ >= 0) flush();
  return take_place();
}

bool WholeFile::finish() {
  if (descriptor_ >= 0) {
    flush();
    sync();
  }
  return error_number_ == 0;
}

Status WholeFile::commit_to_disk() {
  finish();
  const Status placed = take_place();
  if (!placed.ok()) return placed;
  // Then the name, so that what is removed next is not missed. Its folder may not be readable.
  const Descriptor folder(files::openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || files::sync_folder(folder.get()) == 0 || errno == EINVAL || errno == EROFS) {
    return {};
  }
  return file_error(path_.string() + " could not be written to disk: " + reason_text(errno));
}

Status WholeFile::take_place() {
  if (descriptor_ < 0) return file_error(error());
  // Some file systems tell of a full quota only here. The lock stays until the name is the real
  // one.
  const int copy = files::dup(descriptor_);
  if (copy >= 0 && files::close(copy) != 0) fail(errno);
  const int folder = folder_.get();
  if (error_number_ == 0 &&
      files::renameat(folder, temporary_.c_str(), folder, name_.c_str()) != 0) {
    fail(errno);
  }
  if (error_number_ != 0) files::unlinkat(folder, temporary_.c_str(), 0);
  files::close(std::exchange(descriptor_, -1));
  return error_number_ == 0 ? Status{} : file_error(error());
}

Status prepare_folder(const fs::path& folder, std::string_view advice) {
  return prepare_folder(folder, {}, advice);
}

Status prepare_folder(const fs::path& root, const fs::path& below, std::string_view advice) {
  const fs::path folder = below.empty() ? root : root / below;
  if (!files::make_folders(root)) return file_error(cannot_write(root, errno, advice));
  if (!open_folder_below(root, below, true)) return file_error(cannot_write(folder, errno, advice));
  // Rights alone do not tell whether a disk is read-only.
  const WholeFile probe(root, below / "probe", {});
  if (probe.error_number() == 0) return {};
  return file_error(cannot_write(folder, probe.error_number(), advice));
}

void remove_leftovers(const fs::path& folder, bool below) {
  const auto look_at = [](const fs::path& path) {
    const pid_t owner = owner_of(path.filename().string());
    if (owner > 0 && owner != files::process()) remove_if_abandoned(path, owner);
  };
  if (below) {
    files::each_below(folder, [&](const fs::path& path, files::FileKind) { look_at(path); });
    return;
  }
  for (const std::string& name : files::names_in(folder).value_or(std::vector<std::string>())) {
    look_at(folder / name);
  }
}

}  // namespace bfclx::tools
