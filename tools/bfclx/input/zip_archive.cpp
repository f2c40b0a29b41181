#include "tools/bfclx/input/zip_archive.h"

#include <zlib.h>
#ifdef BFCLX_STATIC
#include <zstd.h>
#else
#include <dlfcn.h>
#endif

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace bfclx::tools {
namespace {

using std::string_view;

constexpr std::size_t kNone = string_view::npos;
constexpr string_view kEndOfDirectory = "PK\x05\x06";
constexpr string_view kDirectoryEntry = "PK\x01\x02";
constexpr string_view kLocalEntry = "PK\x03\x04";
constexpr std::size_t kChunk = std::size_t{1} << 16;
// Methods of packing (APPNOTE.TXT 4.4.5).
constexpr unsigned kStored = 0;
constexpr unsigned kDeflated = 8;
constexpr unsigned kZstandard = 93;

// Numbers lie with the lowest byte first; 0 behind the end.
std::uint64_t number(string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size && at + i < bytes.size(); ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return value;
}

// By the version that made the member and its external attributes: Unix keeps the mode there.
bool is_special(std::uint64_t made_by, std::uint64_t attributes) {
  constexpr std::uint64_t kUnix = 3;
  constexpr std::uint64_t kFile = 8;
  constexpr std::uint64_t kFolder = 4;
  const std::uint64_t type = attributes >> 28;
  return made_by >> 8 == kUnix && type != 0 && type != kFile && type != kFolder;
}

// The member that the directory's entry at `at` tells, which is moved behind it.
std::optional<ZipMember> next_member(string_view bytes, std::size_t& at) {
  if (bytes.substr(at, 4) != kDirectoryEntry) return std::nullopt;
  ZipMember member;
  member.encrypted = (number(bytes, at + 8, 2) & 1) != 0;
  member.method = static_cast<unsigned>(number(bytes, at + 10, 2));
  member.checksum = number(bytes, at + 16, 4);
  member.size = number(bytes, at + 24, 4);
  const std::uint64_t packed = number(bytes, at + 20, 4);
  const std::uint64_t name = number(bytes, at + 28, 2);
  const std::uint64_t behind = number(bytes, at + 30, 2) + number(bytes, at + 32, 2);
  const std::uint64_t local = number(bytes, at + 42, 4);
  member.name = bytes.substr(std::min<std::size_t>(at + 46, bytes.size()), name);
  std::replace(member.name.begin(), member.name.end(), '\\', '/');
  member.special = is_special(number(bytes, at + 4, 2), number(bytes, at + 38, 4));
  at += 46 + static_cast<std::size_t>(name + behind);
  if (at > bytes.size() || local + 30 > bytes.size()) return std::nullopt;
  if (bytes.substr(local, 4) != kLocalEntry) return std::nullopt;
  const std::uint64_t data =
      local + 30 + number(bytes, local + 26, 2) + number(bytes, local + 28, 2);
  if (data + packed > bytes.size()) return std::nullopt;
  member.packed = bytes.substr(data, packed);
  member.begin = static_cast<std::size_t>(local);
  member.end = static_cast<std::size_t>(data + packed);
  return member;
}

// Adds what a member holds. An error is for people, empty when all is well.
// `size` bytes are declared, and no more are taken.
using Unpack = std::string (*)(string_view packed, std::uint64_t size, UnpackBudget& budget,
                               std::string& out);

constexpr const char* kDamaged = "malformed";

std::string copy_stored(string_view packed, std::uint64_t size, UnpackBudget& budget,
                        std::string& out) {
  if (packed.size() != size) return kDamaged;
  if (budget.pay(packed)) out += packed;
  return {};
}

std::string inflate_raw(string_view packed, std::uint64_t size, UnpackBudget& budget,
                        std::string& out) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return "cannot be decompressed: out of memory";
  std::string chunk(kChunk, '\0');
  // zlib's interface is older than const; it only reads.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  int status = Z_OK;
  std::uint64_t taken = 0;
  while (status == Z_OK && taken <= size) {
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    status = inflate(&stream, Z_NO_FLUSH);
    const string_view piece = string_view(chunk).substr(0, chunk.size() - stream.avail_out);
    taken += piece.size();
    if (!budget.pay(piece)) break;
    out += piece;
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END || budget.spent() ? std::string() : kDamaged;
}

// The part of the library's interface that is used, which is stable since its version 1.0.
struct Zstandard {
  struct In {
    const void* bytes;
    std::size_t size;
    std::size_t at;
  };
  struct Out {
    void* bytes;
    std::size_t size;
    std::size_t at;
  };
  void* (*create)() = nullptr;
  std::size_t (*free)(void* stream) = nullptr;
  std::size_t (*unpack)(void* stream, Out* out, In* in) = nullptr;
  unsigned (*is_error)(std::size_t code) = nullptr;

  static const Zstandard* find() {
    static const Zstandard kFound = [] {
      Zstandard found;
#ifdef BFCLX_STATIC
      found.create = [] { return static_cast<void*>(ZSTD_createDStream()); };
      found.free = [](void* stream) {
        return ZSTD_freeDStream(static_cast<ZSTD_DStream*>(stream));
      };
      found.unpack = [](void* stream, Out* out, In* in) {
        ZSTD_outBuffer to{out->bytes, out->size, out->at};
        ZSTD_inBuffer from{in->bytes, in->size, in->at};
        const std::size_t left =
            ZSTD_decompressStream(static_cast<ZSTD_DStream*>(stream), &to, &from);
        out->at = to.pos;
        in->at = from.pos;
        return left;
      };
      found.is_error = &ZSTD_isError;
#else
      void* library = nullptr;
      for (const char* name : {"libzstd.so.1", "libzstd.1.dylib", "libzstd.dylib"}) {
        if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
      }
      if (library == nullptr) return found;
      const auto take = [&](auto& function, const char* name) {
        function =
            reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      };
      take(found.create, "ZSTD_createDStream");
      take(found.free, "ZSTD_freeDStream");
      take(found.unpack, "ZSTD_decompressStream");
      take(found.is_error, "ZSTD_isError");
#endif
      return found;
    }();
    const bool whole = kFound.create != nullptr && kFound.free != nullptr &&
                       kFound.unpack != nullptr && kFound.is_error != nullptr;
    return whole ? &kFound : nullptr;
  }
};

std::string unpack_zstandard(string_view packed, std::uint64_t size, UnpackBudget& budget,
                             std::string& out) {
  const Zstandard* library = Zstandard::find();
  if (library == nullptr) {
    return "compressed with Zstandard, but libzstd is not installed: install it, or write the "
           "log as JSON with `inspect log dump`";
  }
  void* stream = library->create();
  if (stream == nullptr) return "cannot be decompressed: out of memory";
  std::string chunk(kChunk, '\0');
  Zstandard::In in{packed.data(), packed.size(), 0};
  std::size_t left = 1;  // 0 where a frame ends; several may follow each other
  bool full = false;     // the last piece filled the chunk, so more may come
  std::uint64_t taken = 0;
  while (taken <= size && (in.at < in.size || full)) {
    Zstandard::Out piece{chunk.data(), chunk.size(), 0};
    left = library->unpack(stream, &piece, &in);
    if (library->is_error(left) != 0) break;
    taken += piece.at;
    if (!budget.pay(string_view(chunk).substr(0, piece.at))) break;
    out.append(chunk, 0, piece.at);
    full = piece.at == chunk.size() && left != 0;
  }
  library->free(stream);
  return left == 0 || budget.spent() ? std::string() : kDamaged;
}

Unpack unpacker_of(unsigned method) {
  switch (method) {
    case kStored:
      return copy_stored;
    case kDeflated:
      return inflate_raw;
    case kZstandard:
      return unpack_zstandard;
    default:
      return nullptr;
  }
}

// Where the directory begins; kNone when there is none.
std::size_t directory_of(string_view bytes) {
  const std::size_t end = bytes.rfind(kEndOfDirectory);
  if (end == kNone) return kNone;
  const std::uint64_t at = number(bytes, end + 16, 4);
  return at < end ? static_cast<std::size_t>(at) : kNone;
}

// What the end of the directory says.
std::size_t members_of(string_view archive) {
  return static_cast<std::size_t>(number(archive, archive.rfind(kEndOfDirectory) + 10, 2));
}

// Bytes that belong to several members: a bomb, or no archive that a program writes.
bool share_bytes(const std::vector<ZipMember>& members) {
  std::vector<std::pair<std::size_t, std::size_t>> places;
  places.reserve(members.size());
  for (const ZipMember& member : members) places.emplace_back(member.begin, member.end);
  std::sort(places.begin(), places.end());
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].first < places[i - 1].second) return true;
  }
  return false;
}

