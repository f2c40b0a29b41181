#include "tools/bfclx/output/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "tools/bfclx/platform/files.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;

// The standard stream that the path is another name of; -1 when it is none.
int stream_of(const struct stat& info) {
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat own {};
    if (fstat(descriptor, &own) == 0 && own.st_dev == info.st_dev && own.st_ino == info.st_ino) {
      return descriptor;
    }
  }
  return -1;
}

}  // namespace

fs::path end_of_links(const fs::path& path) {
  fs::path end = path;
  for (int count = 0; count < kMostLinks; ++count) {
    std::error_code error;
    const fs::path target = fs::read_symlink(end, error);
    if (error) break;
    end = target.is_absolute() ? target : end.parent_path() / target;
  }
  // The name itself may not be there yet.
  std::error_code error;
  const fs::path folder = end.has_parent_path() ? end.parent_path() : fs::path(".");
  const fs::path whole = fs::weakly_canonical(fs::absolute(folder, error), error);
  return error ? end : whole / end.filename();
}

bool is_below(const fs::path& file, const fs::path& folder) {
  return !folder.empty() &&
         std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
             folder.end();
}

OutputFile::~OutputFile() {
  if (descriptor_ > STDERR_FILENO) files::close(descriptor_);
}

bool OutputFile::open(const std::string& path) {
  path_ = path == "-" ? "standard output" : path;
  struct stat info {};
  const bool there = path != "-" && ::stat(path.c_str(), &info) == 0;
  if (path == "-") {
    descriptor_ = STDOUT_FILENO;
  } else if (there && stream_of(info) >= 0) {
    descriptor_ = stream_of(info);
  } else if (there && !S_ISREG(info.st_mode)) {
    descriptor_ = files::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor_ < 0) fail();
  } else {
    const fs::path end = end_of_links(path);
    remove_leftovers(end.parent_path(), false);
    file_.emplace(end);
    error_ = file_->error();
  }
  return error_.empty();
}

void OutputFile::fail() {
  if (error_.empty()) error_ = path_ + " cannot be written: " + std::strerror(errno);
}

void OutputFile::write(std::string_view bytes) {
  if (!error_.empty()) return;
  if (file_) {
    file_->write(bytes);
    error_ = file_->error();
  } else if (descriptor_ >= 0 && write_for_programs(descriptor_, bytes) == Written::kFailed) {
    if (descriptor_ != STDOUT_FILENO) fail();  // of which the program tells at its end
  }
}

bool OutputFile::close() {
  if (file_) {
    if (const Status status = file_->commit(); !status.ok()) error_ = status.error().message;
    file_.reset();
  }
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor > STDERR_FILENO && files::close(descriptor) != 0) fail();
  return error_.empty();
}

}  // namespace bfclx::tools
