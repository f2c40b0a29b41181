// The parser of expressions.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_PARSE_EXPRESSION_H_
#define BFCLX_CORE_PYTHON_SYNTAX_PARSE_EXPRESSION_H_

#include <string_view>

#include "core/base/result.h"
#include "core/python/syntax/ast.h"

namespace bfclx::python {

// A syntax tree and the memory it lives in. Texts that need no unescaping are views into the
// source, which must outlive the tree. `file_name` is what stands in messages: "invalid syntax
// (<unknown>, line 1)". Errors: "SyntaxError" (and "IndentationError", "ValueError",
// "UnicodeEncodeError", "MemoryError", "RecursionError" where CPython raises these) with CPython's
// `str(e)`; "Limit" for integers that BigInt cannot hold. One difference: `\N{name}` in a string is
// an unknown name.
Result<Tree> parse_expression(std::string_view source, std::string_view file_name = "<unknown>");

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_PARSE_EXPRESSION_H_
