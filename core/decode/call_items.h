// What many decoders share once the response is a list of `{"name": ..., "arguments": {...}}`: the
// calls as the checker wants them, and the calls as text to execute.
#ifndef BFCLX_CORE_DECODE_CALL_ITEMS_H_
#define BFCLX_CORE_DECODE_CALL_ITEMS_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// What a family calls the two keys of an item.
struct ItemKeys {
  std::string_view name = "name";
  std::string_view arguments = "arguments";
};

inline constexpr ItemKeys kNameArguments{"name", "arguments"};
inline constexpr ItemKeys kNameParameters{"name", "parameters"};
inline constexpr ItemKeys kToolNameParameters{"tool_name", "parameters"};

// [{item[name]: item[arguments]} for item in items]
Result<Value> calls_from_items(const Value& items, const ItemKeys& keys = kNameArguments);

// "name(k=repr(v),...)"; the error is that of `arguments.items()`.
Result<std::string> call_text(const Value& name, const Value& arguments,
                              std::string_view separator);
// [call_text(item[name], item[arguments]) for item in items], separated by ",".
Result<Value> texts_from_items(const Value& items, const ItemKeys& keys = kNameArguments);
// The same with ", " and `item.get("name", "")`, `item.get("arguments", {})`; what is no dict is
// passed over (hammer.py:xlam_json_to_python_tool_calls, mining.py:decode_execute).
Result<Value> texts_from_dicts(const Value& items);
// [call_text(key, value) for call in calls for key, value in call.items()], separated by ",".
Result<Value> texts_from_calls(const Value& calls);

// `value if isinstance(value, list) else [value]`.
Value as_list(Value value);

}  // namespace bfclx

#endif  // BFCLX_CORE_DECODE_CALL_ITEMS_H_
