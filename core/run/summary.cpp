#include "core/run/summary.h"

#include <numeric>
#include <set>

#include "core/run/run_statistics.h"
#include "core/simulators/apis/cassette.h"

namespace bfclx {

std::size_t Totals::skipped_in_all() const {
  return std::accumulate(skipped.begin(), skipped.end(), std::size_t{0});
}

namespace {

void add_to(Totals& totals, const CategorySummary& summary) {
  totals.total += summary.total;
  totals.passed += summary.right;
  totals.failed += summary.entries - summary.right;
  totals.missing += summary.missing;
  for (std::size_t i = 0; i < kSkips; ++i) totals.skipped[i] += summary.skipped[i];
}

}  // namespace

CategoryReport report_of(const CategoryRun& run) {
  CategoryReport report;
  report.summary = summarize(run);
  report.counts = counts_in(*run.category, LeaderboardVersion::kV4);
  report.accuracy = accuracy_of(run);
  for (const Entry* entry : run.missing) report.missing.push_back(entry->id);
  for (const ScoredResponse& response : run.responses) {
    if (response.entry == nullptr) report.unknown.push_back(response.id);
    if (response.superseded) report.duplicates.push_back(response.id);
    if (response.skipped() && !response.superseded) {
      const ExecutableVerdict& executed = *response.executable;
      const bool keyless = executed.skip == Skip::kNoCredentials;
      report.skipped.push_back({response.id, executed.skip,
                                executed.request ? request_json(*executed.request) : "",
                                keyless ? executed.variable : ""});
    }
    if (response.executable != nullptr && !response.superseded &&
        !response.executable->impossible.empty()) {
      report.impossible.push_back({response.id, response.executable->impossible});
    }
    if (response.entry != nullptr && !response.superseded && response.episode != nullptr) {
      report.turns_passed += response.episode->turns_passed;
      report.turns_total += response.episode->turns_total;
    }
  }
  return report;
}

std::vector<const Category*> not_in_run(const ModelRun& run) {
  std::set<const Category*> present;
  for (const CategoryRun& category : run.runs) present.insert(category.category);
  for (const Unscored& unscored : run.unscored) present.insert(unscored.category);
  const std::set<const Category*> selected(run.selected.begin(), run.selected.end());
  std::vector<const Category*> absent;
  for (const Category& category : categories()) {
    const bool asked = selected.empty() || selected.count(&category) > 0;
    if (category.scored && asked && present.count(&category) == 0) absent.push_back(&category);
  }
  return absent;
}

Report make_report(const DatasetFiles& dataset, std::span<const ModelRun> models,
                   const std::vector<Problem>& problems) {
  Report report;
  report.dataset_place = dataset.place();
  report.dataset_version = dataset.dataset().version;
  report.dataset_hash = dataset.dataset().hash;
  report.problems = &problems;
  const HeadlineScore headline =
      headline_score(dataset, NamedVersion{"v4", LeaderboardVersion::kV4});
  for (const ModelRun& run : models) {
    ModelReport& model = report.models.emplace_back();
    model.run = &run;
    for (const CategoryRun& category : run.runs) {
      model.categories.push_back(report_of(category));
      model.categories.back().counts = headline.counts(*category.category);
      add_to(model.totals, model.categories.back().summary);
    }
    const RunForScores judged(run);
    model.score = own_score(judged.scored, headline.score(), headline.name());
    model.weighted = weighted_accuracy(judged, headline);
    model.not_in_run = not_in_run(run);
    // An own benchmark lacks nothing that it does not have.
    if (headline.is_own()) {
      std::erase_if(model.not_in_run,
                    [&](const Category* category) { return !headline.counts(*category); });
    }
  }
  return report;
}

}  // namespace bfclx
