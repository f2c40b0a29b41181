#include "tools/bfclx/input/file_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace bfclx::tools {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::string_view kTooLarge = "is larger than 2 GiB; split it into smaller files";

std::string system_error_text() { return std::strerror(errno); }

// The next size of a buffer that is full: twice as much, and never more than it takes to see that
// the limit is passed.
std::size_t grown(std::size_t full, std::size_t least, std::uint64_t limit) {
  const std::uint64_t wanted = std::max<std::uint64_t>(std::uint64_t{full} * 2, least);
  return static_cast<std::size_t>(std::max<std::uint64_t>(std::min(wanted, limit + 1), full + 1));
}

// Everything that `descriptor` gives; `expected` is the size that the file system told.
FileBytes read_descriptor(int descriptor, std::size_t expected) {
  FileBytes result;
  std::string& bytes = result.bytes;
  bytes.resize(expected + 1);  // one more, so that the end is seen without growing
  std::size_t used = 0;
  for (;;) {
    if (used == bytes.size()) bytes.resize(grown(used, kChunk, kMaxInputBytes));
    const ssize_t count = read(descriptor, bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) result.error = "cannot be read: " + system_error_text();
    if (count <= 0) break;
    used += static_cast<std::size_t>(count);
    if (used > kMaxInputBytes) {
      result.error = kTooLarge;
      break;
    }
  }
  bytes.resize(used);
  return result;
}

struct InflateEnd {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

}  // namespace

FileBytes inflate_if_gzip(std::string bytes, std::uint64_t limit) {
  if (bytes.size() < 2 || bytes[0] != '\x1f' || bytes[1] != '\x8b') return {std::move(bytes), ""};
  FileBytes result;
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return {"", "cannot be inflated: no memory"};
  const std::unique_ptr<z_stream, InflateEnd> guard(&stream);
  std::size_t given = 0;
  std::size_t used = 0;
  int status = Z_OK;
  for (;;) {
    if (stream.avail_in == 0 && given < bytes.size()) {
      const std::size_t part = std::min<std::size_t>(bytes.size() - given, 1u << 30);
      stream.next_in = reinterpret_cast<Bytef*>(bytes.data() + given);
      stream.avail_in = static_cast<uInt>(part);
      given += part;
    }
    if (used == result.bytes.size()) {
      result.bytes.resize(grown(used, bytes.size() * 4 + kChunk, limit));
    }
    const std::size_t room = std::min<std::size_t>(result.bytes.size() - used, 1u << 30);
    stream.next_out = reinterpret_cast<Bytef*>(result.bytes.data() + used);
    stream.avail_out = static_cast<uInt>(room);
    status = inflate(&stream, Z_NO_FLUSH);
    used += room - stream.avail_out;
    if (used > limit) {
      result.error = kTooLarge;
      break;
    }
    if (status == Z_STREAM_END) {
      // Another member may follow; what is no gzip behind the last one is not looked at.
      const bool more = stream.avail_in >= 2 && stream.next_in[0] == 0x1f &&
                        stream.next_in[1] == 0x8b && inflateReset(&stream) == Z_OK;
      if (!more) break;
    } else if (status == Z_BUF_ERROR || (status == Z_OK && stream.avail_in == 0 &&
                                         given == bytes.size() && stream.avail_out > 0)) {
      result.error = "is a truncated gzip file; what could be read of it is used";
      break;
    } else if (status != Z_OK) {
      result.error = std::string("is a damaged gzip file (") +
                     (stream.msg != nullptr ? stream.msg : "unknown error") +
                     "); what could be read of it is used";
      break;
    }
  }
  result.bytes.resize(std::min<std::uint64_t>(used, limit));
  return result;
}

FileBytes read_file(const std::string& path) {
  if (path == "-") {
    FileBytes result = read_descriptor(STDIN_FILENO, kChunk);
    return result.error.empty() ? inflate_if_gzip(std::move(result.bytes)) : result;
  }
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {"", "cannot be opened: " + system_error_text()};
  struct stat info {};
  FileBytes result;
  if (fstat(descriptor, &info) != 0) {
    result.error = "cannot be read: " + system_error_text();
  } else if (S_ISDIR(info.st_mode)) {
    result.error = "is a folder, not a file";
  } else if (static_cast<std::uint64_t>(std::max<off_t>(info.st_size, 0)) > kMaxInputBytes) {
    result.error = kTooLarge;
  } else {
    result = read_descriptor(descriptor, static_cast<std::size_t>(info.st_size));
  }
  ::close(descriptor);
  return result.error.empty() ? inflate_if_gzip(std::move(result.bytes)) : result;
}

Written write_bytes(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EPIPE ? Written::kNoReader : Written::kFailed;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return Written::kAll;
}

bool write_all(int descriptor, std::string_view bytes) {
  return write_bytes(descriptor, bytes) != Written::kFailed;
}

OutputFile::~OutputFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

bool OutputFile::open(const std::string& path) {
  path_ = path == "-" ? "standard output" : path;
  descriptor_ = path == "-" ? STDOUT_FILENO
                            : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) error_ = path_ + " cannot be written: " + system_error_text();
  return descriptor_ >= 0;
}

void OutputFile::write(std::string_view bytes) {
  if (stopped_ || descriptor_ < 0) return;
  if (!write_all(descriptor_, bytes)) {
    stopped_ = true;
    error_ = path_ + " cannot be written: " + system_error_text();
  }
}

bool OutputFile::close() {
  if (descriptor_ > STDERR_FILENO && ::close(descriptor_) != 0 && error_.empty()) {
    error_ = path_ + " cannot be written: " + system_error_text();
  }
  descriptor_ = -1;
  return error_.empty();
}

}  // namespace bfclx::tools
