// Tools in any form as function docs: those of the official dataset, or JSON Schema as it was given
// where that form cannot represent it and the match can judge it (checker/schema_doc.h).
//
//   {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties":
//       {"x": {"type": "number"}}}}}
//   ->  {"name": "f", "description": "", "parameters": {"type": "dict", "properties":
//           {"x": {"type": "float"}}, "required": []}}
#ifndef BFCLX_CORE_BENCHMARK_FUNCTION_DOCS_H_
#define BFCLX_CORE_BENCHMARK_FUNCTION_DOCS_H_

#include <string_view>

#include "core/base/result.h"
#include "core/checker/expected_value.h"
#include "core/value/value.h"

namespace bfclx {

// A list of function docs, for entries of this match. Read are the forms of
// core/checker/function_list.h. An Error {kind "SchemaError"} names the path inside the input,
// which `place` names: with the official match also for what its rules cannot judge, or the
// official program would change on the way to a model (unions, `$ref`, `null`, no type, at any
// depth).
Result<Value> function_docs_of(const Value& tools, std::string_view place, ValueMatching match);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_FUNCTION_DOCS_H_
