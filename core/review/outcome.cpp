#include "core/review/outcome.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/counted.h"
#include "core/review/episode_paths.h"
#include "core/review/screen.h"
#include "core/run/scorer.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

constexpr std::size_t kReasonAnswer = 400;
constexpr std::string_view kNoCorrection = "no correction";
constexpr std::string_view kNotInPatch = "not in the patch";

// Adds the alternatives of `other` to those of one call; what only one of both has may be left out.
void add_arguments(Dict& call, const Dict& other) {
  const Value left_out = Value::str("");
  const auto add = [](List& alternatives, const Value& value) {
    const std::string text = canonical_value(value);
    if (std::none_of(alternatives.begin(), alternatives.end(),
                     [&](const Value& one) { return canonical_value(one) == text; })) {
      alternatives.push_back(value);
    }
  };
  for (auto& [parameter, alternatives] : call) {
    List its(alternatives.items().begin(), alternatives.items().end());
    const Value* more = other.find(parameter);
    if (more == nullptr) {
      add(its, left_out);
    } else {
      for (const Value& value : more->items()) add(its, value);
    }
    alternatives = Value::list(std::move(its));
  }
  for (const auto& [parameter, alternatives] : other) {
    if (call.find(parameter) != nullptr) continue;
    List its(alternatives.items().begin(), alternatives.items().end());
    add(its, left_out);
    call.set(parameter, Value::list(std::move(its)));
  }
}

bool is_call(const Value& call) {
  if (!call.is_dict() || call.as_dict().size() != 1) return false;
  const Value& arguments = call.as_dict().entry(0).value;
  return arguments.is_dict() && std::all_of(arguments.as_dict().begin(), arguments.as_dict().end(),
                                            [](const auto& one) { return one.value.is_list(); });
}

// One ground truth that has the alternatives of both; None where they call different functions.
Value united(const Value& truth, const Value& other) {
  if (!truth.is_list() || !other.is_list() || truth.items().size() != other.items().size()) {
    return Value();
  }
  List calls(truth.items().begin(), truth.items().end());
  std::set<std::size_t> used;
  for (const Value& more : other.items()) {
    std::size_t at = 0;
    if (!is_call(more)) return Value();
    const auto& [name, arguments] = more.as_dict().entry(0);
    while (at < calls.size() &&
           (used.count(at) != 0 || !is_call(calls[at]) || !calls[at].as_dict().contains(name))) {
      ++at;
    }
    if (at == calls.size()) return Value();
    used.insert(at);
    Dict its = calls[at].as_dict().entry(0).value.as_dict();
    add_arguments(its, arguments.as_dict());
    Dict call;
    call.set(name, Value::dict(std::move(its)));
    calls[at] = Value::dict(std::move(call));
  }
  return Value::list(std::move(calls));
}

std::string quoted_answers(const std::vector<const ReviewAnswer*>& answers) {
  std::vector<std::string> texts;
  for (const ReviewAnswer* one : answers) {
    texts.push_back(short_text(short_answer_text(*one), kReasonAnswer));
  }
  return joined(texts, " | ");
}

// What a vote wants of an entry's ground truth.
struct Wanted {
  std::vector<const ReviewAnswer*> acceptable;
  std::vector<const ReviewAnswer*> refused;  // not acceptable; none where the question is ambiguous
  std::vector<const ReviewAnswer*> gained;   // acceptable, and refused by the ground truth
  std::vector<const ReviewAnswer*> lost;     // accepted by the ground truth, and refused
};

