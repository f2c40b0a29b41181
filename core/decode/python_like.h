// The steps of the official decoders over a response of any type, with the exceptions that
// CPython 3.11 raises when the type does not fit: the object protocol of core/python, and what
// decoders do with texts besides. A decoder written over them reads like a table of steps.
#ifndef BFCLX_CORE_DECODE_PYTHON_LIKE_H_
#define BFCLX_CORE_DECODE_PYTHON_LIKE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/python/objects/protocol.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx::python_like {

using python::dict_method;
using python::for_each_item;
using python::no_attribute;
using python::not_iterable;
using python::str_method;
using python::subscript;

// The subject of re.search / re.findall: a str, or a TypeError.
Result<std::string_view> regex_subject(const Value& value);

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

}  // namespace bfclx::python_like

#endif  // BFCLX_CORE_DECODE_PYTHON_LIKE_H_
