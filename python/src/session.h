// The services that bfclx.compat keeps from call to call, as the official executor does.
#ifndef BFCLX_PYTHON_SRC_SESSION_H_
#define BFCLX_PYTHON_SRC_SESSION_H_

#include <nanobind/nanobind.h>

namespace bfclx::python_binding {

// Adds the classes _Session and _Service.
void bind_session(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_SESSION_H_
