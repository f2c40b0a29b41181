// Entries with several turns and expected calls in each.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/checker/own_match.h"
#include "core/value/repr.h"
#include "tests/unit/checker/checker_support.h"

namespace bfclx {
namespace {

constexpr std::string_view kDocs =
    R"([{"name": "a.f", "parameters": {"type": "dict", "required": ["x"], "properties": {)"
    R"("x": {"type": "integer"}}}}, {"name": "g", "parameters": {"type": "dict", "properties": {}}}])";

Result<std::shared_ptr<const OwnMatch>> made(std::string_view expected, std::string_view results,
                                             MatchRules rules = {}) {
  EntryCheckers checkers;
  const auto checker = checkers.of(parse(kDocs), rules.match);
  EXPECT_TRUE(checker.ok());
  const Value given = parse(results);
  return OwnMatch::make_turns(*checker, parse(expected), &given, rules.order, "ground_truth");
}

std::string results_text(const OwnTurn& turn, std::string_view calls) {
  std::string text;
  for (const Value& result : results_of_calls(turn, parse(calls).items())) {
    text += (text.empty() ? "" : " | ") + str(result);
  }
  return text;
}

TEST(OwnTurns, HasEachTurnAlone) {
  const auto turns = made(R"([[{"a.f": {"x": [1]}}], "none", {"name": "g"}])", "null");
  ASSERT_TRUE(turns.ok()) << turns.error().message;
  ASSERT_EQ((*turns)->turns().size(), 3u);
  const auto passes = [&](std::size_t turn, std::string_view calls) {
    return (*turns)->turns()[turn].match->judge(parse(calls), false).valid;
  };
  EXPECT_TRUE(passes(0, R"([{"a.f": {"x": 1}}])"));
  EXPECT_FALSE(passes(0, "[]"));
  EXPECT_TRUE(passes(1, "[]"));
  EXPECT_FALSE(passes(1, R"([{"g": {}}])"));
  EXPECT_TRUE(passes(2, R"([{"g": {}}])"));
  EXPECT_EQ(repr((*turns)->shown()), "[['a.f(x=1)'], [], ['g()']]");
  EXPECT_EQ(repr((*turns)->possible_answers()), "[{'a.f': {'x': [1]}}, {'g': {}}]");
}

TEST(OwnTurns, CallsReturnWhatTheExpectedCallDoes) {
  const auto turns =
      made(R"([[{"name": "a.f", "arguments": {"x": 1}}, {"name": "a.f", "arguments": {"x": 1}},)"
           R"( {"name": "g"}], "none"])",
           R"([["first", {"n": 2}, null], []])", {.match = ValueMatching::kSchema});
  ASSERT_TRUE(turns.ok()) << turns.error().message;
  const OwnTurn& first = (*turns)->turns().front();
  EXPECT_EQ(results_text(first, R"([{"g": {}}, {"a_f": {"x": 1}}, {"a.f": {"x": 1}}])"),
            R"(null | first | {"n": 2})");
  EXPECT_EQ(results_text(first, R"([{"a.f": {"x": 2}}, {"g": {}}, {"g": {}}])"),
            R"({"status": "ok"} | null | {"status": "ok"})");
  EXPECT_EQ(results_text(first, R"([null, "g", []])"),
            R"({"status": "ok"} | {"status": "ok"} | {"status": "ok"})");
  EXPECT_EQ(results_text((*turns)->turns()[1], R"([{"g": {}}])"), R"({"status": "ok"})");
}

TEST(OwnTurns, Faults) {
  const auto fault = [](std::string_view expected, std::string_view results) {
    const auto turns = made(expected, results, {.match = ValueMatching::kSchema});
    return turns.ok() ? "none" : turns.error().message;
  };
  constexpr std::string_view kList = "expected a list of turns, with the calls of each or \"none\"";
  EXPECT_EQ(fault("[]", "null"), "ground_truth: " + std::string(kList));
  EXPECT_EQ(fault(R"("none")", "null"), "ground_truth: " + std::string(kList));
  EXPECT_EQ(fault(R"(["none", 5])", "null").substr(0, 16), "ground_truth[1]:");
  EXPECT_EQ(fault(R"(["none"])", "5"), "results: expected a list with the results of each turn");
  EXPECT_EQ(fault(R"(["none"])", "[]"), "results: has 0 turns, expected 1, one for each turn");
  EXPECT_EQ(fault(R"(["none"])", "[[1]]"),
            "results[0]: has 1 result, expected 0, one for each expected call");
  EXPECT_EQ(fault(R"([{"any_of": [{"name": "g"}, "none"]}])", "[[1]]"),
            "results[0]: a turn with alternatives for whole calls cannot have results");
  EXPECT_EQ(fault(R"([{"any_of": [{"name": "g"}, "none"]}])", "[null]"), "none");
  const auto either = made(R"([{"any_of": [[{"name": "g"}, {"name": "g"}], "none"]}])", "null",
                           {.match = ValueMatching::kExact});
  EXPECT_EQ(repr((*either)->shown()), "[['g(), g() or no call']]");
}

}  // namespace
}  // namespace bfclx
