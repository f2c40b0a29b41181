// What a parser gives, as text.
#ifndef BFCLX_TESTS_UNIT_LANGUAGES_OUTCOME_H_
#define BFCLX_TESTS_UNIT_LANGUAGES_OUTCOME_H_

#include <string>

#include "core/base/result.h"
#include "core/value/repr.h"
#include "core/value/value.h"

namespace bfclx {

// repr of the value, or "!! KeyError: 'name'".
inline std::string outcome(const Result<Value>& result) {
  if (result.ok()) return repr(*result);
  return "!! " + std::string(result.error().kind) + ": " + result.error().message;
}

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_LANGUAGES_OUTCOME_H_