Wanted wanted_of(const ReviewEntry& entry, const ReviewVote& vote) {
  Wanted wanted;
  // By key, so that the order does not depend on who reviewed. Of episodes short paths come first:
  // as ground truth, a path demands the results of all of its calls.
  std::vector<const ReviewAnswer*> answers;
  for (const ReviewAnswer& one : entry.answers) answers.push_back(&one);
  std::sort(answers.begin(), answers.end(), [](const ReviewAnswer* a, const ReviewAnswer* b) {
    const std::size_t calls_a = calls_of_path(a->calls);
    const std::size_t calls_b = calls_of_path(b->calls);
    return calls_a != calls_b ? calls_a < calls_b : a->key < b->key;
  });
  for (const ReviewAnswer* one : answers) {
    if (std::binary_search(vote.acceptable.begin(), vote.acceptable.end(), one->key)) {
      wanted.acceptable.push_back(one);
      if (!one->accepted) wanted.gained.push_back(one);
    } else if (vote.verdict != ReviewVerdict::kAmbiguous) {
      wanted.refused.push_back(one);
      if (one->accepted) wanted.lost.push_back(one);
    }
  }
  return wanted;
}

// A ground truth of an entry, judged by the responses of its review.
class JudgedTruth {
 public:
  JudgedTruth(const Entry& entry, const Wanted& wanted, std::int64_t today)
      : entry_(entry), wanted_(wanted), today_(today) {}

  bool fits(const Value& truth) const {
    const Entry corrected = with(truth);
    const auto passes = [&](const ReviewAnswer* one) { return accepts(corrected, one); };
    return std::all_of(wanted_.acceptable.begin(), wanted_.acceptable.end(), passes) &&
           std::none_of(wanted_.refused.begin(), wanted_.refused.end(), passes);
  }

  // What the ground truth says where it is this answer alone.
  Value truth_of(const ReviewAnswer* answer) const {
    return is_episode() ? answer->calls : calls_as_ground_truth(answer->calls, entry_);
  }
  bool accepts(const Value& truth, const ReviewAnswer* answer) const {
    return accepts(with(truth), answer);
  }
  // Of an episode: an acceptable path with which exactly the acceptable ones pass. None where there
  // is none.
  Value fitting_path() const {
    for (const ReviewAnswer* one : wanted_.acceptable) {
      if (fits(one->calls)) return one->calls;
    }
    return Value();
  }

  // The ground truth with the acceptable responses, and without what was refused: alternatives that
  // a refused response has, and no acceptable one. None where there is no such ground truth.
  Value replacement() const {
    if (is_episode()) return fitting_path();
    Value acceptable;
    for (const ReviewAnswer* one : wanted_.acceptable) {
      const Value its = truth_of(one);
      acceptable = one == wanted_.acceptable.front() ? its : united(acceptable, its);
    }
    const Value both = united(entry_.ground_truth, acceptable);
    if (both.is_none()) {  // of other functions
      return !acceptable.is_none() && fits(acceptable) ? acceptable : Value();
    }
    // A value that acceptable responses leave out is hardly why a response was refused.
    for (const bool with_optional : {false, true}) {
      Value truth = without_refused(both, with_optional);
      if (fits(truth)) return truth;
    }
    return Value();
  }

 private:
  Entry with(const Value& truth) const {
    Correction correction;
    correction.kind = Correction::Kind::kReplacement;
    correction.ground_truth = truth;
    return corrected_entry(correction, entry_);
  }
  bool is_episode() const { return entry_.category->judging == Judging::kMultiTurn; }
  bool accepts(const Entry& corrected, const ReviewAnswer* answer) const {
    return is_episode() ? path_passes(corrected, answer->calls, today_)
                        : judge_entry_calls(corrected, answer->calls, false).valid;
  }

  // A parameter of one call of a ground truth.
  struct Argument {
    const Value& truth;
    std::size_t call;
    const Value& parameter;
  };
  // Whether one of these responses has this alternative.
  bool has(const std::vector<const ReviewAnswer*>& answers, const Argument& its,
           const Value& alternative) const {
    const auto& entry = its.truth.items()[its.call].as_dict().entry(0);
    Dict alone = entry.value.as_dict();
    alone.set(its.parameter, Value::list({alternative}));
    const Entry corrected = with(calls_with(its.truth, its.call, entry.key, std::move(alone)));
    return std::any_of(answers.begin(), answers.end(),
                       [&](const ReviewAnswer* one) { return accepts(corrected, one); });
  }

