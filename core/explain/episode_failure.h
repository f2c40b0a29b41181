// Where an episode failed: the places that people are pointed at.
#ifndef BFCLX_CORE_EXPLAIN_EPISODE_FAILURE_H_
#define BFCLX_CORE_EXPLAIN_EPISODE_FAILURE_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "core/run/scorer.h"

namespace bfclx {

// Taken from the official error and our reason for it; nothing is marked in an episode that passed.
// Views of the response, which must outlive it.
class EpisodeFailure {
 public:
  explicit EpisodeFailure(const ScoredResponse& response);

  std::optional<std::size_t> turn() const { return turn_; }
  // The model's call after which its state was no longer the ground truth's.
  bool is_left_at(std::size_t turn, std::size_t step, std::size_t call) const;
  // Which of the ground truth's results in this turn none of the model's calls gave.
  std::vector<bool> missing_among(std::size_t turn, const List& results) const;
  // Results that are missing, as the official error has them.
  const List& missing() const { return missing_; }
  // Attributes that differ, {name: {"model": ..., "ground_truth": ...}}; nullptr when the states
  // are not what failed.
  const Value* differences() const { return differences_; }

 private:
  std::optional<std::size_t> turn_;
  const Value* left_at_ = nullptr;
  const Value* differences_ = nullptr;
  List missing_;
};

// items()[index] of a list; nullptr when there is none.
const Value* item_of(const Value& list, std::size_t index);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_EPISODE_FAILURE_H_
