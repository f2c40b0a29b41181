// The syntax-tree checker: decoded calls against possible answers
// (bfcl_eval/eval_checker/ast_eval/ast_checker.py).
#ifndef BFCLX_CORE_CHECK_AST_CHECKER_H_
#define BFCLX_CORE_CHECK_AST_CHECKER_H_

#include "core/check/verdict.h"
#include "core/value/value.h"

namespace bfclx {

enum class Language { kPython, kJava, kJavaScript };
// How many calls are expected, and how they are paired with the possible answers.
enum class CallCount { kSimple, kMultiple, kParallel };

struct AstCheck {
  Language language = Language::kPython;
  CallCount count = CallCount::kSimple;
  // The registry's flag of the model: dots in function names are underscores in its responses.
  bool underscore_to_dot = false;
  // False: a verdict that failed has no `why`.
  bool reason = true;
};

// `calls` has the form that is_function_calling_format accepts. `functions` is the entry's list of
// function docs, `possible_answers` its ground truth. Sets valid, error_type, error and why.
// Where the official checker would raise (it does for ill-formed data), the Error says so.
Result<Verdict> check_calls(const Value& functions, const Value& calls,
                            const Value& possible_answers, const AstCheck& check);

// utils.py: is_function_calling_format_output, is_empty_output.
bool is_function_calling_format(const Value& decoded);
bool is_empty_output(const Value& decoded);

// ast_checker.py:standardize_string: drops " ,./-_*^", lowers, turns ' into ".
std::string standardize_string(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_AST_CHECKER_H_
