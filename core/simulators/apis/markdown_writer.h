// The writing half of html2text: line ends, quotation marks, indents and spaces between what the
// page's elements give (HTML2Text.o and what it keeps).
#ifndef BFCLX_CORE_SIMULATORS_APIS_MARKDOWN_WRITER_H_
#define BFCLX_CORE_SIMULATORS_APIS_MARKDOWN_WRITER_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace bfclx {

class MarkdownWriter {
 public:
  enum class Force { kNo, kYes, kEnd };

  // o(data, puredata, force)
  void write(std::string_view data, bool is_text = false, Force force = Force::kNo);
  // Line ends to come before the next text.
  void line_break() {
    if (breaks == 0) breaks = 1;
  }
  void paragraph() { breaks = 2; }
  void soft_break() {
    line_break();
    soft_ = true;
  }
  // Takes the last piece back where it is `piece`.
  bool take_back(std::string_view piece);
  void drop_space() { space_ = false; }
  // Whether there is more text than memory should hold; nothing is written from then on.
  bool too_long() const { return too_long_; }
  std::string finish();

  // What html2text's elements set, by its rules.
  long quiet = 0;  // nothing is written unless it is 0; a closing tag alone makes it negative
  int breaks = 0;
  bool start = true;
  long blockquote = 0;
  bool pre = false;
  bool start_pre = false;
  bool in_list = false;
  std::size_t list_indent = 0;
  std::optional<std::string> abbreviation;  // what an abbr element has so far
  std::vector<std::pair<std::string, std::string>> abbreviations;

 private:
  static constexpr std::size_t kMostBytes = std::size_t{128} * 1024 * 1024;
  static constexpr std::size_t kMostMarks = std::size_t{1024} * 1024 * 1024;

  void out(std::string_view text);
  std::string line_begin(bool is_mark);
  std::string preformatted(std::string data, bool is_mark);
  void write_breaks(const std::string& line_begin);

  std::string out_;
  std::vector<std::size_t> pieces_;  // where each begins
  bool space_ = false;
  bool soft_ = false;
  bool at_line_begin_ = false;
  bool too_long_ = false;
  std::size_t marks_ = 0;  // bytes of all line beginnings that were made
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_MARKDOWN_WRITER_H_
