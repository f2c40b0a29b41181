// `bfclx compare --translation`: runs of a dataset and of its translations.
#ifndef BFCLX_TOOLS_BFCLX_COMPARE_LANGUAGES_H_
#define BFCLX_TOOLS_BFCLX_COMPARE_LANGUAGES_H_

#include <string>
#include <vector>

#include "core/benchmark/compared_languages.h"
#include "tools/bfclx/compare/comparing.h"

namespace bfclx::tools {

// Sets the dataset of each path that is a run of one of the translations: those that `options`
// assign, and those whose manifests name it. Throws a UsageError for a translation without a run.
void choose_datasets(CompareOptions& options);
// The dataset of each run, which are all of one source: else throws a UsageError.
std::vector<ComparedDataset> compared_datasets(const RunSet& set);
// The score of a run of a translation never has the official name.
void name_translated(ComparedRun& run, const HeadlineScore& headline);
// Says of each run what it is in; scores of translations are no official ones.
void name_languages(ComparisonReport& report, const std::vector<ComparedDataset>& datasets,
                    const HeadlineScore& headline);

// `--by-language`: a table of models and languages; the exit code.
int run_by_language(const ScoredRuns& scored, const CompareOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPARE_LANGUAGES_H_
