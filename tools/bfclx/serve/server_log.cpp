#include "tools/bfclx/serve/server_log.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/base/utf8.h"
#include "core/render/visible.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/output/lock.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kLongestLine = std::size_t{64} << 10;
constexpr std::size_t kShownLine = 300;  // bytes
constexpr int kLookMilliseconds = 100;

// As a terminal would show it: without colours, and of a progress bar the last state.
std::string plain_line(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  if (const std::size_t last = line.rfind('\r'); last != line.npos) line.remove_prefix(last + 1);
  std::string text;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (!line.substr(at).starts_with("\x1b[")) {
      text += line[at];
      continue;
    }
    at = std::min(line.find_first_not_of("0123456789;?", at + 2), line.size());
  }
  text.resize(text.find_last_not_of(" \t") + 1);
  return text;
}

}  // namespace

ServerLog::ServerLog(const std::filesystem::path& root, const std::string& name,
                     const std::string& title, const net::Redactor& redactor)
    : redactor_(redactor), path_(root / name) {
  open(root, name);
  int ends[2];
  if (::pipe(ends) != 0)
    throw UsageError("cannot create a pipe for the server's log: " + reason_text(errno));
  read_end_ = Descriptor(ends[0]);
  write_end_ = Descriptor(ends[1]);
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  ::fcntl(read_end_.get(), F_SETFL, O_NONBLOCK);
  write(redactor_.redacted("---- " + title + "\n"));
  reader_.emplace([this] { read(); });
}

ServerLog::~ServerLog() { finish(); }

void ServerLog::open(const std::filesystem::path& root, const std::string& name) {
  std::error_code ignored;
  std::filesystem::create_directories(root, ignored);
  file_ = open_below(root, name, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK);
  if (!file_) {
    throw UsageError(path_.string() + ": the log of the server cannot be written: " +
                     reason_text(errno) + "; --result-dir names another folder");
  }
  struct stat file {};
  if (::fstat(file_.get(), &file) == 0 && !S_ISREG(file.st_mode)) {
    throw UsageError(path_.string() + ": the log of the server is not a regular file; remove it");
  }
  if (lock_file(file_.get()) == Lock::kTaken) {
    throw UsageError(path_.string() +
                     ": another run has started servers for this model; wait until it ends, or use "
                     "--run-name NAME");
  }
  const bool large = file.st_size > static_cast<off_t>(kLogHead);
  if (large && ::ftruncate(file_.get(), 0) != 0) fails_ = true;
}

void ServerLog::handed_over() { write_end_ = Descriptor(); }

void ServerLog::finish() {
  if (!reader_) return;
  write_end_ = Descriptor();
  finishing_ = true;
  reader_.reset();
  const std::lock_guard lock(mutex_);
  if (left_out_ > 0) {
    const std::size_t shown = std::min(left_out_, tail_.size());
    if (left_out_ > shown) {
      write("---- " + std::to_string(left_out_ - shown) + " bytes left out\n");
    }
    write(std::string_view(tail_).substr(tail_.size() - shown));
    left_out_ = 0;
  }
  file_ = Descriptor();
}

void ServerLog::read() {
  std::string buffer(std::size_t{64} << 10, '\0');
  while (true) {
    const ssize_t got = ::read(read_end_.get(), buffer.data(), buffer.size());
    if (got > 0) {
      take(std::string_view(buffer).substr(0, static_cast<std::size_t>(got)));
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got == 0 || errno != EAGAIN || finishing_) break;  // something that it left may hold it
    pollfd readable{read_end_.get(), POLLIN, 0};
    ::poll(&readable, 1, kLookMilliseconds);
  }
  if (!pending_.empty()) take_lines(std::exchange(pending_, {}) + "\n");
}

// Whole lines go on: a secret may come in two pieces.
void ServerLog::take(std::string_view bytes) {
  const std::size_t end = bytes.rfind('\n');
  if (end == std::string_view::npos) {
    pending_ += bytes;
    if (pending_.size() > kLongestLine) take_lines(std::exchange(pending_, {}) + "\n");
    return;
  }
  std::string lines = std::exchange(pending_, std::string(bytes.substr(end + 1)));
  lines += bytes.substr(0, end + 1);
  take_lines(std::move(lines));
}

void ServerLog::take_lines(std::string lines) {
  redactor_.redact(lines);
  const std::lock_guard lock(mutex_);
  tail_ += lines;
  if (tail_.size() > 2 * kLogTail) tail_.erase(0, tail_.size() - kLogTail);
  if (written_ + lines.size() > kLogHead || left_out_ > 0) {
    left_out_ += lines.size();
  } else {
    write(lines);
  }
}

void ServerLog::write(std::string_view bytes) {
  while (!bytes.empty() && !fails_) {
    const ssize_t size = ::write(file_.get(), bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) {
      fails_ = true;
      return;
    }
    written_ += static_cast<std::size_t>(size);
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
}

std::vector<std::string> ServerLog::last_lines(std::size_t most) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  std::size_t end = tail_.size();
  while (end > 0 && lines.size() < most) {
    const std::size_t before = tail_.rfind('\n', end - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    std::string line =
        printable_line(plain_line(std::string_view(tail_).substr(begin, end - begin)));
    if (line.size() > kShownLine) line = sanitize_utf8(line.substr(0, kShownLine)) + "...";
    if (!line.empty()) lines.insert(lines.begin(), std::move(line));
    end = begin == 0 ? 0 : begin - 1;
  }
  return lines;
}

}  // namespace bfclx::tools
