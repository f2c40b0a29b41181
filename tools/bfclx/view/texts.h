// Figures and names as texts: for tables, for Markdown, for spreadsheets.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_TEXTS_H_
#define BFCLX_TOOLS_BFCLX_VIEW_TEXTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/statistics.h"

namespace bfclx::tools {

// "93.2" for a share of 0.932.
std::string percent(double share);
// "91.0 to 94.4".
std::string percent_range(const Range& range);
// "+1.7", "-0.2", "0.0" for a share of 0.017, -0.002, 0.
std::string signed_points(double share);
// "-0.2 to +1.7".
std::string signed_range(const Range& range);
// "0.034", "< 0.001".
std::string p_text(double p);

// "1 entry", "2 entries".
std::string counted(std::size_t count, std::string_view one, std::string_view many);

std::string joined(const std::vector<std::string>& items, std::string_view separator);

// A text on one line in which nothing is Markdown or HTML.
std::string markdown_text(std::string_view text);

// A cell of CSV as RFC 4180 wants it, on one line. Spreadsheets take a cell that begins with =, +,
// - or @ for a formula; such a text gets an apostrophe before it, which they read as "this is
// text". For names and texts: numbers may begin with a sign.
std::string csv_cell(std::string_view text);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_TEXTS_H_
