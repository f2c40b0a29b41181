#include <algorithm>
#include <utility>
#include <vector>

#include "core/explain/episode_failure.h"
#include "core/explain/explanation.h"
#include "core/explain/explanation_parts.h"
#include "core/explain/json_view.h"
#include "core/explain/replay.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using explain::base_of;
using explain::decode_error_value;
using explain::path_value;

Value count_value(std::size_t count) { return Value::integer(static_cast<std::int64_t>(count)); }

Value executed_value(const Value& call, const Value* result, bool marked) {
  return dict_of({{"text", str(call)},
                  {"result", result != nullptr ? Value::str(str(*result)) : Value()},
                  {"marked", marked}});
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

Value differences_value(const EpisodeReplay& replay) {
  return changes_value(compare_states(replay.model_state(), replay.ground_truth_state()), "model",
                       "ground_truth");
}

class EpisodeExplanation {
 public:
  EpisodeExplanation(const ScoredReply& reply, const RunSettings& settings)
      : reply_(reply),
        entry_(*reply.entry),
        episode_(*reply.episode),
        settings_(settings),
        failure_(reply) {}

  Value value() {
    Result<EpisodeReplay> replay = EpisodeReplay::start(entry_, settings_);
    Dict explanation = base_of(reply_, settings_, "episode");
    const Value initial = replay.ok() ? replay->model_state() : Value::dict();
    std::size_t count = std::max(episode_.turns_total, episode_.turns.size());
    if (entry_.question().is_list()) count = std::max(count, entry_.question().items().size());
    List turns;
    for (std::size_t turn = 0; turn < count; ++turn) {
      turns.push_back(turn_value(turn, replay.ok() ? &*replay : nullptr));
    }
    const Value* classes = find_member(entry_.data, "involved_classes");
    explanation.set("turns", Value::list(std::move(turns)));
    explanation.set("failed_turn", failure_.turn() ? count_value(*failure_.turn()) : Value());
    explanation.set("turns_passed", count_value(episode_.turns_passed));
    explanation.set("turns_total", count_value(episode_.turns_total));
    explanation.set("involved_classes", classes != nullptr ? json_view(*classes) : Value::list());
    explanation.set("initial_state", initial);
    return Value::dict(std::move(explanation));
  }

 private:
  bool ran(std::size_t turn) const { return turn < episode_.execution.size(); }

  Value turn_value(std::size_t turn, EpisodeReplay* replay) const {
    Value differences = Value::list();
    if (ran(turn) && replay != nullptr) {
      for (const DecodedStep& step : episode_.turns[turn]) {
        if (step.has_calls) replay->run_model(step.calls);
      }
      replay->run_ground_truth(entry_.ground_truth.items()[turn]);
      differences = differences_value(*replay);
    }
    const Value* messages = item_of(entry_.question(), turn);
    return dict_of({{"index", turn},
                    {"messages", messages != nullptr && messages->is_list() ? json_view(*messages)
                                                                            : Value::list()},
                    {"offered", offered(turn)},
                    {"steps", steps_value(turn)},
                    {"ground_truth", ground_truth_value(turn)},
                    {"ran", ran(turn)},
                    {"ok", ran(turn) ? Value::boolean(turn < episode_.turns_passed) : Value()},
                    {"differences", differences}});
  }

  Value offered(std::size_t turn) const {
    const Value* held = find_member(entry_.data, "missed_function");
    const Value* docs = held != nullptr ? find_member(*held, std::to_string(turn)) : nullptr;
    List names;
    if (docs != nullptr && docs->is_list()) {
      for (const Value& doc : docs->items()) names.push_back(Value::str(find_text(doc, "name")));
    }
    return Value::list(std::move(names));
  }

  Value steps_value(std::size_t turn) const {
    List steps;
    if (turn >= episode_.turns.size()) return Value::list();
    std::size_t executed = 0;
    for (std::size_t step = 0; step < episode_.turns[turn].size(); ++step) {
      const List* results = nullptr;
      if (episode_.turns[turn][step].has_calls && ran(turn)) {
        const std::vector<List>& all = episode_.execution[turn].model;
        if (executed < all.size()) results = &all[executed++];
      }
      steps.push_back(step_value(turn, step, results));
    }
    return Value::list(std::move(steps));
  }

  Value step_value(std::size_t turn, std::size_t step, const List* results) const {
    const DecodedStep& decoded = episode_.turns[turn][step];
    const Value* turn_reply = item_of(reply_.reply, turn);
    const Value* said = turn_reply != nullptr ? item_of(*turn_reply, step) : nullptr;
    List calls;
    if (decoded.has_calls && decoded.calls.is_sequence()) {
      const List& items = decoded.calls.items();
      for (std::size_t i = 0; i < items.size(); ++i) {
        const Value* result = results != nullptr && i < results->size() ? &(*results)[i] : nullptr;
        calls.push_back(executed_value(items[i], result, failure_.is_left_at(turn, step, i)));
      }
    } else if (decoded.has_calls) {
      calls.push_back(executed_value(Value::str(repr(decoded.calls)), nullptr, false));
    }
    Dict value;
    value.set("calls", Value::list(std::move(calls)));
    value.set("raw", Value::str(said != nullptr ? reply_text(*said) : std::string()));
    if (!decoded.decode_error.kind.empty()) {
      value.set("decode_error", decode_error_value(decoded.decode_error));
    } else if (!decoded.has_calls) {
      value.set("empty", Value::boolean(true));
    }
    return Value::dict(std::move(value));
  }

  Value ground_truth_value(std::size_t turn) const {
    const Value* calls = item_of(entry_.ground_truth, turn);
    if (calls == nullptr || !calls->is_list()) return Value::list();
    const List results = ran(turn) ? episode_.execution[turn].ground_truth : List();
    const std::vector<bool> missing = failure_.missing_among(turn, results);
    List values;
    for (std::size_t i = 0; i < calls->items().size(); ++i) {
      const bool has_result = i < results.size();
      values.push_back(executed_value(calls->items()[i], has_result ? &results[i] : nullptr,
                                      has_result && missing[i]));
    }
    return Value::list(std::move(values));
  }

  const ScoredReply& reply_;
  const Entry& entry_;
  const EpisodeVerdict& episode_;
  const RunSettings& settings_;
  EpisodeFailure failure_;
};

}  // namespace

Value explain_episode(const ScoredReply& reply, const RunSettings& settings) {
  return EpisodeExplanation(reply, settings).value();
}

Result<Value> episode_states(const ScoredReply& reply, const RunSettings& settings,
                             std::size_t turn, std::ptrdiff_t step) {
  const Entry& entry = *reply.entry;
  const EpisodeVerdict& episode = *reply.episode;
  BFCLX_ASSIGN_OR_RETURN(EpisodeReplay before, EpisodeReplay::start(entry, settings));
  BFCLX_ASSIGN_OR_RETURN(EpisodeReplay after, EpisodeReplay::start(entry, settings));
  before.run_until(episode, entry.ground_truth, turn, std::max<std::ptrdiff_t>(step - 1, -1));
  after.run_until(episode, entry.ground_truth, turn, step);
  const Value model = after.model_state();
  return dict_of(
      {{"model", model},
       {"ground_truth", after.ground_truth_state()},
       {"differences", differences_value(after)},
       {"changes", changes_value(compare_states(before.model_state(), model), "before", "after")}});
}

}  // namespace bfclx
