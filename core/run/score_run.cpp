#include "core/run/score_run.h"

#include <algorithm>
#include <memory>

#include "core/value/json.h"

namespace bfclx {
namespace {

void forget(ScoredResponse& response) {
  response.verdict = {};
  response.episode.reset();
  response.agentic.reset();
  response.executable.reset();
}

void score_one(ScoredResponse& response, const RunSettings& settings, Keep keep, std::size_t index,
               const ScoreHooks& hooks, const EntryGuard& guard) {
  const auto work = [&] {
    hooks.score(response, settings);
    if (hooks.scored) hooks.scored(index, response);
  };
  const auto name = [&] {
    set_out_of_memory(response);
    if (hooks.scored) hooks.scored(index, response);
  };
  if (!guard) {
    work();
  } else if (const auto undo = [&] { forget(response); };
             !guard(std::cref(work), undo) && !guard(std::cref(name), undo)) {
    // Even for this there is no memory, though nothing is scored beside it.
    name();
  }
  drop(response, keep);
}

void drop_what_ran(ScoredResponse& response) {
  response.response = Value();
  response.agentic.reset();
  response.verdict.error = Value();
  response.verdict.decoded.reset();
  response.verdict.decode_error.reset();
  response.verdict.why.reset();
  if (response.executable != nullptr) {
    response.executable->calls = {};
    response.executable->truth = {};
    response.executable->model_output.reset();
  }
  if (response.episode == nullptr) return;
  response.episode->turns = {};
  response.episode->execution = {};
  response.episode->shared_lists = {};
}

}  // namespace

void drop(ScoredResponse& response, Keep keep) {
  switch (keep) {
    case Keep::kCounts:
      return drop_what_ran(response);
    case Keep::kResponses: {
      Value said = std::move(response.response);
      drop_what_ran(response);
      response.response = std::move(said);
      return;
    }
    case Keep::kVerdicts:
      if (response.episode != nullptr) drop_what_ran(response);
      return;
    case Keep::kAll:
      return;
  }
}

ScoredResponse counts_of(const ScoredResponse& response) {
  ScoredResponse copy;
  copy.line = response.line;
  copy.id = response.id;
  copy.entry = response.entry;
  copy.superseded = response.superseded;
  copy.verdict.valid = response.verdict.valid;
  copy.verdict.error_type = response.verdict.error_type;
  if (response.episode != nullptr) {
    copy.episode = std::make_unique<EpisodeVerdict>();
    copy.episode->turns_passed = response.episode->turns_passed;
    copy.episode->turns_total = response.episode->turns_total;
  }
  if (response.executable != nullptr) {
    copy.executable = std::make_unique<ExecutableVerdict>();
    copy.executable->skip = response.executable->skip;
    copy.executable->request = response.executable->request;
    copy.executable->variable = response.executable->variable;
    copy.executable->impossible = response.executable->impossible;
  }
  return copy;
}

void score_run(ModelRun& model, Keep keep, const ScoreHooks& hooks, RunPart part,
               const EntryGuard& guard) {
  const std::size_t end = std::min(part.end, model.order.size());
  for (std::size_t index = part.begin; index < end; ++index) {
    if (hooks.wanted && !hooks.wanted(index)) continue;
    const Place& place = model.order[index];
    if (place.scored) {
      score_one(model.runs[place.part].responses[place.index], model.settings, keep, index, hooks,
                guard);
    } else if (hooks.unscored) {
      hooks.unscored(index);
    }
  }
}

void score_responses(std::span<ScoredResponse> responses, const RunSettings& settings, Keep keep,
                     const ScoreHooks& hooks, const EntryGuard& guard) {
  for (std::size_t index = 0; index < responses.size(); ++index) {
    if (hooks.wanted && !hooks.wanted(index)) continue;
    score_one(responses[index], settings, keep, index, hooks, guard);
  }
}

void name_out_of_memory(ModelRun& model) {
  for (const Place& place : model.order) {
    if (!place.scored || model.response(place).verdict.error_type != kOutOfMemory) continue;
    const ScoredResponse& response = model.response(place);
    model.problems.push_back(
        {model.files[place.file], response.line, response.id,
         "out of memory: the entry counts as failed; score it again with more memory", true});
  }
}

std::string verdict_line(const ModelRun& model, std::size_t index) {
  const Place& place = model.order[index];
  if (place.scored) return verdict_json(model.response(place));
  const Unscored& unscored = model.unscored[place.part];
  std::string line = "{\"id\": ";
  append_json_str(line, unscored.ids[place.index]);
  line += ", \"valid\": null, \"not_scored\": ";
  append_json_str(line, unscored.reason);
  line += '}';
  return line;
}

}  // namespace bfclx
