// Tools in any form as the function docs of the official dataset.
//
//   {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties":
//       {"x": {"type": "number"}}}}}
//   ->  {"name": "f", "description": "", "parameters": {"type": "dict", "properties":
//           {"x": {"type": "float"}}, "required": []}}
#ifndef BFCLX_CORE_BENCHMARK_FUNCTION_DOCS_H_
#define BFCLX_CORE_BENCHMARK_FUNCTION_DOCS_H_

#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// A list of function docs. Read are the forms of core/checker/function_list.h. An Error {kind
// "SchemaError"} names the path inside the input, which `place` names: also for what the official
// rules cannot judge, or the official program would change on the way to a model (unions, `$ref`,
// `null`, no type, at any depth).
Result<Value> official_function_docs(const Value& tools, std::string_view place);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_FUNCTION_DOCS_H_
