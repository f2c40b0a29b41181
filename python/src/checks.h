// Functions of the module that need no dataset.
#ifndef BFCLX_PYTHON_SRC_CHECKS_H_
#define BFCLX_PYTHON_SRC_CHECKS_H_

#include <nanobind/nanobind.h>

#include <string_view>

#include "core/base/result.h"
#include "core/check/ast_checker.h"

namespace bfclx::python_binding {

// "python", "java", "javascript"; raises an UnknownNameError.
Language language_argument(std::string_view name);
// Raises the exception that the official code would have raised: a builtin one by its name, else a
// ValueError.
[[noreturn]] void raise_official(const Error& error);

void bind_checks(nanobind::module_& module);
// What bfclx.compat and bfclx.compare stand on; not for others.
void bind_internals(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_CHECKS_H_
