#include "core/review/desk.h"

#include <algorithm>
#include <string>
#include <utility>

namespace bfclx {

std::vector<ReviewKey> review_keys(std::size_t answers) {
  return {{answers < 2 ? "1" : "1-" + std::to_string(answers),
           "mark a response as acceptable; press again for not acceptable"},
          {"n", "no other response is acceptable"},
          {"r", "right: the question is clear, and every response is marked"},
          {"a", "ambiguous: the question allows several readings"},
          {"w", "wrong: the question or the functions have an error"},
          {"c", "comment"},
          {"u", "undo"},
          {"s", "skip"},
          {"q", "stop; to continue, run the same command again"}};
}

ReviewDesk::ReviewDesk(ReviewSession session) : session_(std::move(session)) {
  for (const auto& [place, one] : session_.votes) {
    undo_.push_back({Undo::Kind::kVote, one.entry, {}});
  }
  go_on();
}

void ReviewDesk::go_on() {
  std::size_t next = 0;
  while (next < session_.entries.size() &&
         (session_.vote_of(next) != nullptr ||
          std::find(skipped_.begin(), skipped_.end(), next) != skipped_.end())) {
    ++next;
  }
  open(next);
}

void ReviewDesk::open(std::size_t entry) {
  current_ = entry;
  comment_.clear();
  marks_.clear();
  if (entry < session_.entries.size()) {
    marks_.assign(session_.entries[entry].answers.size(), AnswerMark::kNone);
  }
}

ReviewDesk::Step ReviewDesk::mark(std::size_t answer) {
  if (answer >= marks_.size()) return {{}, "there is no response " + std::to_string(answer + 1)};
  undo_.push_back({Undo::Kind::kMarks, current_, marks_});
  AnswerMark& its = marks_[answer];
  its = its == AnswerMark::kAcceptable ? AnswerMark::kNot : AnswerMark::kAcceptable;
  return {};
}

ReviewDesk::Step ReviewDesk::mark_rest() {
  undo_.push_back({Undo::Kind::kMarks, current_, marks_});
  std::replace(marks_.begin(), marks_.end(), AnswerMark::kNone, AnswerMark::kNot);
  return {};
}

ReviewDesk::Step ReviewDesk::vote(ReviewVerdict verdict) {
  const auto open_mark = std::find(marks_.begin(), marks_.end(), AnswerMark::kNone);
  if (verdict == ReviewVerdict::kRight && open_mark != marks_.end()) {
    return {{},
            "mark response " + std::to_string(open_mark - marks_.begin() + 1) +
                " first, or press n: no other response is acceptable"};
  }
  ReviewVote vote{verdict, {}, comment_};
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    if (marks_[i] == AnswerMark::kAcceptable) vote.acceptable.push_back(entry().answers[i].key);
  }
  std::sort(vote.acceptable.begin(), vote.acceptable.end());
  Step step{review_vote_line(entry(), &vote), {}};
  undo_.push_back({Undo::Kind::kVote, current_, marks_});
  session_.set_vote(current_, std::move(vote));
  go_on();
  return step;
}

ReviewDesk::Step ReviewDesk::undo() {
  if (undo_.empty()) return {{}, "nothing to undo"};
  Undo last = std::move(undo_.back());
  undo_.pop_back();
  if (last.kind == Undo::Kind::kMarks) {
    if (last.entry != current_) open(last.entry);
    marks_ = std::move(last.marks);
    return {};
  }
  Step step;
  std::string comment;
  if (last.kind == Undo::Kind::kSkip) {
    skipped_.pop_back();
  } else if (const ReviewVote* vote = session_.vote_of(last.entry)) {
    const ReviewEntry& entry = session_.entries[last.entry];
    comment = vote->comment;
    if (last.marks.empty()) {  // of an earlier sitting
      for (const ReviewAnswer& answer : entry.answers) {
        const bool acceptable =
            std::binary_search(vote->acceptable.begin(), vote->acceptable.end(), answer.key);
        last.marks.push_back(acceptable ? AnswerMark::kAcceptable : AnswerMark::kNot);
      }
    }
    session_.take_back(last.entry);
    step.line = review_vote_line(entry, nullptr);
  }
  open(last.entry);
  if (!last.marks.empty()) marks_ = std::move(last.marks);
  comment_ = std::move(comment);
  return step;
}

ReviewDesk::Step ReviewDesk::press(char key) {
  if (key == 'q') {
    stopped_ = true;
    return {};
  }
  if (key == 'u') return undo();
  if (current_ == session_.entries.size()) return {};
  if (key >= '1' && key <= '8') return mark(static_cast<std::size_t>(key - '1'));
  switch (key) {
    case 'n':
      return mark_rest();
    case 'w':
      return vote(ReviewVerdict::kWrong);
    case 'a':
      return vote(ReviewVerdict::kAmbiguous);
    case 'r':
      return vote(ReviewVerdict::kRight);
    case 's':
      undo_.push_back({Undo::Kind::kSkip, current_, marks_});
      skipped_.push_back(current_);
      go_on();
      return {};
    default:
      return {{}, "unknown key"};
  }
}

}  // namespace bfclx
