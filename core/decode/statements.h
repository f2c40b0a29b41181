// A Python module cut into its simple statements, for the one decoder that reads a module instead
// of an expression (minicpm_fc.py:fc2dict).
#ifndef BFCLX_CORE_DECODE_STATEMENTS_H_
#define BFCLX_CORE_DECODE_STATEMENTS_H_

#include <optional>
#include <string_view>
#include <vector>

namespace bfclx {

// The `value` expressions of all statements of `module`, in order, as `ast.parse(module)` has them:
// that of an expression statement is the statement, that of `x = y`, `x: t = y`, `x += y` and
// `return y` is y. nullopt when a statement has none (`pass`, compound statements) or when the text
// is cut or indented in a way that CPython refuses. The expressions themselves are not parsed yet,
// the targets and annotations are.
std::optional<std::vector<std::string_view>> statement_values(std::string_view module);

}  // namespace bfclx

#endif  // BFCLX_CORE_DECODE_STATEMENTS_H_
