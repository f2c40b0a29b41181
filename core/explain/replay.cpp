#include "core/explain/replay.h"

#include <utility>

#include "core/dataset/dataset_files.h"
#include "core/explain/file_tree.h"
#include "core/explain/json_view.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

void run_calls(Episode& episode, const Value& calls) {
  if (!calls.is_sequence()) return;
  for (const Value& call : calls.items()) {
    if (call.is_str()) episode.execute(call.as_str());
  }
}

Value shown_attribute(const Value& value) {
  if (value.is_str() && is_directory_repr(value.as_str())) {
    return value_of_tree(tree_of_repr(value.as_str()));
  }
  return json_view(value);
}

}  // namespace

Value shown_state(const Value& state) {
  Dict shown;
  if (!state.is_dict()) return Value::dict();
  for (const auto& [name, attributes] : state.as_dict()) {
    Dict copy;
    if (attributes.is_dict()) {
      for (const auto& [attribute, value] : attributes.as_dict()) {
        copy.set(attribute, shown_attribute(value));
      }
    }
    shown.set(name, Value::dict(std::move(copy)));
  }
  return Value::dict(std::move(shown));
}

Value state_of(const Episode& episode) {
  Dict states;
  for (const auto& instance : episode.instances()) {
    states.set(instance->table().name, instance->state());
  }
  return Value::dict(std::move(states));
}

Result<EpisodeReplay> EpisodeReplay::start(const Entry& entry, const RunSettings& settings) {
  const Value* config = find_member(entry.data, "initial_config");
  const Value* classes = find_member(entry.data, "involved_classes");
  EpisodeSetup setup{settings.model_name, entry.id, config != nullptr ? *config : Value(),
                     classes != nullptr ? *classes : Value(), uses_long_context(*entry.category)};
  EpisodeReplay replay;
  replay.modules_ = std::make_unique<EpisodeModules>(settings.long_context, settings.today);
  BFCLX_ASSIGN_OR_RETURN(Episode model, Episode::start(setup, *replay.modules_));
  replay.model_.emplace(std::move(model));
  setup.model_name += "_ground_truth";
  BFCLX_ASSIGN_OR_RETURN(Episode ground_truth, Episode::start(setup, *replay.modules_));
  replay.ground_truth_.emplace(std::move(ground_truth));
  return replay;
}

void EpisodeReplay::run_model(const Value& calls) { run_calls(*model_, calls); }
void EpisodeReplay::run_ground_truth(const Value& calls) { run_calls(*ground_truth_, calls); }

void EpisodeReplay::run_until(const EpisodeVerdict& episode, const Value& ground_truth,
                              std::size_t turn, std::ptrdiff_t step) {
  for (std::size_t t = 0; t <= turn && t < episode.turns.size(); ++t) {
    const std::vector<DecodedStep>& steps = episode.turns[t];
    std::size_t count = steps.size();
    if (t == turn) count = std::min(count, static_cast<std::size_t>(step + 1));
    for (std::size_t s = 0; s < count; ++s) {
      if (steps[s].has_calls) run_model(steps[s].calls);
    }
    if (count == steps.size() && ground_truth.is_list() && t < ground_truth.items().size()) {
      run_ground_truth(ground_truth.items()[t]);
    }
  }
}

}  // namespace bfclx
