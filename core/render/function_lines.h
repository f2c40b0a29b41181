// The functions that an entry offers, in plain lines.
#ifndef BFCLX_CORE_RENDER_FUNCTION_LINES_H_
#define BFCLX_CORE_RENDER_FUNCTION_LINES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/value/value.h"

namespace bfclx {

// All texts without control characters.
struct FunctionLines {
  std::string name;
  std::string description;
  std::vector<std::string> parameters;  // "days: integer, optional - How many."
};

struct OfferedFunctions {
  // Those that the calls or the ground truth name, and one that stands alone.
  std::vector<FunctionLines> concerned;
  std::vector<std::string> others;  // names
};

// kWhole: each parameter with its default and its allowed values, and those inside it.
enum class FunctionDetail : std::uint8_t { kBrief, kWhole };

// `functions` are function docs; `calls` and `ground_truth` are lists of {name: arguments}, None
// where there are none.
OfferedFunctions offered_functions(const Value& functions, const Value& calls,
                                   const Value& ground_truth,
                                   FunctionDetail detail = FunctionDetail::kBrief);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_FUNCTION_LINES_H_
