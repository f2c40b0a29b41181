#include "core/check/multi_turn.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/utf8.h"
#include "core/check/execute_response.h"
#include "core/check/ground_truth_run.h"
#include "core/check/multi_turn_reason.h"
#include "core/check/rules.h"
#include "core/python/objects/protocol.h"
#include "core/simulators/engine/episode.h"
#include "core/value/dict.h"
#include "core/value/extent.h"

namespace bfclx {

namespace {

Value text(std::string_view words) { return Value::str(words); }

Value error_dict(Value message, std::string_view type) {
  Dict error;
  error.set("error_message", std::move(message));
  error.set("error_type", text(type));
  return Value::dict(std::move(error));
}

// What the official evaluator says before anything has run.
void fail_before_running(EpisodeVerdict& episode, const std::string& message, std::string_view type,
                         std::string_view rule) {
  Verdict& verdict = episode.verdict;
  verdict.error_type = type;
  verdict.error = error_dict(Value::list({text(message)}), type);
  verdict.why = Reason{rule, {}, {}, {}, message, {}};
}

// Where the official evaluator itself would have raised, it gives no verdict at all.
void fail_officially(EpisodeVerdict& episode, const Error& error) {
  Verdict& verdict = episode.verdict;
  verdict.error_type = "official_evaluator_error:" + std::string(error.kind);
  verdict.error = error_dict(text(error.message), verdict.error_type);
  verdict.why = Reason{
      rules::kEvaluatorError,
      {},
      {},
      {},
      "The official evaluator raises here: " + std::string(error.kind) + ": " + error.message,
      {},
      std::string(error.kind) + ": " + error.message};
}

DecodedStep decode_step(const Value& response,
                        const std::function<Result<Value>(const Value&)>& decode) {
  DecodedStep step;
  Result<Value> calls = decode(response);
  if (!calls.ok()) {
    step.decode_error = std::move(calls).error();
    return step;
  }
  Result<bool> empty = is_empty_execute_response(*calls);
  if (!empty.ok()) {
    step.decode_error = std::move(empty).error();
    return step;
  }
  step.has_calls = !*empty;
  if (step.has_calls) step.calls = std::move(calls).value();
  return step;
}

Value step_value(const DecodedStep& step) {
  Dict entry;
  if (step.has_calls) {
    entry.set("calls", step.calls);
  } else if (!step.decode_error.kind.empty()) {
    entry.set("decode_error", text(step.decode_error.message));
    entry.set("decode_error_class", text(step.decode_error.kind));
  } else {
    entry.set("empty", Value::boolean(true));
  }
  return Value::dict(std::move(entry));
}

// A turn as the official loop goes through it; of a text, its first `most` letters.
Result<const List*> steps_of(const Value& turn, std::size_t most, List& storage) {
  if (!turn.is_str()) return python::iterate(turn, storage);
  const std::string_view letters = turn.as_str();
  for (std::size_t at = 0; at < letters.size() && storage.size() < most;) {
    const std::size_t begin = at;
    next_code_point(letters, at);
    storage.push_back(Value::str(letters.substr(begin, at - begin)));
  }
  return &storage;
}

// Every step of every turn; the Error is one that the official loop would have raised.
Status decode_turns(const Value& response, const std::function<Result<Value>(const Value&)>& decode,
                    EpisodeVerdict& episode) {
  std::size_t steps_read = 0;
  episode.turns.reserve(response.items().size());
  for (const Value& turn : response.items()) {
    List storage;
    BFCLX_ASSIGN_OR_RETURN(const List* const steps,
                           steps_of(turn, kMaxSteps - steps_read, storage));
    const std::size_t count = std::min(steps->size(), kMaxSteps - steps_read);
    steps_read += count;
    std::vector<DecodedStep>& decoded = episode.turns.emplace_back();
    decoded.reserve(count);
    for (std::size_t i = 0; i < count; ++i) decoded.push_back(decode_step((*steps)[i], decode));
  }
  episode.turns_read = true;
  return {};
}

// A part of the state for the details. A list that tweets share can make small state stand for a
// text that no memory holds.
Value shown(Value state) {
  constexpr std::size_t kMostShown = Budget::kBytes / 4;
  if (!extent_of(state, kMostShown).too_large) return state;
  return text("(more than can be shown)");
}

// Runs an episode turn by turn and compares (multi_turn_checker.py:multi_turn_checker).
class EpisodeCheck {
 public:
  EpisodeCheck(const EpisodeTask& task, EpisodeVerdict& verdict)
      : task_(task), verdict_(verdict), modules_(task.tables, task.today) {}

