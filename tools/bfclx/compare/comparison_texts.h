// The words of a comparison that its table and its Markdown share.
#ifndef BFCLX_TOOLS_BFCLX_COMPARE_COMPARISON_TEXTS_H_
#define BFCLX_TOOLS_BFCLX_COMPARE_COMPARISON_TEXTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/table.h"
#include "tools/bfclx/compare/comparison_report.h"

namespace bfclx::tools {

inline constexpr std::string_view kNothingShared =
    "The runs share nothing that counts in the overall score.";
inline constexpr std::string_view kPColumns =
    "p: exact McNemar test; where entries share a scenario or function docs, the same test on "
    "whole groups. p Holm: adjusted for looking at so many categories; below 0.05 the "
    "difference in a category is significant.";

// The categories of a comparison; "-" where nothing is shared.
Table categories_table(const Comparison& comparison);
// All runs, the best first.
Table ranking_table(const ComparisonReport& report);
// Of many runs: each against the first.
Table differences_table(const ComparisonReport& report);

// "p = 0.034", "p < 0.001"
std::string p_equals(double p);
// "12 entries are only in A, 3 only in B"; empty when both have the same.
std::string unshared_text(const Comparison& comparison);
// "Overall v4 over the 16 categories that both runs have, 52.5 % of the weight; missing: ..."
std::string basis_sentence(const ScoreBasis& basis);
std::string own_text(const BasedScore& own);
std::string flips_text(const Comparison& comparison);
// Rows of which either the interval or p tells the runs apart, and the other does not; empty where
// there are none.
std::string disagreements_text(const Comparison& comparison);
// Indices of the runs, the best first.
std::vector<std::size_t> by_rank(const ComparisonReport& report);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPARE_COMPARISON_TEXTS_H_
