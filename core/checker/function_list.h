// Functions as people have them: tools of OpenAI (chat and responses), Anthropic and Gemini, MCP
// tool lists, plain JSON Schema functions and BFCL's function docs (for core/checker and
// core/benchmark).
//
//   {"tools": [{"name": "f", "inputSchema": {...}}]}  ->  f, at functions.tools[0]
#ifndef BFCLX_CORE_CHECKER_FUNCTION_LIST_H_
#define BFCLX_CORE_CHECKER_FUNCTION_LIST_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

struct FunctionDoc {
  std::string name;
  std::string description;
  Value parameters;  // None where it has none
  // Paths inside the input, for messages.
  std::string place;
  std::string parameters_place;
};

inline constexpr std::size_t kMaxFunctions = 10'000;

// In the order of the input; names are unique. Errors {kind "SchemaError"}; `place` names the
// input.
Result<std::vector<FunctionDoc>> read_function_list(const Value& given,
                                                    std::string_view place = "functions");

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_FUNCTION_LIST_H_
