#include "core/audit/ranking.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/audit/audit.h"
#include "core/audit/elementary.h"
#include "core/audit/ranking_weights.h"
#include "core/base/counted.h"

namespace bfclx {
namespace {

// From here on an entry is likely wrong by its signals alone.
constexpr double kLikely = 0.15;
// Below it nothing but a proof makes an entry suspicious: it is hard, or all is well.
constexpr double kUnlikely = 0.05;
// Irrelevance entries that strong runs fail more than weak ones, beyond chance: all six that a
// person read were wrong. Rounded towards caution.
constexpr double kStrongFailIrrelevance = 0.5;
// Episodes: what weighs for single responses ranks them no better than chance. Of 800, 19 had a
// ground truth that was corrected alone, so that all are unlikely to be wrong
// (bench/audit-episodes).
constexpr double kLeastEpisode = 0.01;
constexpr double kMostEpisode = 0.045;
// The one variant whose ground truth has other calls than the rest: one of them is wrong, and
// seldom those that agree.
constexpr double kOddVariant = 0.5;
// Each model that passes the agreed path counts as so much more of the failing share
// (bench/audit-episodes). No more than 12 models are replayed.
constexpr double kAgreedPath = 0.05;
constexpr double kMostAgreed = 12;
constexpr double kAgreedMessage = 0.25;
constexpr double kSameOutcome = 0.25;   // of it a run counts that fails as others do
constexpr double kAheadOfGuesses = 20;  // log-odds
constexpr double kMostLogit = 9.5;      // so that the least proof is ahead of any guess
static_assert(kAheadOfGuesses > 2 * kMostLogit);
constexpr double kLeastEvidence = 0.1;  // log-odds
constexpr double kHardFailing = 0.9;
constexpr double kPlausibleRefused = 0.25;  // of the runs, as with "ambiguous"
constexpr double kAFourthEach = 0.1;        // log-odds of "ambiguous", which no signal measures

std::string percent_of(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.0f %%", 100 * share);
  return text;
}

bool has(const AuditedEntry& audited, Suspicion suspicion) {
  return std::any_of(audited.reasons.begin(), audited.reasons.end(),
                     [&](const SuspicionReason& one) { return one.suspicion == suspicion; });
}

// Log-odds of an episode. `failing` is 1 at most without an agreed path, which never makes an entry
// suspicious.
double episode_logit(double failing) {
  static_assert(kMostEpisode < kUnlikely);
  const double least = logit_of(kLeastEpisode);
  const double most = 1 + kMostAgreed * kAgreedPath / (1 + kSameOutcome);
  return least + failing / most * (logit_of(kMostEpisode) - least);
}

double agreed_path_share(const AuditedEntry& audited) {
  const double models = static_cast<double>(audited.agreed_path.models);
  return std::min(models, kMostAgreed) * kAgreedPath / (1 + kSameOutcome);
}

double agreed_path_weight(const AuditedEntry& audited) {
  return episode_logit(agreed_path_share(audited)) - episode_logit(0);
}

double odd_variant_weight() { return logit_of(kOddVariant) - episode_logit(1); }

// Evidence of one entry: a sentence for each class, and one for each signal that no class tells.
class EvidenceWriter {
 public:
  EvidenceWriter(const AuditedEntry& audited, const RankingWeights& weights)
      : audited_(audited), weights_(weights) {}

  std::vector<Evidence> write() && {
    for (const SuspicionReason& reason : audited_.reasons) add_reason(reason);
    const bool crowd = has(audited_, Suspicion::kAgreedAlternative);
    if (!crowd && !has(audited_, Suspicion::kNobodyPasses)) {
      add(Signal::kStrongFailing, failing_text());
    }
    if (!crowd) {
      add(Signal::kPlausible, plausible_text());
    }
    if (!crowd) {
      add(Signal::kTextInText, std::string(single() ? "a failed response has" : "runs give") +
                                   " a longer or shorter form of a text in the ground truth");
    }
    if (!has(audited_, Suspicion::kNegativeDiscrimination)) {
      add(Signal::kStrongFailMore, "strong runs tend to fail more than weak ones");
    }
    for (const TruthProblem& problem : audited_.truth) {
      if (problem.proof) continue;
      const bool weighed = problem.kind == "never_stated";
      out_.push_back(
          {problem.kind, weighed ? weight(Signal::kNeverStated) : 0, false, problem.text});
    }
    const Unstated unstated = unstated_of(*audited_.entry);
    if (!unstated.demanded.empty()) {
      add(Signal::kOptionalNotInQuestion, "the question does not state the optional " +
                                              joined(unstated.demanded, ", ") +
                                              " of the ground truth");
    }
    if (!unstated.years.empty()) {
      out_.push_back({signal_name(Signal::kYearNotInQuestion),
                      std::max(0.0, weight(Signal::kYearNotInQuestion)), false,
                      "the ground truth has " + joined(unstated.years, ", ") +
                          ", a year that the question does not state"});
    }
    const AgreedPath& path = audited_.agreed_path;
    if (path.models > 0 && !path.is_common()) {
      out_.push_back({"agreed_path", agreed_path_weight(audited_), false,
                      path.text(audited_.passes, audited_.runs)});
    }
    add(Signal::kSiblings, std::string(single() ? "the model fails" : "runs fail") +
                               " other entries with the same functions more than usual");
    add(Signal::kHistory, "entries near it in the dataset were corrected earlier");
    std::stable_sort(out_.begin(), out_.end(), [](const Evidence& a, const Evidence& b) {
      if (a.proof != b.proof) return a.proof;
      return a.weight > b.weight;
    });
    return std::move(out_);
  }

