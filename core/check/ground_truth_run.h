// The ground truth's side of an episode: its calls, their results, and the state they leave.
//
// As long as the model makes the very calls of the ground truth, both sides do the same work on the
// same state, and what the model's instances give is what the ground truth's would. So the ground
// truth has no instances of its own before the model leaves its path; then all turns so far are run
// once more, on instances that start anew, and from there on every turn.
//
// Calls are the same when both are plain calls of one method with the same literals. Anything else
// makes the ground truth run on its own: another call; one that is not plain (a nested call, a text
// with a bracket in it, where the instances' names reach the result); a change of an object that
// both sides hold, where the order of their calls counts; a NaN in the state, which equals nothing.
#ifndef BFCLX_CORE_CHECK_GROUND_TRUTH_RUN_H_
#define BFCLX_CORE_CHECK_GROUND_TRUTH_RUN_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/check/multi_turn.h"
#include "core/simulators/engine/episode.h"
#include "core/value/value.h"

namespace bfclx {

class GroundTruthRun {
 public:
  // All of them must outlive this; the model's episode has been started and has run nothing.
  GroundTruthRun(const EpisodeTask& task, const EpisodeSetup& model_setup, EpisodeModules& modules);
  GroundTruthRun(const GroundTruthRun&) = delete;
  GroundTruthRun& operator=(const GroundTruthRun&) = delete;
  ~GroundTruthRun() { modules_.set_before_sharing(nullptr); }

  // The call `index` of a step of the model in the turn that comes next, and its result; in order.
  void follow(const Value& calls, std::size_t index, const Value& result);
  // Runs the ground truth's calls of `turn`, after the model's, whose side `model` is; turns come
  // in order. Errors: what loading of the scenario raises, and what the official evaluator raises.
  Status run_turn(std::size_t turn, const Episode& model, List& results);
  // Its own instances; nullptr while the model's stand for them.
  const Episode* episode() const { return episode_ ? &*episode_ : nullptr; }

 private:
  void part();
  Status start_and_make_up();

  const EpisodeTask& task_;
  const EpisodeSetup& setup_;
  EpisodeModules& modules_;
  std::optional<Episode> episode_;
  Status started_;        // of episode_
  std::size_t turn_ = 0;  // that comes next
  std::size_t same_ = 0;  // calls of it that the model has made
  bool in_step_ = true;   // the model has made no other
  List results_;          // of those calls
};

// Runs calls (a list of texts) one after the other and appends their results. Errors: what the
// official evaluator raises for a list that is none, or holds something else.
Status execute_calls(Episode& episode, const Value& calls, List& results);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_GROUND_TRUTH_RUN_H_
