#include <algorithm>
#include <utility>

#include "core/dataset/earlier_calls.h"
#include "core/explain/explanation_json.h"
#include "core/explain/explanation_json_parts.h"
#include "core/explain/json_view.h"
#include "core/explain/replay.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace explanations {
namespace {

Value count_value(std::size_t count) { return Value::integer(static_cast<std::int64_t>(count)); }

Value executed_value(const std::vector<ExplainedCall>& calls) {
  List values;
  for (const ExplainedCall& call : calls) {
    values.push_back(
        dict_of({{"text", str(call.call)},
                 {"result", call.result != nullptr ? Value::str(str(*call.result)) : Value()},
                 {"marked", call.marked}}));
  }
  return Value::list(std::move(values));
}

// Each as {class, path, <before>, <after>}; a side that lacks the place has no member.
Value changes_value(const std::vector<StateChange>& changes, std::string_view before,
                    std::string_view after) {
  List items;
  for (const StateChange& change : changes) {
    std::vector<Value> path = change.keys;
    const Value class_name = path.empty() ? Value::str("") : path.front();
    if (!path.empty()) path.erase(path.begin());
    Dict item;
    item.set("class", class_name);
    item.set("path", path_value(path));
    if (change.before) item.set(before, *change.before);
    if (change.after) item.set(after, *change.after);
    items.push_back(Value::dict(std::move(item)));
  }
  return Value::list(std::move(items));
}

Value differences_value(const std::vector<StateChange>& differences) {
  return changes_value(differences, "model", "ground_truth");
}

Value step_value(const ExplainedStep& step) {
  Dict value;
  value.set("calls", executed_value(step.calls));
  const std::string raw = step.said != nullptr ? response_text(*step.said) : std::string();
  value.set("raw", Value::str(raw));
  if (step.decode_error != nullptr) {
    value.set("decode_error", decode_error_value(*step.decode_error, raw));
  } else if (!step.has_calls) {
    value.set("empty", Value::boolean(true));
  }
  return Value::dict(std::move(value));
}

Value turn_value(std::size_t index, const ExplainedTurn& turn) {
  List offered;
  for (const std::string_view name : turn.offered) offered.push_back(Value::str(name));
  List steps;
  for (const ExplainedStep& step : turn.steps) steps.push_back(step_value(step));
  Value value =
      dict_of({{"index", index},
               {"messages", turn.messages != nullptr ? json_view(shown_messages(*turn.messages))
                                                     : Value::list()},
               {"offered", Value::list(std::move(offered))},
               {"steps", Value::list(std::move(steps))},
               {"ground_truth", executed_value(turn.ground_truth)},
               {"ran", turn.ran},
               {"ok", turn.ran ? Value::boolean(turn.agrees) : Value()},
               {"differences", differences_value(turn.differences)}});
  if (!turn.failure.empty()) value.mutable_dict().set("failure", Value::str(turn.failure));
  return value;
}

}  // namespace

Value episode_json(const Explanation& explanation) {
  const ExplainedEpisode& episode = *explanation.episode;
  Dict out = base_of(explanation, "episode");
  List turns;
  for (std::size_t i = 0; i < episode.turns.size(); ++i) {
    turns.push_back(turn_value(i, episode.turns[i]));
  }
  const Value* classes = episode.involved_classes;
  out.set("turns", Value::list(std::move(turns)));
  out.set("failed_turn", episode.failed_turn ? count_value(*episode.failed_turn) : Value());
  out.set("turns_passed", count_value(episode.turns_passed));
  out.set("turns_total", count_value(episode.turns_total));
  out.set("involved_classes", classes != nullptr ? json_view(*classes) : Value::list());
  out.set("initial_state", episode.initial_state);
  return Value::dict(std::move(out));
}

}  // namespace explanations

Result<Value> episode_states(const ScoredResponse& response, const RunSettings& settings,
                             std::size_t turn, std::ptrdiff_t step) {
  const Entry& entry = *response.entry;
  const EpisodeVerdict& episode = *response.episode;
  BFCLX_ASSIGN_OR_RETURN(EpisodeReplay before, EpisodeReplay::start(entry, settings));
  BFCLX_ASSIGN_OR_RETURN(EpisodeReplay after, EpisodeReplay::start(entry, settings));
  before.run_until(episode, entry.ground_truth, turn, std::max<std::ptrdiff_t>(step - 1, -1));
  after.run_until(episode, entry.ground_truth, turn, step);
  const Value model = after.model_state();
  const Value truth = after.ground_truth_state();
  return dict_of(
      {{"model", model},
       {"ground_truth", truth},
       {"differences", explanations::differences_value(compare_states(model, truth))},
       {"changes", explanations::changes_value(compare_states(before.model_state(), model),
                                               "before", "after")}});
}

}  // namespace bfclx
