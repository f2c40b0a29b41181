#include "core/run/run_statistics.h"
#include "core/run/summary.h"

namespace bfclx {
namespace {

void add_parts(const ScorePart& part, std::size_t depth, const RunScores& scores,
               std::vector<PartReport>& parts) {
  parts.push_back({&part, depth, scores.of(part)});
  for (const ScorePart& inner : part.parts) {
    if (!inner.parts.empty()) add_parts(inner, depth + 1, scores, parts);
  }
}

}  // namespace

void add_overall(Report& report, const NamedVersion& version) {
  report.leaderboard = version.name;
  for (ModelReport& model : report.models) {
    for (CategoryReport& category : model.categories) {
      category.counts = counts_in(*category.summary.category, version.version);
    }
    const RunForScores run(*model.run);
    const RunScores scores(run.judged);
    const ScorePart& overall = overall_score(version.version);
    model.score = own_score(run.scored, overall, version.name);
    model.weighted.reset();
    add_parts(overall, 0, scores, model.overall);
    for (const ScorePart& shown : shown_scores(version.version)) {
      model.overall.push_back({&shown, 1, scores.of(shown)});
    }
  }
}

}  // namespace bfclx
