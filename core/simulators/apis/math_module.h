// Python's module `math` as a value, for the texts that estimate_derivative evaluates: constants
// and functions of one or two numbers.
#ifndef BFCLX_CORE_SIMULATORS_APIS_MATH_MODULE_H_
#define BFCLX_CORE_SIMULATORS_APIS_MATH_MODULE_H_

#include "core/value/value.h"

namespace bfclx {

// Errors of the functions are CPython 3.11's: "must be real number, not str", "math domain error",
// "math.sin() takes exactly one argument (2 given)". What is not there is an Error "Limit".
Value math_module();

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_MATH_MODULE_H_
