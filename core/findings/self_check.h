// Whether an entry's own ground truth passes: made into a response, and set against itself.
#ifndef BFCLX_CORE_FINDINGS_SELF_CHECK_H_
#define BFCLX_CORE_FINDINGS_SELF_CHECK_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/decode/decoder.h"
#include "core/findings/possible_calls.h"
#include "core/run/scorer.h"

namespace bfclx {

// How an entry fares.
enum class SelfCheckOutcome {
  kPasses,
  kAsText,      // passes as structured calls, not as Python text
  kTrap,        // passes, but not as the ground truth reads
  kImpossible,  // no value made from its possible answers satisfies the official rules
  kUntold,      // services that its ground truth asks have no recorded answer
  kMalformed,   // its question, functions or ground truth are malformed: it is left out everywhere
};
inline constexpr std::size_t kSelfCheckOutcomes = 6;
// "passes", "as_text", "trap", "impossible", "untold", "malformed".
std::string_view self_check_outcome_name(SelfCheckOutcome outcome);

struct SelfCheckFinding {
  std::string id;
  const Entry* entry = nullptr;  // nullptr: malformed
  SelfCheckOutcome outcome = SelfCheckOutcome::kPasses;
  PossibleResponse response;
  std::string rule;    // that refuses it; empty when it passes
  std::string reason;  // one sentence
};

// Whether entries of the category can be examined: they are judged by possible answers, or by the
// expected calls of each turn.
bool can_self_check(const Category& category);

// The malformed entries of a category, each as a finding whose reason names file and line.
std::vector<SelfCheckFinding> malformed_findings(const Dataset& dataset, const Category& category);

// Of an entry with several turns: of the first turn that fares worst.
SelfCheckFinding self_check_turns(const Entry& entry, const Decoder& prompting);

// `prompting` reads Python text.
SelfCheckFinding self_check(const Entry& entry, const Decoder& prompting);

// The same of an executable entry: the calls of its ground truth, in every order that a model may
// give them in (of more than five calls, in some). `settings` has the answers of services.
SelfCheckFinding self_check_executable(const Entry& entry, const Decoder& prompting,
                                       const ExecutableSettings& settings);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_SELF_CHECK_H_
