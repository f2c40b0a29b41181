// One budget for each response, whatever judges it (base/budget.h).
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/run/scorer.h"
#include "core/value/value.h"

namespace bfclx {
namespace {

constexpr std::string_view kQuestion =
    R"("question":[[{"role":"user","content":"Go."}]],"function":[{"name":"f","parameters":)"
    R"({"type":"dict","properties":{"x":{"type":"any"}},"required":["x"]}}])";

struct Kind {
  std::string_view category;
  std::string_view id;
  std::string_view truth;  // empty: there is none
};
constexpr Kind kKinds[] = {
    {"simple_python", "simple_python_0", R"([{"f":{"x":["a"]}}])"},
    {"irrelevance", "irrelevance_0", ""},
    {"live_relevance", "live_relevance_0-0-0", ""},
    {"exec_simple", "exec_simple_0",
     R"json(["math_factorial(n=5)"],"execution_result_type":["exact_match"])json"},
    {"exec_parallel", "exec_parallel_0",
     R"json(["math_factorial(n=5)"],"execution_result_type":["exact_match"])json"},
    {"rest", "rest_0", R"("{}")"},
};

// Ten gigabytes, were each call taken for itself.
std::string greedy_response() {
  std::string response = "[";
  for (int i = 0; i < 1000; ++i) response += "f(x='a'*10**7),";
  return response + "]";
}

TEST(ResponseBudget, HoldsForEveryKindOfEntry) {
  const Value response = Value::str(greedy_response());
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(kind.category);
    const Category& category = *find_category(kind.category);
    const auto with_id = [&](std::string_view rest) {
      return "{\"id\":\"" + std::string(kind.id) + "\"," + std::string(rest) + "}\n";
    };
    Dataset dataset;
    const Status added = dataset.add(
        category, with_id(kQuestion),
        kind.truth.empty() ? "" : with_id("\"ground_truth\":" + std::string(kind.truth)));
    ASSERT_TRUE(added.ok()) << added.error().message;
    RunSettings settings;
    settings.decoder = find_decoder("prompting");
    ScoredResponse scored;
    scored.entry = &dataset.entries(category)[0];
    scored.response = response;
    score_response(scored, settings);
    ASSERT_TRUE(scored.verdict.decode_error.has_value());
    EXPECT_EQ(scored.verdict.decode_error->message, "this response takes too much memory or time");
    EXPECT_EQ(scored.verdict.valid, category.judging == Judging::kIrrelevance);
    EXPECT_FALSE(scored.skipped());
    EXPECT_LT(verdict_json(scored).size(), 10'000u);
  }
}

}  // namespace
}  // namespace bfclx
