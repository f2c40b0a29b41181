// A verdict as a line of --verdicts has it: JSON text.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_SHARD_VERDICT_H_
#define BFCLX_TOOLS_BFCLX_SCORE_SHARD_VERDICT_H_

#include <string>
#include <string_view>

#include "core/run/scorer.h"
#include "core/value/value.h"

namespace bfclx::tools {

// The type of the error; of episodes it stands inside `error`. Empty where there is none.
std::string_view error_type_of(const Value& line);

// The verdict of a line, as far as a report counts it. False where it is none: "valid" is neither
// true nor false, nor null for an entry that was skipped.
bool restore_verdict(ScoredResponse& response, const Value& line);

bool lacked_memory(const std::string& verdict);

// Whether two say the same, though another program wrote one of them again.
bool is_same_verdict(const std::string& a, const std::string& b);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_SHARD_VERDICT_H_
