#include "core/review/merge.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/counted.h"
#include "core/render/figure_text.h"
#include "core/review/screen.h"

namespace bfclx {
namespace {

Error invalid(std::string message) { return {"ValueError", std::move(message), Error::kNoOffset}; }

constexpr std::size_t kFewestDrawn = 10;  // for an estimate of all from which they were drawn

using Places = std::unordered_map<std::string_view, std::size_t>;  // of entries, by id

Places places_of(const ReviewSession& session) {
  Places places;
  for (std::size_t i = 0; i < session.entries.size(); ++i) {
    places.emplace(session.entries[i].id, i);
  }
  return places;
}

std::vector<std::string> keys_of(const ReviewEntry& entry) {
  std::vector<std::string> keys;
  for (const ReviewAnswer& answer : entry.answers) keys.push_back(answer.key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

Status same_entry(const ReviewEntry& a, const ReviewEntry& b) {
  if (a.fingerprint == b.fingerprint && keys_of(a) == keys_of(b)) return {};
  return invalid(a.id + ": the reviews show different questions or responses");
}

bool same_vote(const ReviewEntry& entry, const ReviewVote& a, const ReviewVote& b) {
  return judged_truth(entry, a) == judged_truth(entry, b) && a.acceptable == b.acceptable;
}

// Whether the decisions are about entries of these reviews.
Status fits_decisions(const ReviewMerge& merge, const ReviewSession& decided) {
  if (!std::is_permutation(decided.reviewers.begin(), decided.reviewers.end(),
                           merge.reviewers.begin(), merge.reviewers.end())) {
    return invalid("the decisions are not about the reviews of " +
                   joined(merge.reviewers, " and "));
  }
  if (decided.dataset_hash != merge.first->dataset_hash) {
    return invalid("the decisions are about another dataset");
  }
  const Places places = places_of(*merge.first);
  for (const ReviewEntry& entry : decided.entries) {
    if (places.count(entry.id) == 0) {
      return invalid("the decisions are about an entry that the reviews do not have: " + entry.id);
    }
  }
  return {};
}

void count(ReviewMerge& merge) {
  std::array<std::size_t, kReviewVerdicts * kReviewVerdicts> table{};
  std::size_t wrong[2] = {0, 0};
  std::size_t judged[2] = {0, 0};
  std::size_t listed = 0;
  for (MergedEntry& one : merge.entries) {
    const ReviewEntry& entry = *one.entry;
    listed += entry.listed ? 1 : 0;
    const ReviewVote* first = one.votes.front();
    if (one.votes.size() == 1) {
      one.result = first;
    } else if (first != nullptr && one.votes[1] != nullptr) {
      ++table[static_cast<std::size_t>(judged_truth(entry, *first)) * kReviewVerdicts +
              static_cast<std::size_t>(judged_truth(entry, *one.votes[1]))];
      one.disagreed = !same_vote(entry, *first, *one.votes[1]);
      merge.disagreements += one.disagreed ? 1 : 0;
      one.result = one.disagreed ? one.decided : first;
    }
    if (one.result == nullptr) {
      ++merge.open;
      continue;
    }
    ++judged[entry.listed ? 0 : 1];
    if (judged_truth(entry, *one.result) == ReviewVerdict::kWrong) ++wrong[entry.listed ? 0 : 1];
  }
  merge.agreement = cohen_kappa(table, kReviewVerdicts);
  merge.listed = sampled_count(wrong[0], judged[0], listed);
  merge.below = sampled_count(wrong[1], judged[1], merge.first->below);
}

ReviewSession disagreements_for(const ReviewMerge& merge, const std::string& reviewer,
                                const std::string& date) {
  ReviewSession disagreements = *merge.first;
  disagreements.entries.clear();
  for (const MergedEntry& one : merge.entries) {
    if (one.disagreed) disagreements.entries.push_back(*one.entry);
  }
  disagreements.reviewers = merge.reviewers;
  return same_entries(disagreements, reviewer, date);
}

std::string two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text == std::string_view("-0.00") ? "0.00" : text;
}

std::string whole(double value) { return grouped_digits(static_cast<std::size_t>(value + 0.5)); }

std::string share_text(const SampledCount& its) {
  return percent(its.share) + " % (95 % CI " + percent_range(its.interval) + ")";
}

// "Entries with wrong ground truth: 3 (error in the question or the functions: 1, other responses
// are acceptable: 2); ambiguous: 0; right: 4; open: 1"
std::string truth_text(const ReviewMerge& merge) {
  const auto wrong = merge.judged(ReviewVerdict::kWrong);
  const auto asked = static_cast<std::size_t>(std::count_if(
      wrong.begin(), wrong.end(),
      [](const MergedEntry* one) { return one->result->verdict == ReviewVerdict::kWrong; }));
  std::string text = "Entries with wrong ground truth: " + grouped_digits(wrong.size());
  if (!wrong.empty()) {
    text += " (error in the question or the functions: " + grouped_digits(asked) +
            ", other responses are acceptable: " + grouped_digits(wrong.size() - asked) + ")";
  }
  return text + "; ambiguous: " + grouped_digits(merge.judged(ReviewVerdict::kAmbiguous).size()) +
         "; right: " + grouped_digits(merge.judged(ReviewVerdict::kRight).size()) +
         "; open: " + grouped_digits(merge.open);
}

}  // namespace

ReviewVerdict judged_truth(const ReviewEntry& entry, const ReviewVote& vote) {
  if (vote.verdict != ReviewVerdict::kRight) return vote.verdict;
  for (const ReviewAnswer& answer : entry.answers) {
    const bool acceptable =
        std::binary_search(vote.acceptable.begin(), vote.acceptable.end(), answer.key);
    if (acceptable != answer.accepted) return ReviewVerdict::kWrong;
  }
  return ReviewVerdict::kRight;
}

std::vector<const MergedEntry*> ReviewMerge::judged(ReviewVerdict verdict) const {
  std::vector<const MergedEntry*> out;
  for (const MergedEntry& one : entries) {
    if (one.result != nullptr && judged_truth(*one.entry, *one.result) == verdict) {
      out.push_back(&one);
    }
  }
  return out;
}

std::size_t ReviewMerge::finds() const {
  return judged(ReviewVerdict::kWrong).size() + judged(ReviewVerdict::kAmbiguous).size();
}

Result<ReviewSet> review_set(std::vector<ReviewSession> sessions) {
  ReviewSet set;
  for (ReviewSession& session : sessions) {
    if (session.reviewers.empty()) {
      set.reviews.push_back(std::move(session));
    } else if (set.decisions) {
      return invalid("two files have decisions: of " + set.decisions->reviewer + " and of " +
                     session.reviewer);
    } else {
      set.decisions = std::move(session);
    }
  }
  if (set.decisions && set.reviews.size() != 2) {
    return invalid("the decisions of " + set.decisions->reviewer + " need the reviews of " +
                   joined(set.decisions->reviewers, " and "));
  }
  if (set.reviews.size() > 2) {
    return invalid("expected one or two reviews and at most one file of decisions, found " +
                   counted(set.reviews.size(), "review", "reviews"));
  }
  return set;
}

Result<ReviewMerge> merge_reviews(const std::vector<const ReviewSession*>& sessions,
                                  const ReviewSession* decided) {
  ReviewMerge merge;
  merge.first = sessions.front();
  for (const ReviewSession* session : sessions) {
    if (session->dataset_hash != merge.first->dataset_hash) {
      return invalid("the reviews are about different datasets");
    }
    if (session->seed != merge.first->seed || session->below != merge.first->below ||
        session->entries.size() != merge.first->entries.size()) {
      return invalid(
          "the reviews are about different entries; begin both with the same runs, "
          "--seed and --top, or the second one with --review-of");
    }
    if (std::find(merge.reviewers.begin(), merge.reviewers.end(), session->reviewer) !=
        merge.reviewers.end()) {
      return invalid("both reviews are by " + session->reviewer);
    }
    merge.reviewers.push_back(session->reviewer);
  }
  if (decided != nullptr) {
    BFCLX_RETURN_IF_ERROR(fits_decisions(merge, *decided));
    merge.adjudicator = decided->reviewer;
  }
  std::vector<Places> places;
  for (const ReviewSession* session : sessions) places.push_back(places_of(*session));
  const Places in_decided = decided != nullptr ? places_of(*decided) : Places();
  for (const ReviewEntry& entry : merge.first->entries) {
    MergedEntry one;
    one.entry = &entry;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
      const auto place = places[i].find(entry.id);
      if (place == places[i].end()) {
        return invalid("the reviews are about different entries: " + entry.id);
      }
      BFCLX_RETURN_IF_ERROR(same_entry(entry, sessions[i]->entries[place->second]));
      one.votes.push_back(sessions[i]->vote_of(place->second));
    }
    if (const auto place = in_decided.find(entry.id); place != in_decided.end()) {
      BFCLX_RETURN_IF_ERROR(same_entry(entry, decided->entries[place->second]));
      one.decided = decided->vote_of(place->second);
    }
    merge.entries.push_back(std::move(one));
  }
  std::sort(merge.entries.begin(), merge.entries.end(),
            [](const MergedEntry& a, const MergedEntry& b) { return a.entry->id < b.entry->id; });
  count(merge);
  return merge;
}

Result<ReviewSession> adjudication_of(const ReviewMerge& merge, const std::string& reviewer,
                                      const std::string& date) {
  if (std::find(merge.reviewers.begin(), merge.reviewers.end(), reviewer) !=
      merge.reviewers.end()) {
    return invalid("one of the reviews is by " + reviewer +
                   "; another person has to decide the disagreements");
  }
  return disagreements_for(merge, reviewer, date);
}

std::vector<ReviewEntry> new_disagreements(const ReviewMerge& merge, const ReviewSession& decided) {
  std::vector<ReviewEntry> entries =
      disagreements_for(merge, decided.reviewer, decided.date).entries;
  const Places places = places_of(decided);
  std::erase_if(entries, [&](const ReviewEntry& one) { return places.count(one.id) != 0; });
  return entries;
}

std::vector<std::string> disagreement_texts(const ReviewMerge& merge, const MergedEntry& one) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < one.entry->answers.size(); ++i) {
    texts.push_back(std::to_string(i + 1) + ": " + short_answer_text(one.entry->answers[i]));
  }
  for (std::string& vote : votes_shown(merge, *one.entry)) texts.push_back(std::move(vote));
  return texts;
}

