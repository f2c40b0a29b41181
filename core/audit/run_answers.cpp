#include "core/audit/run_answers.h"

#include <utility>

#include "core/run/run_statistics.h"

namespace bfclx {

RunAnswers::RunAnswers(Audit& audit, AnswerMemo& memo, ModelRun& model, std::string name)
    : audit_(audit),
      memo_(memo),
      model_(model),
      run_(audit.add_run(std::move(name))),
      found_(model.order.size()),
      facts_(model.order.size()) {}

ScoreHooks RunAnswers::hooks() {
  ScoreHooks hooks;
  hooks.wanted = [this](std::size_t index) { return wants(index); };
  hooks.scored = [this](std::size_t index, const ScoredResponse& response) {
    take(index, response);
  };
  return hooks;
}

bool RunAnswers::wants(std::size_t index) {
  const Place& place = model_.order[index];
  if (!place.scored) return false;
  ScoredResponse& response = model_.runs[place.part].responses[place.index];
  Found& its = found_[index];
  std::string key;
  if (!AnswerMemo::key_of(response, model_.settings, key)) return true;
  its.known = memo_.find(key);
  if (its.known == nullptr) {
    its.key = std::move(key);
    return true;
  }
  facts_[index] = its.known->facts;
  drop(response, Keep::kCounts);
  return false;
}

void RunAnswers::take(std::size_t index, const ScoredResponse& response) {
  facts_[index] = response_facts(model_, index);
  if (counts(response)) found_[index].fresh = answer_of(response);
  const bool again =
      response.verdict.error_type != kOutOfMemory && AnswerMemo::depends_on_key_alone(response);
  if (!again) found_[index].key.clear();
}

void RunAnswers::finish() {
  audit_.set_repeat(run_, model_.repeat);
  audit_.set_warnings(run_, run_warnings(model_, facts_));
  for (std::size_t i = 0; i < found_.size(); ++i) {
    Found& its = found_[i];
    const Answer& answer = its.known != nullptr ? its.known->answer : its.fresh;
    if (answer.entry == nullptr) continue;
    audit_.add(run_, answer);
    if (its.known != nullptr || its.key.empty()) continue;
    memo_.add(std::move(its.key), {std::move(its.fresh), facts_[i]});
  }
}

}  // namespace bfclx
