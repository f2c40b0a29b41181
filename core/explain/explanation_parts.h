// What explanations of single replies and of episodes have in common (internal to core/explain).
#ifndef BFCLX_CORE_EXPLAIN_EXPLANATION_PARTS_H_
#define BFCLX_CORE_EXPLAIN_EXPLANATION_PARTS_H_

#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/run/scorer.h"
#include "core/value/dict.h"

namespace bfclx::explain {

// Texts and numbers as they are, anything else by its repr.
Value path_value(const std::vector<Value>& path);
Value decode_error_value(const Error& error);
// What the explanations of both kinds begin with.
Dict base_of(const ScoredReply& reply, const RunSettings& settings, std::string_view type);

}  // namespace bfclx::explain

#endif  // BFCLX_CORE_EXPLAIN_EXPLANATION_PARTS_H_