  Value without_refused(const Value& truth, bool with_optional) const {
    Value rest = truth;
    for (std::size_t i = 0; i < truth.items().size(); ++i) {
      const auto& call = truth.items()[i].as_dict().entry(0);
      Dict kept;
      for (const auto& [parameter, alternatives] : call.value.as_dict()) {
        const Argument its{truth, i, parameter};
        const bool stays = !with_optional && has(wanted_.acceptable, its, Value::str(""));
        List left;
        for (const Value& value : alternatives.items()) {
          if (stays || !has(wanted_.refused, its, value) || has(wanted_.acceptable, its, value)) {
            left.push_back(value);
          }
        }
        const bool never =
            left.size() == 1 && left.front().is_str() && left.front().as_str().empty();
        if (!never) kept.set(parameter, Value::list(std::move(left)));
      }
      rest = calls_with(rest, i, call.key, std::move(kept));
    }
    return rest;
  }

  static Value calls_with(const Value& truth, std::size_t place, const Value& name,
                          Dict arguments) {
    List calls(truth.items().begin(), truth.items().end());
    Dict call;
    call.set(name, Value::dict(std::move(arguments)));
    calls[place] = Value::dict(std::move(call));
    return Value::list(std::move(calls));
  }

  const Entry& entry_;
  const Wanted& wanted_;
  const std::int64_t today_;
};

class Maker {
 public:
  Maker(const ReviewMerge& merge, const Dataset& dataset, const std::string& source,
        ReviewOutcome& outcome)
      : dataset_(dataset),
        source_(source),
        today_(day_of_review(merge.first->date)),
        outcome_(outcome) {
    std::vector<std::string> authors = merge.reviewers;
    if (!merge.adjudicator.empty()) authors.push_back(merge.adjudicator);
    author_ = joined(authors, ", ");
  }

  void add(const MergedEntry& merged) {
    const ReviewVote& vote = *merged.result;
    const Entry* entry = dataset_.find(merged.entry->id);
    if (entry == nullptr || fingerprint_of(*entry) != merged.entry->fingerprint) {
      fault(merged, kNoCorrection,
            entry == nullptr ? "unknown id" : "its entry has changed since the review");
      return;
    }
    const Wanted wanted = wanted_of(*merged.entry, vote);
    const std::string reason = reason_of(merged, wanted);
    correct(merged, *entry, wanted, reason);
    outcome_.finds.push_back({&merged, entry, reason});
  }

 private:
  void fault(const MergedEntry& merged, std::string_view what, std::string_view why) {
    outcome_.problems.push_back(merged.entry->id + ": " + std::string(what) + ": " +
                                std::string(why));
  }

  std::string reason_of(const MergedEntry& merged, const Wanted& wanted) const {
    std::vector<std::string> parts;
    const ReviewVote& vote = *merged.result;
    if (vote.verdict == ReviewVerdict::kWrong) {
      parts.push_back("the question or its functions have an error");
    }
    if (vote.verdict == ReviewVerdict::kAmbiguous) {
      parts.push_back("the question allows several readings");
    }
    if (!wanted.gained.empty()) {
      parts.push_back("refuses an acceptable response: " + quoted_answers(wanted.gained));
    }
    if (!wanted.lost.empty()) {
      parts.push_back("accepts a response that is not acceptable: " + quoted_answers(wanted.lost));
    }
    std::set<std::string> comments = {vote.comment};
    for (const ReviewVote* one : merged.votes) {
      if (one != nullptr && !merged.disagreed) comments.insert(one->comment);
    }
    comments.erase("");
    parts.insert(parts.end(), comments.begin(), comments.end());
    return joined(parts, "; ");
  }

