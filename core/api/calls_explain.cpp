// One entry from response to verdict.
#include <utility>

#include "core/api/arguments.h"
#include "core/api/scoring.h"
#include "core/dataset/own_turns.h"
#include "core/dataset/response_forms.h"
#include "core/explain/explanation_json.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

Value unscored_value(const std::string& id, std::string_view category, const std::string& reason,
                     const RunSettings& settings) {
  return dict_of({{"type", "calls"},
                  {"id", id},
                  {"category", category},
                  {"valid", Value()},
                  {"not_scored", reason},
                  {"error_type", ""},
                  {"error", Value()},
                  {"why", Value()},
                  {"superseded", false},
                  {"line", ""},
                  {"raw", ""},
                  {"settings", dict_of({{"decoder", settings.decoder->name},
                                        {"underscore_to_dot", settings.underscore_to_dot}})},
                  {"calls", Value()},
                  {"decoded_repr", Value()},
                  {"decode_error", Value()},
                  {"last_message", Value()},
                  {"possible_answers", Value()}});
}

Result<Value> explain_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const FoundEntry found, entry_argument(module, arguments));
  const ModelRun& run = found.open->run;
  const Place& place = run.order[found.index];
  BFCLX_ASSIGN_OR_RETURN(const RunSettings settings, settings_argument(module, arguments));
  if (!place.scored) {
    const Unscored& unscored = run.unscored[place.part];
    return unscored_value(unscored.ids[place.index], unscored.category->name, unscored.reason,
                          settings);
  }
  if (run.response(place).entry == nullptr) {
    return unscored_value(run.response(place).id, run.runs[place.part].category->name,
                          "the dataset has no such entry", settings);
  }
  const ScoredResponse scored = scored_again(*found.open, found.index);
  return explanation_json(explain(scored, run.settings, Depth::kStates));
}

Result<Value> states_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const FoundEntry found, entry_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t turn, number_argument(arguments, "turn", 0));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t step, number_argument(arguments, "step", -1));
  const ModelRun& run = found.open->run;
  const Place& place = run.order[found.index];
  if (!place.scored || run.response(place).entry == nullptr ||
      !is_simulated(*run.runs[place.part].category)) {
    return call_error(kinds::kUnknown, "the entry is not a scored episode");
  }
  Result<Value> states =
      episode_states(scored_again(*found.open, found.index), run.settings,
                     static_cast<std::size_t>(turn), static_cast<std::ptrdiff_t>(step));
  if (states.ok()) return states;
  return call_error(kinds::kScenario,
                    std::string(states.error().kind) + ": " + states.error().message);
}

Result<Value> score_one_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::string id, text_argument(arguments, "id"));
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_argument(arguments, "response"));
  BFCLX_ASSIGN_OR_RETURN(RunSettings settings, settings_argument(module, arguments));
  const Category* category = category_of_id(id);
  if (category == nullptr) {
    return call_error(kinds::kUnknown, "the id `" + id + "` has no category");
  }
  BFCLX_RETURN_IF_ERROR(load_for_scoring(module, *category));
  ScoredResponse response;
  response.line = 1;
  response.entry = module.dataset().dataset().find(id);
  if (response.entry == nullptr) {
    return call_error(kinds::kUnknown, "the dataset has no entry `" + id + "`");
  }
  response.id = response.entry->id;
  const Judging judging = response.entry->category->judging;
  response.response = response_in_hand(
      std::string_view(text), judging == Judging::kMultiTurn || judging == Judging::kAgentic);
  settings.long_context = module.dataset().long_context();
  score_response(response, settings);
  return explanation_json(explain(response, settings, Depth::kStates));
}

constexpr Call kCalls[] = {
    {"explain", explain_call},
    {"episodeStates", states_call},
    {"scoreOne", score_one_call},
};

}  // namespace

std::span<const Call> explain_calls() { return kCalls; }

}  // namespace bfclx::api
