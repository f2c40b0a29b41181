// Arithmetic of bools, ints, floats and complex numbers, with the exceptions that CPython 3.11
// raises: what operators.h does with numbers.
#ifndef BFCLX_CORE_PYTHON_OBJECTS_ARITHMETIC_H_
#define BFCLX_CORE_PYTHON_OBJECTS_ARITHMETIC_H_

#include <cstdint>
#include <string_view>

#include "core/base/result.h"
#include "core/python/syntax/ast.h"
#include "core/value/bigint.h"
#include "core/value/value.h"

namespace bfclx::python {

bool is_integer(const Value& value);         // bool or int
bool is_real_number(const Value& value);     // or float
bool is_complex_number(const Value& value);  // or complex

// float(value) of a bool, an int or a float; OverflowError for an int that is too large. The value
// must be one of them.
Result<double> number_to_double(const Value& value);
// -1, 0 or 1 for bools and ints.
int compare_integers(const Value& a, const Value& b);

// a <op> b, where both are numbers of these types at most. TypeError for operators that they do not
// have; "Limit" for integers past BigInt::kMaxBits.
Result<Value> integer_operation(BinaryOperator op, const Value& a, const Value& b);
Result<Value> float_operation(BinaryOperator op, const Value& left, const Value& right);
Result<Value> complex_operation(BinaryOperator op, const Value& left, const Value& right);
Result<Value> unary_operation(UnaryOperator op, const Value& operand);
// divmod(a, b).
Result<Value> divmod_operation(const Value& a, const Value& b);
// "unsupported operand type(s) for +: 'int' and 'str'"
Error unsupported_operands(BinaryOperator op, const Value& a, const Value& b);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_OBJECTS_ARITHMETIC_H_
