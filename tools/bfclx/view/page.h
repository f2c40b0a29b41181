// Sections and paragraphs for people: what the explanations are put together from.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_PAGE_H_
#define BFCLX_TOOLS_BFCLX_VIEW_PAGE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

class Page {
 public:
  explicit Page(const Terminal& terminal) : terminal_(terminal) {}

  // An empty line and a bold title, with `remark` behind it.
  void section(std::string_view title, std::string_view remark = {}, Style style = Style::kDim);
  // The text wrapped behind `indent` spaces and styled row by row, so that a pager shows each
  // right.
  void paragraph(std::string_view text, std::size_t indent, Style style = Style::kPlain);
  // Lines that are ready.
  void add(std::string_view lines) { out_ += lines; }

  const Terminal& terminal() const { return terminal_; }
  std::string take() && { return std::move(out_); }

 private:
  const Terminal& terminal_;
  std::string out_;
};

// A dataset without a manifest has no other name than its place.
std::string_view dataset_name(std::string_view version, std::string_view place);

// What stands in brackets after a dataset's name: its short hash, "41 files, fnv1a:0123456...".
std::string dataset_contents(std::string_view hash);

// The last lines of a table: which dataset it rests on, with the short form of its hash (the other
// forms have all of it), and `more` behind it. Empty where nothing was loaded.
std::string dataset_note(std::string_view name, std::string_view hash, std::string_view more,
                         const Terminal& terminal);

// A line of a run's warnings: "warning" and the text, wrapped behind it.
std::string warning_row(std::string_view text, const Terminal& terminal);

// Where two texts begin to differ, in bytes, between characters.
std::size_t first_difference(std::string_view a, std::string_view b);
// At most `limit` bytes of `text` around `place`, between characters, with "..." for what is left
// out. Not made printable.
std::string excerpt(std::string_view text, std::size_t place, std::size_t limit);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_PAGE_H_
