// Builtins about what an object is: isinstance, type, getattr and the like.
#include <optional>
#include <string>
#include <string_view>

#include "core/python/evaluate/callable.h"
#include "core/python/extensions/more_builtins.h"
#include "core/python/objects/methods.h"
#include "core/python/objects/operators.h"
#include "core/value/cpython_hash.h"

namespace bfclx::python {
namespace {

bool is_type(const Value& value) {
  return value.kind() == Value::Kind::kOpaque && value.as_opaque().type_name == "type";
}

// Whether an object of the type `name` is one of the type `wanted`.
bool is_of_type(std::string_view name, std::string_view wanted) {
  return wanted == name || wanted == "object" || (name == "bool" && wanted == "int");
}

Result<bool> is_instance(const Value& value, const Value& wanted) {
  if (wanted.is_tuple()) {
    for (const Value& one : wanted.items()) {
      BFCLX_ASSIGN_OR_RETURN(const bool is, is_instance(value, one));
      if (is) return true;
    }
    return false;
  }
  if (!is_type(wanted)) {
    return type_error("isinstance() arg 2 must be a type, a tuple of types, or a union");
  }
  return is_of_type(type_name(value), builtin_name(wanted));
}

Error attribute_name_error(const Value& name) {
  return type_error("attribute name must be string, not '" + std::string(type_name(name)) + "'");
}

}  // namespace

Result<Value> builtin_callable(Arguments& arguments) {
  return Value::boolean(is_callable(arguments.positional[0]));
}

Result<Value> builtin_isinstance(Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const bool is,
                         is_instance(arguments.positional[0], arguments.positional[1]));
  return Value::boolean(is);
}

Result<Value> builtin_type(Arguments& arguments) {
  if (arguments.positional.size() != 1) {
    if (arguments.positional.size() == 3) return Error{"Limit", "a new type is not supported"};
    return type_error("type() takes 1 or 3 arguments");
  }
  return type_object(type_name(arguments.positional[0]));
}

Result<Value> builtin_getattr(Arguments& arguments) {
  const Value& name = arguments.positional[1];
  if (!name.is_str()) return attribute_name_error(name);
  Result<Value> result = attribute(arguments.positional[0], name.as_str());
  if (!result.ok() && result.error().kind == "AttributeError" && arguments.positional.size() > 2) {
    return arguments.positional[2];
  }
  return result;
}

Result<Value> builtin_hasattr(Arguments& arguments) {
  const Value& name = arguments.positional[1];
  if (!name.is_str()) return attribute_name_error(name);
  Result<Value> result = attribute(arguments.positional[0], name.as_str());
  if (!result.ok() && result.error().kind != "AttributeError") return result;
  return Value::boolean(result.ok());
}

Result<Value> builtin_hash(Arguments& arguments) {
  BFCLX_RETURN_IF_ERROR(check_hashable(arguments.positional[0]));
  const auto hash = cpython_hash(arguments.positional[0]);
  if (!hash) return Error{"Limit", "hash() of an address is not supported"};
  return Value::integer(static_cast<std::int64_t>(*hash));
}

}  // namespace bfclx::python