 private:
  // One model tells nothing of others: no shares of runs.
  bool single() const { return audited_.runs == 1; }

  std::string failing_text() const {
    if (!single()) return percent_of(audited_.failing) + " of the runs, weighted by accuracy, fail";
    return audited_.passes > 0 ? "some repeats of the only model fail" : "the only model fails";
  }

  std::string plausible_text() const {
    return (single() ? std::string("a failed response")
                     : percent_of(audited_.plausible) +
                           " of the runs, weighted by accuracy, give a failed response that") +
           " fits the functions and the question";
  }

  double weight(Signal signal) const {
    return of(weights_.weights, signal) *
           (of(audited_.signals, signal) - of(weights_.means, signal));
  }

  void add(Signal signal, std::string text) {
    if (of(audited_.signals, signal) <= 0 || weight(signal) < kLeastEvidence) return;
    out_.push_back({signal_name(signal), weight(signal), false, std::move(text)});
  }

  void add_reason(const SuspicionReason& reason) {
    double sum = 0;
    bool proof = false;
    switch (reason.suspicion) {
      case Suspicion::kSchemaConflict:
        sum = weight(Signal::kWrongType) + weight(Signal::kLeftOutTwice);
        [[fallthrough]];
      case Suspicion::kUnreachable:
        sum += weight(Signal::kProof);
        proof = true;
        break;
      case Suspicion::kAgreedAlternative:
        sum =
            weight(Signal::kPlausible) + weight(Signal::kOnlyValues) + weight(Signal::kTextInText);
        break;
      case Suspicion::kNegativeDiscrimination:
        sum = weight(Signal::kStrongFailMore);
        break;
      case Suspicion::kNobodyPasses:
        sum = weight(Signal::kStrongFailing);
        break;
      case Suspicion::kFormatOnly:
        sum = weight(Signal::kOnlyValues);
        break;
      case Suspicion::kAmbiguous:
        sum = audited_.agreed_path.is_common() ? agreed_path_weight(audited_) : kAFourthEach;
        break;
      case Suspicion::kUnderspecified:
        sum = weight(Signal::kOnlyOptional);
        break;
      case Suspicion::kVariantsDiffer:
        sum = odd_variant_weight();
        break;
    }
    out_.push_back({suspicion_name(reason.suspicion), std::max(sum, 0.0), proof, reason.text});
  }

