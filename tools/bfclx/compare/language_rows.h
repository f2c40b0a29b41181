// Each model in each language, against the same model in the source's language: of
// `bfclx compare --by-language`, and of leaderboards.
#ifndef BFCLX_TOOLS_BFCLX_COMPARE_LANGUAGE_ROWS_H_
#define BFCLX_TOOLS_BFCLX_COMPARE_LANGUAGE_ROWS_H_

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/comparison_report.h"
#include "core/statistics/headline_score.h"
#include "tools/bfclx/compare/comparing.h"

namespace bfclx::tools {

inline constexpr std::string_view kLanguageRows =
    "Each row compares a model in one language with the same model in the source's language, over "
    "the entries that both runs have. p Holm: adjusted for the number of rows; below 0.05 the "
    "difference is significant.";

struct LanguageRow {
  std::string model;
  std::string language;
  std::size_t run = 0;
  std::optional<std::size_t> source;  // the model's run in the source's language
  ComparisonReport report;            // of these two, or of the first alone
  // nullptr: there is nothing to compare.
  const Comparison* comparison() const;
};

// Models with two runs in a language are left out and named in `repeated`; without it, they are a
// UsageError.
std::vector<LanguageRow> language_rows(const ScoredRuns& scored,
                                       const ComparisonOptions& statistics,
                                       const HeadlineScore& headline,
                                       std::set<std::string>* repeated = nullptr);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPARE_LANGUAGE_ROWS_H_
