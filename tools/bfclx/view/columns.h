// Two columns of text: beside each other on a wide terminal, else one above the other.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_COLUMNS_H_
#define BFCLX_TOOLS_BFCLX_VIEW_COLUMNS_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

struct ColumnLine {
  std::string text;  // printable; may hold line ends
  std::size_t indent = 0;
  Style style = Style::kPlain;
  std::size_t max_rows = 8;  // what is more is counted
};

struct Column {
  std::string_view title;
  std::span<const ColumnLine> lines;
};

// Whether the terminal has room for both.
bool fits_two_columns(const Terminal& terminal, std::size_t indent);
std::string two_columns(const Column& left, const Column& right, std::size_t indent,
                        const Terminal& terminal);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_COLUMNS_H_
