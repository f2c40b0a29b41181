// Methods of str: those that responses have been seen to use, and what these share with the others
// (extensions/more_str_methods.h).
#ifndef BFCLX_CORE_PYTHON_OBJECTS_STR_METHODS_H_
#define BFCLX_CORE_PYTHON_OBJECTS_STR_METHODS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/python/objects/errors.h"
#include "core/python/objects/methods.h"
#include "core/value/value.h"

namespace bfclx::python {

std::span<const MethodRow> str_methods();

Result<Value> str_rsplit(const Value& self, Arguments& arguments);
Result<Value> str_rfind(const Value& self, Arguments& arguments);
Result<Value> str_rindex(const Value& self, Arguments& arguments);
// Where `part` is found last; npos when it is nowhere. In time proportional to the two lengths.
std::size_t last_text(std::string_view text, std::string_view part);

inline std::string name_of(const Value& value) { return std::string(type_name(value)); }
// As the messages about arguments have it.
inline std::string kind_of(const Value& value) { return value.is_none() ? "None" : name_of(value); }
inline Error too_large() { return {"Limit", "result is too large"}; }
inline Error non_ascii() { return {"Limit", "this method of non-ASCII text is not supported"}; }

inline Value integer_of(std::size_t number) {
  return Value::integer(static_cast<std::int64_t>(number));
}

// The argument at the place, None when it was not given.
inline const Value& given(const Arguments& arguments, std::size_t place) {
  static const Value kNone;
  return place < arguments.positional.size() ? arguments.positional[place] : kNone;
}

inline Error must_be_str(const Value& value) {
  return type_error(concat({"must be str, not ", type_name(value)}));
}

template <bool (*kTest)(char32_t)>
Result<Value> str_all(const Value& self, Arguments&) {
  const std::string_view text = self.as_str();
  for (std::size_t offset = 0; offset < text.size();) {
    if (!kTest(next_code_point(text, offset))) return Value::boolean(false);
  }
  return Value::boolean(!text.empty());
}

// isalpha, isdigit and isnumeric, for ASCII text only.
template <bool (*kTest)(char)>
Result<Value> str_all_ascii(const Value& self, Arguments&) {
  const std::string_view text = self.as_str();
  if (!is_ascii(text)) return non_ascii();
  return Value::boolean(!text.empty() && std::all_of(text.begin(), text.end(), kTest));
}
inline bool is_letter_char(char c) { return is_letter(c); }
inline bool is_digit_char(char c) { return is_digit(c); }

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_OBJECTS_STR_METHODS_H_
