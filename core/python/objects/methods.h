// Attributes and methods of the builtin types, and the rows that their tables are made of.
#ifndef BFCLX_CORE_PYTHON_OBJECTS_METHODS_H_
#define BFCLX_CORE_PYTHON_OBJECTS_METHODS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/python/evaluate/builtins.h"
#include "core/value/value.h"

namespace bfclx::python {

// How CPython words a wrong number of arguments.
enum class MethodArity : std::uint8_t {
  kCounted,   // "str.join() takes exactly one argument (0 given)", or no arguments
  kExpected,  // "replace expected at least 2 arguments, got 1"
  kTakes,     // "find() takes at most 3 arguments (4 given)"
};

struct MethodRow {
  Value::Kind kind;
  std::string_view name;
  // Arguments by name come in their places, None for those that are left out.
  Result<Value> (*call)(const Value& self, Arguments& arguments);
  std::size_t least;
  std::size_t most;
  MethodArity arity = MethodArity::kCounted;
  // The parameters' names where they can be given by name, each between spaces; "*" where the
  // method takes any keywords itself.
  std::string_view keywords = {};
};

// nullptr when there is none.
const MethodRow* find_row(std::span<const MethodRow> rows, Value::Kind kind, std::string_view name);

// "'str' object cannot be interpreted as an integer", or an OverflowError.
Result<std::int64_t> index_argument(const Value& value);
// Of a bool or an int; one that is too large is clipped.
std::int64_t clipped_index(const Value& value);

// value.name(...): a method of a builtin type.
Result<Value> call_method(const Value& value, std::string_view name, Arguments& arguments);
bool has_method(const Value& value, std::string_view name);
// value.name: numbers' parts, bound methods; AttributeError "'int' object has no attribute 'x'".
Result<Value> attribute(const Value& value, std::string_view name);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_OBJECTS_METHODS_H_
