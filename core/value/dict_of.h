// Python objects for JSON, put together member by member and looked up again.
#ifndef BFCLX_CORE_VALUE_DICT_OF_H_
#define BFCLX_CORE_VALUE_DICT_OF_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

// dict_of({{"name", text}, {"count", 3}}): a dict with these members, in this order.
struct DictMember {
  DictMember(std::string_view member, Value content) : name(member), value(std::move(content)) {}
  DictMember(std::string_view member, std::string_view text)
      : name(member), value(Value::str(text)) {}
  DictMember(std::string_view member, const std::string& text)
      : name(member), value(Value::str(text)) {}
  DictMember(std::string_view member, const char* text) : name(member), value(Value::str(text)) {}
  DictMember(std::string_view member, bool flag) : name(member), value(Value::boolean(flag)) {}
  DictMember(std::string_view member, std::size_t count)
      : name(member), value(Value::integer(static_cast<std::int64_t>(count))) {}
  DictMember(std::string_view member, double number) : name(member), value(Value::real(number)) {}

  std::string_view name;
  Value value;
};

inline Value dict_of(std::initializer_list<DictMember> members) {
  Dict dict;
  dict.reserve(members.size());
  for (const DictMember& member : members) dict.set(member.name, member.value);
  return Value::dict(std::move(dict));
}

template <typename Texts>
Value list_of_texts(const Texts& texts) {
  List items;
  items.reserve(texts.size());
  for (const auto& text : texts) items.push_back(Value::str(text));
  return Value::list(std::move(items));
}

// object[name]; nullptr when there is none, or when it is no dict.
inline const Value* find_member(const Value& object, std::string_view name) {
  return object.is_dict() ? object.as_dict().find(name) : nullptr;
}

// object[name]; nullptr where it is absent or None, which Parquet adds.
inline const Value* given_member(const Value& object, std::string_view name) {
  const Value* member = find_member(object, name);
  return member != nullptr && !member->is_none() ? member : nullptr;
}

// object[name] as text; empty when it is none.
inline std::string_view find_text(const Value& object, std::string_view name) {
  const Value* value = find_member(object, name);
  return value != nullptr && value->is_str() ? value->as_str() : std::string_view();
}

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_DICT_OF_H_
