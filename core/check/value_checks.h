// Values against possible answers (ast_checker.py: string_checker, list_checker, dict_checker,
// list_dict_checker, and the plain membership test of simple_function_checker).
#ifndef BFCLX_CORE_CHECK_VALUE_CHECKS_H_
#define BFCLX_CORE_CHECK_VALUE_CHECKS_H_

#include "core/check/findings.h"
#include "core/check/type_check.h"
#include "core/value/value.h"

namespace bfclx {

// `value` is a str.
Result<Outcome> check_string(const Value& param, const Value& value, const Value& answers,
                             Findings& findings);
// `value` is a list.
Result<Outcome> check_list(const Value& param, const Value& value, const Value& answers,
                           Findings& findings);
// `value` is a dict. Each answer is a dict of alternatives for each key.
Result<Outcome> check_dict(const Value& param, const Value& value, const Value& answers,
                           Findings& findings);
// `value` is a list, each answer a list of such dicts, to be met in order.
Result<Outcome> check_list_of_dicts(const Value& param, const Value& value, const Value& answers,
                                    Findings& findings);
// `value in answers`, for every other type and for variables.
Result<Outcome> check_plain(const Value& param, const Value& value, const Value& answers,
                            Findings& findings);

// Type and value of one parameter together: the type first, then the check that the type asks for,
// or that of variables.
Result<Outcome> check_value(const Value& param, const Value& value, const Value& answers,
                            const ExpectedType& expected, Findings& findings);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_VALUE_CHECKS_H_
