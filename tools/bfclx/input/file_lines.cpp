#include "tools/bfclx/input/file_lines.h"

#include <sys/types.h>

#include <cerrno>
#include <utility>

#include "core/base/utf8.h"
#include "core/dataset/lines.h"
#include "tools/bfclx/platform/files.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kPart = std::size_t{256} << 10;

// -1 with errno; 0 at the end.
ssize_t read_part(int descriptor, char* to, std::size_t size, std::uint64_t offset) {
  ssize_t count = 0;
  do {
    count = files::pread(descriptor, to, size, static_cast<off_t>(offset));
  } while (count < 0 && errno == EINTR);
  return count;
}

}  // namespace

std::optional<std::string> read_bytes(int descriptor, std::uint64_t offset, std::uint64_t size) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count =
        read_part(descriptor, bytes.data() + done, bytes.size() - done, offset + done);
    if (count == 0) errno = ENODATA;
    if (count <= 0) return std::nullopt;
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

bool for_each_file_line(int descriptor, const std::function<void(const FileLine&)>& each) {
  std::string part(kPart, '\0');
  FileLine line;
  // `rest`: what the part has of it. A line of several parts is read again, in one piece.
  const auto end_line = [&](std::string_view rest, bool whole) {
    const std::uint64_t before = std::exchange(line.size, line.size + rest.size());
    line.whole = whole;
    ++line.number;
    std::optional<std::string> read;
    if (before > 0 && line.size <= kLongestLine) {
      read = read_bytes(descriptor, line.offset, line.size);
      if (!read) return false;
    }
    line.text = read ? std::string_view(*read) : before > 0 ? std::string_view() : rest;
    if (line.size > 0) each(line);
    line.offset += line.size + 1;
    line.size = 0;
    return true;
  };
  const ssize_t head = read_part(descriptor, part.data(), kByteOrderMark.size(), 0);
  if (head < 0) return false;
  const bool marked =
      std::string_view(part.data(), static_cast<std::size_t>(head)) == kByteOrderMark;
  std::uint64_t at = line.offset = marked ? kByteOrderMark.size() : 0;
  while (true) {
    const ssize_t count = read_part(descriptor, part.data(), part.size(), at);
    if (count < 0) return false;
    if (count == 0) break;
    at += static_cast<std::uint64_t>(count);
    std::string_view left(part.data(), static_cast<std::size_t>(count));
    for (std::size_t end = left.find('\n'); end != left.npos; end = left.find('\n')) {
      if (!end_line(left.substr(0, end), true)) return false;
      left.remove_prefix(end + 1);
    }
    line.size += left.size();
  }
  return line.size == 0 || end_line({}, false);
}

}  // namespace bfclx::tools
