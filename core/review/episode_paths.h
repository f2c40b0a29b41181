// Episodes in a review. Their answers are paths: the calls of each turn, with what they leave.
//
// A path is a list of turns, each a list of calls as texts, as the ground truth of an episode is.
#ifndef BFCLX_CORE_REVIEW_EPISODE_PATHS_H_
#define BFCLX_CORE_REVIEW_EPISODE_PATHS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/agreed_path.h"
#include "core/review/session.h"
#include "core/run/scorer.h"

namespace bfclx {

// Whether the entry is an episode that can be reviewed. Those with long context are not: their
// services hold more than a person can look through.
bool is_reviewed_episode(const Entry& entry);

// Services with a date of their own go by that of the review ("2026-11-28").
std::int64_t day_of_review(std::string_view date);

// Whether the calls of an answer are a path.
inline bool is_path(const Value& calls) {
  return !calls.items().empty() && calls.items().front().is_list();
}
// How many calls it has; 0 where it is no path.
std::size_t calls_of_path(const Value& calls);

// Whether a model that makes these calls passes, by the official rules.
bool path_passes(const Entry& entry, const Value& path, std::int64_t today);

// For people: turn by turn the calls, what each returns, and how the state of the services changes.
// `whole`: with results and values in full, as far as a page can show them.
std::string path_text(const Entry& entry, const Value& path, std::int64_t today, bool whole);
// The same without running it: "turn 1: cd(folder='a'); ls() turn 2: no call".
std::string short_path_text(const Value& path);
// The services before the first turn: a line for each attribute.
std::string initial_state_text(const Entry& entry, std::int64_t today);

// The paths of many responses to one episode, of which those that leave the same are one answer.
class EpisodeAnswers {
 public:
  void add(const Value& path);
  // The ground truth's path first, then those that most responses took.
  std::vector<ReviewAnswer> answers(const Entry& entry, std::int64_t today) const;

 private:
  std::map<std::string, std::size_t> counts_;  // of responses, by path as JSON
};

}  // namespace bfclx

#endif  // BFCLX_CORE_REVIEW_EPISODE_PATHS_H_
