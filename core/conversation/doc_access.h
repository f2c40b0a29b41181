// Reading and changing function docs with the errors that Python gives: for tools.cpp and
// language_hints.cpp alone.
#ifndef BFCLX_CORE_CONVERSATION_DOC_ACCESS_H_
#define BFCLX_CORE_CONVERSATION_DOC_ACCESS_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/dict.h"
#include "core/value/repr.h"
#include "core/value/value.h"

namespace bfclx::docs {

inline Error key_error(std::string_view key) { return {"KeyError", repr(Value::str(key))}; }

// What `value["..."]` raises for a value that is no dict.
inline Error no_subscript(const Value& value) {
  if (value.is_str()) return {"TypeError", "string indices must be integers, not 'str'"};
  if (value.is_sequence()) {
    return {"TypeError",
            std::string(type_name(value)) + " indices must be integers or slices, not str"};
  }
  return {"TypeError", "'" + std::string(type_name(value)) + "' object is not subscriptable"};
}

// value[key], which shares its object with `value`.
inline Result<Value> at(const Value& value, std::string_view key) {
  if (!value.is_dict()) return no_subscript(value);
  const Value* found = value.as_dict().find(key);
  if (found == nullptr) return key_error(key);
  return *found;
}

inline Result<Value> dict_at(const Value& value, std::string_view key) {
  BFCLX_ASSIGN_OR_RETURN(Value inner, at(value, key));
  if (inner.is_dict()) return inner;
  return Error{"AttributeError",
               "'" + std::string(type_name(inner)) + "' object has no attribute 'items'"};
}

// value["description"] += text
inline Status append_description(const Value& value, std::string_view text) {
  BFCLX_ASSIGN_OR_RETURN(const Value before, at(value, "description"));
  if (!before.is_str()) {
    return Error{"TypeError", "unsupported operand type(s) for +=: '" +
                                  std::string(type_name(before)) + "' and 'str'"};
  }
  value.mutable_dict().set("description", Value::str(std::string(before.as_str()).append(text)));
  return {};
}

}  // namespace bfclx::docs

#endif  // BFCLX_CORE_CONVERSATION_DOC_ACCESS_H_
