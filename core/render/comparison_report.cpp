#include "core/render/comparison_report.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/counted.h"
#include "core/render/comparison_tables.h"
#include "core/render/escape.h"
#include "core/render/figure_text.h"
#include "core/statistics/overall.h"
#include "core/statistics/score_estimate.h"

namespace bfclx {
namespace {

void add_skips(std::string& out, const ComparedRun& run) {
  if (run.skipped_entries.empty()) return;
  out += "<details><summary>Skipped in " + markdown_text(run.label) +
         ", not compared: " + markdown_text(skips_text(run.skipped)) + "</summary>\n\n";
  for (const std::string& entry : run.skipped_entries) out += "- " + markdown_text(entry) + "\n";
  out += "\n</details>\n\n";
}

void add_warnings(std::string& out, const ComparedRun& run) {
  for (const std::string& warning : run.warnings) {
    out += "**Warning**: " + markdown_text(run.label + ": " + warning) + ".\n\n";
  }
}

void add_run(std::string& out, std::string_view letter, const ComparedRun& run) {
  out += std::string(letter) + ": " + markdown_text(run.label) + ", " +
         markdown_text(own_text(run.own)) + ".\n\n";
  add_warnings(out, run);
}

void add_markdown(std::string& out, const Comparison& comparison, const ScoreBasis& basis,
                  const ComparedRun& a, const ComparedRun& b) {
  const OverallComparison& overall = comparison.overall;
  out += "## " + markdown_text(b.label) + " against " + markdown_text(a.label) + "\n\n";
  add_run(out, "A", a);
  add_run(out, "B", b);
  if (!shares_entries(comparison)) {
    out += std::string(kNoEntryShared) + " " + markdown_text(unshared_text(comparison)) + "\n\n";
    return;
  }
  if (overall.weight > 0) {
    out += "**Overall " + percent(overall.a) + " to " + percent(overall.b) + ": " +
           signed_points(overall.difference) + " points**, 95 % CI " +
           signed_range(overall.interval) + ", " + markdown_text(p_equals(overall.p)) + ". " +
           markdown_text(meaning_of(overall, a.label, b.label, is_warned(comparison, a, b))) +
           "\n\n" + markdown_text(basis_sentence(basis)) + "\n\n";
  } else {
    out += std::string(kNothingShared) + "\n\n";
  }
  for (const std::string& text : {flips_text(comparison), unshared_text(comparison)}) {
    if (!text.empty()) out += markdown_text(text) + "\n\n";
  }
  out += markdown_table(categories_table(comparison));
  out += "\n" + std::string(kPColumns) + "\n\n";
  if (const std::string text = disagreements_text(comparison); !text.empty()) out += text + "\n\n";
  struct FlipList {
    std::string_view title;
    std::string_view wrong_in;
    const std::vector<Flip>* flips;
  };
  const FlipList lists[] = {{"Passed only in B", "A", &comparison.gained},
                            {"Passed only in A", "B", &comparison.lost}};
  for (const auto& [title, wrong_in, flips] : lists) {
    if (flips->empty()) continue;
    out += "<details><summary>" + std::string(title) + ": " + grouped_digits(flips->size()) +
           "</summary>\n\n";
    for (const Flip& flip : *flips) {
      out += "- " + markdown_text(flip.id) + " (" + std::string(wrong_in) + ": " +
             markdown_text(flip.error_type) + ")\n";
    }
    out += "\n</details>\n\n";
  }
}

std::string markdown_ranking(const ComparisonReport& report) {
  if (!is_ranked(report)) return {};
  std::string out = "## " + std::string(ranking_title(report)) + "\n\n";
  if (report.ranking.weight <= 0) return out + std::string(kNothingShared) + "\n\n";
  return out + score_heading(report.ranked.leaderboard) + ", " +
         markdown_text(basis_text(report.ranked)) + ". " + std::string(kRankRangeText) + "\n\n" +
         markdown_table(ranking_table(report)) + "\n";
}

// Of many runs: each against the first, in a row.
std::string markdown_differences(const ComparisonReport& report) {
  const Table table = differences_table(report);
  if (table.rows.empty()) return {};
  return "## Against " + markdown_text(report.runs[0].label) + "\n\n" + markdown_table(table) +
         "\n" + std::string(kPOfRuns) + " `--details` shows every comparison.\n\n";
}

std::string markdown_means(const ComparisonReport& report) {
  std::vector<RepeatsPair> pairs;
  for (const ComparedRepeats& one : report.repeats) pairs.push_back(one.pair());
  if (pairs.size() > kFewPairs) {
    return "## " + markdown_text(repeats_pairs_heading(pairs.front())) + "\n\n" +
           markdown_table(repeats_pairs_table(pairs)) + "\n";
  }
  std::string out;
  for (const RepeatsPair& pair : pairs) {
    out += "## " + markdown_text(repeats_pair_heading(pair)) + "\n\n";
    for (const std::string& sentence : repeats_pair_sentences(pair)) {
      out += markdown_text(sentence) + "\n\n";
    }
  }
  return out;
}

std::string markdown_repeats(const ComparisonReport& report) {
  const std::string& note = report.repeats_note;
  return markdown_means(report) + (note.empty() ? note : markdown_text(note) + "\n\n");
}

// One name for each model: those with other settings are told apart by their first runs.
void tell_apart(std::vector<RepeatGroup>& models, const ComparisonReport& report) {
  std::map<std::string, std::size_t> names;
  for (const RepeatGroup& model : models) ++names[model.model];
  for (RepeatGroup& model : models) {
    if (names[model.model] > 1) model.model = report.runs[model.runs.front()].label;
  }
}

std::vector<ScoredRun> runs_of(const RepeatGroup& group, std::span<const ScoredRun> runs) {
  std::vector<ScoredRun> own;
  for (const std::size_t run : group.runs) own.push_back(runs[run]);
  return own;
}

bool is_any_warned(const RepeatGroup& group, const ComparisonReport& report,
                   const RepeatsComparison& comparison) {
  return std::any_of(group.runs.begin(), group.runs.end(), [&](std::size_t run) {
    return distorts(report.runs[run].distortions, comparison.categories);
  });
}

}  // namespace

void compare_all(ComparisonReport& report, std::span<const ScoredRun> runs,
                 const HeadlineScore& headline) {
  const ScorePart& score = headline.score();
  const ScoreWeights weights = score_weights(score);
  std::vector<const JudgedRun*> judged;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    judged.push_back(runs[i].judged);
    report.runs[i].own = own_score(runs[i], score, headline.name());
    if (i == 0) continue;
    report.comparisons.push_back(
        compare_runs(*runs[0].judged, *runs[i].judged, weights, report.options));
    const ScoredRun pair[] = {runs[0], runs[i]};
    report.bases.push_back(shared_basis(pair, score, headline.name()));
  }
  std::vector<Comparison*> shown;
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    if (report.shows(i)) shown.push_back(&report.comparisons[i]);
  }
  adjust_overall(std::span<Comparison* const>(shown));
  report.ranking = rank_runs(judged, weights, report.options);
  report.ranked = shared_basis(runs, score, headline.name());
}