  Status run() {
    Status status = run_turns();
    verdict_.shared_lists = modules_.shared_lists();
    return status;
  }

 private:
  Status run_turns() {
    BFCLX_RETURN_IF_ERROR(start());
    const List& turns = task_.ground_truth->items();
    for (std::size_t turn = 0; turn < turns.size(); ++turn) {
      BFCLX_RETURN_IF_ERROR(execute_turn(turn));
      if (!turns[turn].items().empty() && !turn_agrees(turn)) return {};
      ++verdict_.turns_passed;
    }
    verdict_.verdict.valid = true;
    return {};
  }

  Status start() {
    setup_ = {std::string(task_.model_name), std::string(task_.id), *task_.initial_config,
              *task_.involved_classes, task_.long_context};
    setup_.budget = task_.budget;
    Result<Episode> model = Episode::start(setup_, modules_);
    if (!model.ok()) return std::move(model).error();
    model_.emplace(std::move(model).value());
    ground_truth_.emplace(task_, setup_, modules_);
    return {};
  }

  Status execute_turn(std::size_t turn) {
    ExecutedTurn& executed = verdict_.execution.emplace_back();
    for (const DecodedStep& step : verdict_.turns[turn]) {
      if (!step.has_calls) continue;
      List& results = executed.model.emplace_back();
      BFCLX_RETURN_IF_ERROR(execute_calls(*model_, step.calls, results));
      for (std::size_t i = 0; i < results.size(); ++i) {
        ground_truth_->follow(step.calls, i, results[i]);
      }
    }
    return ground_truth_->run_turn(turn, *model_, executed.ground_truth);
  }

  bool turn_agrees(std::size_t turn) {
    if (verdict_.execution[turn].model.empty()) {
      const std::string type = "multi_turn:empty_turn_model_response";
      fail(text("Model response list is empty for turn " + std::to_string(turn)), type, Dict());
      verdict_.verdict.why = explain_empty_turn(task_, verdict_, turn);
      return false;
    }
    if (ground_truth_->episode() == nullptr) return true;  // the model did what it does
    return states_agree(turn) && responses_agree(turn);
  }

  // state_checker, _compare_instances
  bool states_agree(std::size_t turn) {
    const Episode& ground_truth = *ground_truth_->episode();
    for (std::size_t i = 0; i < ground_truth.instances().size(); ++i) {
      const Simulator& expected = *ground_truth.instances()[i];
      const Simulator& found = *model_->instances()[i];
      Dict differences;
      for (std::size_t k = 0; k < expected.table().attributes.size(); ++k) {
        if (found.attributes_equal(k, expected)) continue;
        const Attribute& attribute = expected.table().attributes[k];
        Dict pair;
        pair.set("model", shown(attribute.get(found)));
        pair.set("ground_truth", shown(attribute.get(expected)));
        differences.set(attribute.name, Value::dict(std::move(pair)));
      }
      if (differences.empty()) continue;
      const std::string class_name(expected.table().name);
      verdict_.verdict.why =
          explain_state(task_, verdict_, turn, class_name, Value::dict(differences));
      Dict details;
      details.set("differences", Value::dict(std::move(differences)));
      details.set("model_instance_state", shown(found.state()));
      details.set("ground_truth_instance_state", shown(expected.state()));
      fail(text("Model instance for " + class_name +
                " does not match the state with ground truth instance."),
           "multi_turn:instance_state_mismatch", std::move(details));
      return false;
    }
    return true;
  }

