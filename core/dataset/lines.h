// Lines of a text as Python's text files give them (universal newlines), without copying.
#ifndef BFCLX_CORE_DATASET_LINES_H_
#define BFCLX_CORE_DATASET_LINES_H_

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace bfclx {

struct Line {
  std::size_t number = 0;  // from 1
  std::size_t offset = 0;  // of `text`, bytes from the start
  std::string_view text;   // without the line end: "\n", "\r\n" or "\r"

  bool blank() const { return text.find_first_not_of(" \t\f\v") == std::string_view::npos; }
};

class LineReader {
 public:
  explicit LineReader(std::string_view text) : text_(text) {}

  // False at the end of the text; no empty line follows a final line end.
  bool next(Line& line) {
    if (offset_ >= text_.size()) return false;
    if (newline_ < offset_ || number_ == 0) {
      newline_ = std::min(text_.find('\n', offset_), text_.size());
    }
    const std::string_view rest = text_.substr(offset_, newline_ - offset_);
    const std::size_t end = offset_ + std::min(rest.find('\r'), rest.size());
    line = {++number_, offset_, text_.substr(offset_, end - offset_)};
    offset_ = end + (text_.substr(end, 2) == "\r\n" ? 2 : 1);
    return true;
  }

  // Goes on behind `offset`, counting the lines that are passed over.
  void skip_to(std::size_t offset) {
    Line passed;
    while (offset_ < offset && next(passed)) {
    }
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t number_ = 0;
  std::size_t newline_ = 0;  // the next one: lines may end in "\r" for megabytes in front of it
};

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_LINES_H_
