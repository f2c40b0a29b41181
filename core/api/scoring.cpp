#include "core/api/scoring.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/api/arguments.h"
#include "core/run/score_run.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

// Every settings that matters for a verdict.
std::string key_of(const RunSettings& settings) {
  return std::string(settings.decoder->name) + (settings.underscore_to_dot ? "\n1\n" : "\n0\n") +
         settings.model_name + "\n" + std::to_string(settings.today);
}

MatchRequest given_request(const RunSettings& settings) {
  MatchRequest request;
  request.given = &settings;
  request.model_name = settings.model_name;
  request.today = settings.today;
  return request;
}

// The last entry with this id, as the file or the dataset spells it.
Result<std::size_t> find_entry(const OpenResults& open, const std::string& id) {
  for (std::size_t i = open.run.order.size(); i-- > 0;) {
    const Place& place = open.run.order[i];
    if (!place.scored) {
      if (open.run.unscored[place.part].ids[place.index] == id) return i;
      continue;
    }
    const ScoredResponse& response = open.run.response(place);
    if (response.id == id || (response.entry != nullptr && response.entry->id == id)) return i;
  }
  return call_error(kinds::kUnknown, open.file.path + " has no entry `" + id + "`");
}

}  // namespace

Result<RunSettings> propose_settings(Module& module, std::span<const std::uint32_t> handles,
                                     const MatchRequest& request) {
  ModelRun model;
  ResponseSorter sorter(model, {});
  std::vector<const ResultFile*> responses;
  for (const std::uint32_t handle : handles) {
    BFCLX_ASSIGN_OR_RETURN(const OpenResults* open, find_results(module, handle));
    sorter.add(open->file);
    responses.push_back(&open->file.results);
  }
  match_model(module.dataset(), request, sorter, model);
  if (model.settings.decoder != nullptr) return std::move(model.settings);
  // No category can be scored here (yet): the responses alone decide.
  return choose_settings(module.dataset().dataset(), responses, request.settings);
}

Status match_results(Module& module, OpenResults& open, const RunSettings& settings) {
  const std::string key = key_of(settings);
  open.run.settings.out_of_memory = settings.out_of_memory;
  if (open.settings_key == key && open.dataset_version == module.dataset_version()) return {};
  ModelRun run;
  ResponseSorter sorter(run, {});
  sorter.add(open.file);
  match_model(module.dataset(), given_request(settings), sorter, run);
  open.run = std::move(run);
  open.scored.assign(open.run.order.size(), false);
  open.settings_key = key;
  open.dataset_version = module.dataset_version();
  return {};
}

// As `readManifest` gives them.
Status read_decoders(const Value& arguments, std::vector<GeneratedFor>& decoders) {
  const Value* given = find_member(arguments, "decoders");
  if (given == nullptr || given->is_none()) return {};
  if (!given->is_list()) return wrong("`decoders` must be a list or null");
  for (const Value& one : given->items()) {
    BFCLX_ASSIGN_OR_RETURN(const std::string name, text_argument(one, "decoder"));
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t results, number_argument(one, "results", 0));
    // As in a manifest: a number that no run can have says nothing.
    decoders.push_back({manifest_text(name),
                        static_cast<std::size_t>(results <= kMostManifestEntries ? results : 0)});
  }
  return {};
}

Result<RunManifest> manifest_argument(const Value& arguments) {
  RunManifest manifest;
  BFCLX_ASSIGN_OR_RETURN(manifest.error, optional_text(arguments, "manifest_error"));
  BFCLX_RETURN_IF_ERROR(read_decoders(arguments, manifest.decoders));
  const Value* dataset = find_member(arguments, "dataset");
  if (dataset != nullptr && dataset->is_dict()) {
    manifest.dataset_version = manifest_text(find_text(*dataset, "version"));
    manifest.dataset_hash = manifest_text(find_text(*dataset, "hash"));
  }
  const Value* streamed = find_member(arguments, "streamed");
  if (streamed != nullptr) manifest.streamed = streamed_of_value(*streamed);
  const Value* given = find_member(arguments, "sample");
  if (given == nullptr || given->is_none()) return manifest;
  if (!given->is_dict()) return wrong("`sample` must be an object or null");
  SampleDraw draw;
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t entries, number_argument(*given, "entries", 0));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t seed,
                         number_argument(*given, "seed", std::numeric_limits<std::int64_t>::min()));
  BFCLX_ASSIGN_OR_RETURN(const std::optional<bool> fc, optional_flag(*given, "fc"));
  draw.entries = static_cast<std::uint64_t>(entries);
  draw.seed = static_cast<std::uint64_t>(seed);
  draw.fc = fc.value_or(false);
  if (find_text(*given, "scheme") == "equal") draw.scheme = SampleScheme::kEqual;
  const Value* names = find_member(*given, "categories");
  if (names == nullptr || !names->is_list()) {
    return wrong("`sample.categories` must be a list of categories");
  }
  for (const Value& name : names->items()) {
    const Category* category = name.is_str() ? find_category(name.as_str()) : nullptr;
    if (category == nullptr) {
      return call_error(kinds::kUnknown, "`sample.categories` names an unknown category");
    }
    draw.categories.push_back(category);
  }
  manifest.sample = std::move(draw);
  return manifest;
}

