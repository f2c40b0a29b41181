#include "core/run/response_latency.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/dataset/category.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

std::string text_of(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

RunLatency latency_in(std::string_view json) { return latency_of_value(*json_loads(json)); }

constexpr std::string_view kWhole =
    R"({"requests": 3, "p50": 1.0, "p95": 2.9, "categories": {"sql": {"requests": 3, "p50": 1.0, "p95": 2.9}}, )"
    R"("streamed": {"responses": 2, "first_token": {"p50": 0.1, "p95": 0.2}, "between_tokens": null, )"
    R"("tokens_per_second": 35.5}})";

TEST(RunLatency, IsItsJsonAndBack) {
  EXPECT_EQ(text_of(latency_value(latency_in(kWhole))), kWhole);
}

TEST(RunLatency, WithoutRequestsIsNone) {
  EXPECT_TRUE(latency_value({}).is_none());
  EXPECT_TRUE(latency_value(run_latency({})).is_none());
  EXPECT_EQ(run_latency({}).of(*find_category("sql")), nullptr);
}

TEST(RunLatency, LeavesOutWhatCannotBeATime) {
  for (const char* json :
       {"3", "{}", R"({"requests": 0, "p50": 0, "p95": 0})",
        R"({"requests": 1, "p50": -1, "p95": 2})", R"({"requests": 1, "p50": 2, "p95": 1})",
        R"({"requests": 1, "p50": 1e300, "p95": 1e300})",
        R"({"requests": true, "p50": 1, "p95": 2})", R"({"requests": 1, "p50": NaN, "p95": 2})",
        R"({"requests": 1, "p50": "1", "p95": 2})"}) {
    EXPECT_FALSE(latency_in(json).all) << json;
  }
  const RunLatency some = latency_in(
      R"({"requests": 1, "p50": 1, "p95": 2, "categories": {"no_category": {"requests": 1, "p50": 1, "p95": 2},
          "sql": {"requests": 1, "p50": Infinity, "p95": 2}}, "streamed": {"responses": -1}})");
  EXPECT_TRUE(some.all);
  EXPECT_TRUE(some.categories.empty());
  EXPECT_FALSE(some.streamed);
}

TEST(ResponseLatency, LeavesOutWhatIsNoTime) {
  ResponseLatency latency;
  const Category* category = find_category("sql");
  for (const double seconds : {0.0, -1.0, 1e300, std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()}) {
    latency.add(category, Value::real(seconds));
  }
  EXPECT_FALSE(latency.all());
  latency.add(category, Value::real(2));
  EXPECT_EQ(latency.all()->requests, 1u);
}

TEST(StreamedLatency, KeepsWhatIsKnown) {
  const auto streamed = streamed_of_value(
      *json_loads(R"({"responses": 4, "first_token": {"p50": 0.2}, "tokens_per_second": 9})"));
  ASSERT_TRUE(streamed);
  EXPECT_FALSE(streamed->first_token) << "one percentile is not both";
  EXPECT_FALSE(streamed->between_tokens);
  EXPECT_EQ(streamed->tokens_per_second, 9);
  EXPECT_FALSE(streamed_of_value(Value::str("4")));
}

}  // namespace
}  // namespace bfclx
