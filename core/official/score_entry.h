// Lines of a score file (eval_runner.py, the dicts that its _evaluate_single_* functions return).
#ifndef BFCLX_CORE_OFFICIAL_SCORE_ENTRY_H_
#define BFCLX_CORE_OFFICIAL_SCORE_ENTRY_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/official/score_json.h"
#include "core/run/scorer.h"

namespace bfclx {

// Whether a failed entry of the category ends in its inference log.
bool has_inference_log(const Category& category);

// Appends the object of an entry that failed, with the official members in the official order; the
// response has been scored and has an entry. `model_name` is the name of the model's folder. The
// object is open at its end, where its last member may follow: ", \"inference_log\": " and "}".
// False where the official writer would stop with an exception (score_json.h). `texts` serves the
// entries of one dataset.
bool append_failed_entry(std::string& out, const ScoredResponse& response,
                         std::string_view model_name, SharedScoreTexts& texts);

// The header line, without its end: {"accuracy": ..., "correct_count": ..., "total_count": ...};
// for format_sensitivity with the statistics by prompt configuration. `responses` are all of the
// file, in the order of its lines.
std::string score_header(const Category& category, std::span<const ScoredResponse> responses);

}  // namespace bfclx

#endif  // BFCLX_CORE_OFFICIAL_SCORE_ENTRY_H_
