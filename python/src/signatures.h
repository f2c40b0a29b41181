// The functions of the module as `inspect` and editors see them.
#ifndef BFCLX_PYTHON_SRC_SIGNATURES_H_
#define BFCLX_PYTHON_SRC_SIGNATURES_H_

#include <nanobind/nanobind.h>

namespace bfclx::python_binding {

// Gives all functions and methods of the module, which is complete, a `__signature__`.
void add_signatures(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_SIGNATURES_H_
