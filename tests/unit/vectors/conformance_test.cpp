// What another scorer gave, counted by rule, and output that is none.
#include "core/vectors/conformance.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "core/render/visible.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/vectors/conformance_report.h"

namespace bfclx {
namespace {

std::string verdict_line(const ConformanceVector& vector, bool valid) {
  return R"({"id": ")" + vector.id + R"(", "valid": )" + (valid ? "true" : "false") + "}";
}

using Scorer = std::function<std::string(const ConformanceVector&)>;

ScorerOutput output_of(const Scorer& scorer) {
  ScorerOutput output(conformance_vectors());
  for (const ConformanceVector& vector : output.vectors()) {
    const Status taken = output.take(scorer(vector));
    EXPECT_TRUE(taken.ok()) << taken.error().message;
  }
  EXPECT_TRUE(output.complete());
  return output;
}

const RuleResult& rule_of(const ConformanceResult& result, std::string_view name) {
  for (const RuleResult& rule : result.rules) {
    if (rule.rule->name == name) return rule;
  }
  ADD_FAILURE() << name;
  return result.rules.front();
}

TEST(ConformanceResult, OfTheSameVerdicts) {
  const ScorerOutput output =
      output_of([](const ConformanceVector& v) { return verdict_line(v, v.passes); });
  const ConformanceResult result = conformance_result(output);
  EXPECT_TRUE(result.agrees());
  EXPECT_EQ(result.counts.agree, output.vectors().size());
  const std::string text = conformance_text({output, result, "s", "0"}, {.width = 80});
  EXPECT_NE(text.find("(100 %), 0 differ"), std::string::npos) << text;
}

TEST(ConformanceResult, NamesTheRuleAndItsSmallestExample) {
  const ScorerOutput output = output_of([](const ConformanceVector& v) {
    return verdict_line(v, v.rule->name == "relevance" ? !v.passes : v.passes);
  });
  const ConformanceResult result = conformance_result(output);
  const RuleResult& relevance = rule_of(result, "relevance");
  EXPECT_EQ(relevance.counts.agree, 0U);
  EXPECT_EQ(relevance.counts.differ(), relevance.counts.vectors);
  EXPECT_EQ(result.counts.differ(), relevance.counts.differ());
  EXPECT_GT(relevance.counts.false_failures, 0U);
  EXPECT_GT(relevance.counts.false_passes, 0U);
  EXPECT_EQ(relevance.situations.size(), 9U);
  const std::size_t size = vector_json(output.vectors()[relevance.smallest], false).size();
  for (const ConformanceVector& vector : output.vectors()) {
    if (vector.rule != relevance.rule) continue;
    EXPECT_LE(size, vector_json(vector, false).size());
  }
  const ConformanceReport report{output, result, "a|b", "0"};
  const Value json = *json_loads(conformance_json(report));
  const Value& first = json.as_dict().find("rules")->items()[0];
  EXPECT_EQ(first.as_dict().find("rule")->as_str(), "relevance");
  const Dict& example = first.as_dict().find("smallest_example")->as_dict();
  EXPECT_EQ(example.find("id")->as_str(), output.vectors()[relevance.smallest].id);
  const Dict& badge = json.as_dict().find("badge")->as_dict();
  EXPECT_EQ(badge.find("message")->as_str(), badge_text(result));
  EXPECT_NE(conformance_markdown(report).find("## relevance\n"), std::string::npos);
}

TEST(ConformanceResult, CountsErrorsAndWhatIsUnsupported) {
  const ScorerOutput output = output_of([](const ConformanceVector& v) {
    if (v.rule->name == "final_answers") return R"({"id": ")" + v.id + R"(", "unsupported": true})";
    if (v.rule->name == "tool_calls")
      return R"({"id": ")" + v.id + R"(", "error": "KeyError: 'x'"})";
    return verdict_line(v, v.passes);
  });
  const ConformanceResult result = conformance_result(output);
  const RuleResult& calls = rule_of(result, "tool_calls");
  EXPECT_EQ(calls.counts.errors, calls.counts.vectors);
  const RuleResult& finals = rule_of(result, "final_answers");
  EXPECT_EQ(finals.counts.unsupported, finals.counts.vectors);
  EXPECT_EQ(finals.counts.differ(), 0U);
  const std::string text = conformance_text({output, result, "s", "0"}, {.width = 80});
  EXPECT_NE(text.find("error: KeyError: 'x'"), std::string::npos) << text;
  EXPECT_NE(text.find(" unsupported"), std::string::npos) << text;
}

TEST(ConformanceResult, FitsTheScreen) {
  const ScorerOutput output =
      output_of([](const ConformanceVector& v) { return verdict_line(v, !v.passes); });
  const ConformanceResult result = conformance_result(output);
  for (const std::size_t width : {50U, 80U, 200U}) {
    const std::string text = conformance_text({output, result, "s", "0"}, {.width = width});
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      EXPECT_LE(display_width(text.substr(at, end - at)), width);
      at = end + 1;
    }
  }
}

TEST(ScorerOutput, ThatIsNone) {
  ScorerOutput output(conformance_vectors());
  const std::string id = output.vectors().front().id;
  const auto error = [&](std::string_view line) {
    const Status taken = output.take(line);
    return taken.ok() ? std::string() : taken.error().message;
  };
  EXPECT_EQ(error(""), "");
  EXPECT_EQ(error("Loading \x1b[1m"), "line 2: not a JSON object: Loading \\x1b[1m");
  EXPECT_EQ(error("[1]"), "line 3: not a JSON object: [1]");
  EXPECT_EQ(error(R"({"valid": true})"), R"(line 4: no "id": {"valid": true})");
  EXPECT_EQ(error(R"({"id": "x_1", "valid": true})"), "line 5: unknown id: x_1");
  EXPECT_EQ(error(R"({"id": ")" + id + R"(", "valid": 1})"),
            R"(line 6: "valid" is neither true nor false: {"id": ")" + id + R"(", "valid": 1})");
  EXPECT_EQ(error(R"({"id": ")" + id + R"("})"),
            R"(line 7: none of "valid", "unsupported" and "error": {"id": ")" + id + R"("})");
  EXPECT_EQ(error(R"({"id": ")" + id + R"(", "valid": true})"), "");
  EXPECT_EQ(error(R"({"id": ")" + id + R"(", "valid": true})"),
            "line 9: a second verdict for this id: " + id);
  EXPECT_EQ(error("\xff"), "line 10: not UTF-8: \xef\xbf\xbd");
  EXPECT_EQ(error(std::string(kMaxVerdictBytes + 1, ' ') + "x"), "line 11: longer than 64 KiB");
  EXPECT_EQ(output.received(), 1U);
  EXPECT_EQ(output.first_missing(), output.vectors()[1].id);
}

}  // namespace
}  // namespace bfclx
