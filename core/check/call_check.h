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

// The official errors of a call whose values are not to blame. Each replaces earlier errors.
namespace call_errors {
void wrong_name(const Value& name, Findings& findings);  // `name` is the one that was expected
void missing_required(const Value& param, Findings& findings);
void missing_optional(const Value& param, Findings& findings);
void unexpected(const Value& param, Findings& findings);
void wrong_count(CallCount count, Findings& findings);  // in ast_checker.cpp
}  // namespace call_errors

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_CALL_CHECK_H_
