// JSON read and written as Python's json module does it.
//
// Reading: NaN, Infinity and -Infinity are numbers, integers are unbounded, of duplicate keys the
// last wins (at the first one's place), lone surrogates are kept, control characters inside strings
// are errors. Error texts are Python's: "Expecting value: line 1 column 1 (char 0)", kind
// "JSONDecodeError"; line, column and char count code points as Python does, `Error::offset` bytes.
// Nesting past kMaxJsonDepth gives a "RecursionError", as it does in CPython's own scanner.
#ifndef BFCLX_CORE_VALUE_JSON_H_
#define BFCLX_CORE_VALUE_JSON_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr std::size_t kMaxJsonDepth = 990;

// Of a key that an object has twice: as Python has it, or an error of kind kDuplicateKey.
inline constexpr std::string_view kDuplicateKey = "DuplicateKey";
enum class DuplicateKeys : std::uint8_t { kLastWins, kRefused };

// json.loads(text): the whole text is one value between white space ("Extra data" otherwise).
// `text` is UTF-8 with surrogates as three bytes (base/utf8.h).
Result<Value> json_loads(std::string_view text,
                         DuplicateKeys duplicates = DuplicateKeys::kLastWins);
// What is wrong with a text that json_loads refuses: "not JSON: Expecting value: line 1 column 1
// (char 0)", "duplicate member 'a' (char 10)".
std::string json_fault(const Error& error);

// json_loads that builds of a top-level object only the members whose key is wanted; the others are
// checked all the same. A document that is no object is built whole.
Result<Value> json_loads_object_filtered(std::string_view text,
                                         std::span<const std::string_view> wanted_keys);

struct JsonStyle {
  bool ensure_ascii = true;
  // Python's default separators are ", " and ": "; indent -1 is one line. With an indent, the
  // default item separator is "," as in Python.
  int indent = -1;
  std::string_view item_separator = ", ";
  std::string_view key_separator = ": ";
  bool sort_keys = false;
  // What json.dumps refuses (set, bytes, complex, Ellipsis, Opaque, a key that is no scalar) is an
  // Error "TypeError" with Python's text; with `lenient` its str() is written as a string instead.
  bool lenient = false;
};

// json.dumps(value). Floats are written by repr, NaN and Infinity as such, tuples as arrays.
Result<std::string> json_dumps(const Value& value, const JsonStyle& style = {});
// For our own output, which never fails: `lenient` and ensure_ascii=false, except that lone
// surrogates are escaped, so that the bytes are valid UTF-8.
void append_json(std::string& out, const Value& value);
void append_json_str(std::string& out, std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_JSON_H_
