// Decoded calls as text that the official evaluator executes.
#include <algorithm>
#include <string>
#include <utility>

#include "core/decode/call_items.h"
#include "core/decode/python_calls.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using python_like::append_format;
using python_like::dict_method;
using python_like::for_each_item;

bool all_dicts(const Dict& entries) {
  return std::all_of(entries.begin(), entries.end(),
                     [](const Dict::Entry& entry) { return entry.value.is_dict(); });
}

Status append_arguments(std::string& out, const Dict& arguments);

// utils.py:parse_nested_value. Any dict whose values are all dicts is taken for a call of its first
// key; other dicts get their keys quoted without escaping. Quirk dicts_become_calls.
Status append_nested(std::string& out, const Value& value) {
  if (!value.is_dict()) {
    append_repr(out, value);
    return {};
  }
  const Dict& entries = value.as_dict();
  if (all_dicts(entries)) {
    if (entries.empty()) return Error{"IndexError", "list index out of range"};
    append_format(out, entries.entry(0).key);
    return append_arguments(out, entries.entry(0).value.as_dict());
  }
  out += '{';
  for (std::size_t i = 0; i < entries.size(); ++i) {
    out += i > 0 ? ", '" : "'";
    append_format(out, entries.entry(i).key);
    out += "': ";
    BFCLX_RETURN_IF_ERROR(append_nested(out, entries.entry(i).value));
  }
  out += '}';
  return {};
}

Status append_arguments(std::string& out, const Dict& arguments) {
  out += '(';
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) out += ", ";
    append_format(out, arguments.entry(i).key);
    out += '=';
    BFCLX_RETURN_IF_ERROR(append_nested(out, arguments.entry(i).value));
  }
  out += ')';
  return {};
}

}  // namespace

Result<Value> to_execution_list(const Value& decoded) {
  List texts;
  const auto visit = [&](const Value& item) -> Status {
    BFCLX_ASSIGN_OR_RETURN(const Dict* call, dict_method(item, "items"));
    for (const auto& [name, value] : *call) {
      BFCLX_ASSIGN_OR_RETURN(const Dict* arguments, dict_method(value, "items"));
      std::string text;
      append_format(text, name);
      BFCLX_RETURN_IF_ERROR(append_arguments(text, *arguments));
      texts.push_back(Value::str(text));
    }
    return {};
  };
  BFCLX_RETURN_IF_ERROR(for_each_item(decoded, visit));
  return Value::list(std::move(texts));
}

Result<Value> convert_to_function_call(const Value& calls) {
  List texts;
  const auto visit = [&](const Value& item) -> Status {
    BFCLX_ASSIGN_OR_RETURN(const Dict* call, dict_method(item, "items"));
    for (const auto& [name, value] : *call) {
      Value arguments = value;
      if (value.is_str()) {
        BFCLX_ASSIGN_OR_RETURN(arguments, python_like::json_loads_of(value));
      }
      BFCLX_ASSIGN_OR_RETURN(const std::string text, call_text(name, arguments, ","));
      texts.push_back(Value::str(text));
    }
    return {};
  };
  if (calls.is_dict()) {
    BFCLX_RETURN_IF_ERROR(visit(calls));
  } else {
    BFCLX_RETURN_IF_ERROR(for_each_item(calls, visit));
  }
  return Value::list(std::move(texts));
}

}  // namespace bfclx
