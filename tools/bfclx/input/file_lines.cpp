#include "tools/bfclx/input/file_lines.h"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace bfclx::tools {
namespace {

constexpr std::size_t kPart = std::size_t{256} << 10;

// -1 with errno; 0 at the end.
ssize_t read_part(int descriptor, char* to, std::size_t size, std::uint64_t offset) {
  ssize_t count = 0;
  do {
    count = ::pread(descriptor, to, size, static_cast<off_t>(offset));
  } while (count < 0 && errno == EINTR);
  return count;
}

}  // namespace

bool for_each_file_line(int descriptor, const std::function<void(const FileLine&)>& each) {
  std::string part(kPart, '\0');
  std::string begun;  // of a line, from parts before
  FileLine line;
  const auto end_line = [&](std::string_view rest, bool whole) {
    const bool fits = line.size + rest.size() <= kLongestLine;
    line.size += rest.size();
    line.whole = whole;
    ++line.number;
    if (!begun.empty() && fits) begun.append(rest);
    line.text = !fits ? std::string_view() : begun.empty() ? rest : std::string_view(begun);
    if (line.size > 0) each(line);
    line.offset += line.size + 1;
    line.size = 0;
    begun.clear();
    if (begun.capacity() > kPart) begun.shrink_to_fit();
  };
  std::uint64_t at = 0;
  while (true) {
    const ssize_t count = read_part(descriptor, part.data(), part.size(), at);
    if (count < 0) return false;
    if (count == 0) break;
    at += static_cast<std::uint64_t>(count);
    std::string_view left(part.data(), static_cast<std::size_t>(count));
    for (std::size_t end = left.find('\n'); end != left.npos; end = left.find('\n')) {
      end_line(left.substr(0, end), true);
      left.remove_prefix(end + 1);
    }
    line.size += left.size();
    if (line.size <= kLongestLine) begun.append(left);
  }
  if (line.size > 0) end_line({}, false);
  return true;
}

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

}  // namespace bfclx::tools
