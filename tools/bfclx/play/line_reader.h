// Lines of a stream as they come, for programs that are driven through a pipe.
#ifndef BFCLX_TOOLS_BFCLX_PLAY_LINE_READER_H_
#define BFCLX_TOOLS_BFCLX_PLAY_LINE_READER_H_

#include <cstddef>
#include <string>

namespace bfclx::tools {

class LineReader {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{256} << 20;

  explicit LineReader(int descriptor, std::size_t max_line_bytes = kMaxLineBytes)
      : descriptor_(descriptor), max_line_bytes_(max_line_bytes) {}

  enum class State { kLine, kTooLong, kEnd, kError };
  // The next line without its end ("\n" or "\r\n"), as soon as it is there; the last may lack one.
  // kTooLong: the line was passed over. kError: errno says why.
  State next(std::string& line);

 private:
  bool fill();

  int descriptor_;
  std::size_t max_line_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what was not given out yet
  bool ended_ = false;
  bool failed_ = false;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PLAY_LINE_READER_H_
