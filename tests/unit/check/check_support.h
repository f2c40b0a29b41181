// What the tests of core/check share.
#ifndef BFCLX_TESTS_UNIT_CHECK_CHECK_SUPPORT_H_
#define BFCLX_TESTS_UNIT_CHECK_CHECK_SUPPORT_H_

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "core/check/verdict.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "core/value/value.h"

namespace bfclx {

inline Value parse(std::string_view json) {
  Result<Value> value = json_loads(json);
  EXPECT_TRUE(value.ok()) << json;
  return value.ok() ? std::move(value).value() : Value();
}

// Error type and repr of the official `error` ("" and "" when valid); "!" and the class where the
// official checker raises, then with [str(e)].
struct Summary {
  std::string error_type;
  std::string error;

  Summary() = default;
  Summary(std::string_view type, std::string_view text) : error_type(type), error(text) {}
  friend bool operator==(const Summary& a, const Summary& b) {
    return a.error_type == b.error_type && a.error == b.error;
  }
  friend std::ostream& operator<<(std::ostream& out, const Summary& summary) {
    return out << summary.error_type << " | " << summary.error;
  }
};

inline Summary summary(const Result<Verdict>& verdict) {
  if (!verdict.ok()) {
    const Error& error = verdict.error();
    return {"!" + std::string(error.kind), repr(Value::list({Value::str(error.message)}))};
  }
  EXPECT_EQ(verdict->valid, verdict->error_type.empty());
  EXPECT_EQ(verdict->valid, verdict->error.is_none());
  EXPECT_NE(verdict->valid, verdict->why.has_value());
  return {verdict->error_type, verdict->valid ? "" : repr(verdict->error)};
}

struct ConversionCase {
  std::string_view type;
  std::string_view nested_type;
  std::string_view text;
  std::string_view outcome;  // repr, or "!ValueError: ..." where the official converter raises
};

inline std::string outcome(const Result<Value>& value) {
  if (value.ok()) return repr(value.value());
  return "!" + std::string(value.error().kind) + ": " + value.error().message;
}

inline std::string repeated(std::string_view part, std::size_t count) {
  std::string text;
  text.reserve(part.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_CHECK_CHECK_SUPPORT_H_
