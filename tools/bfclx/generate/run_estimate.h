// What a run is likely to take (core/generation/estimate.h), by its options and its first requests.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_RUN_ESTIMATE_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_RUN_ESTIMATE_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/conversation/conversation.h"
#include "core/conversation/plan.h"
#include "core/generation/estimate.h"
#include "tools/bfclx/generate/options.h"
#include "tools/bfclx/generate/target.h"

namespace bfclx::tools {

RunEstimate empty_estimate(const GenerateOptions& options, const Target& target,
                           const std::optional<TokenPrices>& prices);
// How many responses the first request of an entry asks for in this run (--one-request).
using ResponsesOf = std::function<std::size_t(const PlannedEntry&)>;
ResponsesOf responses_of(const GenerateOptions& options, const std::string& model,
                         const std::vector<const Category*>& categories);
// An entry by the first request of its conversation, of so many bytes.
void add_entry(const PlannedEntry& planned, std::size_t bytes, std::size_t responses,
               RunEstimate& estimate);
// Bytes of what a conversation asks first.
std::size_t first_bytes(const Conversation& conversation);

// Of all entries. One that cannot begin has no bytes.
RunEstimate estimate_of(const std::vector<PlannedEntry>& planned, RunEstimate empty,
                        const ResponsesOf& responses,
                        const std::function<Result<Conversation>(const PlannedEntry&)>& start);
// Its lines, each without its end.
std::vector<std::string> estimate_lines(const RunEstimate& estimate);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_RUN_ESTIMATE_H_
