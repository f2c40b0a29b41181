// Prepares the user's own function docs and ground truth for the checker.
//
// The official checker takes them as given, and raises in the middle of a check where they do not
// fit its rules: a mistake in the data would count as a wrong response. Here it is an Error that
// names the place and says what to do.
//
//   {"type": "function", "function": {"name": "f", "parameters": {"properties":
//       {"x": {"type": "number"}}}}}
//   ->  {"name": "f", "parameters": {"properties": {"x": {"type": "float"}}, "required": []}}
#ifndef BFCLX_CORE_CHECK_OWN_DATA_H_
#define BFCLX_CORE_CHECK_OWN_DATA_H_

#include <string>

#include "core/base/result.h"
#include "core/check/ast_checker.h"
#include "core/value/value.h"

namespace bfclx {

struct OwnData {
  Value functions;
  Value possible_answers;
};

// The same data as BFCL writes it. Read besides: OpenAI's wrapper, one function or one answer that
// is not in a list, absent `parameters`, `properties` and `required`, for Python the JSON Schema
// types `number` and `object` (which BFCL's `float` and `dict` are when a model is given them).
// Members that are None are dropped where nothing can be None: Parquet adds them.
//
// An Error {kind "ConfigurationError"} for what the official rules cannot judge (unions, `null`, no
// type, a list without the type of its items) and for ground truth that no call can meet. For data
// without an Error no call makes the checker fail on the data's account.
Result<OwnData> read_own_data(const Value& functions, const Value& possible_answers,
                              const AstCheck& check);

// Where a function or a call stands in the input, for messages, and where its parameters do.
struct OwnPlace {
  std::string whole;
  std::string parameters;
};
// One function without OpenAI's wrapper, and one call {name: parameters} for a list of such
// functions: for whoever checks many answers against the same ones.
Result<Value> read_own_function(const Value& doc, Language language, const OwnPlace& place);
Result<Value> read_own_answer(const Value& functions, const Value& name, const Value& parameters,
                              const AstCheck& check, const OwnPlace& place);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_OWN_DATA_H_
