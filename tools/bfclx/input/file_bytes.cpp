#include "tools/bfclx/input/file_bytes.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/base/counted.h"
#include "tools/bfclx/input/archive.h"
#include "tools/bfclx/input/open_file.h"
#include "tools/bfclx/input/unpack_budget.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::string_view kTooLarge = "larger than 2 GiB; split it into smaller files";
constexpr std::string_view kTooLong =
    "more than 512 MiB, which is not read from a pipe; write it to a file and pass that";
constexpr std::string_view kNoEntries =
    "no `{` in the first 16 MiB, so no entries; the rest is skipped";

// The next size of a buffer that is full: twice as much, and never more than it takes to see that
// the limit is passed.
std::size_t grown(std::size_t full, std::size_t least, std::uint64_t limit) {
  const std::uint64_t wanted = std::max<std::uint64_t>(std::uint64_t{full} * 2, least);
  return static_cast<std::size_t>(std::max<std::uint64_t>(std::min(wanted, limit + 1), full + 1));
}

bool is_regular(int descriptor) {
  struct stat info {};
  return fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
}

// Everything that `descriptor` gives; `expected` is the size that the file system told.
FileBytes read_descriptor(int descriptor, std::size_t expected) {
  const bool piped = !is_regular(descriptor);
  const std::uint64_t limit = piped ? kMaxPipedBytes : kMaxInputBytes;
  bool may_be_none = piped;  // there has been no entry yet
  FileBytes result;
  std::string& bytes = result.bytes;
  bytes.resize(expected + 1);  // one more, so that the end is seen without growing
  std::size_t used = 0;
  for (;;) {
    if (used == bytes.size()) bytes.resize(grown(used, kChunk, limit));
    const ssize_t count = read(descriptor, bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) result.error = std::string("cannot be read: ") + std::strerror(errno);
    if (count <= 0) break;
    const std::string_view got(bytes.data() + used, static_cast<std::size_t>(count));
    used += got.size();
    if (used > limit) return {"", std::string(piped ? kTooLong : kTooLarge)};
    if (!may_be_none) continue;
    may_be_none = got.find('{') == std::string_view::npos && !is_gzip(bytes);
    if (may_be_none && used > kMaxWithoutEntry) return {"", std::string(kNoEntries)};
  }
  bytes.resize(used);
  return result;
}

// What is to be said of the bytes behind the last member. Zeros fill up blocks of tapes and of some
// file systems, and are ignored by gzip too.
std::string text_of_rest(std::string_view rest) {
  if (rest.find_first_not_of('\0') == std::string_view::npos) return {};
  return counted(rest.size(), "byte", "bytes") +
         " of trailing garbage after the last gzip member " + (rest.size() == 1 ? "is" : "are") +
         " ignored";
}

struct InflateEnd {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

// Reading from it would never end. (From a terminal it ends when its user says so.)
bool is_endless_device(int descriptor) {
  struct stat info {};
  struct stat null {};
  return fstat(descriptor, &info) == 0 && S_ISCHR(info.st_mode) && isatty(descriptor) != 1 &&
         (::stat("/dev/null", &null) != 0 || info.st_rdev != null.st_rdev);
}

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.substr(0, 2) == "\x1f\x8b"; }

std::string inflate_gzip(std::string_view bytes, const TakePiece& take) {
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return "cannot be decompressed: out of memory";
  const std::unique_ptr<z_stream, InflateEnd> guard(&stream);
  std::string chunk(kChunk, '\0');
  std::size_t given = 0;
  while (true) {
    if (stream.avail_in == 0 && given < bytes.size()) {
      const std::size_t part = std::min<std::size_t>(bytes.size() - given, 1u << 30);
      // zlib's interface is older than const; it only reads.
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + given));
      stream.avail_in = static_cast<uInt>(part);
      given += part;
    }
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t got = chunk.size() - stream.avail_out;
    if (!take(std::string_view(chunk).substr(0, got))) return {};
    if (status == Z_STREAM_END) {
      // Another member may follow.
      const std::string_view rest = bytes.substr(given - static_cast<std::size_t>(stream.avail_in));
      if (is_gzip(rest) && inflateReset(&stream) == Z_OK) continue;
      return text_of_rest(rest);
    }
    if (status == Z_BUF_ERROR) return "truncated gzip file; its readable part is used";
    if (status != Z_OK) {
      return std::string("malformed gzip file (") +
             (stream.msg != nullptr ? stream.msg : "unknown error") +
             "); its readable part is used";
    }
  }
}

ResultFile read_responses(const FileBytes& file, bool any_text, const std::string& name,
                          UnpackPool& pool) {
  ResultFile results = read_any_results(file.bytes, any_text, file.most_responses);
  if (!results.bounded || file.more_responses == 0) return results;
  ReadOrder::wait_for_turn();
  const std::lock_guard lock(pool.turn());
  const auto drawn =
      static_cast<std::size_t>(pool.draw(name, &UnpackAmounts::responses, file.more_responses));
  results = read_any_results(file.bytes, any_text, file.most_responses + drawn);
  const std::size_t used = results.weight - std::min(results.weight, file.most_responses);
  pool.give_back(name, {.responses = drawn - std::min(drawn, used)});
  return results;
}

FileBytes inflate_if_gzip(std::string bytes, const std::string& file) {
  return inflate_if_gzip(std::move(bytes), file, UnpackPool::of_command());
}

FileBytes inflate_if_gzip(std::string bytes, const std::string& file, UnpackPool& pool) {
  UnpackBudget budget(bytes.size(), kMaxInputBytes, file, pool);
  return inflate_if_gzip(std::move(bytes), budget);
}

FileBytes inflate_if_gzip(std::string bytes, UnpackBudget& budget) {
  if (!is_gzip(bytes)) return {std::move(bytes), ""};
  FileBytes result;
  // The end of the last member tells its size; what a wrong one reserves is never touched.
  if (bytes.size() > 4) {
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      size = size << 8 | static_cast<unsigned char>(bytes[bytes.size() - 1 - i]);
    }
    result.bytes.reserve(static_cast<std::size_t>(std::min(size, budget.bytes_left())));
  }
  result.error = inflate_gzip(bytes, [&](std::string_view piece) {
    if (!budget.pay(piece)) return false;
    result.bytes += piece;
    return true;
  });
  if (budget.spent()) return {"", budget.error()};
  const UnpackBudget::Responses responses = budget.responses();
  result.most_responses = static_cast<std::size_t>(responses.own);
  result.more_responses = static_cast<std::size_t>(responses.more);
  return result;
}

FileBytes read_plain_file(const std::string& path) {
  const OpenFile file(path);
  if (!file.error().empty()) return {"", file.error()};
  if (static_cast<std::uint64_t>(file.size()) > kMaxInputBytes) return {"", std::string(kTooLarge)};
  return read_descriptor(file.descriptor(), static_cast<std::size_t>(file.size()));
}

FileBytes read_file(const std::string& path) { return read_file(path, UnpackPool::of_command()); }

FileBytes read_file(const std::string& path, UnpackPool& pool) {
  if (const FileBytes* archived = archived_file(path)) return *archived;
  if (path == "-" && is_endless_device(STDIN_FILENO)) return {"", "a device, not a file"};
  FileBytes result = path == "-" ? read_descriptor(STDIN_FILENO, kChunk) : read_plain_file(path);
  return result.error.empty() ? inflate_if_gzip(std::move(result.bytes), path, pool) : result;
}

}  // namespace bfclx::tools
