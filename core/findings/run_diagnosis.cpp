#include "core/findings/run_diagnosis.h"

#include <string>
#include <utility>

#include "core/findings/possible_calls.h"
#include "core/findings/run_warnings.h"

namespace bfclx {
namespace {

// The responses of a run in input order, each with its file.
std::vector<DiagnosedResponse> diagnosed_responses(const ModelRun& model,
                                                   const LogFactsOf& log_facts) {
  std::vector<DiagnosedResponse> responses;
  responses.reserve(model.order.size());
  for (const Place& place : model.order) {
    if (!place.scored) continue;
    const ScoredResponse& scored = model.response(place);
    const Category& category = *model.runs[place.part].category;
    DiagnosedResponse response;
    response.id = scored.id;
    response.file = model.files[place.file];
    response.line = scored.line;
    response.entry = scored.entry;
    response.category = &category;
    response.response = &scored.response;
    const bool by_response = !is_episode(category) && category.judging != Judging::kExecutable;
    response.verdict = scored.entry != nullptr && by_response ? &scored.verdict : nullptr;
    response.executable = scored.executable.get();
    response.right = response.executable != nullptr && scored.verdict.valid;
    response.superseded = scored.superseded;
    if (log_facts && scored.entry != nullptr) response.log = log_facts(place.file, scored);
    responses.push_back(std::move(response));
  }
  return responses;
}

std::string why_impossible(const Entry& entry) {
  const PossibleResponse possible = possible_response(entry);
  return possible.passes ? std::string() : possible.reason;
}

}  // namespace

bool is_episode(const Category& category) {
  return category.judging == Judging::kMultiTurn || category.judging == Judging::kAgentic;
}

ScoreHooks needed_for_diagnosis(const ModelRun& model) {
  ScoreHooks hooks;
  hooks.wanted = [&model](std::size_t index) {
    const Place& place = model.order[index];
    return place.scored && !is_episode(*model.runs[place.part].category);
  };
  return hooks;
}

std::vector<Finding> diagnose_run(const ModelRun& model, const LogFactsOf& log_facts) {
  const std::vector<DiagnosedResponse> responses = diagnosed_responses(model, log_facts);
  std::vector<const Entry*> missing;
  std::vector<UnusableLine> unusable;
  for (const CategoryRun& run : model.runs) {
    missing.insert(missing.end(), run.missing.begin(), run.missing.end());
    for (const ResultProblem& problem : run.problems) unusable.push_back({run.category, &problem});
  }
  std::vector<ManifestFact> manifest;
  for (RunWarning& fact : manifest_facts(model)) {
    manifest.push_back(
        {fact.kind, fact.count, std::move(fact.text), manifest_advice(model.benchmark, fact.kind)});
  }
  DiagnosisInput input;
  input.decoder = model.settings.decoder;
  input.underscore_to_dot = model.settings.underscore_to_dot;
  input.detects_names = model.settings.underscore_from == SettingSource::kDetected;
  input.responses = responses;
  input.missing = missing;
  input.unusable = unusable;
  input.manifest = manifest;
  input.own_results = !model.decoders.empty();
  input.model_name = model.settings.model_name;
  input.judge = score;
  input.impossible = why_impossible;
  return input.decoder != nullptr ? diagnose(input) : std::vector<Finding>();
}

}  // namespace bfclx
