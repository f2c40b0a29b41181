// Python's operators on values of any type, with the exceptions that CPython 3.11 raises.
#ifndef BFCLX_CORE_PYTHON_OBJECTS_OPERATORS_H_
#define BFCLX_CORE_PYTHON_OBJECTS_OPERATORS_H_

#include <cstddef>

#include "core/base/result.h"
#include "core/python/objects/arithmetic.h"
#include "core/python/objects/errors.h"
#include "core/python/objects/protocol.h"
#include "core/python/syntax/ast.h"
#include "core/value/value.h"

namespace bfclx::python {

// a <op> b. A result larger than `max_bytes` (for str, bytes, lists and tuples) or BigInt::kMaxBits
// is an Error of kind "Limit", found before it is made.
Result<Value> binary_operation(BinaryOperator op, const Value& a, const Value& b,
                               std::size_t max_bytes);
// Also `in`, `is` and their negations.
Result<bool> compare_operation(CompareOperator op, const Value& a, const Value& b);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_OBJECTS_OPERATORS_H_
