// Python's modules as values, as far as calls are seen to use them.
#ifndef BFCLX_CORE_PYTHON_EXTENSIONS_JSON_MODULE_H_
#define BFCLX_CORE_PYTHON_EXTENSIONS_JSON_MODULE_H_

#include <string_view>

#include "core/value/value.h"

namespace bfclx::python {

// A module of the standard library: "<module 'json' from '/usr/lib/python3.11/json/__init__.py'>".
// Of json it has dumps and loads; every other attribute is an Error of kind "Limit".
Value standard_module(std::string_view name, std::string_view file);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EXTENSIONS_JSON_MODULE_H_