  // Adds it if it is valid.
  bool add_correction(const MergedEntry& merged, const Entry& entry, Correction::Kind kind,
                      Value ground_truth, const std::string& reason) {
    Correction correction{entry.id, kind, std::move(ground_truth), reason, source_, author_};
    if (const std::string why = fault_of_correction(correction, entry); !why.empty()) {
      fault(merged, kNoCorrection, why);
      return false;
    }
    outcome_.errata.corrections.push_back(std::move(correction));
    return true;
  }

  void correct(const MergedEntry& merged, const Entry& entry, const Wanted& wanted,
               const std::string& reason) {
    const bool ambiguous = merged.result->verdict == ReviewVerdict::kAmbiguous;
    if (ambiguous && wanted.gained.empty()) return;  // nothing to accept in addition
    if (wanted.acceptable.empty() || entry.category->judging == Judging::kIrrelevance) {
      add_correction(merged, entry, Correction::Kind::kVoid, Value(), reason);
      return;
    }
    const bool is_episode = entry.category->judging == Judging::kMultiTurn;
    if (is_episode && std::any_of(merged.entry->answers.begin(), merged.entry->answers.end(),
                                  [](const ReviewAnswer& one) { return !is_path(one.calls); })) {
      fault(merged, kNoCorrection, "its responses are not those of an episode");
      return;
    }
    if (entry.category->language != Language::kPython || entry.own_match != nullptr) {
      fault(merged, kNoCorrection, "write it yourself; its ground truth is not a list of calls");
      return;
    }
    if (!ambiguous && wanted.gained.empty() && wanted.lost.empty()) {
      fault(merged, kNoCorrection,
            "its ground truth accepts only acceptable responses; the error is in the question or "
            "the functions");
      return;
    }
    const JudgedTruth judged(entry, wanted, today_);
    Value truth = wanted.lost.empty() ? add_alternatives(merged, entry, wanted, judged, reason)
                                      : judged.replacement();
    if (truth.is_none()) {
      fault(merged, wanted.lost.empty() ? kNotInPatch : kNoCorrection,
            "write it yourself; no ground truth of its form accepts exactly its acceptable "
            "responses");
      return;
    }
    if (!wanted.lost.empty() &&
        !add_correction(merged, entry, Correction::Kind::kReplacement, truth, reason)) {
      return;
    }
    outcome_.changes.push_back({&entry, std::move(truth)});
  }

  // Gives one ground truth in place of all of them; None where there is none.
  Value add_alternatives(const MergedEntry& merged, const Entry& entry, const Wanted& wanted,
                         const JudgedTruth& judged, const std::string& reason) {
    const bool is_episode = entry.category->judging == Judging::kMultiTurn;
    Value truth = entry.ground_truth;
    std::vector<Value> added;
    for (const ReviewAnswer* one : wanted.gained) {
      const auto has_it = [&](const Value& before) { return judged.accepts(before, one); };
      if (is_episode && std::any_of(added.begin(), added.end(), has_it)) continue;
      Value its = judged.truth_of(one);
      add_correction(merged, entry, Correction::Kind::kAlternative, its, reason);
      if (!is_episode) truth = united(truth, its);
      added.push_back(std::move(its));
    }
    if (is_episode) return judged.fitting_path();
    return !truth.is_none() && judged.fits(truth) ? truth : Value();
  }

  const Dataset& dataset_;
  const std::string& source_;
  const std::int64_t today_;
  ReviewOutcome& outcome_;
  std::string author_;
};

}  // namespace

ReviewOutcome review_outcome(const ReviewMerge& merge, const Dataset& dataset,
                             const std::string& name, const std::string& source) {
  ReviewOutcome outcome;
  outcome.errata.name = name;
  Maker maker(merge, dataset, source, outcome);
  for (const MergedEntry& merged : merge.entries) {
    if (merged.result == nullptr ||
        judged_truth(*merged.entry, *merged.result) == ReviewVerdict::kRight) {
      continue;
    }
    maker.add(merged);
  }
  return outcome;
}

}  // namespace bfclx
