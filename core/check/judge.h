// The verdict of a single-turn entry: decoding, format and check put together
// (eval_checker/eval_runner.py: _evaluate_single_ast_entry, _evaluate_single_relevance_entry).
#ifndef BFCLX_CORE_CHECK_JUDGE_H_
#define BFCLX_CORE_CHECK_JUDGE_H_

#include <string_view>

#include "core/base/result.h"
#include "core/check/ast_checker.h"
#include "core/check/verdict.h"
#include "core/value/value.h"

namespace bfclx {

// What the official evaluator says once it has decoded a response. Where it would stop with an
// exception (ill-formed data, an int beyond every float), the verdict is ours: not valid, error
// type "official_evaluator_error:<Python class>", the exception's text as `error`.
Verdict judge_calls(const Value& functions, const Value& possible_answers, const AstCheck& check,
                    Result<Value> decoded);

// Where nothing in a response can be a call: "The response is text without a tool call.", "The
// response is empty."; else empty. The exception of a decoder says little there.
std::string_view sentence_without_call(std::string_view response);
// Says so in the reason of a response that could not be decoded, in place of the words of Python,
// which stay in the official error.
void clarify_undecoded(const Value& response, Verdict& verdict);

// `call_expected`: relevance (a call is right) or irrelevance (none is). A response that does not
// decode holds no call.
Verdict judge_relevance(Result<Value> decoded, bool call_expected);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_JUDGE_H_
