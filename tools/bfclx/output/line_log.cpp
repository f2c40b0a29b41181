#include "tools/bfclx/output/line_log.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <system_error>
#include <utility>

#include "core/base/result.h"
#include "core/value/json.h"
#include "tools/bfclx/output/below.h"
#include "tools/bfclx/output/log_faults.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/platform/file_tree.h"
#include "tools/bfclx/platform/files.h"
#include "tools/bfclx/platform/special_file.h"

namespace bfclx::tools {
namespace {

constexpr int kAppend = O_RDWR | O_CREAT | O_APPEND;

// How many bytes of both could not be written: 0, when all is well.
std::size_t write_all(int descriptor, std::string_view line, std::string_view end) {
  while (!line.empty() || !end.empty()) {
    struct iovec parts[] = {{const_cast<char*>(line.data()), line.size()},
                            {const_cast<char*>(end.data()), end.size()}};
    const ssize_t size = files::writev(descriptor, parts, 2);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    const std::size_t of_line = std::min(static_cast<std::size_t>(size), line.size());
    line.remove_prefix(of_line);
    end.remove_prefix(static_cast<std::size_t>(size) - of_line);
  }
  return line.size() + end.size();
}

}  // namespace

LineLog::LineLog(LineLog&& other) noexcept
    : path_(std::move(other.path_)),
      error_(std::move(other.error_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      unsynced_(other.unsynced_),
      torn_at_(other.torn_at_),
      removed_(other.removed_) {}

LineLog& LineLog::operator=(LineLog&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(error_, other.error_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(unsynced_, other.unsynced_);
  std::swap(torn_at_, other.torn_at_);
  std::swap(removed_, other.removed_);
  return *this;
}

LineLog::~LineLog() {
  if (descriptor_ >= 0) files::close(descriptor_);
}

bool LineLog::fail(std::string_view what) {
  error_ = path_ + ": " + std::string(what) + ": " + reason_text(errno);
  return false;
}

bool LineLog::open(const std::filesystem::path& path) { return open_named(path) && mend_end(); }

bool LineLog::open_alone(const std::filesystem::path& path) {
  if (!open_named(path)) return false;
  if (!log_is_taken(descriptor_, Sharing::kAlone)) return mend_end(true);
  error_ = log_taken_text(path_);
  return false;
}

bool LineLog::open_named(const std::filesystem::path& path) {
  path_ = path.string();
  files::make_folders(path.parent_path());
  std::error_code failed;
  // Opening a pipe that nobody reads would wait for ever.
  if (std::filesystem::is_fifo(path, failed)) {
    error_ = log_pipe_text(path_);
    return false;
  }
  descriptor_ = files::open(path_.c_str(), kAppend | O_CLOEXEC, 0666);
  if (descriptor_ < 0) error_ = log_not_writable_text(path_, errno);
  return descriptor_ >= 0;
}

bool LineLog::open(const std::filesystem::path& root, const std::filesystem::path& path) {
  path_ = (root / path).string();
  descriptor_ = open_below(root, path, kAppend | O_NONBLOCK).release();
  if (descriptor_ < 0) return fail("cannot be written");
  struct stat status {};
  if (files::fstat(descriptor_, &status) != 0) return fail("cannot be read");
  if (!S_ISREG(status.st_mode)) {
    error_ = path_ + ": " + kind_of_special(status.st_mode) + ", not a file";
    return false;
  }
  if (status.st_nlink > 1 && !take_own_copy(root, path)) return false;
  unsynced_ = status.st_size > 0;  // what a killed process wrote may not be on the disk yet
  return mend_end();
}

// What is appended to one name of a file would stand under all of them.
bool LineLog::take_own_copy(const std::filesystem::path& root, const std::filesystem::path& path) {
  WholeFile copy(root, path, {});
  std::string part(65536, '\0');
  for (off_t at = 0;;) {
    const ssize_t size = files::pread(descriptor_, part.data(), part.size(), at);
    if (size < 0) return fail("cannot be read");
    if (size == 0) break;
    copy.write(std::string_view(part).substr(0, static_cast<std::size_t>(size)));
    at += size;
  }
  if (const Status done = copy.commit_to_disk(); !done.ok()) {
    error_ = done.error().message;
    return false;
  }
  files::close(descriptor_);
  descriptor_ = open_below(root, path, kAppend).release();
  return descriptor_ >= 0 || fail("cannot be written");
}

// A last line without its end was cut, or its end was: a whole object is completed, anything else
// was never finished and goes.
bool LineLog::mend_end(bool own_only) {
  struct stat status {};
  if (files::fstat(descriptor_, &status) != 0) return fail("cannot be read");
  const off_t size = status.st_size;
  if (size == 0) return true;
  off_t begin = size;  // of the last line
  std::string part;
  while (begin > 0 && part.find('\n') == std::string::npos) {
    const off_t step = std::min<off_t>(begin, 65536);
    part.resize(static_cast<std::size_t>(step));
    if (files::pread(descriptor_, part.data(), part.size(), begin - step) != step) {
      return fail("cannot be read");
    }
    if (begin == size && part.back() == '\n') return true;
    const std::size_t end_of_last = part.rfind('\n');
    begin -= end_of_last == std::string::npos ? step : step - static_cast<off_t>(end_of_last) - 1;
  }
  std::string cut(static_cast<std::size_t>(size - begin), '\0');
  if (files::pread(descriptor_, cut.data(), cut.size(), begin) != size - begin) {
    return fail("cannot be read");
  }
  const Result<Value> object = json_loads(cut);
  if (object.ok() && object->is_dict()) {
    return write_all(descriptor_, "\n", {}) == 0 || fail("cannot be written");
  }
  if (own_only && cut.front() != '{') {
    error_ = path_ +
             ": its last line is not JSON and has no line end, so bfclx did not write this "
             "file; pass another one";
    return false;
  }
  removed_ = cut.size();
  return files::ftruncate(descriptor_, size - static_cast<off_t>(cut.size())) == 0 ||
         fail("cannot be repaired");
}

bool LineLog::append(std::string_view line, std::string_view end) {
  if (!take_away_torn()) return false;
  const std::size_t left = write_all(descriptor_, line, end);
  if (left == 0) {
    unsynced_ = true;
    return true;
  }
  fail("cannot be written");
  const auto written = static_cast<off_t>(line.size() + end.size() - left);
  struct stat status {};
  if (written > 0 && files::fstat(descriptor_, &status) == 0 && status.st_size >= written) {
    torn_at_ = status.st_size - written;
    take_away_torn();
  }
  return false;
}

// What could not be taken away is tried again before anything is written behind it.
bool LineLog::take_away_torn() {
  if (!torn_at_) return true;
  if (files::ftruncate(descriptor_, *torn_at_) != 0) return fail("cannot be repaired");
  torn_at_.reset();
  return true;
}

bool LineLog::sync() {
  if (!unsynced_) return true;
  if (files::sync_data(descriptor_) != 0 && errno != EINVAL && errno != EROFS) {
    return fail("could not be written to disk");
  }
  unsynced_ = false;
  return true;
}

}  // namespace bfclx::tools
