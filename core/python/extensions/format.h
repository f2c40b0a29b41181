// format() and f-string fields.
#ifndef BFCLX_CORE_PYTHON_EXTENSIONS_FORMAT_H_
#define BFCLX_CORE_PYTHON_EXTENSIONS_FORMAT_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::python {

// format(value, spec): Python's format specification mini-language for bool, int, float and str.
// Errors: "ValueError" and "TypeError" with CPython's texts, "Limit" for widths and precisions that
// are out of proportion and for the types 'n' and complex.
Result<std::string> format_value(const Value& value, std::string_view spec);

// ascii(value).
std::string ascii_of(const Value& value);

// printf's e, f and g as Python prints them ("1e+16", "inf", "nan"); `alternate` keeps the point.
std::string format_double(double value, char type, int precision, bool alternate);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EXTENSIONS_FORMAT_H_
