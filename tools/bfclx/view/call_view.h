// Calls and ground truth as readable lines, with the place that a verdict points at underlined.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_CALL_VIEW_H_
#define BFCLX_TOOLS_BFCLX_VIEW_CALL_VIEW_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/value/value.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// A line of text in which the bytes [mark_begin, mark_end) are pointed out.
struct ViewLine {
  std::string text;
  std::size_t indent = 0;
  std::size_t mark_begin = 0;
  std::size_t mark_end = 0;  // no mark when not past mark_begin
};

// Decoded calls, one argument a line. `path` is Reason::path: call index, function name, parameter,
// then inwards; empty for no mark. What is no list of calls is shown as its repr.
std::vector<ViewLine> view_calls(const Value& decoded, std::span<const Value> path);

// Possible answers: `unit: 'cm' or 'centimetre', or omitted`.
std::vector<ViewLine> view_ground_truth(const Value& ground_truth);

// Prints the lines, broken to the terminal's width, marks in colour with carets below, `remark`
// under the first of them. Long lines are cut after a few rows.
std::string print_lines(std::span<const ViewLine> lines, std::size_t indent,
                        const Terminal& terminal, std::string_view remark);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_CALL_VIEW_H_
