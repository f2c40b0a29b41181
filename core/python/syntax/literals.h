// Values of number and string tokens.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_LITERALS_H_
#define BFCLX_CORE_PYTHON_SYNTAX_LITERALS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::python {

// The value of a number token, which the lexer found well formed.
// Errors: "SyntaxError" for more decimal digits than CPython converts (without "(<unknown>, ...)"),
// "Limit" for integers larger than BigInt holds.
Result<Value> number_value(std::string_view token);

// A string token taken apart.
struct StringToken {
  std::string_view body;  // between the quotes
  bool is_bytes = false;
  bool is_raw = false;
  bool is_format = false;
  bool is_unicode = false;  // has the prefix u
};
StringToken split_string_token(std::string_view token);

// Appends what `body` stands for, escape sequences resolved. A backslash that begins no escape
// sequence stays. `\N{...}` is always an unknown name here: the core has no table of names.
// Error "SyntaxError" with CPython's text (without "(<unknown>, ...)").
Status append_unescaped(std::string& out, std::string_view body);
// The same for a bytes literal, which is ASCII.
Status append_unescaped_bytes(std::string& out, std::string_view body);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_LITERALS_H_
