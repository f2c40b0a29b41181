// Several calls against several expected ones, by schema or exactly (internal to core/checker).
#ifndef BFCLX_CORE_CHECKER_CALL_PAIRING_H_
#define BFCLX_CORE_CHECKER_CALL_PAIRING_H_

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/check/verdict.h"
#include "core/checker/checker.h"

namespace bfclx {

// Whether a call fits an expected one, by call: alternatives share their expected calls.
struct KnownFits {
  std::unordered_map<const ExpectedCall*, std::vector<std::optional<bool>>> fits;
};

struct PairingSettings {
  ValueMatching match;
  const std::vector<FunctionDoc>& functions;
  bool underscore_to_dot;
  KnownFits& known;
};

// `calls` has the form that is_function_calling_format accepts; `expected` is not empty. In any
// order, calls pass when there is a way at all to pair them with the expected ones, not only when
// each takes the first that fits, as officially. `progress` grows with what was equal.
Verdict pair_calls(const Value& calls, const ExpectedCalls& expected, CallOrder order,
                   const PairingSettings& settings, std::size_t& progress);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_CALL_PAIRING_H_
