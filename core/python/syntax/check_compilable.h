// What compile() refuses beyond what the parser does.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_CHECK_COMPILABLE_H_
#define BFCLX_CORE_PYTHON_SYNTAX_CHECK_COMPILABLE_H_

#include <string_view>

#include "core/base/result.h"
#include "core/python/syntax/ast.h"

namespace bfclx::python {

// What compile() refuses in a tree that ast.parse takes: repeated keyword arguments, `await` and
// `yield` outside of a function, stars without a place. Error "SyntaxError" with CPython's
// `str(e)`.
Status check_compilable(const Tree& tree, std::string_view file_name = "<string>");

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_CHECK_COMPILABLE_H_