  // response_checker, _is_subsequence_unordered: each ground-truth result must be among the model's
  // results of all turns so far, as often as it occurs.
  bool responses_agree(std::size_t turn) {
    List all_results;
    for (const ExecutedTurn& executed : verdict_.execution) {
      for (const List& step : executed.model) {
        all_results.insert(all_results.end(), step.begin(), step.end());
      }
    }
    const List& expected = verdict_.execution[turn].ground_truth;
    std::vector<bool> used(all_results.size(), false);
    List missing;
    for (const Value& item : expected) {
      std::size_t k = 0;
      while (k < all_results.size() && (used[k] || all_results[k].as_str() != item.as_str())) ++k;
      if (k == all_results.size()) {
        missing.push_back(item);
      } else {
        used[k] = true;
      }
    }
    if (missing.empty()) return true;
    verdict_.verdict.why = explain_responses(task_, verdict_, turn, missing);
    Dict details;
    details.set("missing_items", Value::list(std::move(missing)));
    details.set("model_response (including all previous turns)",
                Value::list(std::move(all_results)));
    details.set("ground_truth_response (only the current turn)", Value::list(expected));
    fail(text("Model response execution results so far does not contain all the ground truth "
              "response execution results for turn " +
              std::to_string(turn) + "."),
         "multi_turn:execution_response_mismatch", std::move(details));
    return false;
  }

  void fail(Value message, std::string_view type, Dict details) {
    verdict_.verdict.error_type = type;
    verdict_.verdict.error = error_dict(std::move(message), type);
    verdict_.verdict.error.mutable_dict().set("details", Value::dict(std::move(details)));
  }

  const EpisodeTask& task_;
  EpisodeVerdict& verdict_;
  EpisodeModules modules_;
  EpisodeSetup setup_;
  std::optional<Episode> model_;
  std::optional<GroundTruthRun> ground_truth_;
};

bool is_list_of_lists(const Value& value) {
  if (!value.is_list()) return false;
  return std::all_of(value.items().begin(), value.items().end(),
                     [](const Value& item) { return item.is_list(); });
}

}  // namespace

Value decoded_turns(const EpisodeVerdict& episode) {
  if (!episode.turns_read) return Value::none();
  List turns;
  turns.reserve(episode.turns.size());
  for (const std::vector<DecodedStep>& steps : episode.turns) {
    List values;
    values.reserve(steps.size());
    for (const DecodedStep& step : steps) values.push_back(step_value(step));
    turns.push_back(Value::list(std::move(values)));
  }
  return Value::list(std::move(turns));
}

Value execution_value(const std::vector<ExecutedTurn>& execution) {
  List turns;
  for (const ExecutedTurn& executed : execution) {
    List steps;
    for (const List& results : executed.model) steps.push_back(Value::list(results));
    Dict turn;
    turn.set("model", Value::list(std::move(steps)));
    turn.set("ground_truth", Value::list(executed.ground_truth));
    turns.push_back(Value::dict(std::move(turn)));
  }
  return Value::list(std::move(turns));
}

EpisodeVerdict judge_episode(const EpisodeTask& task, const Value& response,
                             const std::function<Result<Value>(const Value&)>& decode) {
  EpisodeVerdict episode;
  if (!is_list_of_lists(*task.ground_truth)) {
    fail_officially(episode, Error{"TypeError", "the ground truth is not a list of turns"});
    return episode;
  }
  const std::size_t expected = task.ground_truth->items().size();
  if (!response.is_list()) {
    fail_before_running(
        episode, "Error during inference phase. Model did not output a list of model responses.",
        "multi_turn:inference_error", rules::kInferenceError);
    return episode;
  }
  const Status decoded = decode_turns(response, decode, episode);
  if (response.items().size() != expected) {
    fail_before_running(episode,
                        "Model was force-terminated during inference phase. The length of the "
                        "model result turns (" +
                            std::to_string(response.items().size()) +
                            ") does not match the length of the ground truth turns (" +
                            std::to_string(expected) + ").",
                        "multi_turn:force_terminated", rules::kForceTerminated);
    episode.verdict.why->expected = Value::integer(static_cast<std::int64_t>(expected));
    episode.verdict.why->found = Value::integer(static_cast<std::int64_t>(response.items().size()));
    return episode;
  }
  Status status = decoded;
  if (status.ok()) {
    episode.turns_total = expected;
    status = EpisodeCheck(task, episode).run();
  }
  if (!status.ok()) fail_officially(episode, status.error());
  return episode;
}

}  // namespace bfclx
