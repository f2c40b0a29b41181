// REST answers against the recorded response: status, type and keys
// (executable_checker.py:executable_checker_rest; internal to core/check).
#ifndef BFCLX_CORE_CHECK_EXECUTABLE_REST_H_
#define BFCLX_CORE_CHECK_EXECUTABLE_REST_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

struct RestMismatch {
  std::string error_type;
  std::string error;
  std::string_view rule;
  Value expected;  // status, keys, length; None where there is nothing to name
  Value found;
};

// nullopt when `result`, what the call gave, passes. `recorded`: the response as JSON text.
std::optional<RestMismatch> match_rest(const Value& result, std::string_view recorded);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_EXECUTABLE_REST_H_
