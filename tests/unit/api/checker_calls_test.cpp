// Calls against own functions, as a module is asked for it.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/api/module.h"
#include "core/value/json.h"

namespace bfclx::api {
namespace {

const std::span<const Call> kTables[] = {checker_calls()};

TEST(CheckerCalls, VerdictsAndFaults) {
  Module module(kTables);
  const auto checked = [&](std::string_view options, std::string_view pairs) {
    const std::string arguments =
        R"({"functions": [{"name": "f",
                           "inputSchema": {"properties": {"x": {"type": "integer"}}}}], )" +
        std::string(options) + R"("pairs": )" + std::string(pairs) + "}";
    const Result<Value> parsed = json_loads(arguments);
    EXPECT_TRUE(parsed.ok()) << arguments;
    CallBytes bytes;
    const Result<Value> answer = (*module.find_call("checkCalls"))->run(module, *parsed, bytes);
    if (answer.ok()) return bytes.out;
    return std::string(answer.error().kind) + " " + std::string(answer.error().file()) + " " +
           answer.error().message;
  };
  constexpr std::string_view kOne =
      R"([{"calls": [{"f": {"x": 2.0}}], "expected": {"name": "f", "arguments": {"x": 2}}}])";
  EXPECT_EQ(checked(R"("match": "schema", )", kOne),
            "{\"valid\": true, \"decoded\": [{\"f\": {\"x\": 2.0}}]}\n");
  EXPECT_NE(checked(R"("match": "exact", )", kOne).find("\"error_type\": \"exact_match:value\""),
            std::string::npos);
  EXPECT_EQ(checked("", "[]"), "");
  EXPECT_EQ(checked("", R"([{"calls": "f(", "expected": null}, {"calls": [], "expected": []}])"),
            "schema pairs[1].expected pairs[1].expected: the list is empty; write \"none\" if no "
            "call passes");
  EXPECT_EQ(checked("", R"([{"calls": []}])"), "argument  `pairs[0]` has no `expected`");
  EXPECT_EQ(checked("", "5"), "argument  `pairs` must be a list");
  EXPECT_EQ(
      checked(R"("match": "schem", )", "[]"),
      "argument  unknown match `schem`: expected official, schema or exact. Did you mean schema?");
  EXPECT_EQ(checked(R"("decoder": "x", )", "[]"), "unknown  unknown decoder `x`.");
}

}  // namespace
}  // namespace bfclx::api
