#include "core/findings/run_diagnosis.h"

#include <string>
#include <utility>

#include "core/findings/possible_calls.h"
#include "core/findings/run_warnings.h"

namespace bfclx {
namespace {

// The replies of a run in input order, each with its file.
std::vector<DiagnosedReply> diagnosed_replies(const ModelRun& model, const LogFactsOf& log_facts) {
  std::vector<DiagnosedReply> replies;
  replies.reserve(model.order.size());
  for (const Place& place : model.order) {
    if (!place.scored) continue;
    const ScoredReply& scored = model.reply(place);
    const Category& category = *model.runs[place.part].category;
    DiagnosedReply reply;
    reply.id = scored.id;
    reply.file = model.files[place.file];
    reply.line = scored.line;
    reply.entry = scored.entry;
    reply.category = &category;
    reply.reply = &scored.reply;
    const bool by_reply = !is_episode(category) && category.judging != Judging::kExecutable;
    reply.verdict = scored.entry != nullptr && by_reply ? &scored.verdict : nullptr;
    reply.executable = scored.executable.get();
    reply.right = reply.executable != nullptr && scored.verdict.valid;
    reply.superseded = scored.superseded;
    if (log_facts && scored.entry != nullptr) reply.log = log_facts(place.file, scored);
    replies.push_back(std::move(reply));
  }
  return replies;
}

std::string why_impossible(const Entry& entry) {
  const PossibleReply possible = possible_reply(entry);
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
  const std::vector<DiagnosedReply> replies = diagnosed_replies(model, log_facts);
  std::vector<const Entry*> missing;
  std::vector<UnusableLine> unusable;
  for (const CategoryRun& run : model.runs) {
    missing.insert(missing.end(), run.missing.begin(), run.missing.end());
    for (const ResultProblem& problem : run.problems) unusable.push_back({run.category, &problem});
  }
  std::vector<ManifestFact> manifest;
  for (RunWarning& fact : manifest_facts(model)) {
    manifest.push_back({fact.kind, fact.count, std::move(fact.text), manifest_advice(fact.kind)});
  }
  DiagnosisInput input;
  input.decoder = model.settings.decoder;
  input.underscore_to_dot = model.settings.underscore_to_dot;
  input.replies = replies;
  input.missing = missing;
  input.unusable = unusable;
  input.manifest = manifest;
  input.model_name = model.settings.model_name;
  input.judge = score;
  input.impossible = why_impossible;
  return input.decoder != nullptr ? diagnose(input) : std::vector<Finding>();
}

}  // namespace bfclx
