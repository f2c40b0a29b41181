// What a comparison of two runs says, in sentences: for every form and view the same.
#ifndef BFCLX_CORE_RENDER_COMPARISON_TEXT_H_
#define BFCLX_CORE_RENDER_COMPARISON_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/render/style.h"
#include "core/statistics/basis.h"
#include "core/statistics/comparison.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr std::string_view kNothingShared =
    "The runs have no entries in common that count in the overall score.";
inline constexpr std::string_view kNoEntryShared =
    "The runs have no entry in common, so nothing is compared.";
// Below a table of categories.
inline constexpr std::string_view kPColumns =
    "p: exact McNemar test; where entries share a scenario or function docs, the same test on "
    "whole groups. p Holm: adjusted for the number of categories; below 0.05 the difference "
    "in a category is significant.";

// Below a table of runs, each against the first.
inline constexpr std::string_view kPOfRuns =
    "p Holm: adjusted for the number of runs compared; below 0.05 the difference is significant.";

// The colour of a difference: none where the adjusted test does not tell the runs apart.
Style difference_style(double difference, double holm_p);
// "p = 0.034", "p < 0.001"
std::string p_equals(double p);
// What the overall difference and its p-value mean, among all comparisons shown. `warned`: a run's
// score over what is compared may not measure the model (`distorts`).
std::string meaning_of(const OverallComparison& overall, std::string_view a, std::string_view b,
                       bool warned);
// "Overall v4 over the 16 categories that both runs have, 52.5 % of the weight; missing: ..."
std::string basis_sentence(const ScoreBasis& basis);
// How large a difference between two runs over these entries must be to be found, and how many
// entries smaller ones need.
std::string power_text(std::size_t entries);
// How many entries flipped, and the test over single entries.
std::string flips_text(const Comparison& comparison);
// Whether the runs have an entry in common.
bool shares_entries(const Comparison& comparison);
// Entries that the second run lacks.
std::size_t only_in_a(const Comparison& comparison);
// What one of the runs lacks; empty when both have the same.
std::string unshared_text(const Comparison& comparison);
// Where either the interval or p is significant and the other is not, overall or in a category;
// empty where nowhere.
std::string disagreements_text(const Comparison& comparison);
// The same, overall alone.
std::string disagreement_text(const OverallComparison& overall);

// {"meaning", "basis", "flips", "unshared", "disagreements", "p_columns"}:
// all of the above, the first by `warned`.
Value comparison_texts_value(const Comparison& comparison, const ScoreBasis& basis,
                             std::string_view a, std::string_view b, bool warned);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_COMPARISON_TEXT_H_
