// The agentic checker: an entry is right when one of the possible answers stands, as whole words,
// in the model's last message that is no call
// (eval_runner.py:_evaluate_single_agentic_entry, agentic_checker.py).
#ifndef BFCLX_CORE_CHECK_AGENTIC_H_
#define BFCLX_CORE_CHECK_AGENTIC_H_

#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/check/verdict.h"
#include "core/value/value.h"

namespace bfclx {

struct AgenticVerdict {
  // `error` is the official dict; `decoded` is the list of what each step with calls was decoded
  // to.
  Verdict verdict;
  // The message that was searched, as the response has it; None when there was none.
  Value last_message;
};

// `answers` is a list of texts; `decode` is the decoder's decode_execute. Where the official
// evaluator would stop with an exception the verdict is ours: not valid, error type
// "official_evaluator_error:<Python class>".
AgenticVerdict judge_agentic(const Value& response, const Value& answers,
                             const std::function<Result<Value>(const Value&)>& decode);

// agentic_checker.py:standardize_string: without , . / - _ * ^ ( ), in lower case, with double
// quotes for single ones. Spaces stay.
std::string standardize_agentic(std::string_view text);

// re.search(rf"\b{re.escape(answer)}\b", message): whether the answer stands in the message with a
// word boundary (Unicode's, as Python has it) at either end. An empty answer stands in every
// message that has a word. Takes time in proportion to the two lengths together.
bool stands_as_words(std::string_view answer, std::string_view message);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_AGENTIC_H_
