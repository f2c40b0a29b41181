// A run as an argument of the calls that audit (calls_audit.cpp).
#ifndef BFCLX_CORE_API_AUDIT_MODEL_H_
#define BFCLX_CORE_API_AUDIT_MODEL_H_

#include <cstddef>

#include "core/api/module.h"
#include "core/audit/answer_memo.h"
#include "core/audit/audit.h"

namespace bfclx::api {

// Bytes of the answers that one audit remembers.
inline constexpr std::size_t kAuditMemo = std::size_t{64} << 20;

// Adds the responses of one model, {"name", "handles", "settings"}; scored anew, as what a verdict
// was made of was forgotten, but for those that `memo` has.
Status audit_model(Module& module, const Value& given, Audit& audit, AnswerMemo& memo);

}  // namespace bfclx::api

#endif  // BFCLX_CORE_API_AUDIT_MODEL_H_
