// A value as bytes that differ wherever two values do, in type, order of members or anything else:
// a key for whatever is remembered of values. For one run of the program alone; nothing reads it.
#ifndef BFCLX_CORE_VALUE_EXACT_BYTES_H_
#define BFCLX_CORE_VALUE_EXACT_BYTES_H_

#include <cstddef>
#include <cstring>
#include <string>

#include "core/value/value.h"

namespace bfclx {

// The bytes of a number or pointer, in the machine's order.
template <typename Number>
void append_bytes(const Number& number, std::string& out) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

// False where there are none: JSON has no such value, it is nested deeply, or `out` grows beyond
// about `most` bytes; `out` then holds a part of them.
bool append_exactly(const Value& value, std::size_t most, std::string& out);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_EXACT_BYTES_H_
