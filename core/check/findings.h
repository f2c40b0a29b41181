// Findings: what a check of one call leaves behind (internal to core/check).
#ifndef BFCLX_CORE_CHECK_FINDINGS_H_
#define BFCLX_CORE_CHECK_FINDINGS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/check/verdict.h"
#include "core/value/value.h"

namespace bfclx {

// Of a check; where the official checker would have raised, the Error of a Result<Outcome>.
enum class Outcome { kPass, kFail };

struct Findings {
  // False: only the outcome is wanted, and nothing is built for a failure.
  bool explain = true;
  // False: of a failure only the official error is wanted, not `why`.
  bool reason = true;
  // The official error type and texts of the failure.
  std::string_view error_type = {};
  List errors = {};
  // Its path is that inside the place that is being checked; callers prepend their own part.
  Reason why = {};
  // Grows with every test that the call has passed: the candidate that got furthest is nearest.
  int progress = 0;

  // Replaces earlier errors by none; `type` stands when nothing else is found.
  void start_over(std::string_view type) {
    error_type = type;
    errors.clear();
  }

  void add_error(std::string_view type, std::string_view text) {
    error_type = type;
    errors.push_back(Value::str(text));
  }

  void prepend_to_path(Value step) {
    if (reason) why.path.insert(why.path.begin(), std::move(step));
  }
};

// "" among the alternatives of a parameter says that it can be left out.
inline bool is_empty_text(const Value& value) { return value.is_str() && value.as_str().empty(); }

// A step of a Reason's path, or a number in it.
inline Value index_value(std::size_t index) {
  return Value::integer(static_cast<std::int64_t>(index));
}

// repr(value) for a sentence: cut when it is long.
std::string brief_repr(const Value& value);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_FINDINGS_H_