Status match_together(Module& module, std::span<OpenResults* const> files,
                      const RunSettings& settings, const RunManifest& manifest, ModelRun& model) {
  ResponseSorter sorter(model, {});
  // A file's results are copied, which shares the responses.
  for (const OpenResults* open : files) sorter.add(open->file);
  MatchRequest request = given_request(settings);
  request.manifest = {&manifest, std::string(kManifestFile)};
  match_model(module.dataset(), request, sorter, model);
  return {};
}

Result<std::vector<OpenResults*>> files_argument(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const auto handles, handles_argument(arguments, "handles"));
  std::vector<OpenResults*> files;
  for (const std::uint32_t handle : handles) {
    BFCLX_ASSIGN_OR_RETURN(OpenResults * open, find_results(module, handle));
    files.push_back(open);
  }
  return files;
}

Result<AskedRun> run_argument(Module& module, const Value& arguments) {
  AskedRun asked;
  // What is wrong by itself is told before what is not there.
  BFCLX_RETURN_IF_ERROR(handles_argument(arguments, "handles"));
  BFCLX_ASSIGN_OR_RETURN(const RunSettings settings, settings_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(asked.files, files_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const RunManifest manifest, manifest_argument(arguments));
  BFCLX_RETURN_IF_ERROR(match_together(module, asked.files, settings, manifest, asked.model));
  return asked;
}

Status score_together(Module& module, std::span<OpenResults* const> files,
                      const RunSettings& settings, const RunManifest& manifest, ModelRun& model) {
  for (OpenResults* open : files) {
    BFCLX_RETURN_IF_ERROR(match_results(module, *open, settings));
  }
  BFCLX_RETURN_IF_ERROR(match_together(module, files, settings, manifest, model));
  // The entries of all files, one behind the other, are those of each file.
  std::size_t at = 0;
  for (OpenResults* open : files) {
    for (std::size_t i = 0; i < open->run.order.size(); ++i, ++at) {
      const Place& place = model.order[at];
      if (!place.scored) continue;
      ScoredResponse& response = model.runs[place.part].responses[place.index];
      const Place& own = open->run.order[i];
      if (!open->scored[i]) {
        score_run(open->run, Keep::kResponses, {}, {i, i + 1});
        open->scored[i] = true;
      }
      const bool superseded = response.superseded;
      response = counts_of(open->run.response(own));
      response.superseded = superseded;
    }
  }
  return {};
}

ScoredResponse scored_again(const OpenResults& open, std::size_t index) {
  const ScoredResponse& known = open.run.response(open.run.order[index]);
  ScoredResponse response;
  response.line = known.line;
  response.id = known.id;
  response.entry = known.entry;
  response.response = known.response;
  response.superseded = known.superseded;
  score_response(response, open.run.settings);
  return response;
}

Result<FoundEntry> entry_argument(Module& module, const Value& arguments) {
  FoundEntry found;
  BFCLX_ASSIGN_OR_RETURN(found.open, results_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::string id, text_argument(arguments, "id"));
  BFCLX_ASSIGN_OR_RETURN(const RunSettings settings, settings_argument(module, arguments));
  BFCLX_RETURN_IF_ERROR(match_results(module, *found.open, settings));
  BFCLX_ASSIGN_OR_RETURN(found.index, find_entry(*found.open, id));
  return found;
}

}  // namespace bfclx::api
