// Open results set against the dataset, scored once for each choice of settings.
#ifndef BFCLX_CORE_API_SCORING_H_
#define BFCLX_CORE_API_SCORING_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/api/module.h"
#include "core/findings/run_diagnosis.h"

namespace bfclx::api {

// Settings for all files of one model together.
Result<RunSettings> propose_settings(Module& module, std::span<const std::uint32_t> handles,
                                     const MatchRequest& request);

// Sets the responses against the dataset, unless they already are, with these very settings.
// A category that the dataset lacks is unscored.
Status match_results(Module& module, OpenResults& open, const RunSettings& settings);

// All files as one model with these settings, set against the dataset; nothing is scored.
Status match_together(Module& module, std::span<OpenResults* const> files,
                      const RunSettings& settings, const RunManifest& manifest, ModelRun& model);

// `sample`, `dataset`, `decoders` and `streamed`, as readManifest gives them, and its `error` as
// `manifest_error`; each may be absent.
Result<RunManifest> manifest_argument(const Value& arguments);

// The open results that `handles` names.
Result<std::vector<OpenResults*>> files_argument(Module& module, const Value& arguments);

// The same with `settings` and what manifest_argument reads, as match_together sets them.
struct AskedRun {
  std::vector<OpenResults*> files;
  ModelRun model;
};
Result<AskedRun> run_argument(Module& module, const Value& arguments);

// What calls on an entry of a file need: the file, set against the dataset, and the entry's index
// in its run's order. `handle`, `id` and `settings`.
struct FoundEntry {
  OpenResults* open = nullptr;
  std::size_t index = 0;
};
Result<FoundEntry> entry_argument(Module& module, const Value& arguments);
// A copy of the response, scored with everything that an explanation shows.
ScoredResponse scored_again(const OpenResults& open, std::size_t index);

// What readLogs found in these files, which must outlive it. It is defined beside readLogs.
LogFactsOf facts_of_logs(std::span<OpenResults* const> files);

// All files as one model: what `bfclx score` reports of them. Verdicts that are known are taken
// over, the others made. `model` has its name, and its registry entry or none.
Status score_together(Module& module, std::span<OpenResults* const> files,
                      const RunSettings& settings, const RunManifest& manifest, ModelRun& model);

}  // namespace bfclx::api

#endif  // BFCLX_CORE_API_SCORING_H_
