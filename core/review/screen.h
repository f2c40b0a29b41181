// An entry as a reviewer sees it: nothing tells the ground truth from other answers.
#ifndef BFCLX_CORE_REVIEW_SCREEN_H_
#define BFCLX_CORE_REVIEW_SCREEN_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/render/function_lines.h"
#include "core/review/desk.h"

namespace bfclx {

// Texts as the dataset and the models gave them, but for those of functions.
struct ReviewMessage {
  std::string role;
  std::string text;
};
// Of an episode the services and the messages of each turn.
std::vector<ReviewMessage> review_question(const Entry& entry, const ReviewSession& session);
std::vector<ReviewMessage> review_messages(const Entry& entry);  // without the services
// All of them alike, whichever the ground truth names. Of an episode those that an answer calls,
// and the names of the others.
std::vector<FunctionLines> review_functions(const Entry& entry, const ReviewEntry& shown);
// A call a line; of an episode with what each returns and how the state changes, shortened unless
// `whole`.
std::string review_answer_text(const Entry& entry, const ReviewAnswer& answer,
                               const ReviewSession& session, bool whole = false);
// Whether an answer is shortened.
bool has_more_to_show(const Entry& entry, const ReviewEntry& shown, const ReviewSession& session);
// The calls alone, in one line.
std::string short_answer_text(const ReviewAnswer& answer);
// "bob: wrong; acceptable 1, 3; the year is missing", by the numbers of the answers of `shown`.
std::string review_vote_text(const std::string& reviewer, const ReviewVote& vote,
                             const ReviewEntry& shown);

// What a browser shows: {"place", "entries", "voted", "skipped", "ended", "id", "question":
// [{"role", "text"}], "functions": [{"name", "description", "parameters"}], "answers": [{"text",
// "whole"?, "mark"}], "comment", "keys": [{"key", "text"}]}. `whole` is there where `text` is
// shortened. `entry` is that of the dataset, nullptr at the end.
Value review_screen_value(const ReviewDesk& desk, const Entry* entry);

}  // namespace bfclx

#endif  // BFCLX_CORE_REVIEW_SCREEN_H_
