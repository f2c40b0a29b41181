// Whole files as bytes, gzip undone; and output that minds a closed pipe and a full disk.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_FILE_BYTES_H_
#define BFCLX_TOOLS_BFCLX_INPUT_FILE_BYTES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace bfclx::tools {

// No input may be larger, plain or inflated.
inline constexpr std::uint64_t kMaxInputBytes = std::uint64_t{2} << 30;

struct FileBytes {
  std::string bytes;  // with an error: what could be read before it
  std::string error;  // for people; empty when all is well
};

// Reads a file, or standard input for "-". Data that begins with gzip's magic bytes is inflated
// (several members one after another too).
FileBytes read_file(const std::string& path);
// The same for bytes at hand: inflates them when they are gzip.
FileBytes inflate_if_gzip(std::string bytes, std::uint64_t limit = kMaxInputBytes);

// A file that is written, or standard output for "-".
class OutputFile {
 public:
  OutputFile() = default;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();
  // Makes or truncates it; false with `error()` when it cannot be.
  bool open(const std::string& path);
  // All of it. After a failure nothing more is written; a reader that went away (EPIPE) is no
  // error.
  void write(std::string_view bytes);
  // Writes what is pending; false with `error()` when anything was lost.
  bool close();
  const std::string& error() const { return error_; }

 private:
  std::string path_;
  std::string error_;
  int descriptor_ = -1;
  bool stopped_ = false;
};

// Writes to a file descriptor; kNoReader: the pipe is closed.
enum class Written { kAll, kNoReader, kFailed };
Written write_bytes(int descriptor, std::string_view bytes);
// Writes to standard output (1) or standard error (2); false when it could not, closed pipes aside.
bool write_all(int descriptor, std::string_view bytes);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_FILE_BYTES_H_
