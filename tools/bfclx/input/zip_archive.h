// ZIP archives in memory: the directory, and members packed with deflate, Zstandard or not at all.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_ZIP_ARCHIVE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_ZIP_ARCHIVE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/input/unpack_budget.h"

namespace bfclx::tools {

struct ZipMember {
  std::string name;      // separated by `/`; some Windows programs write backslashes
  bool special = false;  // a symbolic link or device, as Unix programs mark them
  unsigned method = 0;
  bool encrypted = false;
  std::uint64_t checksum = 0;  // CRC-32 of what is packed
  std::uint64_t size = 0;      // of the same, bytes
  std::size_t begin = 0;       // in the archive, from the local header on
  std::size_t end = 0;
  std::string_view packed;
};

struct ZipDirectory {
  std::vector<ZipMember> members;  // views into the archive
  std::string error;               // why there are none
  std::string damage;              // some are missing
};

bool is_zip(std::string_view bytes);
ZipDirectory read_zip_directory(std::string_view archive);
// Adds what the member holds; nothing of one that is not what was packed, which is the error, to
// stand behind its name. What the budget refuses is no error of the member. Zstandard is the
// machine's own library, looked for when it is needed.
std::string unpack_zip_member(const ZipMember& member, UnpackBudget& budget, std::string& out);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_ZIP_ARCHIVE_H_
