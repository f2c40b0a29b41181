// What Python does with an object of any type: its length, its items, subscripts, membership,
// attributes; with the exceptions that CPython 3.11 raises (errors.h) where the type does not fit.
//
// The one place for this: the evaluator, the decoders, the checker and the simulated services all
// trust their data as the official programs do, and where a response, a function doc or a possible
// answer has another form than they expect, these functions decide. Pointers that are given back
// live as long as the object, or as the `storage` of the caller where the object has none of its
// own (letters of a text, octets, keys of a dict, numbers of a range).
#ifndef BFCLX_CORE_PYTHON_OBJECTS_PROTOCOL_H_
#define BFCLX_CORE_PYTHON_OBJECTS_PROTOCOL_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/base/utf8.h"
#include "core/python/objects/errors.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx::python {

// TypeError "unhashable type: 'list'" for what cannot be a key.
Status check_hashable(const Value& value);

// bool, int: the value of `operator.index`. nullopt for other types.
std::optional<Value> as_index(const Value& value);
// The same; "'str' object cannot be interpreted as an integer".
Result<Value> index_of(const Value& value);

// len(value).
Result<std::size_t> length(const Value& value);

// value[key].
Result<Value> subscript(const Value& value, const Value& key);
// The same, where the object has the item: nothing is copied.
Result<const Value*> subscript(const Value& value, const Value& key, Value& storage);
Result<const Value*> subscript(const Value& value, std::string_view key);
// value[lower:upper:step]; None for a bound that was left out.
Result<Value> slice(const Value& value, const Value& lower, const Value& upper, const Value& step);

// needle in container; an iterator is asked for its items up to that one.
Result<bool> is_member(const Value& needle, const Value& container);

bool is_iterable(const Value& value);
// The items that iteration over the value gives; an iterator has none left afterwards.
Result<List> iterate(const Value& value);
// The same, without a copy of lists and tuples.
Result<const List*> iterate(const Value& value, List& storage);
// value[0], value[1], ... up to len(value): of a dict, the values of these keys.
Result<const List*> sequence(const Value& value, List& storage);

// The text or the dict that `value.method(...)` is called on; AttributeError for other types.
inline Result<std::string_view> str_method(const Value& value, std::string_view method) {
  if (!value.is_str()) return no_attribute(value, method);
  return value.as_str();
}
inline Result<const Dict*> dict_method(const Value& value, std::string_view method) {
  if (!value.is_dict()) return no_attribute(value, method);
  return &value.as_dict();
}

// `for item in value: visit(item)`, with no list in between; `visit` gives a Status, and the first
// error ends the loop.
template <typename Visit>
Status for_each_item(const Value& value, Visit&& visit) {
  switch (value.kind()) {
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      for (const Value& item : value.items()) BFCLX_RETURN_IF_ERROR(visit(item));
      return {};
    case Value::Kind::kDict:
      for (const Dict::Entry& entry : value.as_dict()) BFCLX_RETURN_IF_ERROR(visit(entry.key));
      return {};
    case Value::Kind::kSet:
      for (const Value& item : value.as_set().ordered_items()) BFCLX_RETURN_IF_ERROR(visit(item));
      return {};
    case Value::Kind::kStr: {
      const std::string_view text = value.as_str();
      for (std::size_t offset = 0; offset < text.size();) {
        const std::size_t begin = offset;
        next_code_point(text, offset);
        BFCLX_RETURN_IF_ERROR(visit(Value::str(text.substr(begin, offset - begin))));
      }
      return {};
    }
    case Value::Kind::kBytes:
      for (const char octet : value.as_bytes()) {
        BFCLX_RETURN_IF_ERROR(visit(Value::integer(static_cast<unsigned char>(octet))));
      }
      return {};
    default: {
      BFCLX_ASSIGN_OR_RETURN(const List items, iterate(value));
      for (const Value& item : items) BFCLX_RETURN_IF_ERROR(visit(item));
      return {};
    }
  }
}

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_OBJECTS_PROTOCOL_H_
