// Files of responses, as any program writes them, for Python.
#ifndef BFCLX_PYTHON_SRC_READ_LOG_H_
#define BFCLX_PYTHON_SRC_READ_LOG_H_

#include <nanobind/nanobind.h>

namespace bfclx::python_binding {

// Adds _read_log, which python/bfclx/_log.py gives its public shape.
void bind_read_log(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_READ_LOG_H_
