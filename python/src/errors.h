// What could not proceed, as Python exceptions. A wrong answer of a model is none: it is a Verdict.
#ifndef BFCLX_PYTHON_SRC_ERRORS_H_
#define BFCLX_PYTHON_SRC_ERRORS_H_

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace bfclx::python_binding {

// Raise the classes of python/bfclx/_errors.py. A DatasetError carries the error's place; where it
// has none, `file`.
[[noreturn]] void raise_dataset_error(const Error& error, std::string_view file = {});
[[noreturn]] void raise_dataset_error(const std::string& message, std::string_view file = {});
[[noreturn]] void raise_unknown_entry(const std::string& message);
[[noreturn]] void raise_configuration_error(const std::string& message);
// Of core/checker: with its path.
[[noreturn]] void raise_schema_error(const Error& error);
[[noreturn]] void raise_unknown_name(const std::string& message);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_ERRORS_H_
