// Whether an entry's own ground truth passes: made into a reply, and set against itself.
#ifndef BFCLX_CORE_FINDINGS_SELF_CHECK_H_
#define BFCLX_CORE_FINDINGS_SELF_CHECK_H_

#include <string>

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
};

struct SelfCheckFinding {
  const Entry* entry = nullptr;
  SelfCheckOutcome outcome = SelfCheckOutcome::kPasses;
  PossibleReply reply;
  std::string rule;    // that refuses it; empty when it passes
  std::string reason;  // one sentence
};

// Whether entries of the category can be examined: they are judged by possible answers.
bool can_self_check(const Category& category);

// `prompting` reads Python text.
SelfCheckFinding self_check(const Entry& entry, const Decoder& prompting);

// The same of an executable entry: the calls of its ground truth, in every order that a model may
// give them in (of more than five calls, in some). `settings` has the answers of services.
SelfCheckFinding self_check_executable(const Entry& entry, const Decoder& prompting,
                                       const ExecutableSettings& settings);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_SELF_CHECK_H_
