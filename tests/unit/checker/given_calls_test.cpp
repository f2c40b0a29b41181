// Calls in the forms that people have.
#include <gtest/gtest.h>

#include <string_view>

#include "tests/unit/checker/checker_support.h"

namespace bfclx {
namespace {

constexpr CheckerOptions kSchema{.match = ValueMatching::kSchema};

// {"name": "now"} is a call without arguments, given and expected.
TEST(GivenCalls, WithoutArguments) {
  constexpr std::string_view kNow =
      R"([{"name": "now"}, {"name": "f", "parameters": {"properties": {"x": {"type": "integer"}}}}])";
  constexpr std::string_view kCalls[] = {
      R"({"name": "now"})",
      R"([{"name": "now"}])",
      R"({"name": "now", "arguments": null})",
      R"([{"type": "function", "name": "now", "arguments": {}}])",
      R"([{"id": "c", "type": "function", "function": {"name": "now"}}])",
  };
  for (const std::string_view expected : kCalls) {
    for (const std::string_view given : kCalls) {
      for (const CheckerOptions& options :
           {CheckerOptions{}, kSchema, CheckerOptions{.match = ValueMatching::kExact}}) {
        EXPECT_EQ(checked(kNow, expected, given, options), "valid") << expected << given;
      }
    }
  }
  EXPECT_EQ(checked(kNow, kCalls[0], R"({"name": "f"})", kSchema), "wrong_func_name at [0, 'f']");
  EXPECT_EQ(checked(kNow, R"([{"name": "now"}, {"name": "f", "arguments": {"x": 1}}])",
                    R"([{"name": "now"}, {"name": "f", "arguments": {"x": 1}}])", kSchema),
            "valid");
  // What has a name and is no call.
  for (const std::string_view given :
       {R"({"name": "now", "description": "The time."})", R"({"name": "now", "arguments": 5})",
        R"({"name": "now", "role": "user"})", R"({"name": 5})"}) {
    EXPECT_NE(checked(kNow, kCalls[0], given, kSchema), "valid") << given;
  }
}

}  // namespace
}  // namespace bfclx
