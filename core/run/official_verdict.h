// The official part of a verdict: whether a response passes, and the official error type and error.
//
// score() (scorer.h) also gives the reason and the decoded calls. Whoever needs neither gets the
// rest in a fraction of the time: most responses are judged while they are read
// (check/call_plan.h).
#ifndef BFCLX_CORE_RUN_OFFICIAL_VERDICT_H_
#define BFCLX_CORE_RUN_OFFICIAL_VERDICT_H_

#include "core/run/scorer.h"

namespace bfclx {

// valid, error_type and error of score(). `why` is not set, `decoded` and `decode_error` may be.
Verdict official_verdict(const Entry& entry, const Value& response, const Decoder& decoder,
                         bool underscore_to_dot);

// score_response, but of single-turn entries only what the official score files need: the above,
// and what was decoded of a response that failed.
void score_officially(ScoredResponse& response, const RunSettings& settings);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_OFFICIAL_VERDICT_H_
