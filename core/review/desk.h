// What keys do in a review: the same in a terminal and in a browser.
//
//   ReviewDesk desk(session);
//   while (!desk.ended()) { show(desk.entry(), desk.marks()); apply(desk.press(read_key())); }
#ifndef BFCLX_CORE_REVIEW_DESK_H_
#define BFCLX_CORE_REVIEW_DESK_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/review/session.h"

namespace bfclx {

enum class AnswerMark : std::uint8_t { kNone, kAcceptable, kNot };

class ReviewDesk {
 public:
  // Begins with the first entry without a vote.
  explicit ReviewDesk(ReviewSession session);

  const ReviewSession& session() const { return session_; }
  // No entry is left that was not skipped, or the reader stopped.
  bool ended() const { return stopped_ || current_ == session_.entries.size(); }
  std::size_t current() const { return current_; }  // index; only before the end
  const ReviewEntry& entry() const { return session_.entries[current_]; }
  const std::vector<AnswerMark>& marks() const { return marks_; }
  const std::string& comment() const { return comment_; }
  std::size_t voted() const { return session_.votes.size(); }
  std::size_t skipped() const { return skipped_.size(); }

  struct Step {
    std::string line;     // to append to the file; may be empty
    std::string message;  // why nothing happened; may be empty
  };
  // 1 to 8: an answer is acceptable, again: it is not. n: the unmarked ones are not acceptable.
  // w, a, r: the entry is wrong, ambiguous, right. u: undo. s: skip. q: stop.
  Step press(char key);
  void set_comment(std::string comment) { comment_ = std::move(comment); }

 private:
  struct Undo {
    enum class Kind : std::uint8_t { kMarks, kVote, kSkip } kind;
    std::size_t entry;
    std::vector<AnswerMark> marks;  // before
  };
  void go_on();
  void open(std::size_t entry);
  Step mark(std::size_t answer);
  Step mark_rest();
  Step vote(ReviewVerdict verdict);
  Step undo();

  ReviewSession session_;
  std::size_t current_ = 0;
  bool stopped_ = false;
  std::vector<AnswerMark> marks_;
  std::string comment_;
  std::vector<std::size_t> skipped_;
  std::vector<Undo> undo_;
};

// "1-3" (of three responses), "n", ... with what they do, in the order in which they are shown.
struct ReviewKey {
  std::string key;
  std::string_view text;
};
std::vector<ReviewKey> review_keys(std::size_t answers);

}  // namespace bfclx

#endif  // BFCLX_CORE_REVIEW_DESK_H_
