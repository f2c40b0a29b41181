// One run's answer to one entry, as the audit keeps it: what it means, in few bytes.
#ifndef BFCLX_CORE_AUDIT_ANSWER_H_
#define BFCLX_CORE_AUDIT_ANSWER_H_

#include <cstdint>
#include <string>

#include "core/audit/agreed_path.h"
#include "core/audit/difference.h"
#include "core/run/scorer.h"

namespace bfclx {

enum class AnswerKind : std::uint8_t {
  kCalls,      // decoded calls
  kNoCalls,    // decoded, and no call in it
  kUndecoded,  // nothing that could be compared with other answers
  kEpisode,    // of an episode: where and how it leaves the ground truth
  kMessage,    // the last message of an agentic entry
};

struct Answer {
  const Entry* entry = nullptr;
  AnswerKind kind = AnswerKind::kUndecoded;
  bool valid = false;
  std::uint64_t meaning = 0;  // of answers that fail, equal for those that mean the same; else 0
  std::string shown;          // one short line; of answers that fail
  std::string calls;          // the same as JSON, when it is short enough
  std::string error_type;
  AnswerDifference difference;  // of answers that fail, judged by calls
  KeptPath path = nullptr;      // of episodes that fail (agreed_path.h)
};

// After score_response, before anything of it is dropped (Keep).
Answer answer_of(const ScoredResponse& response);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_ANSWER_H_
