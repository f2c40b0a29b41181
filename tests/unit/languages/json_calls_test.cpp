// Sizes; what calls give is in tests/golden/parsers/json_calls.txt.
#include <gtest/gtest.h>

#include <string>

#include "core/languages/languages.h"
#include "tests/unit/languages/outcome.h"

namespace bfclx {
namespace {

// Python's engine needs time exponential in the number of objects here.
TEST(JsonCalls, SearchesInLinearTime) {
  std::string source = "[{";
  for (int i = 0; i < 100'000; ++i) source += "}, {";
  EXPECT_EQ(outcome(parse_json_calls(source)), "[]");
  EXPECT_EQ(outcome(parse_json_calls(std::string(1'000'000, ' ') + std::string(300'000, '}'))),
            "[]");
}

TEST(JsonCalls, PassesOnDeepNesting) {
  const Result<Value> deep = parse_json_calls(std::string(100'000, '['));
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().kind, "RecursionError");
}

}  // namespace
}  // namespace bfclx
