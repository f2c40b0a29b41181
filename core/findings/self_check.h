// Whether an entry's own ground truth passes: made into a reply, and set against itself.
#ifndef BFCLX_CORE_FINDINGS_SELF_CHECK_H_
#define BFCLX_CORE_FINDINGS_SELF_CHECK_H_

#include <string>

#include "core/decode/decoder.h"
#include "core/findings/possible_calls.h"

namespace bfclx {

// How an entry fares.
enum class SelfCheckOutcome {
  kPasses,
  kAsText,      // passes as structured calls, not as Python text
  kTrap,        // passes, but not as the ground truth reads
  kImpossible,  // no value made from its possible answers satisfies the official rules
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

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_SELF_CHECK_H_
