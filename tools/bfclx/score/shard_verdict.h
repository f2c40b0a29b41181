// A verdict as the file of a shard has it: JSON text.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_SHARD_VERDICT_H_
#define BFCLX_TOOLS_BFCLX_SCORE_SHARD_VERDICT_H_

#include <string>

#include "core/run/scorer.h"
#include "core/value/value.h"

namespace bfclx::tools {

// The verdict of a line, as far as a report counts it.
void restore_verdict(ScoredReply& reply, const Value& line);

bool lacked_memory(const std::string& verdict);

// Whether two say the same, though another program wrote one of them again.
bool is_same_verdict(const std::string& a, const std::string& b);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_SHARD_VERDICT_H_
