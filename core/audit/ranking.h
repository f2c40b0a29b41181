// Probability that the ground truth of an entry is wrong, from its signals by fixed weights, and
// the list that the entry belongs to.
//
// ranking_weights.h is written by bench/audit-fit, which learns the weights from entries whose
// ground truth was corrected upstream. Errors that nobody has corrected yet count as right there,
// so that probabilities are rather too low than too high.
#ifndef BFCLX_CORE_AUDIT_RANKING_H_
#define BFCLX_CORE_AUDIT_RANKING_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/signals.h"

namespace bfclx {

struct AuditedEntry;

// A weight for each signal and its mean over the entries from which the weights were learnt.
struct RankingWeights {
  double intercept = 0;
  Signals weights{};
  Signals means{};
};
// Without the history of corrections, and with it.
const RankingWeights& ranking_weights(bool with_history);

enum class AuditList : std::uint8_t {
  kProof,        // the ground truth contradicts its functions, or no response passes
  kLikelyWrong,  // responses or the ground truth itself speak against it
  kHard,         // runs fail, and nothing speaks against the ground truth
  kNone,
};
std::string_view audit_list_name(AuditList list);   // "proof", "likely_wrong", "hard", "none"
std::string_view audit_list_title(AuditList list);  // "Proof", "Likely wrong", "Hard", ""
std::string_view audit_list_text(AuditList list);   // a sentence: what is in the list

// What speaks against the ground truth.
struct Evidence {
  std::string_view name;  // of a class (suspicion_name) or of a signal (signal_name)
  double weight = 0;      // log-odds that it adds, above the mean entry
  bool proof = false;     // proofs come first
  std::string text;       // a sentence that a person can check
};

// The response that runs agree on, and who gives it.
struct AgreedAlternative {
  std::size_t runs = 0;  // 0: there is none
  std::size_t families = 0;
  double accuracy = 0;          // mean accuracy of these runs, over all their entries
  double accuracy_passing = 0;  // and of those that pass the entry
  std::size_t passes = 0;
  std::string shown;
  std::string text() const;  // one line; empty when there is none
};

// A change of the possible answers of one parameter.
struct TruthEdit {
  enum class Action : std::uint8_t {
    kAccept,   // one more alternative
    kReplace,  // in place of the alternatives that do not fit
    kAllowOmission,
    kRequire,  // the parameter may no longer be left out
    kAdd,      // a parameter, which may be left out too if it is optional
    kRemove,   // a parameter that the function does not have
    kRewrite,  // a person has to find the value
  };
  Action action = Action::kAccept;
  std::string function;
  std::string parameter;
  std::string value;  // as a Python literal, short; may be empty
  std::string text() const;
};
std::string_view edit_name(TruthEdit::Action action);  // "accept", "replace", ...
// "accept '1' for number_of_rooms; allow unit to be left out"; empty for no edits.
std::string edits_text(const std::vector<TruthEdit>& edits);

// What an audit of so few runs cannot find, a sentence; empty where there are enough.
std::string few_runs_text(std::size_t runs);
// "proven", or the probability as "31 %".
std::string probability_text(const AuditedEntry& audited);
// The evidence, the agreed alternative and the smallest correction, a line each.
std::vector<std::string> notes_of(const AuditedEntry& audited);

// Sets probability, suspicion, list, evidence, alternative and correction of an entry that has its
// signals and reasons. `negative`: strong runs fail more, beyond chance.
void rank_entry(AuditedEntry& audited, const RankingWeights& weights, bool negative);
// `accuracy` and `family` of each run, and its share in its model.
void describe_alternative(AuditedEntry& audited, const std::vector<double>& accuracy,
                          const std::vector<std::uint32_t>& family,
                          const std::vector<double>& shares,
                          const std::vector<std::uint32_t>& passing);
std::vector<TruthEdit> smallest_correction(const AuditedEntry& audited);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_RANKING_H_
