#include "core/decode/call_items.h"

#include <utility>

#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

using python_like::dict_method;
using python_like::for_each_item;
using python_like::subscript;

Result<Value> calls_from_items(const Value& items, const ItemKeys& keys) {
  List calls;
  const auto visit = [&](const Value& item) -> Status {
    BFCLX_ASSIGN_OR_RETURN(const Value* name, subscript(item, keys.name));
    BFCLX_ASSIGN_OR_RETURN(const Value* arguments, subscript(item, keys.arguments));
    BFCLX_ASSIGN_OR_RETURN(Value call, python_like::one_item_dict(*name, *arguments));
    calls.push_back(std::move(call));
    return {};
  };
  BFCLX_RETURN_IF_ERROR(for_each_item(items, visit));
  return Value::list(std::move(calls));
}

Result<std::string> call_text(const Value& name, const Value& arguments,
                              std::string_view separator) {
  BFCLX_ASSIGN_OR_RETURN(const Dict* entries, dict_method(arguments, "items"));
  std::string text;
  python_like::append_format(text, name);
  text += '(';
  bool first = true;
  for (const Dict::Entry& entry : *entries) {
    if (!first) text += separator;
    first = false;
    python_like::append_format(text, entry.key);
    text += '=';
    append_repr(text, entry.value);
  }
  text += ')';
  return text;
}

Result<Value> texts_from_items(const Value& items, const ItemKeys& keys) {
  List texts;
  const auto visit = [&](const Value& item) -> Status {
    BFCLX_ASSIGN_OR_RETURN(const Value* name, subscript(item, keys.name));
    BFCLX_ASSIGN_OR_RETURN(const Value* arguments, subscript(item, keys.arguments));
    BFCLX_ASSIGN_OR_RETURN(const std::string text, call_text(*name, *arguments, ","));
    texts.push_back(Value::str(text));
    return {};
  };
  BFCLX_RETURN_IF_ERROR(for_each_item(items, visit));
  return Value::list(std::move(texts));
}

Result<Value> texts_from_dicts(const Value& items) {
  List texts;
  const Value no_name = Value::str("");
  const Value no_arguments = Value::dict();
  const auto visit = [&](const Value& item) -> Status {
    if (!item.is_dict()) return {};
    const Value* name = item.as_dict().find("name");
    const Value* arguments = item.as_dict().find("arguments");
    BFCLX_ASSIGN_OR_RETURN(const std::string text,
                           call_text(name != nullptr ? *name : no_name,
                                     arguments != nullptr ? *arguments : no_arguments, ", "));
    texts.push_back(Value::str(text));
    return {};
  };
  BFCLX_RETURN_IF_ERROR(for_each_item(items, visit));
  return Value::list(std::move(texts));
}

Result<Value> texts_from_calls(const Value& calls) {
  List texts;
  const auto visit = [&](const Value& call) -> Status {
    BFCLX_ASSIGN_OR_RETURN(const Dict* entries, dict_method(call, "items"));
    for (const Dict::Entry& entry : *entries) {
      BFCLX_ASSIGN_OR_RETURN(const std::string text, call_text(entry.key, entry.value, ","));
      texts.push_back(Value::str(text));
    }
    return {};
  };
  BFCLX_RETURN_IF_ERROR(for_each_item(calls, visit));
  return Value::list(std::move(texts));
}

Value as_list(Value value) {
  if (value.is_list()) return value;
  List items;
  items.push_back(std::move(value));
  return Value::list(std::move(items));
}

}  // namespace bfclx
