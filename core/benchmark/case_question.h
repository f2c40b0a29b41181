// The question of a case, or of a turn of one (internal to core/benchmark).
#ifndef BFCLX_CORE_BENCHMARK_CASE_QUESTION_H_
#define BFCLX_CORE_BENCHMARK_CASE_QUESTION_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// "question" or "messages" of `given`, one of which must be there, alone.
struct GivenQuestion {
  std::string_view place;
  const Value* value;
};
Result<GivenQuestion> given_question(const Value& given);

// SchemaError for a NUL in a string of `value`, which stands at `place`: servers refuse it, or end
// the text there.
Status refuse_nul(const Value& value, const std::string& place);

// The same as one turn, a list of messages in a list.
Result<Value> read_question(const Value& given);

// "PLACE: is a number, expected EXPECTED"; `found` is nullptr where nothing stands.
Error wrong_kind(std::string_view place, const Value* found, std::string_view expected);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_CASE_QUESTION_H_
