#include "tests/conformance/simulators.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "core/simulators/engine/episode.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "tests/conformance/episodes.h"
#include "tests/conformance/golden.h"

namespace bfclx::conformance {

namespace {

std::string json_of(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

// The instances of one recorded sequence.
class Sequence {
 public:
  Sequence(const Dict& recorded, Value initial_config, const LongContext& tables)
      : modules_(&tables, kRecordedDay) {
    EpisodeSetup setup;
    setup.model_name = "oracle";
    setup.id = std::string(recorded.find("id")->as_str());
    setup.initial_config = std::move(initial_config);
    setup.involved_classes = *recorded.find("involved_classes");
    setup.long_context = recorded.find("long_context")->as_bool();
    Result<Episode> episode = Episode::start(setup, modules_);
    if (!episode.ok()) fail(setup.id + ": " + episode.error().message);
    episode_.emplace(std::move(episode).value());
  }

  // Runs the calls; false at the first that differs, which ends the sequence's comparison.
  bool compare_calls(const List& calls, const List& results, const List* nondeterministic,
                     const std::string& where, Tally& tally) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      ++tally.verdicts;
      const std::string ours = episode_->execute(calls[i].as_str());
      const Value index = Value::integer(static_cast<std::int64_t>(i));
      if (nondeterministic != nullptr && contains(*nondeterministic, index)) continue;
      std::string differences;
      compare_field(json_of(calls[i]), std::string(results[i].as_str()), ours, differences);
      if (differences.empty()) continue;
      tally.disagree(where + " call " + std::to_string(i) + differences);
      return false;
    }
    return true;
  }

  bool compare_states(const Dict& states, const std::string& where, Tally& tally) {
    std::string differences;
    for (const auto& [name, state] : states) {
      ++tally.verdicts;
      const auto& instances = episode_->instances();
      const std::string_view wanted = name.as_str();
      const auto instance = std::find_if(instances.begin(), instances.end(), [&](const auto& item) {
        return item->table().name == wanted;
      });
      if (instance == instances.end()) fail(where + ": no instance of a recorded class");
      // Through text and back: the recording's reader sees one of two keys 1 and "1".
      const Result<Value> ours = json_loads(json_of((*instance)->state()));
      compare_field("state of " + std::string(name.as_str()), json_of(state),
                    ours.ok() ? json_of(*ours) : ours.error().message, differences);
    }
    if (!differences.empty()) tally.disagree(where + differences);
    return differences.empty();
  }

 private:
  EpisodeModules modules_;
  std::optional<Episode> episode_;
};

}  // namespace

void compare_fuzz(const std::filesystem::path& path, const LongContext& tables, Tally& tally) {
  for_each_line(read_file(path), [&](std::string_view line) {
    const Value value = load_line(line, path.string());
    const Dict& recorded = value.as_dict();
    const std::string where = json_of(*recorded.find("id"));
    Sequence sequence(recorded, *recorded.find("initial_config"), tables);
    const Value* nondeterministic = recorded.find("nondeterministic_results");
    const bool same = sequence.compare_calls(
        recorded.find("calls")->items(), recorded.find("results")->items(),
        nondeterministic != nullptr ? &nondeterministic->items() : nullptr, where, tally);
    if (same) sequence.compare_states(recorded.find("final_state")->as_dict(), where, tally);
  });
}

void compare_traces(const Dataset& dataset, const std::filesystem::path& path,
                    const LongContext& tables, Tally& tally) {
  for_each_line(read_file(path), [&](std::string_view line) {
    const Value value = load_line(line, path.string());
    const Dict& recorded = value.as_dict();
    const std::string id(recorded.find("id")->as_str());
    const Entry* entry = dataset.find(id);
    if (entry == nullptr) fail("the dataset has no entry " + id);
    const Value* config = entry->data.as_dict().find("initial_config");
    Sequence sequence(recorded, config != nullptr ? *config : Value::dict(), tables);
    if (!sequence.compare_states(recorded.find("initial_state")->as_dict(), id + " start", tally)) {
      return;
    }
    std::size_t number = 0;
    for (const Value& turn : recorded.find("turns")->items()) {
      const std::string where = id + " turn " + std::to_string(number++);
      const Dict& expected = turn.as_dict();
      const Value* nondeterministic = expected.find("nondeterministic_results");
      if (!sequence.compare_calls(
              expected.find("calls")->items(), expected.find("results")->items(),
              nondeterministic != nullptr ? &nondeterministic->items() : nullptr, where, tally)) {
        return;
      }
      const Value* state = expected.find("state");
      if (state != nullptr && !sequence.compare_states(state->as_dict(), where, tally)) return;
    }
  });
}

}  // namespace bfclx::conformance
