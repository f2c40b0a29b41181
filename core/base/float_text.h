// Floats to and from text as Python has them.
#ifndef BFCLX_CORE_BASE_FLOAT_TEXT_H_
#define BFCLX_CORE_BASE_FLOAT_TEXT_H_

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace bfclx {

// repr(float): the shortest text that reads back, of those the nearest; "1e+16", "0.0001", "1e-05",
// "nan", "inf", "-0.0".
std::string float_repr(double value);
void append_float_repr(std::string& out, double value);

// Correctly rounded value of a plain decimal literal: digits, at most one point, optional exponent,
// optional sign; no underscores, no white space. Out of range gives inf or 0, never an error.
double parse_decimal(std::string_view text);

// Python's float(text): white space around, underscores between digits, "inf", "infinity", "nan" in
// any case. Error "ValueError" with Python's text, "could not convert string to float: 'x'".
Result<double> python_float(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_FLOAT_TEXT_H_
