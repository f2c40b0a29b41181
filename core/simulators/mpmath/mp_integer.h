// Boost's integer and Value's. For high_precision.h alone.
#ifndef BFCLX_CORE_SIMULATORS_MPMATH_MP_INTEGER_H_
#define BFCLX_CORE_SIMULATORS_MPMATH_MP_INTEGER_H_

#include "core/simulators/mpmath/mp_float.h"
#include "core/value/value.h"

namespace bfclx::mp {

// Of a bool or an int of any size.
Integer to_integer(const Value& value);

}  // namespace bfclx::mp

#endif  // BFCLX_CORE_SIMULATORS_MPMATH_MP_INTEGER_H_
