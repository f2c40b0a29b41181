// An episode run again step by step, for the states in between: what a page shows beside the calls.
#ifndef BFCLX_CORE_EXPLAIN_REPLAY_H_
#define BFCLX_CORE_EXPLAIN_REPLAY_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/check/multi_turn.h"
#include "core/dataset/dataset.h"
#include "core/explain/state_changes.h"
#include "core/run/scorer.h"
#include "core/simulators/engine/episode.h"

namespace bfclx {

// States, {class: {attribute: value}}, as plain JSON values (json_view.h) in which file systems are
// trees (file_tree.h).
Value shown_state(const Value& state);
// The state of running services in the order of their classes, not made plain: it shares what calls
// may change.
Value state_of(const Episode& episode);

// Both sides of an episode, as judge_episode sets them up.
class EpisodeReplay {
 public:
  // The Error is one that the official classes raise for such a scenario.
  static Result<EpisodeReplay> start(const Entry& entry, const RunSettings& settings);

  // The calls of one step, a list of texts; what is no text is passed over.
  void run_model(const Value& calls);
  // The calls of the ground truth of a turn.
  void run_ground_truth(const Value& calls);
  // Runs turn after turn until the step `step` (from 0; -1: none) of turn `turn` has run; with a
  // turn's last step its ground truth runs. Once only, on a fresh replay.
  void run_until(const EpisodeVerdict& episode, const Value& ground_truth, std::size_t turn,
                 std::ptrdiff_t step);

  Value model_state() const { return shown_state(state_of(*model_)); }
  Value ground_truth_state() const { return shown_state(state_of(*ground_truth_)); }

 private:
  EpisodeReplay() = default;

  std::unique_ptr<EpisodeModules> modules_;  // the episodes refer to it
  std::optional<Episode> model_;
  std::optional<Episode> ground_truth_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_REPLAY_H_
