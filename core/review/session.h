// One reader's review of audited entries: what is shown in which order, and the votes.
//
// A session is a file of JSON lines that only grows:
//   {"schema": "bfclx-review-1", "reviewer", "seed", "date", "dataset": {"version", "hash"},
//   "runs",
//    "below_the_cut", "with_hard"?, "reviewers"?, "entries"}
//   {"id", "fingerprint", "answers": [{"calls", "key", "mark"}], "mark"}      each entry, in order
//   {"id", "verdict": "wrong" | "ambiguous" | "right", "acceptable": [keys], "comment"}     a vote
//   {"id", "verdict": null}                                              the vote is taken back
// An entry that is added later stands after votes, with the members of the first ones.
//
// The reader must not know which answers the ground truth accepts, nor which entries the audit
// suspects. So the file has a mark in place of both: a hash with the seed, that only a program
// takes apart.
#ifndef BFCLX_CORE_REVIEW_SESSION_H_
#define BFCLX_CORE_REVIEW_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr std::string_view kReviewSchema = "bfclx-review-1";

struct ReviewAnswer {
  Value calls;            // list of {function: {parameter: value}}, empty: no call; of an episode
                          // its path (episode_paths.h)
  std::string key;        // hash of the calls
  bool accepted = false;  // by the ground truth
};

struct ReviewEntry {
  std::string id;
  std::string fingerprint;  // of question, functions and ground truth
  std::vector<ReviewAnswer> answers;
  bool listed = false;  // suspicious; false: drawn from below the cut
};

enum class ReviewVerdict : std::uint8_t { kWrong, kAmbiguous, kRight };
inline constexpr std::size_t kReviewVerdicts = 3;
std::string_view review_verdict_name(ReviewVerdict verdict);  // "wrong", "ambiguous", "right"

struct ReviewVote {
  ReviewVerdict verdict = ReviewVerdict::kRight;
  std::vector<std::string> acceptable;  // keys of answers, sorted
  std::string comment;
};

inline constexpr std::size_t kMostReviewAnswers = 8;  // of an entry: each has a digit as its key

struct ReviewSession {
  std::string reviewer;
  std::uint64_t seed = 0;
  std::string date;  // "2026-11-28"
  std::string dataset_version;
  std::string dataset_hash;
  std::size_t runs = 0;
  std::size_t below = 0;               // entries below the cut, from which some were drawn
  bool with_hard = false;              // entries of the list "hard" are above the cut too
  std::vector<std::string> reviewers;  // whose disagreements are decided; else empty
  std::vector<ReviewEntry> entries;

  struct Cast {
    std::size_t entry = 0;  // index
    ReviewVote vote;
  };
  // In the order in which they came, of an entry one at most; changed by set_vote and take_back.
  std::map<std::size_t, Cast> votes;
  std::unordered_map<std::size_t, std::size_t> place_of_vote;  // of an entry's vote in `votes`

  const ReviewVote* vote_of(std::size_t entry) const;
  void set_vote(std::size_t entry, ReviewVote vote);
  void take_back(std::size_t entry);
};

// "7f0c..." of what is in the entry; differs once the dataset corrects it.
std::string fingerprint_of(const Entry& entry);

// The key of an answer with these calls.
std::string answer_key(const Value& calls);

// The first lines of the file: all but the votes.
std::string review_plan_lines(const ReviewSession& session);
// A line of an entry that is added to the session.
std::string review_entry_line(const ReviewSession& session, const ReviewEntry& entry);
// A line of a vote; nullptr takes it back.
std::string review_vote_line(const ReviewEntry& entry, const ReviewVote* vote);
// Errors begin with the line. An unfinished last line is left out.
Result<ReviewSession> parse_review(std::string_view bytes);
// So that lines can be appended to a file that was read: its last line gets its end, or goes if it
// is unfinished.
void end_last_line(std::string& file);

struct ReviewRequest {
  std::string reviewer;
  std::uint64_t seed = 0;
  std::string date;
  std::string dataset_version;
  std::string dataset_hash;
  std::size_t at_most = 0;  // suspicious entries; 0: all
  bool with_hard = false;   // those of the list "hard" too
};
struct ReviewPlan {
  ReviewSession session;
  std::size_t left_out = 0;  // suspicious entries that cannot be reviewed
};

// The suspicious entries, and as many from below the cut that they are a fifth of all; episodes
// only if one of the suspicious entries is one. Which these are depends on the seed; the order of
// entries and answers on the seed and the reviewer.
class ReviewPlanner {
 public:
  // The entries of the report must outlive it.
  ReviewPlanner(const AuditReport& report, const ReviewRequest& request);
  ~ReviewPlanner();
  ReviewPlanner(const ReviewPlanner&) = delete;
  ReviewPlanner& operator=(const ReviewPlanner&) = delete;

  // Ids of episodes, whose responses the report does not have: they are given to add_path.
  bool wants_paths() const { return !episodes_.empty(); }
  bool wants_path_of(std::string_view id) const { return episodes_.count(id) != 0; }
  void add_path(std::string_view id, const Value& path);
  ReviewPlan finish();

 private:
  struct Episode;
  ReviewPlan plan_;
  std::map<std::string, std::unique_ptr<Episode>, std::less<>> episodes_;
};
// The same entries in the order of this reviewer, without votes.
ReviewSession same_entries(const ReviewSession& session, const std::string& reviewer,
                           const std::string& date);
// The same entries for a second reviewer; an Error if it is the first one.
Result<ReviewSession> second_review(const ReviewSession& first, const std::string& reviewer,
                                    const std::string& date);
// Whether a new review can have this reviewer: printable text.
Status check_reviewer_name(std::string_view name);

}  // namespace bfclx

#endif  // BFCLX_CORE_REVIEW_SESSION_H_
