// Responses that are JSON values: what the API of a function-calling model gave.
#include <utility>

#include "core/decode/call_items.h"
#include "core/decode/formats.h"
#include "core/decode/python_calls.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx::formats {
namespace {

using python_like::dict_method;
using python_like::for_each_item;
using python_like::subscript;

Error no_list_of_calls(const Value& response) {
  return Error{"ValueError", "Model did not return a list of function calls: " + str(response)};
}

bool is_list_of_dicts(const Value& response) {
  if (!response.is_list()) return false;
  for (const Value& item : response.items()) {
    if (!item.is_dict()) return false;
  }
  return true;
}

// The call that an item's first key names; the others are passed over.
Result<Value> first_call(const Value& item) {
  BFCLX_ASSIGN_OR_RETURN(const Dict* entries, dict_method(item, "keys"));
  if (entries->empty()) return Error{"IndexError", "list index out of range"};
  const Dict::Entry& entry = entries->entry(0);
  BFCLX_ASSIGN_OR_RETURN(const Value arguments, python_like::json_loads_of(entry.value));
  return python_like::one_item_dict(entry.key, arguments);
}

}  // namespace

// openai_completion.py, openai_response.py, claude.py, mistral.py
Result<Value> json_arguments_ast(const Value& response, const DecodeOptions&) {
  List calls;
  const auto visit = [&](const Value& item) -> Status {
    BFCLX_ASSIGN_OR_RETURN(Value call, first_call(item));
    calls.push_back(std::move(call));
    return {};
  };
  BFCLX_RETURN_IF_ERROR(for_each_item(response, visit));
  return Value::list(std::move(calls));
}

Result<Value> json_arguments_execute(const Value& response, const DecodeOptions&) {
  return convert_to_function_call(response);
}

// gemini.py
Result<Value> gemini_ast(const Value& response, const DecodeOptions&) { return as_list(response); }

Result<Value> gemini_execute(const Value& response, const DecodeOptions&) {
  return texts_from_calls(response);
}

// nova.py, mistral_fc.py
Result<Value> call_list_ast(const Value& response, const DecodeOptions&) {
  if (!response.is_list()) return no_list_of_calls(response);
  return response;
}

Result<Value> call_list_execute(const Value& response, const DecodeOptions&) {
  if (!response.is_list()) return no_list_of_calls(response);
  return convert_to_function_call(response);
}

// arch.py, granite_3.py, phi_fc.py
Result<Value> call_dicts_ast(const Value& response, const DecodeOptions&) {
  if (!is_list_of_dicts(response)) return no_list_of_calls(response);
  return response;
}

Result<Value> call_dicts_execute(const Value& response, const DecodeOptions&) {
  if (!is_list_of_dicts(response)) return no_list_of_calls(response);
  return convert_to_function_call(response);
}

// cohere.py: anything but a list counts as no calls.
Result<Value> cohere_ast(const Value& response, const DecodeOptions&) {
  if (!response.is_list()) return Value::list();
  return calls_from_items(response, kToolNameParameters);
}

Result<Value> cohere_execute(const Value& response, const DecodeOptions&) {
  if (!response.is_list()) return Value::list();
  List texts;
  for (const Value& item : response.items()) {
    // The parameters are read before the name: that decides which of two mistakes is reported.
    BFCLX_ASSIGN_OR_RETURN(const Value* parameters, subscript(item, "parameters"));
    if (!parameters->is_dict()) return python_like::no_attribute(*parameters, "items");
    BFCLX_ASSIGN_OR_RETURN(const Value* name, subscript(item, "tool_name"));
    BFCLX_ASSIGN_OR_RETURN(const std::string text, call_text(*name, *parameters, ","));
    texts.push_back(Value::str(text));
  }
  return Value::list(std::move(texts));
}

// mining.py
Result<Value> mining_ast(const Value& response, const DecodeOptions&) {
  return calls_from_items(response);
}

Result<Value> mining_execute(const Value& response, const DecodeOptions&) {
  return texts_from_dicts(response);
}

}  // namespace bfclx::formats
