// Python objects put together and looked up, for the files of this module.
#ifndef BFCLX_CORE_CONVERSATION_VALUES_H_
#define BFCLX_CORE_CONVERSATION_VALUES_H_

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/python/objects/errors.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

// A dict of these members, in this order.
inline Value make_dict(std::initializer_list<std::pair<std::string_view, Value>> members) {
  Dict dict;
  dict.reserve(members.size());
  for (const auto& [name, value] : members) dict.set(name, value);
  return Value::dict(std::move(dict));
}

// {"role": role, "content": content}
inline Value message_of(std::string_view role, Value content) {
  return make_dict({{"role", Value::str(role)}, {"content", std::move(content)}});
}

// object[name]; nullptr when there is none, or when it is no dict.
inline const Value* member(const Value& object, std::string_view name) {
  return object.is_dict() ? object.as_dict().find(name) : nullptr;
}

// object[name] as text; empty when it is none.
inline std::string_view text_member(const Value& object, std::string_view name) {
  const Value* value = member(object, name);
  return value != nullptr && value->is_str() ? value->as_str() : std::string_view();
}

// object[name] where it is there and not None, else nullptr: what a lenient reader wants.
inline const Value* present(const Value& object, std::string_view name) {
  const Value* value = member(object, name);
  return value != nullptr && !value->is_none() ? value : nullptr;
}

using python::key_error;

// object[name], or the KeyError.
inline Result<Value> required_member(const Value& object, std::string_view name) {
  if (const Value* value = member(object, name)) return *value;
  return key_error(name);
}

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_VALUES_H_
