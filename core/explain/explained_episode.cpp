#include "core/explain/explained_episode.h"

#include <algorithm>
#include <utility>

#include "core/check/findings.h"
#include "core/checker/own_match.h"
#include "core/dataset/held_out.h"
#include "core/explain/episode_failure.h"
#include "core/explain/replay.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

class Explainer {
 public:
  explicit Explainer(const ScoredResponse& response)
      : response_(response),
        entry_(*response.entry),
        episode_(*response.episode),
        failure_(response) {
    if (entry_.own_match != nullptr) turns_ = &entry_.own_match->turns();
  }

  ExplainedEpisode explain() const {
    ExplainedEpisode out;
    out.failed_turn = failure_.turn();
    out.turns_passed = episode_.turns_passed;
    out.turns_total = episode_.turns_total;
    out.is_simulated = turns_ == nullptr;
    if (turns_ != nullptr) out.match = match_text(entry_.own_match->rules());
    const Value* classes = find_member(entry_.data, "involved_classes");
    if (classes != nullptr) out.involved_classes = classes;
    const std::size_t count = turn_count();
    out.turns.reserve(count);
    for (std::size_t turn = 0; turn < count; ++turn) out.turns.push_back(explain_turn(turn));
    explain_failure(out);
    return out;
  }

 private:
  std::size_t turn_count() const {
    std::size_t count = std::max(episode_.turns_total, episode_.turns.size());
    if (entry_.question().is_list()) count = std::max(count, entry_.question().items().size());
    return count;
  }

  bool ran(std::size_t turn) const { return turn < episode_.execution.size(); }

  ExplainedTurn explain_turn(std::size_t turn) const {
    ExplainedTurn out;
    const Value* messages = item_of(entry_.question(), turn);
    if (messages != nullptr && messages->is_list()) out.messages = messages;
    out.offered = functions_from_turn(entry_, turn);
    out.ran = ran(turn);
    out.agrees = out.ran && turn < episode_.turns_passed;
    add_steps(turn, out);
    if (turns_ != nullptr) {
      compare_own_turn(turn, out);
    } else {
      add_ground_truth(turn, out);
    }
    return out;
  }

  // Whether a turn of an own benchmark passed, and what was expected.
  void compare_own_turn(std::size_t turn, ExplainedTurn& out) const {
    out.ran = turn < episode_.turns.size();
    out.agrees = out.ran;
    const std::optional<Reason>& why = response_.verdict.why;
    const Value* failed = why ? find_member(why->more, "failed_turns") : nullptr;
    if (failed != nullptr && failed->is_list()) {
      for (const Value& one : failed->items()) {
        const Value* number = find_member(one, "turn");
        if (number == nullptr || !equal(*number, index_value(turn + 1))) continue;
        out.agrees = false;
        out.failure = find_text(one, "text");
      }
    }
    out.asked = turn < turns_->size();
    if (!out.asked) return;
    const Value* calls = item_of(entry_.own_match->shown(), turn);
    for (const Value& call : calls->items()) out.ground_truth.push_back({call});
  }

  void add_steps(std::size_t turn, ExplainedTurn& out) const {
    out.replied = turn < episode_.turns.size();
    if (!out.replied) return;
    // Only steps with calls were executed.
    std::size_t executed = 0;
    for (std::size_t step = 0; step < episode_.turns[turn].size(); ++step) {
      const List* results = nullptr;
      if (episode_.turns[turn][step].has_calls && out.ran) {
        const std::vector<List>& all = episode_.execution[turn].model;
        if (executed < all.size()) results = &all[executed++];
      }
      out.steps.push_back(explain_step(turn, step, results));
    }
  }

  ExplainedStep explain_step(std::size_t turn, std::size_t step, const List* results) const {
    const DecodedStep& decoded = episode_.turns[turn][step];
    const Value* turn_response = item_of(response_.response, turn);
    ExplainedStep out;
    out.said = turn_response != nullptr ? item_of(*turn_response, step) : nullptr;
    out.has_calls = decoded.has_calls;
    if (!decoded.decode_error.kind.empty()) out.decode_error = &decoded.decode_error;
    if (!decoded.has_calls) return out;
    if (!decoded.calls.is_sequence()) {
      out.calls.push_back({Value::str(repr(decoded.calls))});
      return out;
    }
    const List& calls = decoded.calls.items();
    out.calls.reserve(calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const bool has_result = results != nullptr && i < results->size();
      out.calls.push_back(
          {calls[i], has_result ? &(*results)[i] : nullptr, failure_.is_left_at(turn, step, i)});
    }
    return out;
  }

  void add_ground_truth(std::size_t turn, ExplainedTurn& out) const {
    const Value* calls = item_of(entry_.ground_truth, turn);
    out.asked = calls != nullptr && calls->is_list();
    if (!out.asked) return;
    static const List kNone;
    const List& results = out.ran ? episode_.execution[turn].ground_truth : kNone;
    const std::vector<bool> missing = failure_.missing_among(turn, results);
    for (std::size_t i = 0; i < calls->items().size(); ++i) {
      const bool has_result = i < results.size();
      out.ground_truth.push_back(
          {calls->items()[i], has_result ? &results[i] : nullptr, has_result && missing[i]});
    }
  }

  void explain_failure(ExplainedEpisode& out) const {
    const std::optional<Reason>& why = response_.verdict.why;
    if (!why) return;
    if (failure_.differences() != nullptr) {
      if (why->path.size() > 1) out.failed_class = str(why->path[1]);
      Dict truth;
      Dict model;
      for (const auto& [attribute, pair] : failure_.differences()->as_dict()) {
        if (const Value* value = find_member(pair, "ground_truth")) truth.set(attribute, *value);
        if (const Value* value = find_member(pair, "model")) model.set(attribute, *value);
      }
      out.failed_state = compare_states(Value::dict(truth), Value::dict(model));
      return;
    }
    const Value* nearest = find_member(why->more, "nearest");
    if (nearest == nullptr || failure_.missing().empty()) return;
    out.nearest_response = StateChange{"response", failure_.missing().front(), *nearest};
  }

  const ScoredResponse& response_;
  const Entry& entry_;
  const EpisodeVerdict& episode_;
  EpisodeFailure failure_;
  const std::vector<OwnTurn>* turns_ = nullptr;  // of an own benchmark
};

// The states that the turns left, by running both sides again.
void add_states(const ScoredResponse& response, const RunSettings& settings,
                ExplainedEpisode& out) {
  Result<EpisodeReplay> replay = EpisodeReplay::start(*response.entry, settings);
  if (!replay.ok()) return;
  out.initial_state = replay->model_state();
  for (std::size_t turn = 0; turn < out.turns.size(); ++turn) {
    if (!out.turns[turn].ran) continue;
    for (const DecodedStep& step : response.episode->turns[turn]) {
      if (step.has_calls) replay->run_model(step.calls);
    }
    replay->run_ground_truth(response.entry->ground_truth.items()[turn]);
    out.turns[turn].differences =
        compare_states(replay->model_state(), replay->ground_truth_state());
  }
}

}  // namespace

std::shared_ptr<const ExplainedEpisode> explain_episode(const ScoredResponse& response,
                                                        const RunSettings& settings, Depth depth) {
  auto out = std::make_shared<ExplainedEpisode>(Explainer(response).explain());
  if (depth == Depth::kStates && out->is_simulated) add_states(response, settings, *out);
  return out;
}

}  // namespace bfclx
