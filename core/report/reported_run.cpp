// Runs as the page reports them: scored, and what of that it shows.
#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/counted.h"
#include "core/report/report_page.h"
#include "core/report/report_parts.h"
#include "core/run/run_statistics.h"
#include "core/run/summary.h"
#include "core/statistics/overall.h"

namespace bfclx {
namespace {

bool is_failure(const ScoredResponse& response) {
  return counts(response) && !response.verdict.valid;
}

// Of episodes, whose responses are dropped as soon as they are scored: by their place.
using EpisodeFailures = std::vector<std::optional<Block>>;

Blocks first_failures(const CategoryRun& run, const RunSettings& settings,
                      EpisodeFailures& episodes, std::size_t most) {
  Blocks failures;
  for (std::size_t i = 0; i < run.responses.size() && failures.size() < most; ++i) {
    if (!is_failure(run.responses[i])) continue;
    if (episodes[i]) {
      failures.push_back(std::move(*episodes[i]));
    } else {
      failures.push_back(entry_block(explain(run.responses[i], settings, Depth::kVerdict), false));
    }
  }
  return failures;
}

ReportedCategory reported_category(const CategoryRun& run, Blocks failures) {
  ReportedCategory category;
  category.failures = std::move(failures);
  CategoryReport counted = report_of(run);
  category.summary = std::move(counted.summary);
  category.accuracy = counted.accuracy;
  for (const CategoryReport::Skipped& one : counted.skipped) {
    category.skipped.push_back(one.id + "  " + std::string(skip_name(one.skip)) + " " +
                               one.variable + (one.variable.empty() ? "" : " ") + one.request);
  }
  for (const CategoryReport::Impossible& one : counted.impossible) {
    category.impossible.push_back(one.id + ": " + one.why);
  }
  return category;
}

void score_categories(ModelRun& model, bool episodes, const ReportedRunOptions& options,
                      std::vector<ReportedCategory>& categories,
                      std::vector<ResponseFacts>& facts) {
  std::vector<EpisodeFailures> failures(model.runs.size());
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    failures[i].resize(model.runs[i].responses.size());
  }
  ScoreHooks hooks;
  hooks.wanted = [&](std::size_t index) {
    const Place& place = model.order[index];
    return place.scored && is_episode(*model.runs[place.part].category) == episodes;
  };
  hooks.scored = [&](std::size_t index, ScoredResponse& response) {
    const Place& place = model.order[index];
    facts[index] = response_facts(model, index);
    if (!episodes || options.failures == 0 || !is_failure(response)) return;
    failures[place.part][place.index] =
        entry_block(explain(response, model.settings, Depth::kVerdict), false);
  };
  if (options.score) {
    options.score(model, Keep::kVerdicts, hooks);
  } else {
    score_run(model, Keep::kVerdicts, hooks);
  }
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    if (is_episode(*model.runs[i].category) != episodes) continue;
    categories.push_back(reported_category(
        model.runs[i],
        first_failures(model.runs[i], model.settings, failures[i], options.failures)));
  }
}

RadarChart profile_of(const ReportPage& page, std::span<const JudgedRun* const> judged,
                      const HeadlineScore& headline) {
  RadarChart chart;
  if (headline.is_own()) return chart;  // its categories stand in a table
  const std::vector<const ScorePart*> parts = profile_parts(headline.version());
  for (const ScorePart* part : parts) chart.axes.emplace_back(label_of(*part));
  std::vector<std::size_t> shown = report_parts::best_first(page);
  shown.resize(std::min(shown.size(), report_parts::kProfiles));
  std::sort(shown.begin(), shown.end());
  for (const std::size_t i : shown) {
    const RunScores scores(*judged[i]);
    RadarChart::Series series{page.runs[i].label, {}};
    for (const ScorePart* part : parts) {
      const PartScore score = scores.of(*part);
      series.values.push_back(score.complete() ? std::optional(score.official) : std::nullopt);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

std::string settings_text(const RunSettings& settings) {
  if (settings.decoder == nullptr) return "nothing to score";
  return "decoder " + std::string(settings.decoder->name) +
         (settings.underscore_to_dot ? ", " + std::string(dots_text(true)) : "");
}

ReportedRun reported_run(ModelRun& model, std::string label, const ReportedRunOptions& options) {
  ReportedRun run;
  run.label = std::move(label);
  run.settings = settings_text(model.settings);
  run.latency = model.latency;
  std::vector<ResponseFacts> facts(model.order.size());
  score_categories(model, false, options, run.categories, facts);
  // Before episodes are scored, which takes their responses away.
  run.findings = diagnose_run(model, options.logs);
  score_categories(model, true, options, run.categories, facts);
  name_out_of_memory(model);
  run.warnings = run_warnings(model, facts);
  std::stable_sort(run.categories.begin(), run.categories.end(),
                   [](const ReportedCategory& a, const ReportedCategory& b) {
                     return a.summary.category < b.summary.category;
                   });
  for (const Category* category : not_in_run(model)) run.not_in_run.emplace_back(category->name);
  for (const Unscored& unscored : model.unscored) {
    run.not_scored.push_back(grouped_digits(unscored.ids.size()) + " of " +
                             std::string(unscored.category->name) + ": " + unscored.reason);
  }
  for (const Problem& problem : model.problems) run.problems.push_back(text_of(problem));
  return run;
}

void compare_reported(ReportPage& page, std::span<const ModelRun* const> models,
                      const HeadlineScore& headline) {
  std::vector<std::unique_ptr<RunForScores>> kept;
  std::vector<ScoredRun> scored;
  std::vector<const JudgedRun*> judged;
  for (const ModelRun* model : models) {
    kept.push_back(std::make_unique<RunForScores>(*model));
    scored.push_back(kept.back()->scored);
    judged.push_back(&kept.back()->judged);
  }
  page.leaderboard = headline;
  const ScorePart& score = headline.score();
  const ScoreWeights weights = score_weights(score);
  for (std::size_t i = 0; i < scored.size(); ++i) {
    if (headline.is_own()) {
      std::erase_if(page.runs[i].not_in_run, [&](const std::string& name) {
        return !headline.counts(*find_category(name));
      });
    }
    page.runs[i].overall = own_score(scored[i], score, headline.name());
    if (i == 0) continue;
    page.comparisons.push_back(compare_runs(*judged[0], *judged[i], weights, page.options));
    const ScoredRun pair[] = {scored[0], scored[i]};
    page.bases.push_back(shared_basis(pair, score, headline.name()));
  }
  adjust_overall(std::span<Comparison>(page.comparisons));
  page.ranking = rank_runs(judged, weights, page.options);
  page.ranked = shared_basis(scored, score, headline.name());
  page.profile = profile_of(page, judged, headline);
}

}  // namespace bfclx
