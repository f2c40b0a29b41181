// Figures as texts, the same in every form and view.
#ifndef BFCLX_CORE_RENDER_FIGURE_TEXT_H_
#define BFCLX_CORE_RENDER_FIGURE_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/statistics/statistics.h"

namespace bfclx {

// "93.2" for a share of 0.932.
std::string percent(double share);
// Fewer entries than this have no percentage: one more or less would move it by over five points.
inline constexpr std::size_t kFewEntries = 20;
// "86.8", "1 of 3" of few entries, "-" of none.
std::string share_text(std::size_t right, std::size_t entries);
// "91.0 to 94.4".
std::string percent_range(const Range& range);
// "2 (1 to 4)", and "2" where it is sure.
std::string rank_text(const RankRange& rank);
// "+1.7", "-0.2", "0.0" for a share of 0.017, -0.002, 0.
std::string signed_points(double share);
// "-0.2 to +1.7".
std::string signed_range(const Range& range);
// Numbers of a text with the minus sign (U+2212) that pages have; a terminal and files for programs
// keep the hyphen.
std::string with_minus_signs(std::string_view text);
// "0.034", "< 0.001".
std::string p_text(double p);
// The thousandths that p_text shows, 34 of "0.034"; 0 below one.
int per_thousand(double p);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_FIGURE_TEXT_H_
