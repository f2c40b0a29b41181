// The report of a check: the numbers of each model and category, and its form for programs.
#ifndef BFCLX_CORE_RUN_SUMMARY_H_
#define BFCLX_CORE_RUN_SUMMARY_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/model_run.h"
#include "core/run/repeat_groups.h"
#include "core/run/scorer.h"
#include "core/run/weighted_accuracy.h"
#include "core/statistics/basis.h"
#include "core/statistics/composition.h"
#include "core/statistics/headline_score.h"
#include "core/statistics/overall.h"
#include "core/statistics/repeats.h"
#include "core/statistics/statistics.h"

namespace bfclx {

struct CategoryReport {
  CategorySummary summary;
  bool counts = false;                  // in the overall score of the report
  Accuracy accuracy;                    // with the interval that respects clusters
  std::vector<std::string> missing;     // ids
  std::vector<std::string> unknown;     // ids
  std::vector<std::string> duplicates;  // ids whose earlier responses do not count
  // Entries that have no verdict, outside of `entries` and of the accuracy.
  struct Skipped {
    std::string id;
    Skip skip = Skip::kNone;
    std::string request;   // as JSON; empty for none
    std::string variable;  // of the environment, where a key is missing
  };
  std::vector<Skipped> skipped;
  // Executable entries that failed and that their own ground truth fails too: nothing can pass.
  struct Impossible {
    std::string id;
    std::string why;
  };
  std::vector<Impossible> impossible;
  // Of executed episodes: turns passed before the first failed turn. Our own partial credit.
  std::size_t turns_passed = 0;
  std::size_t turns_total = 0;  // 0: no such episodes
};

// A score of a version of the leaderboard, or a part of one that is made of others.
struct PartReport {
  const ScorePart* part = nullptr;
  std::size_t depth = 0;  // 0: the overall score
  PartScore score;
};

// Entries of all categories of a run; `total` is the sum of the others.
struct Totals {
  std::size_t total = 0;
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t missing = 0;
  Skips skipped{};  // by reason
  std::size_t skipped_in_all() const;
};

struct ModelReport {
  const ModelRun* run = nullptr;
  std::vector<CategoryReport> categories;   // scored ones, official order
  std::vector<const Category*> not_in_run;  // see the function
  Totals totals;
  std::vector<Value> warnings;  // warning_value of each (core/findings/run_warnings.h)
  // The overall score: of the version that was asked for, else of the dataset (headline_score.h).
  BasedScore score;
  // Where `score` is by the weights of an own benchmark.
  std::optional<WeightedAccuracy> weighted;
  std::vector<PartReport> overall;  // from the top down; empty where none was asked for
  // Where entries were chosen (Report::ids): all of them together, each counting the same.
  std::optional<Accuracy> chosen;
};

// Of runs that are indices into Report::models.
struct RepeatsReport : RepeatGroup {
  RepeatsAnalysis analysis;  // refers to the runs
  // Entries that all have, where all responses are the same (same_responses.h), else 0; none where
  // nobody looked.
  std::optional<std::size_t> identical;
  std::string warning = {};  // why they may be no repeats; may be empty
};

struct RepeatsReports {
  std::vector<RepeatsReport> groups;
  Value value;  // the same as JSON
};

struct SecondReport;

// The entries that were wanted, where a user named them: all others count nowhere.
struct ChosenIds {
  std::string place;      // the file that names them
  std::size_t count = 0;  // in it

  std::size_t missing_in(const Accuracy& chosen) const {
    return count > chosen.entries ? count - chosen.entries : 0;
  }
  // Without all of them there is no accuracy.
  bool are_all_in(const Accuracy& chosen) const {
    return chosen.entries > 0 && chosen.entries == count;
  }
};

struct Report {
  std::string_view leaderboard;  // whose overall scores are there; empty: none
  std::string dataset_place;
  std::string dataset_version;
  std::string dataset_hash;
  std::optional<ChosenIds> ids;
  std::vector<ModelReport> models;
  std::shared_ptr<const RepeatsReports> repeated;  // see add_repeats; nullptr where nothing is
  const std::vector<Problem>* problems = nullptr;  // of no model
  const SecondReport* errata = nullptr;            // a second score beside this one
};

// The same runs by corrected ground truth (core/audit/errata.h): never the official score.
struct SecondReport {
  std::string name;
  std::size_t corrections = 0;
  std::size_t applied = 0;            // those of entries that the run has
  std::vector<std::string> problems;  // corrections that were left out
  Report report;                      // its models are in the same order
};

CategoryReport report_of(const CategoryRun& run);
// Categories of the benchmark that the run has no entry of; of selected ones these alone.
std::vector<const Category*> not_in_run(const ModelRun& run);

// After scoring. The report refers to `models` and `problems`, which must outlive it.
Report make_report(const DatasetFiles& dataset, std::span<const ModelRun> models,
                   const std::vector<Problem>& problems);
// Takes the overall score of a version of the leaderboard instead of v4's, and adds its parts.
void add_overall(Report& report, const NamedVersion& version);

// Those of a report, in the order of the runs.
inline std::span<const RepeatsReport> repeats_in(const Report& report) {
  if (report.repeated == nullptr) return {};
  return report.repeated->groups;
}

// Analyzes repeats by the headline score of `report`, which add_overall may have chosen.
void add_repeats(Report& report, const DatasetFiles& dataset, const RepeatsRequest& request);

// JSON, indented by two, with a line end behind. Keys are stable: they are added to, never renamed.
// Valid UTF-8. `program_version` is that of bfclx.
std::string json_report(const Report& report, std::string_view program_version);
// One category as it stands in there; a dict.
Value category_value(const CategoryReport& report);
Value problem_value(const Problem& problem);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_SUMMARY_H_
