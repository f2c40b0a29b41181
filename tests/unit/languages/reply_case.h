// Replies and what the official parsers make of them under CPython 3.11.
#ifndef BFCLX_TESTS_UNIT_LANGUAGES_REPLY_CASE_H_
#define BFCLX_TESTS_UNIT_LANGUAGES_REPLY_CASE_H_

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/repr.h"
#include "core/value/value.h"

namespace bfclx {

struct ReplyCase {
  std::string_view source;
  std::string_view outcome;  // repr of the value, or "!! KeyError: 'name'"
};

inline std::string outcome(const Result<Value>& result) {
  if (result.ok()) return repr(*result);
  return "!! " + std::string(result.error().kind) + ": " + result.error().message;
}

inline void expect_outcomes(Result<Value> (*parse)(std::string_view),
                            std::span<const ReplyCase> cases) {
  for (const ReplyCase& expected : cases) {
    EXPECT_EQ(outcome(parse(expected.source)), expected.outcome) << expected.source;
  }
}

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_LANGUAGES_REPLY_CASE_H_
