// The methods of str that hardly any response uses.
#ifndef BFCLX_CORE_PYTHON_EXTENSIONS_MORE_STR_METHODS_H_
#define BFCLX_CORE_PYTHON_EXTENSIONS_MORE_STR_METHODS_H_

#include <span>

#include "core/base/result.h"
#include "core/python/objects/methods.h"
#include "core/value/value.h"

namespace bfclx::python {

std::span<const MethodRow> more_str_methods();

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EXTENSIONS_MORE_STR_METHODS_H_
