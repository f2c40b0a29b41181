// The printer of expressions.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_UNPARSE_H_
#define BFCLX_CORE_PYTHON_SYNTAX_UNPARSE_H_

#include <string>

#include "core/base/result.h"
#include "core/python/syntax/ast.h"

namespace bfclx::python {

// ast.unparse of the node. Error "RecursionError" for trees that are too deep for CPython's
// printer, "ValueError" for f-strings that it cannot print.
Result<std::string> unparse(const Node& node);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_UNPARSE_H_
