// Calls and ground truth as readable lines, with the place that a verdict points at marked.
#ifndef BFCLX_CORE_RENDER_CALL_LINES_H_
#define BFCLX_CORE_RENDER_CALL_LINES_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/value/value.h"

namespace bfclx {

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

// Possible answers: `unit: 'cm' or 'centimetre', or omitted`. Of several alternatives of the calls,
// {"any_of": [calls, "none"]}, each, with "or" between them.
std::vector<ViewLine> view_ground_truth(const Value& ground_truth);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_CALL_LINES_H_
