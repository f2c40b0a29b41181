// The report of `bfclx score`, in eight forms of the same numbers (json_report of
// core/run/summary.h is one).
#ifndef BFCLX_TOOLS_BFCLX_SCORE_SCORE_REPORT_H_
#define BFCLX_TOOLS_BFCLX_SCORE_SCORE_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/run_statistics.h"
#include "core/run/summary.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// After score_model. The report refers to the session, which must outlive it.
inline Report make_report(const Session& session) {
  Report report = bfclx::make_report(session.dataset, session.models, session.problems);
  if (session.ids) {
    report.ids = ChosenIds{session.ids->place(), session.ids->size()};
    for (ModelReport& model : report.models) model.chosen = accuracy_of(*model.run);
  }
  return report;
}

// Of several runs a ranking first, and their tables with `details` alone.
std::string table_report(const Report& report, const Terminal& terminal, bool details);
// With `details` the warnings are left to the tables behind it.
// The overall score of a run, its interval and its basis, and how many entries passed: one
// sentence.
std::string headline_text(const ModelReport& model);
// What the turns of its episodes are that passed, without an end.
std::string turns_title(const ModelReport& model);
std::string ranking_report(const Report& report, const Terminal& terminal, bool details);
// Repeats of models: sentences and pass@k of each, with `details` their categories. Of many models
// a table, and the rest with `details` alone.
std::string repeats_report(const Report& report, const Terminal& terminal, bool details);
std::string repeats_markdown(const Report& report);
// Whether the responses of repeats are identical, for all forms of the report.
void find_identical_repeats(Report& report, const RunOptions& options);
// One header line, one line a category; lines end in "\n".
std::string csv_report(const Report& report);
std::string markdown_report(const Report& report);

// Of each model the texts why its entries failed, in the order of ModelRun::order.
using Reasons = std::vector<std::vector<std::string>>;
// JUnit's XML: a suite for each model and category, with accuracy and interval as properties, and a
// case for each entry. An entry that has no response is an error, one that was skipped is skipped.
std::string junit_report(const Report& report, const Reasons& reasons);
// What the forms of other programs call the evaluation: "bfcl", or the name of `own`.
std::string evaluation_name(const OwnBenchmark* own);

// A results file of lm-evaluation-harness: a task for each category, "bfcl_simple_python". The
// report is of one model at most. What was not scored is null.
std::string lm_eval_report(const Report& report, const OwnBenchmark* own);
// A record of Every Eval Ever, with a result for each score. The report is of one model; `now` in
// seconds since 1970-01-01 UTC; `samples`: how many rows the file of samples has (eee_samples.h).
// What is not known of model and evaluator is "unknown". Empty without a model.
std::string eee_report(const Report& report, const OwnBenchmark* own, std::int64_t now,
                       std::optional<std::size_t> samples);

// Evaluation results of the Hugging Face Hub: a file of `.eval_results/`.
struct HubReport {
  std::string yaml;  // empty where nothing is complete
  std::vector<std::string>
      left_out;  // scores over a part of the entries: "parallel (3 of 9 entries)"
};
// `dataset`: the benchmark's id there, ORG/NAME; `remark`: a sentence about it, or empty. The
// report is of one model; `now` as above.
HubReport hub_report(const Report& report, const std::string& dataset, const std::string& remark,
                     std::int64_t now);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_SCORE_REPORT_H_
