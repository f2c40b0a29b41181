// Python's operators on values, with the exceptions that CPython 3.11 raises.
#ifndef BFCLX_CORE_PYTHON_OBJECTS_OPERATORS_H_
#define BFCLX_CORE_PYTHON_OBJECTS_OPERATORS_H_

#include <cstddef>
#include <optional>

#include "core/base/result.h"
#include "core/python/syntax/ast.h"
#include "core/value/value.h"

namespace bfclx::python {

// a <op> b. A result larger than `max_bytes` (for str, bytes, lists and tuples) or BigInt::kMaxBits
// is an Error of kind "Limit", found before it is made.
Result<Value> binary_operation(BinaryOperator op, const Value& a, const Value& b,
                               std::size_t max_bytes);
Result<Value> unary_operation(UnaryOperator op, const Value& operand);
// Also `in`, `is` and their negations.
Result<bool> compare_operation(CompareOperator op, const Value& a, const Value& b);
// divmod(a, b).
Result<Value> divmod_operation(const Value& a, const Value& b);

// value[index], for everything but slices.
Result<Value> subscript(const Value& value, const Value& index);
// value[lower:upper:step]; None for a bound that was left out.
Result<Value> slice(const Value& value, const Value& lower, const Value& upper, const Value& step);

// TypeError "unhashable type: 'list'" for what cannot be a key.
Status check_hashable(const Value& value);
// The items that iteration over the value gives; TypeError "'int' object is not iterable".
Result<List> iterate(const Value& value);
bool is_iterable(const Value& value);
// bool, int: the value of `operator.index`. nullopt for other types.
std::optional<Value> as_index(const Value& value);
// float(value) of a bool, an int or a float; OverflowError for an int that is too large. The value
// must be one of them.
Result<double> number_to_double(const Value& value);
bool is_integer(const Value& value);      // bool or int
bool is_real_number(const Value& value);  // or float
Error type_error(std::string message);
// -1, 0 or 1 for bools and ints.
int compare_integers(const Value& a, const Value& b);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_OBJECTS_OPERATORS_H_
