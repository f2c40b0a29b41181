// Values of the core in the JSON that the program writes.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_VALUE_JSON_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_VALUE_JSON_H_

#include <nlohmann/json.hpp>
#include <string>

#include "core/statistics/statistics.h"
#include "core/value/json.h"

namespace bfclx::tools {

inline nlohmann::ordered_json json_of(const Value& value) {
  std::string text;
  append_json(text, value);
  return nlohmann::ordered_json::parse(text);
}

// An interval, "interval_95".
inline nlohmann::ordered_json range_json(const Range& range) { return {range.low, range.high}; }

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_VALUE_JSON_H_
