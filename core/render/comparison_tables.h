// The tables of a comparison, for the terminal and for Markdown.
#ifndef BFCLX_CORE_RENDER_COMPARISON_TABLES_H_
#define BFCLX_CORE_RENDER_COMPARISON_TABLES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/comparison_report.h"
#include "core/render/comparison_text.h"
#include "core/render/table.h"

namespace bfclx {

// The categories of a comparison; "-" where nothing is shared.
Table categories_table(const Comparison& comparison);
// All runs, or where a model has repeats all models, the best first; not of only two.
bool is_ranked(const ComparisonReport& report);
std::string_view ranking_title(const ComparisonReport& report);
Table ranking_table(const ComparisonReport& report);
// Of many runs: each that is compared one by one against the first.
Table differences_table(const ComparisonReport& report);

std::string own_text(const BasedScore& own);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_COMPARISON_TABLES_H_
