// Columns as a table of the Arrow C interface.
#ifndef BFCLX_PYTHON_SRC_COLUMNS_TO_ARROW_H_
#define BFCLX_PYTHON_SRC_COLUMNS_TO_ARROW_H_

#include <nanobind/nanobind.h>

#include "python/src/columns.h"

namespace bfclx::python_binding {

// Capsules "arrow_schema" and "arrow_array_stream": a struct of the columns, in one batch. What is
// handed on is a copy.
nanobind::object schema_capsule();
nanobind::object stream_capsule(const Columns& columns);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_COLUMNS_TO_ARROW_H_
