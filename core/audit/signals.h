// What is measured of an entry to rank it, and what it says to a reader.
#ifndef BFCLX_CORE_AUDIT_SIGNALS_H_
#define BFCLX_CORE_AUDIT_SIGNALS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"

namespace bfclx {

struct AuditedEntry;

// Of entries judged by calls; the others have kStrongFailMore alone.
enum class Signal : std::uint8_t {
  kStrongFailing,   // logit: runs that fail and plausible failed responses, strong runs first
  kPlausible,       // AuditedEntry::plausible
  kOnlyValues,      // the commonest failed response differs in values alone
  kUnfit,           // share of runs whose response does not fit the functions
  kOnlyOptional,    // share of runs that differ in optional arguments alone
  kTextInText,      // AnswerGroup::share of responses with a text that holds one of the ground
                    // truth, or the reverse
  kOtherFunction,   // AnswerGroup::share of responses that call another function
  kStrongFailMore,  // -log10 of Discrimination::p_negative, at most 6
  kProof,           // self-check or check_truth proves an error
  kWrongType,       // check_truth: wrong_type, wrong_item_type, null
  kLeftOutTwice,    // check_truth: left_out_twice
  kTooLenient,      // check_truth: required_left_out
  kNeverStated,     // check_truth: never_stated
  kOptionalNotInQuestion,  // optional values that the question does not state, at most 3
  kYearNotInQuestion,      // the ground truth has a year that the question does not state
  kSiblings,               // entries of the same functions fail more than all do
  kLive,                   // of a live category
  kHistory,                // entries nearby in the file were corrected earlier
};
inline constexpr std::size_t kSignals = 18;
using Signals = std::array<double, kSignals>;
std::string_view signal_name(Signal signal);  // "strong_failing", ...
inline double& of(Signals& signals, Signal signal) {
  return signals[static_cast<std::size_t>(signal)];
}
inline double of(const Signals& signals, Signal signal) {
  return signals[static_cast<std::size_t>(signal)];
}

// Signals of each entry from what is measured; `strong` are the kStrongFailing of the entries, and
// `corrected` the ids of entries known to have been corrected, of which an entry's own is not used.
void add_signals(std::vector<AuditedEntry>& entries, const std::vector<double>& strong,
                 const std::set<std::string, std::less<>>& corrected);

// Optional arguments of the ground truth whose values the question does not state, and years that
// it does not state: "unit=['celsius']", "2023".
struct Unstated {
  std::vector<std::string> optional;
  std::vector<std::string> demanded;  // of these, what is not just the default
  std::vector<std::string> years;
};
Unstated unstated_of(const Entry& entry);

// The model family of a run's label: "gpt" of "gpt-4-0613-FC", "qwen" of "Qwen/Qwen3-8B" and
// "Qwen_Qwen3-8B".
std::string family_of(std::string_view label);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_SIGNALS_H_
