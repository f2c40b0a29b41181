// repr() and str() of values, as CPython 3.11 prints them.
#ifndef BFCLX_CORE_VALUE_REPR_H_
#define BFCLX_CORE_VALUE_REPR_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/str_repr.h"  // append_repr_str
#include "core/value/value.h"

namespace bfclx {

// "{'a': [1, 2.5, None]}", "'it\\'s'" where both quotes occur, "b'x'", "(1,)", "1j", "set()".
// Code points that Python calls not printable (Unicode 14.0, as CPython 3.11 has it) are escaped.
// A container inside itself prints as "[...]" or "{...}".
std::string repr(const Value& value);
void append_repr(std::string& out, const Value& value);
// At least the first `size` bytes of repr(value), or all of it; takes as long as these take.
std::string repr_begin(const Value& value, std::size_t size);
void append_repr_bytes(std::string& out, std::string_view octets);
void append_int(std::string& out, const Value& value);  // the decimal digits of any int

// str(v): a str is itself, everything else is its repr (an Opaque has its own).
std::string str(const Value& value);

// ValueError with CPython's text when an int in the value has more decimal digits than CPython
// prints (4300): repr and str would raise there, these here print it.
Status check_digits(const Value& value);
// The ValueError of str() of such an int.
Error too_many_digits();

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_REPR_H_
