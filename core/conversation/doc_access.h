// Reading and changing function docs with the errors that Python gives: for tools.cpp and
// language_hints.cpp alone.
#ifndef BFCLX_CORE_CONVERSATION_DOC_ACCESS_H_
#define BFCLX_CORE_CONVERSATION_DOC_ACCESS_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/python/objects/protocol.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx::docs {

// value[key], which shares its object with `value`.
inline Result<Value> at(const Value& value, std::string_view key) {
  BFCLX_ASSIGN_OR_RETURN(const Value* const found, python::subscript(value, key));
  return *found;
}

inline Result<Value> dict_at(const Value& value, std::string_view key) {
  BFCLX_ASSIGN_OR_RETURN(Value inner, at(value, key));
  if (inner.is_dict()) return inner;
  return python::no_attribute(inner, "items");
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