  const AuditedEntry& audited_;
  const RankingWeights& weights_;
  std::vector<Evidence> out_;
};

// The most runs that leave an episode at one place with a state or response of their own.
double same_outcome(const AuditedEntry& audited) {
  for (const AnswerGroup& group : audited.groups) {
    if (group.error_type == "multi_turn:instance_state_mismatch" ||
        group.error_type == "multi_turn:execution_response_mismatch") {
      return group.counted;
    }
  }
  return 0;
}

// From 0 to 1: how many runs fail, the strong ones more than others, and agree.
double episode_failing(const AuditedEntry& audited) {
  const double same =
      audited.runs == 0 ? 0 : same_outcome(audited) / static_cast<double>(audited.runs);
  return (audited.failing + kSameOutcome * same) / (1 + kSameOutcome);
}

AuditList list_of(const AuditedEntry& audited) {
  if (audited.is_proven()) return AuditList::kProof;
  const bool against = std::any_of(
      audited.reasons.begin(), audited.reasons.end(),
      [](const SuspicionReason& one) { return one.suspicion != Suspicion::kNobodyPasses; });
  const bool tells = audited.runs >= kFewestRunsThatTell;
  // Nobody passes, and not because the responses are bad.
  const bool refused = !audited.reasons.empty() && audited.plausible >= kPlausibleRefused;
  const bool signals = audited.probability >= kLikely;
  if (audited.probability >= kUnlikely && (against || (tells && (refused || signals)))) {
    return AuditList::kLikelyWrong;
  }
  const bool hard = !audited.reasons.empty() || (tells && audited.failing >= kHardFailing);
  return hard ? AuditList::kHard : AuditList::kNone;
}

}  // namespace

const RankingWeights& ranking_weights(bool with_history) {
  return with_history ? kWeightsWithHistory : kWeights;
}

std::string_view audit_list_name(AuditList list) {
  constexpr std::string_view kListNames[] = {"proof", "likely_wrong", "hard", "none"};
  return kListNames[static_cast<std::size_t>(list)];
}

std::string_view audit_list_title(AuditList list) {
  constexpr std::string_view kTitles[] = {"Proof", "Likely wrong", "Hard", ""};
  return kTitles[static_cast<std::size_t>(list)];
}

std::string_view audit_list_text(AuditList list) {
  constexpr std::string_view kTexts[] = {
      "The ground truth contradicts its functions, or no response passes.",
      "Many runs agree on another response, or the ground truth itself has typical errors, such as "
      "other calls than its variants.",
      "Runs fail, but nothing else suggests that the ground truth is wrong. Not suspicious.", ""};
  return kTexts[static_cast<std::size_t>(list)];
}

std::string AgreedAlternative::text() const {
  if (runs == 0) return {};
  std::string text = counted(runs, "run", "runs") + " of " +
                     counted(families, "model family", "model families") + " (mean accuracy " +
                     percent_of(accuracy);
  if (passes > 0) text += "; of the runs that pass, " + percent_of(accuracy_passing);
  return text + ") return " + shown;
}

std::string few_runs_text(std::size_t runs) {
  if (runs >= kFewestRunsThatTell) return {};
  return "With fewer than " + std::to_string(kFewestRunsThatTell) +
         " runs, an audit finds little more than contradictions inside the ground truth.";
}

std::string probability_text(const AuditedEntry& audited) {
  return audited.is_proven() ? "proven" : percent_of(audited.probability);
}

std::vector<std::string> notes_of(const AuditedEntry& audited) {
  std::vector<std::string> notes;
  for (const Evidence& one : audited.evidence) notes.push_back(one.text);
  if (!audited.is_suspicious()) return notes;
  if (audited.alternative.runs > 0) {
    notes.push_back("agreed alternative: " + audited.alternative.text());
  }
  if (!audited.correction.empty()) {
    notes.push_back("smallest correction: " + edits_text(audited.correction));
  }
  return notes;
}

void describe_alternative(AuditedEntry& audited, const std::vector<double>& accuracy,
                          const std::vector<std::uint32_t>& family,
                          const std::vector<double>& shares,
                          const std::vector<std::uint32_t>& passing) {
  const AnswerGroup* agreed = audited.agreed_answer();
  // Of an episode a group is a place where it leaves the ground truth, and no answer.
  if (agreed == nullptr || agreed->kind == AnswerKind::kEpisode) return;
  const auto mean = [&](const std::vector<std::uint32_t>& runs) {
    double sum = 0;
    double all = 0;
    for (const std::uint32_t run : runs) {
      sum += accuracy[run] * shares[run];
      all += shares[run];
    }
    return runs.empty() ? 0 : sum / all;
  };
  std::vector<std::uint32_t> families;
  for (const std::uint32_t run : agreed->runs) families.push_back(family[run]);
  std::sort(families.begin(), families.end());
  families.erase(std::unique(families.begin(), families.end()), families.end());
  audited.alternative = {agreed->count(), families.size(), mean(agreed->runs),
                         mean(passing),   audited.passes,  agreed->shown};
}

void rank_entry(AuditedEntry& audited, const RankingWeights& weights, bool negative) {
  double sum = weights.intercept;
  for (std::size_t i = 0; i < kSignals; ++i) sum += weights.weights[i] * audited.signals[i];
  sum = std::clamp(sum, -kMostLogit, kMostLogit);
  const Judging judging = audited.entry->category->judging;
  if (judging == Judging::kMultiTurn) {
    sum = episode_logit(episode_failing(audited) + agreed_path_share(audited));
    if (has(audited, Suspicion::kVariantsDiffer)) sum += odd_variant_weight();
  }
  // No signal measures it, and no recorded runs tell how often it is right.
  if (judging == Judging::kAgentic && has(audited, Suspicion::kAgreedAlternative)) {
    sum = logit_of(kAgreedMessage);
  }
  if (negative && (judging == Judging::kIrrelevance || judging == Judging::kRelevance)) {
    sum = std::max(sum, logit_of(kStrongFailIrrelevance));
  }
  audited.probability = logistic_of(sum);
  audited.suspicion = sum + (audited.is_proven() ? kAheadOfGuesses : 0);
  audited.list = list_of(audited);
  audited.evidence = EvidenceWriter(audited, weights).write();
  audited.correction = smallest_correction(audited);
}

}  // namespace bfclx
