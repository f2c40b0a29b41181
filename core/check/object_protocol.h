// What Python's operators do with an object of any type, and how they fail.
//
// The official checker trusts its data; where a function doc or a possible answer has another form
// than it expects, Python's own rules decide: a str is searched for a substring, an int has no
// length. These functions give the same answers. Each sets `raised` (whose kind is empty before)
// to the exception, class and text as CPython 3.11 has them, and then returns nothing of use.
#ifndef BFCLX_CORE_CHECK_OBJECT_PROTOCOL_H_
#define BFCLX_CORE_CHECK_OBJECT_PROTOCOL_H_

#include <cstddef>
#include <string_view>

#include "core/base/result.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

// object[key]; nullptr when it raises. The pointer lives as long as the object.
const Value* subscript(const Value& object, std::string_view key, Error& raised);
const Value* subscript(const Value& object, const Value& key, Error& raised);

// needle in container
bool is_member(const Value& needle, const Value& container, Error& raised);

// len(object)
std::size_t length(const Value& object, Error& raised);

// The items that `for item in object` meets. `storage` holds them where the object has no list of
// its own. nullptr when it raises.
const List* iterate(const Value& object, List& storage, Error& raised);

// The items object[0], object[1], ... up to len(object). nullptr when one of them raises.
const List* sequence(const Value& object, List& storage, Error& raised);

// object[index] of an object that should be a list; nullptr when it raises.
const Value* element(const Value& object, std::size_t index, List& storage, Error& raised);

// The dict that `object.method()` is called on; nullptr and AttributeError for other types.
const Dict* dict_with(const Value& object, std::string_view method, Error& raised);

// The value of `key`, a str as a rule, or nullptr: dict.find(key) that looks at entry number `hint`
// first. Calls, docs and answers mostly name their parameters in the same order.
inline const Value* find_near(const Dict& dict, const Value& key, std::size_t hint) {
  if (hint < dict.size() && key.is_str()) {
    const Dict::Entry& entry = dict.entry(hint);
    if (entry.key.is_str() && entry.key.as_str() == key.as_str()) return &entry.value;
  }
  return dict.find(key);
}

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_OBJECT_PROTOCOL_H_
