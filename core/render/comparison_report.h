// Comparisons of runs as people read them: what every form shows, and Markdown for pages and
// reviews.
#ifndef BFCLX_CORE_RENDER_COMPARISON_REPORT_H_
#define BFCLX_CORE_RENDER_COMPARISON_REPORT_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/check/executable.h"
#include "core/render/repeats_text.h"
#include "core/statistics/basis.h"
#include "core/statistics/comparison.h"
#include "core/statistics/headline_score.h"

namespace bfclx {

// A run of the comparison.
struct ComparedRun {
  std::string label;     // unique
  std::string settings;  // "decoder openai_fc, function names use `_` for `.`"
  std::size_t entries = 0;
  Skips skipped = {};  // entries without a verdict, which are not compared
  std::vector<std::string> skipped_entries = {};  // "rest_3 (skipped_no_network)"
  BasedScore own = {};                            // over what the run has
  std::vector<std::string> warnings = {};         // why its score may not reflect the model
  std::vector<Distortion> distortions = {};       // of these, core/findings/run_warnings.h
  bool repeats_first = false;  // of the first run's model, which it is not compared with
  bool by_mean = false;        // means of repeats compare its model with the first one
};

// The first model against another one, where one of them has repeats.
struct ComparedRepeats {
  RepeatGroup a;  // one run without repeats: its label, and no reason
  RepeatGroup b;
  bool warned = false;  // a run of theirs
  RepeatsComparison comparison;

  RepeatsPair pair() const { return {a.model, b.model, warned, &comparison}; }
};

// The first run against each other one.
struct ComparisonReport {
  std::vector<ComparedRun> runs;
  std::vector<Comparison> comparisons;  // one less than there are runs
  std::vector<ScoreBasis> bases;        // of each comparison
  Ranking ranking;
  ScoreBasis ranked;  // of the ranking
  std::vector<ComparedRepeats> repeats;
  std::string repeats_note;  // which runs are not compared one by one, and why
  // Where a model has repeats: all models, and their ranking by the means.
  std::vector<RepeatGroup> models;
  Ranking model_ranking;
  ComparisonOptions options;
  std::string dataset_version;
  std::string dataset_hash;
  std::string program;      // version
  std::string languages;    // what is compared, where runs are of translations of one dataset
  bool details = true;      // each comparison, not only its overall difference
  bool single_runs = true;  // also those whose models are compared by their means

  bool shows(std::size_t comparison) const {
    const ComparedRun& run = runs[comparison + 1];
    return !run.repeats_first && (single_runs || !run.by_mean);
  }
  // In no comparison that is shown.
  std::vector<const ComparedRun*> unshown() const;
};

// Everything that is computed but repeats: own scores, comparisons, bases and ranking. `runs` are
// those of the report, and must outlive it. p is adjusted over the comparisons shown.
void compare_all(ComparisonReport& report, std::span<const ScoredRun> runs,
                 const HeadlineScore& headline);
// Adds the comparisons of the means of repeats; `groups` are the runs that are repeats of one
// model.
void compare_models(ComparisonReport& report, std::span<const ScoredRun> runs,
                    const HeadlineScore& headline, std::span<const RepeatGroup> groups);

// Marks the runs that are not compared one by one where models have repeats, and says so in the
// note. Where all runs are of one model, they are compared.
void set_aside_repeats(ComparisonReport& report, std::span<const RepeatGroup> groups);
// The models of the comparison: groups of repeats, and the runs that are in none, in the order of
// their first runs.
std::vector<RepeatGroup> compared_models(const ComparisonReport& report,
                                         std::span<const RepeatGroup> groups);

// Whether the warnings of a run reach what is compared.
bool is_warned(const Comparison& comparison, const ComparedRun& a, const ComparedRun& b);
bool is_warned(const Comparison& comparison, std::span<const Distortion> a,
               std::span<const Distortion> b);

std::string comparison_markdown(const ComparisonReport& report);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_COMPARISON_REPORT_H_
