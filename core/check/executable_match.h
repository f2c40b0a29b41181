// How one executed result is compared with the expected one (executable_checker.py:
// executable_checker_simple, patten_matcher; internal to core/check).
#ifndef BFCLX_CORE_CHECK_EXECUTABLE_MATCH_H_
#define BFCLX_CORE_CHECK_EXECUTABLE_MATCH_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// Official texts of a comparison that failed.
struct Mismatch {
  std::string error_type;  // "executable_checker:wrong_result"
  std::string error;
  std::string_view rule;  // check/rules.h
};

// nullopt when `output` of the call passes. `type` is "exact_match", "real_time_match" or anything
// else for structural_match. An Error where the official checker would stop with that exception.
Result<std::optional<Mismatch>> match_result(std::string_view call, const Value& output,
                                             const Value& expected, std::string_view type);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_EXECUTABLE_MATCH_H_
