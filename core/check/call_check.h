// One call against one item of the ground truth (ast_checker.py:simple_function_checker).
#ifndef BFCLX_CORE_CHECK_CALL_CHECK_H_
#define BFCLX_CORE_CHECK_CALL_CHECK_H_

#include "core/check/ast_checker.h"
#include "core/check/findings.h"
#include "core/value/value.h"

namespace bfclx {

// `call` is {name: {parameter: value}}, `doc` the expected function's doc, `answer` {name:
// {parameter: possible values}}. The path of a reason begins with the name that was called.
Result<Outcome> check_call(const Value& doc, const Value& call, const Value& answer,
                           const AstCheck& check, Findings& findings);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_CALL_CHECK_H_
