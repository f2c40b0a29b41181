// Warnings that are shown beside a run's scores: reasons why a score may not reflect the model.
// They appear wherever runs are compared or published.
//
// The facts are those of the findings of the same codes (diagnosis.h); a warning needs less, so
// that it can be had while a run is scored and its responses are dropped:
//
//   std::vector<ResponseFacts> facts(model.order.size());
//   hooks.scored = [&](std::size_t i, ScoredResponse&) { facts[i] = response_facts(model, i); };
//   score_run(model, Keep::kCounts, hooks);
//   run_warnings(model, facts);
#ifndef BFCLX_CORE_FINDINGS_RUN_WARNINGS_H_
#define BFCLX_CORE_FINDINGS_RUN_WARNINGS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/model_run.h"
#include "core/statistics/comparison.h"
#include "core/value/value.h"

namespace bfclx {

// What a response shows that warnings count.
struct ResponseFacts {
  bool generation_error = false;
  bool should_call = false;          // its entry wants calls, and it is no generation error
  bool calls_nothing = false;        // of these: the decoder finds no call
  bool has_calls = false;            // and its entry offers functions
  bool foreign_calls = false;        // to none of these
  bool malformed_arguments = false;  // a call's arguments are not JSON, and not truncated
  std::uint64_t called = 0;          // hash of the first function's name, of foreign calls
  std::uint64_t failed_text = 0;     // hash of a response that should call and does not pass
};
// Of the response `index` of ModelRun::order: scored (episodes need not be), and nothing of it
// dropped. Superseded responses and those to unknown ids have no facts.
ResponseFacts response_facts(const ModelRun& model, std::size_t index);

// Entries of the run's categories without a response: the others keep their verdicts.
inline constexpr std::string_view kMissingEntries = "missing_entries";
// The manifest cannot be used, so the run is scored as if there were none.
inline constexpr std::string_view kIgnoredManifest = "ignored_manifest";
// Results were generated for another decoder than the one that all are scored with.
inline constexpr std::string_view kMixedDecoders = "mixed_decoders";
// The manifest names another dataset than the one in use: verdicts may not fit the responses.
inline constexpr std::string_view kDatasetVersion = "dataset_version";

// Episodes were generated with another step limit than the official one.
inline constexpr std::string_view kStepLimit = "step_limit";
// Responses were ended after their first call.
inline constexpr std::string_view kFirstCallOnly = "first_call_only";

// Results were generated with several settings, such as temperatures.
inline constexpr std::string_view kMixedSettings = "mixed_settings";
// Ground truth was edited after the responses were generated.
inline constexpr std::string_view kChangedTruth = "changed_ground_truth";

struct RunWarning {
  std::string_view
      kind;  // code of the finding: "inference_errors", "missing_entries", ...; or one of the above
  std::size_t count = 0;  // responses or entries, in the categories below; 0: of the run as a whole
  std::size_t of = 0;     // of so many
  struct Part {
    const Category* category = nullptr;
    std::size_t count = 0;
    std::size_t of = 0;
  };
  // Those with a share that distorts their accuracy; of missing entries all that have any.
  std::vector<Part> categories;
  // "799 of 800 responses are generation errors, ...": without the run's name and a full stop.
  std::string text;
};

// A category is told from this share on: a tenth.
inline constexpr std::size_t kWarningShare = 10;

// The warnings of a run, the weightiest first. `facts`: by index of ModelRun::order.
std::vector<RunWarning> run_warnings(const ModelRun& model, std::span<const ResponseFacts> facts);

// Those that the manifest tells, kDatasetVersion, kMixedDecoders, kMixedSettings, kStepLimit,
// kFirstCallOnly and kChangedTruth, without their advice; and the advice, a sentence.
std::vector<RunWarning> manifest_facts(const ModelRun& model);
std::string_view manifest_advice(std::string_view benchmark, std::string_view kind);

// other_dataset_text with what to do; `benchmark` as in ModelRun.
std::string dataset_warning(std::string_view problem, std::string_view benchmark);

// Whether a difference to another run need not be one between the models. Missing entries are not
// compared, and no reason; nor is a manifest that is ignored.
bool affects_comparison(const RunWarning& warning);
// Of those that do, where.
std::vector<Distortion> distortions_of(std::span<const RunWarning> warnings);

// {"run", "kind", "count", "of", "categories": [{"category", "count", "of"}], "text",
// "affects_comparison"}
Value warning_value(std::string_view run, const RunWarning& warning);
// The warning of such a value; none where no run has it: its kind is unknown, or its counts or its
// text do not fit each other.
std::optional<RunWarning> warning_of(const Value& value);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_RUN_WARNINGS_H_
