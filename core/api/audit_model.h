// A run as an argument of the calls that audit (calls_audit.cpp).
#ifndef BFCLX_CORE_API_AUDIT_MODEL_H_
#define BFCLX_CORE_API_AUDIT_MODEL_H_

#include "core/api/module.h"
#include "core/audit/audit.h"

namespace bfclx::api {

// Adds the responses of one model, {"name", "handles", "settings"}; scored anew, as what a verdict
// was made of was forgotten.
Status audit_model(Module& module, const Value& given, Audit& audit);

}  // namespace bfclx::api

#endif  // BFCLX_CORE_API_AUDIT_MODEL_H_