std::vector<RepeatGroup> compared_models(const ComparisonReport& report,
                                         std::span<const RepeatGroup> groups) {
  std::vector<const RepeatGroup*> group_of(report.runs.size());
  for (const RepeatGroup& group : groups) {
    for (const std::size_t run : group.runs) group_of[run] = &group;
  }
  std::vector<RepeatGroup> models;
  for (std::size_t run = 0; run < report.runs.size(); ++run) {
    if (group_of[run] == nullptr) {
      models.push_back({report.runs[run].label, {}, {run}});
    } else if (group_of[run]->runs.front() == run) {
      models.push_back(*group_of[run]);
    }
  }
  tell_apart(models, report);
  return models;
}

void compare_models(ComparisonReport& report, std::span<const ScoredRun> runs,
                    const HeadlineScore& headline, std::span<const RepeatGroup> groups) {
  if (groups.empty()) return;
  const std::vector<RepeatGroup> models = compared_models(report, groups);
  const RepeatGroup& first = models.front();
  for (std::size_t i = 1; i < models.size(); ++i) {
    const RepeatGroup& other = models[i];
    if (first.runs.size() == 1 && other.runs.size() == 1) continue;
    RepeatsComparison comparison =
        compare_repeats(runs_of(first, runs), runs_of(other, runs), headline.score(),
                        headline.name(), report.options);
    const bool warned =
        is_any_warned(first, report, comparison) || is_any_warned(other, report, comparison);
    report.repeats.push_back({first, other, warned, std::move(comparison)});
  }
  std::vector<OverallComparison*> overalls;
  for (ComparedRepeats& one : report.repeats) overalls.push_back(&one.comparison.overall);
  adjust_overall(std::span<OverallComparison* const>(overalls));
}

