// The path on which runs agree in an episode, replayed as a second ground truth: how many models
// pass it, and where does it leave the official one?
//
// A path is a list of turns, each a list of calls as texts, as the ground truth of an episode is.
// Long context is left out: replaying it takes much longer.
#ifndef BFCLX_CORE_AUDIT_AGREED_PATH_H_
#define BFCLX_CORE_AUDIT_AGREED_PATH_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/scorer.h"

namespace bfclx {

// A member of the entry; None where there is none.
const Value& episode_member(const Entry& entry, std::string_view name);

// The path of a response that was scored; None where its turns could not be read.
Value path_of(const ScoredResponse& response);
// Whether a response that makes the calls of `path` passes the ground truth `truth`, and why not.
// Services with a date of their own go by `today`.
Verdict replayed_verdict(const Entry& entry, const Value& path, const Value& truth,
                         std::int64_t today);

// The path of a failed response as JSON; nullptr where it is not kept: it is long, no failure, or
// of an entry that is not replayed.
using KeptPath = std::shared_ptr<const std::string>;
KeptPath kept_path_of(const ScoredResponse& response);

struct RunPath {
  std::uint32_t run = 0;
  KeptPath path;
  std::uint64_t place = 0;  // equal for runs that leave the ground truth at the same place
  double weight = 0;        // how able the run is
  std::uint32_t model = 0;
  std::uint32_t family = 0;
};

struct AgreedPath {
  std::size_t models = 0;  // that pass it, repeats of a model as one; 0 where no path is agreed
  std::size_t families = 0;
  std::size_t replayed = 0;      // models whose paths were replayed
  std::string difference;        // where its path leaves the official ground truth, a sentence
  bool official_passes = false;  // the official path satisfies it too, and so it demands less

  // Many models agree on it, and it leads to another state: the words may allow both.
  bool is_common() const;
  // "3 of 4 replayed models agree on another path (1 of 5 runs passes the official path): ...".
  std::string text(std::size_t passes, std::size_t runs) const;
};
// Of an episode, the one that the most models pass. Only the strongest runs are replayed, so that
// the work is bounded.
AgreedPath find_agreed_path(const Entry& entry, std::vector<RunPath> paths);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_AGREED_PATH_H_
