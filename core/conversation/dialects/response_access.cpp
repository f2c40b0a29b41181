#include "core/conversation/dialects/response_access.h"

#include <algorithm>
#include <utility>

#include "core/conversation/values.h"
#include "core/python/objects/errors.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

Result<Value> attribute(const Value& object, std::string_view name) {
  if (object.is_dict()) {
    const Value* found = object.as_dict().find(name);
    return found != nullptr ? *found : Value();
  }
  return Error{"AttributeError", "'" + std::string(type_name(object)) +
                                     "' object has no attribute '" + std::string(name) + "'"};
}

Result<Value> attribute_path(const Value& object, std::initializer_list<std::string_view> path) {
  Value value = object;
  for (const std::string_view name : path) {
    BFCLX_ASSIGN_OR_RETURN(value, attribute(value, name));
  }
  return value;
}

Result<Value> list_attribute(const Value& object, std::string_view name) {
  BFCLX_ASSIGN_OR_RETURN(Value value, attribute(object, name));
  if (value.is_list()) return value;
  const std::string type(type_name(value));
  if (value.is_str() || value.is_dict()) {
    return Error{"TypeError",
                 "'" + std::string(name) + "' of the response is not a list but " + type};
  }
  return Error{"TypeError", "'" + type + "' object is not iterable"};
}

Result<Value> text_attribute(const Value& object, std::string_view name, std::string_view what) {
  BFCLX_ASSIGN_OR_RETURN(Value value, attribute(object, name));
  if (value.is_str()) return value;
  return Error{"TypeError", "'" + std::string(name) + "' of " + std::string(what) +
                                " is no text but " + std::string(type_name(value))};
}

Status check_key(const Value& value) {
  if (hashable(value)) return {};
  return python::unhashable(value);
}

Status read_usage(const Value& body, const UsageKeys& keys, bool as_official,
                  ModelResponse& response) {
  const Value* usage = present(body, keys.usage);
  if (as_official || usage != nullptr) {
    const Value found = usage != nullptr ? *usage : Value();
    BFCLX_ASSIGN_OR_RETURN(response.input_tokens, attribute(found, keys.input));
    BFCLX_ASSIGN_OR_RETURN(response.output_tokens, attribute(found, keys.output));
    response.usage = found;
    return {};
  }
  response.input_tokens = Value::integer(0);
  response.output_tokens = Value::integer(0);
  return {};
}

void read_ending(const Value& body, const Value& choice, ModelResponse& response) {
  response.finish_reason = text_member(choice, "finish_reason");
  for (const Value* place : {&choice, &body}) {
    const Value* error = present(*place, "error");
    if (error != nullptr && !response.error) response.error = read_stated_error(*error);
  }
}

namespace {

constexpr int kMaxReprDepth = 8;

const SdkClass* class_of(const Value& object, std::span<const SdkClass> classes, int depth) {
  if (!object.is_dict() || depth >= kMaxReprDepth) return nullptr;
  const std::string_view type = text_member(object, "type");
  for (const SdkClass& each : classes) {
    if (each.type == type) return &each;
  }
  return depth == 0 ? &classes.front() : nullptr;
}

void append_sdk_repr(std::string& out, const Value& value, std::span<const SdkClass> classes,
                     int depth);

void append_sdk_list(std::string& out, const Value& list, std::span<const SdkClass> classes,
                     int depth) {
  out += '[';
  bool first = true;
  for (const Value& item : list.items()) {
    if (!first) out += ", ";
    first = false;
    append_sdk_repr(out, item, classes, depth + 1);
  }
  out += ']';
}

void append_field(std::string& out, std::string_view name, const Value& value,
                  std::span<const SdkClass> classes, int depth) {
  if (out.back() != '(') out += ", ";
  out.append(name).append("=");
  if (value.is_list()) {
    append_sdk_list(out, value, classes, depth);
  } else {
    append_repr(out, value);
  }
}

void append_sdk_repr(std::string& out, const Value& value, std::span<const SdkClass> classes,
                     int depth) {
  const SdkClass* row = class_of(value, classes, depth);
  if (row == nullptr) {
    append_repr(out, value);
    return;
  }
  out.append(row->name).append("(");
  for (const std::string_view field : row->fields) {
    const Value* found = member(value, field);
    append_field(out, field, found != nullptr ? *found : Value(), classes, depth);
  }
  for (const Dict::Entry& entry : value.as_dict()) {
    const bool known =
        std::find(row->fields.begin(), row->fields.end(), entry.key.as_str()) != row->fields.end();
    if (!known) append_field(out, entry.key.as_str(), entry.value, classes, depth);
  }
  out += ')';
}

}  // namespace

std::string sdk_repr(const Value& object, std::span<const SdkClass> classes) {
  std::string out;
  append_sdk_repr(out, object, classes, 0);
  return out;
}

Value shown_object(const Value& object, std::span<const SdkClass> classes) {
  const std::string text = sdk_repr(object, classes);
  return Value::opaque({"object", text, text});
}

Result<std::string> write_ascii_body(const Value& body, const Settings& settings) {
  add_members(body, settings);
  return json_dumps(body);
}

}  // namespace bfclx
