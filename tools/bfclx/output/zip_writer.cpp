#include "tools/bfclx/output/zip_writer.h"

#include <zlib.h>

#include <new>

namespace bfclx::tools {
namespace {

constexpr std::uint64_t kMostBytes = 0xFFFF'FFFEu;
constexpr std::size_t kMostMembers = 0xFFFE;
// What each member costs besides its name and bytes: in its place, and in the directory.
constexpr std::size_t kHeaders = 30 + 46;
constexpr std::size_t kEnd = 22;
constexpr unsigned kVersion = 20;         // deflate needs it
constexpr unsigned kUtf8Names = 1 << 11;  // a flag
constexpr unsigned kDeflated = 8;
constexpr unsigned kDate = (1 << 5) | 1;  // 1980-01-01, the first that there is

// Numbers lie with the lowest byte first.
void append(std::string& out, std::uint64_t number, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i, number >>= 8) out += static_cast<char>(number & 0xFF);
}

std::string deflated(std::string_view bytes) {
  z_stream stream{};
  constexpr int kMemoryLevel = 8;  // zlib's own default
  if (deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string out;
  try {
    out.resize(deflateBound(&stream, bytes.size()));
  } catch (...) {
    deflateEnd(&stream);
    throw;
  }
  // zlib's interface is older than const; it only reads.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);  // the bound leaves room for all of it
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

bool ZipWriter::add(std::string_view name, std::string_view bytes) {
  if (members_ == kMostMembers || bytes.size() > kMostBytes) return false;
  const std::string packed = deflated(bytes);
  const std::uint64_t whole = size_ + directory_.size() + packed.size() + kHeaders +
                              2 * static_cast<std::uint64_t>(name.size()) + kEnd;
  if (whole > kMostBytes) return false;
  const uLong checksum =
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
  // The part that a member's place and the directory have in common.
  std::string facts;
  append(facts, kVersion, 2);
  append(facts, kUtf8Names, 2);
  append(facts, kDeflated, 2);
  append(facts, 0, 2);  // midnight
  append(facts, kDate, 2);
  append(facts, checksum, 4);
  append(facts, packed.size(), 4);
  append(facts, bytes.size(), 4);
  append(facts, name.size(), 2);
  append(facts, 0, 2);  // no more members of its own

  directory_ += "PK\x01\x02";
  append(directory_, kVersion, 2);
  directory_ += facts;
  append(directory_, 0, 10);  // comment, disk, attributes
  append(directory_, size_, 4);
  directory_ += name;
  ++members_;

  put("PK\x03\x04");
  put(facts);
  put(name);
  put(packed);
  return true;
}

void ZipWriter::finish() {
  const std::uint64_t begin = size_;
  std::string end = "PK\x05\x06";
  append(end, 0, 4);  // disks
  append(end, members_, 2);
  append(end, members_, 2);
  append(end, directory_.size(), 4);
  append(end, begin, 4);
  append(end, 0, 2);  // comment
  put(directory_);
  put(end);
}

void ZipWriter::put(std::string_view bytes) {
  write_(bytes);
  size_ += bytes.size();
}

}  // namespace bfclx::tools
