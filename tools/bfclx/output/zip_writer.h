// Writes a ZIP archive member by member, without going back: into a file or a pipe.
//
// The same members give the same bytes: no times, no names of users.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_ZIP_WRITER_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_ZIP_WRITER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace bfclx::tools {

class ZipWriter {
 public:
  using Write = std::function<void(std::string_view bytes)>;

  explicit ZipWriter(Write write) : write_(std::move(write)) {}

  // A member, compressed with deflate. Only the directory stays in memory. False when the archive
  // would pass 65,534 members or 4 GiB, which need another format; nothing is written then.
  bool add(std::string_view name, std::string_view bytes);
  // Writes the directory. Nothing may be added behind it.
  void finish();

 private:
  void put(std::string_view bytes);

  Write write_;
  std::string directory_;
  std::uint64_t size_ = 0;  // written
  std::size_t members_ = 0;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_ZIP_WRITER_H_
