// Lines of calls and ground truth on a terminal, what a verdict points at underlined.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_CALL_VIEW_H_
#define BFCLX_TOOLS_BFCLX_VIEW_CALL_VIEW_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/render/call_lines.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// Prints the lines, broken to the terminal's width, marks in colour with carets below, `remark`
// under the first of them. Long lines are cut after a few rows.
std::string print_lines(std::span<const ViewLine> lines, std::size_t indent,
                        const Terminal& terminal, std::string_view remark);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_CALL_VIEW_H_
