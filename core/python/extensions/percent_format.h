// The % operator of str.
#ifndef BFCLX_CORE_PYTHON_EXTENSIONS_PERCENT_FORMAT_H_
#define BFCLX_CORE_PYTHON_EXTENSIONS_PERCENT_FORMAT_H_

#include <cstddef>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::python {

// text % arguments. Errors as CPython has them; "Limit" past `max_bytes`.
Result<Value> percent_format(std::string_view text, const Value& arguments, std::size_t max_bytes);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EXTENSIONS_PERCENT_FORMAT_H_
