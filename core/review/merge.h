// The result of a review: by one reviewer, or by two with their agreement and the decisions of a
// third.
#ifndef BFCLX_CORE_REVIEW_MERGE_H_
#define BFCLX_CORE_REVIEW_MERGE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/review/session.h"
#include "core/statistics/agreement.h"

namespace bfclx {

// What a vote says about the ground truth. It is wrong where the reader finds the question or the
// functions wrong, and where the reader accepts other answers than the ground truth does.
ReviewVerdict judged_truth(const ReviewEntry& entry, const ReviewVote& vote);

struct MergedEntry {
  const ReviewEntry* entry = nullptr;    // of the first session
  std::vector<const ReviewVote*> votes;  // of each session; nullptr: none
  const ReviewVote* decided = nullptr;   // of the adjudication
  const ReviewVote* result = nullptr;    // what counts; nullptr: open
  bool disagreed = false;                // on the ground truth, or on which answers are acceptable
};

struct ReviewMerge {
  std::vector<std::string> reviewers;
  std::string adjudicator;  // empty: none
  const ReviewSession* first = nullptr;
  std::vector<MergedEntry> entries;  // in the order of ids
  Agreement agreement;               // on the ground truth, of two
  std::size_t disagreements = 0;
  std::size_t open = 0;  // entries without a result
  // Wrong ground truth among the results: of the suspicious entries, and of those drawn from below
  // the cut.
  SampledCount listed;
  SampledCount below;

  // Those with a result that says so, in order.
  std::vector<const MergedEntry*> judged(ReviewVerdict verdict) const;
  // How many have a result other than right.
  std::size_t finds() const;
};

// The sessions of several files: one or two reviews, and the decisions about their disagreements.
struct ReviewSet {
  std::vector<ReviewSession> reviews;
  std::optional<ReviewSession> decisions;
};
// In any order; at least one. Errors say which are too many, or missing.
Result<ReviewSet> review_set(std::vector<ReviewSession> sessions);

// One or two sessions about the same entries, and one about their disagreements or nullptr; all
// must outlive the result. Errors say what does not fit.
Result<ReviewMerge> merge_reviews(const std::vector<const ReviewSession*>& sessions,
                                  const ReviewSession* decided);
// The disagreements as a review of their own, whose order is by its reviewer and the seed. An Error
// if the reviewer made one of the reviews.
Result<ReviewSession> adjudication_of(const ReviewMerge& merge, const std::string& reviewer,
                                      const std::string& date);
// Disagreements that came up after `decided` began, in the order of its reviewer and the seed.
std::vector<ReviewEntry> new_disagreements(const ReviewMerge& merge, const ReviewSession& decided);
// Votes of the reviewers, to be shown above the answers in the order of `shown`.
std::vector<std::string> votes_shown(const ReviewMerge& merge, const ReviewEntry& shown);

// Where no desk shows them: the numbered answers of the entry, and the votes about them.
std::vector<std::string> disagreement_texts(const ReviewMerge& merge, const MergedEntry& one);

// "kappa 0.68 (95 % CI 0.50 to 0.85); the same judgement on 89 of 100 entries", and the like: the
// lines of a report. Empty lines never.
std::vector<std::string> merge_texts(const ReviewMerge& merge);

}  // namespace bfclx

#endif  // BFCLX_CORE_REVIEW_MERGE_H_
