// Verdict: what the official evaluator says of one response, and why.
#ifndef BFCLX_CORE_CHECK_VERDICT_H_
#define BFCLX_CORE_CHECK_VERDICT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// Our own addition to the official verdict: which rule decided, and where in the call. A page can
// point at it.
struct Reason {
  // Name of the rule, stable: "wrong_func_name", "string_value", "nested_type", "missing_required",
  // "wrong_count", "decoder_failed", ...; see check/rules.h for the list with explanations.
  std::string_view rule;
  // From the list of calls inwards: call index (int), function name, parameter, list index or dict
  // key. Empty when the whole response is meant.
  std::vector<Value> path;
  // What would have passed (alternatives, a type name, a count); None when nothing can be named.
  Value expected;
  // What stood there; None when nothing did.
  Value found;
  // One sentence for people.
  std::string text;
  // Further facts as a dict, for episodes: see check/multi_turn_reason.h. None when there are none.
  Value more = {};
  // The words of `text` that no other member holds, for check/short_reason.h: of `decoder_failed`,
  // `execution` and `evaluator_error` the exception's message, of `not_text` the language, of
  // `unexpected_param` kDeclared where the function has the parameter. Empty otherwise.
  std::string detail = {};
};

inline constexpr std::string_view kDeclared = "declared";

struct Verdict {
  bool valid = false;
  // Official error type, "value_error:string"; empty when valid.
  std::string error_type;
  // Official `error`: a list of texts, for parallel calls with dicts of sub-errors between; None
  // when valid.
  Value error;
  // What the decoder made of the response; nothing when it failed.
  std::optional<Value> decoded;
  // Why it failed; also kept when failing is right (irrelevance).
  std::optional<Error> decode_error;
  // Only on failure.
  std::optional<Reason> why;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_VERDICT_H_
