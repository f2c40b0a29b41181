// The audit of verdicts at hand.
#ifndef BFCLX_PYTHON_SRC_AUDIT_H_
#define BFCLX_PYTHON_SRC_AUDIT_H_

#include <nanobind/nanobind.h>

namespace bfclx::python_binding {

// Adds _audit, which bfclx/_audit.py calls.
void bind_audit(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_AUDIT_H_
