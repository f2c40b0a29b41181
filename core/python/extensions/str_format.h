// text.format(...) and text.format_map(mapping).
#ifndef BFCLX_CORE_PYTHON_EXTENSIONS_STR_FORMAT_H_
#define BFCLX_CORE_PYTHON_EXTENSIONS_STR_FORMAT_H_

#include "core/base/result.h"
#include "core/python/evaluate/builtins.h"
#include "core/value/value.h"

namespace bfclx::python {

Result<Value> str_format(const Value& self, Arguments& arguments);
Result<Value> str_format_map(const Value& self, Arguments& arguments);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EXTENSIONS_STR_FORMAT_H_
