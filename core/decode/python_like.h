// The few Python operations that the official decoders apply to a reply of any type, with the
// exceptions that CPython 3.11 raises when the type does not fit. A decoder written over them reads
// like a table of steps.
#ifndef BFCLX_CORE_DECODE_PYTHON_LIKE_H_
#define BFCLX_CORE_DECODE_PYTHON_LIKE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/utf8.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx::python_like {

// AttributeError "'list' object has no attribute 'strip'".
Error no_attribute(const Value& value, std::string_view attribute);

// `value.<method>` of str: the text, or the AttributeError. The view lives as long as `value`.
Result<std::string_view> str_method(const Value& value, std::string_view method);
// `value.<method>` of dict.
Result<const Dict*> dict_method(const Value& value, std::string_view method);
// The subject of re.search / re.findall: a str, or a TypeError.
Result<std::string_view> regex_subject(const Value& value);

// `value[key]` with a str key. The pointer lives as long as `value`.
Result<const Value*> subscript(const Value& value, std::string_view key);
// `{key: value}`.
Result<Value> one_item_dict(const Value& key, const Value& value);
// `text in value`, for a str `text`.
Result<bool> contains_str(const Value& value, std::string_view text);
// `"[" + value + "]"`.
Result<std::string> in_brackets(const Value& value);

// json.loads(value).
Result<Value> json_loads_of(const Value& value);

// f"{value}".
void append_format(std::string& out, const Value& value);

// The part of `text` between `open` and the first `close` behind it, searched from `begin`: what
// `open(.*?)close` with re.DOTALL finds. `end` is the offset behind `close`.
struct Between {
  std::string_view content;
  std::size_t end;
};
std::optional<Between> find_between(std::string_view text, std::string_view open,
                                    std::string_view close, std::size_t begin = 0);

// str.lstrip(chars), str.rstrip(chars), with ASCII `chars`.
std::string_view lstrip_chars(std::string_view text, std::string_view chars);
std::string_view rstrip_chars(std::string_view text, std::string_view chars);

// One step of `for piece in text.split(separator)`: gives the piece and moves `rest` behind it;
// `rest` becomes nullopt with the last piece.
std::string_view next_piece(std::optional<std::string_view>& rest, std::string_view separator);

Error not_iterable(const Value& value);

// `for item in value: visit(item)`; `visit` gives a Status, and the first error ends the loop.
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
    default:
      return not_iterable(value);
  }
}

}  // namespace bfclx::python_like

#endif  // BFCLX_CORE_DECODE_PYTHON_LIKE_H_
