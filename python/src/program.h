// The command-line program inside the module.
#ifndef BFCLX_PYTHON_SRC_PROGRAM_H_
#define BFCLX_PYTHON_SRC_PROGRAM_H_

#include <nanobind/nanobind.h>

namespace bfclx::python_binding {

// Adds _run_program, which bfclx/__main__.py calls.
void bind_program(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_PROGRAM_H_
