// What the JSON of single responses and of episodes has in common (internal to core/explain).
#ifndef BFCLX_CORE_EXPLAIN_EXPLANATION_JSON_PARTS_H_
#define BFCLX_CORE_EXPLAIN_EXPLANATION_JSON_PARTS_H_

#include <string_view>
#include <vector>

#include "core/explain/explanation.h"
#include "core/value/dict.h"

namespace bfclx::explanations {

// Texts and numbers as they are, anything else by its repr.
Value path_value(const std::vector<Value>& path);
// {"kind", "message", "text"}: `text` says it without Python's words, where it can.
Value decode_error_value(const Error& error, std::string_view response);
// What the explanations of both kinds begin with.
Dict base_of(const Explanation& explanation, std::string_view type);
// Of one that has an episode.
Value episode_json(const Explanation& explanation);

}  // namespace bfclx::explanations

#endif  // BFCLX_CORE_EXPLAIN_EXPLANATION_JSON_PARTS_H_
