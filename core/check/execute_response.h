// Whether a decoded step holds calls (multi_turn_utils.py:is_empty_execute_response).
#ifndef BFCLX_CORE_CHECK_EXECUTE_RESPONSE_H_
#define BFCLX_CORE_CHECK_EXECUTE_RESPONSE_H_

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// True for [] and [[]] and their like. The TypeError of `len` for what has no length.
Result<bool> is_empty_execute_response(const Value& decoded);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_EXECUTE_RESPONSE_H_
