// How CPython's printer writes the text of f-strings (Lib/ast.py:_Unparser._str_literal_helper).
#ifndef BFCLX_CORE_PYTHON_SYNTAX_STRING_LITERAL_H_
#define BFCLX_CORE_PYTHON_SYNTAX_STRING_LITERAL_H_

#include <string>
#include <string_view>
#include <vector>

namespace bfclx::python {

using Quotes = std::vector<std::string_view>;
// The four kinds, in the printer's order of preference.
inline Quotes all_quotes() { return {"'", "\"", "\"\"\"", "'''"}; }

// The text between the quotes, with as few backslashes as can be, and the quotes out of `allowed`
// that may stand around it (never none).
std::string literal_text(std::string_view text, const Quotes& allowed, bool escape_whitespace,
                         Quotes& possible);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_STRING_LITERAL_H_
