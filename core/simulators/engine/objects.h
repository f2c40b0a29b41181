// More of what the simulated classes do with objects of any type (see support.h for operators and
// items), with CPython 3.11's exceptions.
#ifndef BFCLX_CORE_SIMULATORS_ENGINE_OBJECTS_H_
#define BFCLX_CORE_SIMULATORS_ENGINE_OBJECTS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// A builtin of one argument: call_builtin("len", object).
Result<Value> call_builtin(std::string_view name, const Value& object);
// f"{object}"
Result<std::string> text_of(const Value& object);
// {key: text}
Value text_result(std::string_view key, std::string_view text);
// {'error': f"{before}{object}{after}"}
Result<Value> error_about(std::string_view before, const Value& object, std::string_view after);

// object[key]
Result<Value> get_item(const Value& object, std::string_view key);
Result<Value> get_item(const Value& object, const Value& key);
// object.get(key, otherwise)
Result<Value> dict_get(const Value& object, std::string_view key, Value otherwise = {});
Result<Value> dict_get(const Value& object, const Value& key, Value otherwise = {});

// object.append(item), object.extend(items), object.remove(item) of lists
Status list_append(const Value& object, Value item);
Status list_extend(const Value& object, const Value& items);
Status list_remove(const Value& object, const Value& item);

// object.lower() of str and bytes
Result<Value> lowered(const Value& object);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_ENGINE_OBJECTS_H_
