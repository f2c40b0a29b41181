#include "tools/bfclx/compare/language_rows.h"

#include <map>
#include <span>
#include <utility>

#include "core/statistics/comparison.h"
#include "tools/bfclx/compare/languages.h"
#include "tools/bfclx/errors.h"

namespace bfclx::tools {

const Comparison* LanguageRow::comparison() const {
  if (report.comparisons.empty() || report.comparisons.front().overall.weight <= 0) return nullptr;
  return &report.comparisons.front();
}

std::vector<LanguageRow> language_rows(const ScoredRuns& scored,
                                       const ComparisonOptions& statistics,
                                       const HeadlineScore& headline,
                                       std::set<std::string>* repeated) {
  std::map<std::pair<std::string, std::string>, std::size_t> runs;  // by model and language
  for (std::size_t i = 0; i < scored.datasets.size(); ++i) {
    const std::string& model = scored.set.runs[i].model->name;
    const std::string language =
        scored.datasets[i].translation() != nullptr ? scored.datasets[i].language() : std::string();
    const auto [first, is_new] = runs.emplace(std::pair(model, language), i);
    if (is_new) continue;
    if (repeated != nullptr) {
      repeated->insert(model);
      continue;
    }
    throw UsageError("a table of languages has one run for each model and language, but " +
                     scored.set.runs[first->second].label + " and " + scored.set.runs[i].label +
                     " have the same model and language");
  }
  std::vector<LanguageRow> rows;
  for (const auto& [key, run] : runs) {
    if (key.second.empty() || (repeated != nullptr && repeated->count(key.first) > 0)) continue;
    LanguageRow row{key.first, key.second, run, {}, {}};
    row.report.options = statistics;
    std::vector<ScoredRun> pair;
    if (const auto source = runs.find({key.first, ""}); source != runs.end()) {
      row.source = source->second;
      pair.push_back(scored.scores[source->second]->scored);
    }
    pair.push_back(scored.scores[run]->scored);
    row.report.runs.resize(pair.size());
    compare_all(row.report, pair, headline);
    name_translated(row.report.runs.back(), headline);
    rows.push_back(std::move(row));
  }
  std::vector<Comparison*> shown;
  for (LanguageRow& row : rows) {
    for (Comparison& one : row.report.comparisons) shown.push_back(&one);
  }
  adjust_overall(std::span<Comparison* const>(shown));
  return rows;
}

}  // namespace bfclx::tools
