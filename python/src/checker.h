// Checker: calls against someone's own functions and expected calls, without a dataset.
#ifndef BFCLX_PYTHON_SRC_CHECKER_H_
#define BFCLX_PYTHON_SRC_CHECKER_H_

#include <nanobind/nanobind.h>

namespace bfclx::python_binding {

// Adds the class Checker.
void bind_checker(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_CHECKER_H_
