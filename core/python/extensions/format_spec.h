// What format() and the % operator share: a parsed format specification and the texts made from it.
#ifndef BFCLX_CORE_PYTHON_EXTENSIONS_FORMAT_SPEC_H_
#define BFCLX_CORE_PYTHON_EXTENSIONS_FORMAT_SPEC_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::python {

// Widths and precisions past this are an Error of kind "Limit".
inline constexpr std::size_t kMaxWidth = 10'000;
Error too_wide();

// A parsed format specification.
struct FormatSpec {
  std::string_view fill = " ";
  char align = '\0';  // '<', '>', '=', '^'
  char sign = '\0';   // '+', '-', ' '
  bool alternate = false;
  bool no_negative_zero = false;
  char grouping = '\0';  // ',' or '_'
  std::size_t width = 0;
  std::optional<std::size_t> precision;
  char type = '\0';
};

// Errors "ValueError" with CPython's texts, "Limit" past kMaxWidth.
Result<FormatSpec> parse_spec(std::string_view text, const Value& value);
// "Unknown format code 'q' for object of type 'int'"
Error unknown_code(char32_t type, const Value& value);

// Digits at `offset`, which is moved behind them; nullopt when the number is past kMaxWidth.
std::optional<std::size_t> read_size(std::string_view text, std::size_t& offset);
// `text` filled up to the width; `prefix` (sign and base) comes before the filling for '='.
std::string pad(const FormatSpec& spec, std::string_view prefix, std::string_view text,
                char default_align);
std::string sign_text(const FormatSpec& spec, bool negative);
// A bool or an int; a bool, an int or a float.
Result<std::string> format_integer(const Value& value, const FormatSpec& spec);
Result<std::string> format_float(const Value& value, const FormatSpec& spec);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EXTENSIONS_FORMAT_SPEC_H_
