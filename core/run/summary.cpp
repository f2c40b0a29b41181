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
  report.accuracy = accuracy_of(run);
  for (const Entry* entry : run.missing) report.missing.push_back(entry->id);
  for (const ScoredReply& reply : run.replies) {
    if (reply.entry == nullptr) report.unknown.push_back(reply.id);
    if (reply.superseded) report.duplicates.push_back(reply.id);
    if (reply.skipped() && !reply.superseded) {
      const ExecutableVerdict& executed = *reply.executable;
      const bool keyless = executed.skip == Skip::kNoCredentials;
      report.skipped.push_back({reply.id, executed.skip,
                                executed.request ? request_json(*executed.request) : "",
                                keyless ? executed.variable : ""});
    }
    if (reply.executable != nullptr && !reply.superseded && !reply.executable->impossible.empty()) {
      report.impossible.push_back({reply.id, reply.executable->impossible});
    }
    if (reply.entry != nullptr && !reply.superseded && reply.episode != nullptr) {
      report.turns_passed += reply.episode->turns_passed;
      report.turns_total += reply.episode->turns_total;
    }
  }
  return report;
}

Report make_report(const DatasetFiles& dataset, std::span<const ModelRun> models,
                   const std::vector<Problem>& problems) {
  Report report;
  report.dataset_place = dataset.place();
  report.dataset_version = dataset.dataset().version;
  report.dataset_hash = dataset.dataset().hash;
  report.problems = &problems;
  for (const ModelRun& run : models) {
    ModelReport& model = report.models.emplace_back();
    model.run = &run;
    std::set<const Category*> present;
    for (const CategoryRun& category : run.runs) {
      model.categories.push_back(report_of(category));
      add_to(model.totals, model.categories.back().summary);
      present.insert(category.category);
    }
    model.score = own_score(RunForScores(run).scored, overall_score(LeaderboardVersion::kV4), "v4");
    for (const Unscored& unscored : run.unscored) present.insert(unscored.category);
    for (const Category& category : categories()) {
      if (category.scored && present.count(&category) == 0) model.not_in_run.push_back(&category);
    }
  }
  return report;
}

}  // namespace bfclx
