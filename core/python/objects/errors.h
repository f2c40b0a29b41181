// The exceptions that CPython 3.11 raises for an object of the wrong type or value: its words, each
// of them here and nowhere else.
#ifndef BFCLX_CORE_PYTHON_OBJECTS_ERRORS_H_
#define BFCLX_CORE_PYTHON_OBJECTS_ERRORS_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::python {

Error type_error(std::string message);
Error value_error(std::string message);
// KeyError: repr(key).
Error key_error(const Value& key);
Error key_error(std::string_view key);
Error index_error(std::string message);

// NameError "name 'x' is not defined".
Error undefined_name(std::string_view name);
// AttributeError "'int' object has no attribute 'x'".
Error no_attribute(const Value& value, std::string_view attribute);
// TypeErrors: "'int' object is not iterable", "argument of type 'int' is not iterable", "object of
// type 'int' has no len()", "'int' object is not subscriptable".
Error not_iterable(const Value& value);
Error not_a_container(const Value& value);
Error no_length(const Value& value);
Error not_subscriptable(const Value& value);
// What value[key] says where `value` is no dict and `key`, of this type, no index.
Error bad_subscript(const Value& value, std::string_view key_type);
// "unhashable type: 'list'": the type of what is inside where the value is a tuple.
Error unhashable(const Value& value);
// "'str' object cannot be interpreted as an integer".
Error not_an_integer(const Value& value);
// "can only concatenate str (not "int") to str", of this text or list and that value.
Error cannot_concatenate(const Value& left, const Value& right);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_OBJECTS_ERRORS_H_
