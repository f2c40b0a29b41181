#include "tools/bfclx/play/line_reader.h"

#include <unistd.h>

#include <cerrno>

namespace bfclx::tools {
namespace {

constexpr std::size_t kReadBytes = 65536;

}  // namespace

bool LineReader::fill() {
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t old_size = buffer_.size();
  buffer_.resize(old_size + kReadBytes);
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, buffer_.data() + old_size, kReadBytes);
  } while (count < 0 && errno == EINTR);
  buffer_.resize(old_size + (count > 0 ? static_cast<std::size_t>(count) : 0));
  ended_ = count <= 0;
  failed_ = count < 0;
  return count > 0;
}

LineReader::State LineReader::next(std::string& line) {
  bool too_long = false;
  std::size_t searched = begin_;
  std::size_t end = buffer_.find('\n', searched);
  while (end == std::string::npos && !ended_) {
    if (buffer_.size() - begin_ > max_line_bytes_) {
      too_long = true;
      begin_ = buffer_.size();
    }
    searched = buffer_.size() - begin_;  // after fill() the rest begins at 0
    if (!fill()) break;
    end = buffer_.find('\n', searched);
  }
  if (failed_) return State::kError;
  if (end == std::string::npos) {
    if (begin_ == buffer_.size() && !too_long) return State::kEnd;
    end = buffer_.size();
  }
  too_long |= end - begin_ > max_line_bytes_;
  line.clear();
  if (!too_long) {
    line.assign(buffer_, begin_, end - begin_);
    if (!line.empty() && line.back() == '\r') line.pop_back();
  }
  begin_ = end < buffer_.size() ? end + 1 : end;
  return too_long ? State::kTooLong : State::kLine;
}

}  // namespace bfclx::tools