void set_aside_repeats(ComparisonReport& report, std::span<const RepeatGroup> groups) {
  constexpr std::size_t kNamed = 5;
  if (groups.empty()) return;
  const auto first = std::find_if(groups.begin(), groups.end(),
                                  [](const RepeatGroup& group) { return group.runs.front() == 0; });
  const bool repeated = first != groups.end();
  const std::string reason = repeated ? " (" + first->reason + ")" : std::string();
  if (repeated && first->runs.size() == report.runs.size()) {
    report.repeats_note = "All " +
                          counted(report.runs.size(), "run is a repeat", "runs are repeats") +
                          " of " + first->model + reason +
                          ", so no means are compared. To compare two folders of repeats, pass the "
                          "folders themselves. For pass@k and flips, use `bfclx score`.";
    return;
  }
  for (std::size_t run = 1; run < report.runs.size(); ++run) report.runs[run].by_mean = repeated;
  for (const RepeatGroup& group : groups) {
    for (const std::size_t run : group.runs) report.runs[run].by_mean = true;
  }
  std::vector<std::string> others;
  for (std::size_t i = 1; repeated && i < first->runs.size(); ++i) {
    ComparedRun& run = report.runs[first->runs[i]];
    run.repeats_first = true;
    others.push_back(run.label);
  }
  const std::string& base = report.runs.front().label;
  if (!report.single_runs) {
    report.repeats_note =
        "Models with repeats are compared by their means. `--details` also compares the runs of "
        "other models with " +
        base + ".";
  } else if (repeated) {
    report.repeats_note = "Not compared with " + base +
                          ", because they are repeats of the same model" + reason + ": " +
                          first_of(others, kNamed) + ".";
  }
}

std::vector<const ComparedRun*> ComparisonReport::unshown() const {
  std::vector<const ComparedRun*> others;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    if (!shows(i)) others.push_back(&runs[i + 1]);
  }
  if (others.size() == comparisons.size()) others.insert(others.begin(), &runs.front());
  return others;
}

bool is_warned(const Comparison& comparison, const ComparedRun& a, const ComparedRun& b) {
  return is_warned(comparison, a.distortions, b.distortions);
}

bool is_warned(const Comparison& comparison, std::span<const Distortion> a,
               std::span<const Distortion> b) {
  return distorts(a, comparison) || distorts(b, comparison);
}

std::string comparison_markdown(const ComparisonReport& report) {
  std::string out = markdown_ranking(report) + markdown_repeats(report);
  if (!report.details) out += markdown_differences(report);
  for (const ComparedRun* run : report.unshown()) {
    if (report.details) add_warnings(out, *run);
  }
  for (std::size_t i = 0; i < report.comparisons.size() && report.details; ++i) {
    if (!report.shows(i)) continue;
    add_markdown(out, report.comparisons[i], report.bases[i], report.runs[0], report.runs[i + 1]);
  }
  for (const ComparedRun& run : report.runs) {
    if (report.details) add_skips(out, run);
  }
  return out + "Dataset " + markdown_text(report.dataset_version + ", " + report.dataset_hash) +
         ". " + grouped_digits(report.options.replicates) + " draws, seed " +
         std::to_string(report.options.seed) + ". Compared by bfclx " + report.program + ".\n";
}

}  // namespace bfclx
