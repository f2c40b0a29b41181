// The core's Values as Python objects.
#ifndef BFCLX_PYTHON_SRC_FROM_VALUE_H_
#define BFCLX_PYTHON_SRC_FROM_VALUE_H_

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "core/value/value.h"

namespace bfclx::python_binding {

// An object that no checker looks into, such as a Decimal that a call made.
struct OpaqueObject {
  std::string type_name;
  std::string repr;
};

// A copy; what is one object in the Value is one in the copy. An opaque object becomes a
// bfclx.Opaque.
nanobind::object from_value(const Value& value);
// Lone surrogates come back as such.
nanobind::object from_text(std::string_view text);

// Adds the class Opaque.
void bind_opaque(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_FROM_VALUE_H_