std::vector<std::string> votes_shown(const ReviewMerge& merge, const ReviewEntry& shown) {
  std::vector<std::string> texts;
  for (const MergedEntry& one : merge.entries) {
    if (one.entry->id != shown.id) continue;
    for (std::size_t i = 0; i < one.votes.size(); ++i) {
      if (one.votes[i] == nullptr) continue;
      texts.push_back(review_vote_text(merge.reviewers[i], *one.votes[i], shown));
    }
  }
  return texts;
}

std::vector<std::string> merge_texts(const ReviewMerge& merge) {
  std::vector<std::string> texts;
  std::string by = "Reviewed by " + joined(merge.reviewers, " and ");
  if (!merge.adjudicator.empty()) by += "; disagreements decided by " + merge.adjudicator;
  texts.push_back(by + "; seed " + std::to_string(merge.first->seed) + ", responses of " +
                  counted(merge.first->runs, "run", "runs"));
  if (merge.reviewers.size() > 1) {
    const Agreement& its = merge.agreement;
    const auto same = static_cast<std::size_t>(its.observed * static_cast<double>(its.items) + 0.5);
    std::string text = "The same judgement on " + grouped_digits(same) + " of " +
                       counted(its.items, "entry", "entries");
    if (its.known) {
      text += "; Cohen's kappa " + two_digits(its.kappa) + " (95 % CI " +
              two_digits(its.interval.low) + " to " + two_digits(its.interval.high) + ")";
    } else if (its.items > 0) {
      text += "; Cohen's kappa is undefined, because all judgements are the same";
    }
    texts.push_back(text);
    texts.push_back("Disagreements about the judgement or the acceptable responses: " +
                    counted(merge.disagreements, "entry", "entries"));
  }
  texts.push_back(truth_text(merge));
  if (merge.listed.drawn > 0) {
    texts.push_back(std::string("Of the suspicious ") +
                    (merge.first->with_hard ? "and hard entries, " : "entries, ") +
                    grouped_digits(merge.listed.found) + " of " +
                    grouped_digits(merge.listed.drawn) +
                    " judged are wrong: " + share_text(merge.listed));
  }
  const SampledCount& below = merge.below;
  if (below.drawn == 0) return texts;
  std::string text = "Below the cut, " + grouped_digits(below.found) + " of " +
                     grouped_digits(below.drawn) + " drawn are wrong";
  if (below.drawn < std::min(kFewestDrawn, below.population)) {
    text += ": too few to estimate how many the audit misses";
  } else {
    text += ": " + share_text(below) + ", so the audit misses about " + whole(below.count) +
            " of " + grouped_digits(below.population) + " (95 % CI " +
            whole(below.count_interval.low) + " to " + whole(below.count_interval.high) + ")";
  }
  texts.push_back(std::move(text));
  return texts;
}

}  // namespace bfclx
