#include "core/check/object_protocol.h"

#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/check/findings.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

void raise(Error& raised, std::string_view kind, std::string message) {
  raised = Error{kind, std::move(message)};
}

void raise_type_error(Error& raised, std::string_view before, const Value& object,
                      std::string_view after) {
  raise(raised, "TypeError", concat({before, type_name(object), after}));
}

// What `object[key]` says where `object` is no dict and `key` no index.
void raise_bad_subscript(const Value& object, std::string_view key_type, Error& raised) {
  switch (object.kind()) {
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      raise(raised, "TypeError",
            concat({type_name(object), " indices must be integers or slices, not ", key_type}));
      return;
    case Value::Kind::kStr:
      raise(raised, "TypeError", concat({"string indices must be integers, not '", key_type, "'"}));
      return;
    case Value::Kind::kBytes:
      raise(raised, "TypeError",
            concat({"byte indices must be integers or slices, not ", key_type}));
      return;
    default:
      raise_type_error(raised, "'", object, "' object is not subscriptable");
  }
}

void raise_unhashable(const Value& key, Error& raised) {
  raise_type_error(raised, "unhashable type: '", key, "'");
}

// list[key] of an int or bool key, negative ones counted from the end.
const Value* item_at(const Value& object, const Value& key, Error& raised) {
  const List& items = object.items();
  const auto size = static_cast<std::int64_t>(items.size());
  std::int64_t index = size;
  if (key.is_bool()) {
    index = key.as_bool() ? 1 : 0;
  } else if (key.is_small_int()) {
    index = key.as_int64() < 0 ? key.as_int64() + size : key.as_int64();
  }
  if (index < 0 || index >= size) {
    raise(raised, "IndexError", concat({type_name(object), " index out of range"}));
    return nullptr;
  }
  return &items[static_cast<std::size_t>(index)];
}

void append_characters(std::string_view text, List& characters) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    next_code_point(text, at);
    characters.push_back(Value::str(text.substr(begin, at - begin)));
  }
}

void append_octets(std::string_view octets, List& numbers) {
  for (const char octet : octets) {
    numbers.push_back(Value::integer(static_cast<unsigned char>(octet)));
  }
}

}  // namespace

const Value* subscript(const Value& object, std::string_view key, Error& raised) {
  if (!object.is_dict()) {
    raise_bad_subscript(object, "str", raised);
    return nullptr;
  }
  const Value* found = object.as_dict().find(key);
  if (found == nullptr) raise(raised, "KeyError", repr(Value::str(key)));
  return found;
}

const Value* subscript(const Value& object, const Value& key, Error& raised) {
  if (object.is_dict()) {
    if (!hashable(key)) {
      raise_unhashable(key, raised);
      return nullptr;
    }
    const Value* found = object.as_dict().find(key);
    if (found == nullptr) raise(raised, "KeyError", repr(key));
    return found;
  }
  if ((object.is_list() || object.is_tuple()) && (key.is_int() || key.is_bool())) {
    return item_at(object, key, raised);
  }
  raise_bad_subscript(object, type_name(key), raised);
  return nullptr;
}

bool is_member(const Value& needle, const Value& container, Error& raised) {
  switch (container.kind()) {
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return contains(container.items(), needle);
    case Value::Kind::kDict:
      if (hashable(needle)) return container.as_dict().contains(needle);
      raise_unhashable(needle, raised);
      return false;
    case Value::Kind::kSet:
      if (hashable(needle)) return container.as_set().contains(needle);
      raise_unhashable(needle, raised);
      return false;
    case Value::Kind::kStr:
      if (needle.is_str()) {
        return container.as_str().find(needle.as_str()) != std::string_view::npos;
      }
      raise_type_error(raised, "'in <string>' requires string as left operand, not ", needle, "");
      return false;
    default:
      raise_type_error(raised, "argument of type '", container, "' is not iterable");
      return false;
  }
}

std::size_t length(const Value& object, Error& raised) {
  switch (object.kind()) {
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return object.items().size();
    case Value::Kind::kDict:
      return object.as_dict().size();
    case Value::Kind::kSet:
      return object.as_set().size();
    case Value::Kind::kStr:
      return count_code_points(object.as_str());
    case Value::Kind::kBytes:
      return object.as_bytes().size();
    default:
      raise_type_error(raised, "object of type '", object, "' has no len()");
      return 0;
  }
}

const List* iterate(const Value& object, List& storage, Error& raised) {
  switch (object.kind()) {
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return &object.items();
    case Value::Kind::kDict:
      storage.clear();
      for (const Dict::Entry& entry : object.as_dict()) storage.push_back(entry.key);
      return &storage;
    case Value::Kind::kSet:
      storage = object.as_set().ordered_items();
      return &storage;
    case Value::Kind::kStr:
      storage.clear();
      append_characters(object.as_str(), storage);
      return &storage;
    case Value::Kind::kBytes:
      storage.clear();
      append_octets(object.as_bytes(), storage);
      return &storage;
    default:
      raise_type_error(raised, "'", object, "' object is not iterable");
      return nullptr;
  }
}

const List* sequence(const Value& object, List& storage, Error& raised) {
  if (object.is_list()) return &object.items();
  const std::size_t size = length(object, raised);
  if (!raised.kind.empty()) return nullptr;
  if (object.is_dict()) {
    storage.clear();
    for (std::size_t index = 0; index < size; ++index) {
      const Value key = Value::integer(static_cast<std::int64_t>(index));
      const Value* item = subscript(object, key, raised);
      if (item == nullptr) return nullptr;
      storage.push_back(*item);
    }
    return &storage;
  }
  if (object.kind() == Value::Kind::kSet && size > 0) {
    raise_bad_subscript(object, "int", raised);
    return nullptr;
  }
  return iterate(object, storage, raised);
}

const Value* element(const Value& object, std::size_t index, List& storage, Error& raised) {
  if (object.is_str()) {
    const List* characters = iterate(object, storage, raised);
    if (index < characters->size()) return &(*characters)[index];
    raise(raised, "IndexError", "string index out of range");
    return nullptr;
  }
  return subscript(object, Value::integer(static_cast<std::int64_t>(index)), raised);
}

const Dict* dict_with(const Value& object, std::string_view method, Error& raised) {
  if (object.is_dict()) return &object.as_dict();
  raise(raised, "AttributeError",
        concat({"'", type_name(object), "' object has no attribute '", method, "'"}));
  return nullptr;
}

}  // namespace bfclx