// CRC-32 as ZIP has it.
std::uint64_t checksum_of(string_view bytes) {
  return crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

}  // namespace

bool is_zip(string_view bytes) { return bytes.substr(0, 4) == kLocalEntry; }

ZipDirectory read_zip_directory(string_view archive) {
  ZipDirectory found;
  std::size_t at = directory_of(archive);
  if (at == kNone) {
    found.error = "truncated or malformed ZIP archive; copy it again";
    return found;
  }
  while (std::optional<ZipMember> member = next_member(archive, at)) {
    found.members.push_back(*std::move(member));
  }
  if (share_bytes(found.members)) {
    found.members.clear();
    found.error = "malformed ZIP archive: its members overlap";
  } else if (found.members.size() < members_of(archive)) {
    found.damage = "its directory is malformed or in an unsupported format (ZIP64)";
  }
  return found;
}

std::string unpack_zip_member(const ZipMember& member, UnpackBudget& budget, std::string& out) {
  if (member.encrypted) return "encrypted; pack it again without a password";
  const Unpack unpack = unpacker_of(member.method);
  if (unpack == nullptr) return "unsupported compression method";
  if (!budget.has(member.size)) return {};
  const std::size_t before = out.size();
  std::string wrong = unpack(member.packed, member.size, budget, out);
  if (budget.spent()) return {};
  const string_view got = string_view(out).substr(before);
  if (wrong.empty() && got.size() == member.size && checksum_of(got) == member.checksum) return {};
  out.resize(before);
  return wrong.empty() || wrong == kDamaged
             ? "malformed: its CRC-32 or size does not match; it is skipped"
             : wrong;
}

}  // namespace bfclx::tools
