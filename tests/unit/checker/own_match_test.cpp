// How entries with a match of their own are compared and shown.
#include "core/checker/own_match.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/value/json.h"
#include "tests/unit/checker/checker_support.h"

namespace bfclx {
namespace {

constexpr std::string_view kDocs =
    R"([{"name": "a.f", "parameters": {"type": "dict", "required": ["x"], "properties": {)"
    R"("x": {"type": "float"}, "s": {"type": "string"}, "u": {"type": "string", "default": "c"}}}}])";

std::shared_ptr<const OwnMatch> made(std::string_view expected, MatchRules rules) {
  EntryCheckers checkers;
  const auto checker = checkers.of(parse(kDocs), rules.match);
  EXPECT_TRUE(checker.ok());
  const auto match = OwnMatch::make(*checker, parse(expected), rules.order, "ground_truth");
  EXPECT_TRUE(match.ok()) << match.error().message;
  return *match;
}

std::string json_of(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

TEST(OwnMatch, ShowsWhatIsExpectedInTheOfficialForm) {
  const auto match = made(R"([{"name": "a.f", "arguments": {"x": {"any_of": [1, 2]}, "s": ""}}])",
                          {.match = ValueMatching::kSchema});
  EXPECT_EQ(json_of(match->possible_answers()),
            R"([{"a.f": {"x": [1, 2], "s": [{"any_of": [""]}], "u": ["c", ""]}}])");
  EXPECT_EQ(json_of(match->shown()), json_of(match->possible_answers()));
  EXPECT_EQ(json_of(match->example()), R"([{"a.f": {"x": 1, "s": ""}}])");
  EXPECT_EQ(json_of(made(R"({"a.f": {"x": [1.0]}})", {})->possible_answers()),
            R"([{"a.f": {"x": [1.0]}}])");
}

TEST(OwnMatch, AlternativesInsideAreApartForWhoeverLooksThroughThem) {
  constexpr std::string_view kDoc =
      R"([{"name": "f", "parameters": {"type": "dict", "properties": {"o": {"type": "dict"}}}}])";
  EntryCheckers checkers;
  const auto checker = checkers.of(parse(kDoc), ValueMatching::kSchema);
  ASSERT_TRUE(checker.ok());
  const auto answers = [&](std::string_view o) {
    const std::string expected = R"({"name": "f", "arguments": {"o": )" + std::string(o) + "}}";
    const auto match = OwnMatch::make(*checker, parse(expected), CallOrder::kAny, "expected");
    EXPECT_TRUE(match.ok()) << match.error().message;
    EXPECT_EQ(json_of((*match)->shown()), R"([{"f": {"o": [)" + std::string(o) + "]}}]");
    return json_of((*match)->possible_answers());
  };
  EXPECT_EQ(answers(R"({"a": [{"any_of": [1, 2]}, 3]})"),
            R"([{"f": {"o": [{"a": [1, 3]}, {"a": [2, 3]}]}}])");
  EXPECT_EQ(answers(R"({"a": {"any_of": [1], "optional": true}, "b": 2})"),
            R"([{"f": {"o": [{"a": 1, "b": 2}, {"b": 2}]}}])");
  std::string many = R"({"a": 0)";
  for (char key = 'b'; key < 'z'; ++key) {
    many += concat({R"(, ")", std::string(1, key), R"(": {"any_of": [1, 2]})"});
  }
  EXPECT_LT(answers(many + "}").size(), 50'000u);
}

TEST(OwnMatch, ShowsAlternativesOfTheCalls) {
  const auto match = made(R"({"any_of": ["none", {"name": "a.f", "arguments": {"x": 1}}]})",
                          {.match = ValueMatching::kExact});
  EXPECT_EQ(json_of(match->shown()), R"({"any_of": ["none", [{"a.f": {"x": [1]}}]]})");
  EXPECT_EQ(json_of(match->possible_answers()), R"([{"a.f": {"x": [1]}}])");
  EXPECT_TRUE(match->judge(Value::list(), false).valid);
  EXPECT_TRUE(match->judge(match->example(), false).valid);
}

TEST(OwnMatch, UnderscoresStandForDotsAsTheRunHasThem) {
  for (const ValueMatching match : {ValueMatching::kOfficial, ValueMatching::kSchema}) {
    const auto one = made(R"([{"a.f": {"x": [1.0]}}, {"a.f": {"x": [2.0]}}])",
                          {.match = match, .order = CallOrder::kGiven});
    const Value dotted = parse(R"([{"a.f": {"x": 1.0}}, {"a.f": {"x": 2.0}}])");
    const Value underscored = parse(R"([{"a_f": {"x": 1.0}}, {"a_f": {"x": 2.0}}])");
    EXPECT_TRUE(one->judge(dotted, false).valid);
    EXPECT_FALSE(one->judge(underscored, false).valid);
    EXPECT_TRUE(one->judge(underscored, true).valid);
    const Value turned = parse(R"([{"a.f": {"x": 2.0}}, {"a.f": {"x": 1.0}}])");
    EXPECT_FALSE(one->judge(turned, false).valid);
  }
}

TEST(OwnMatch, WhatCannotBeDecodedFailsAsOfficially) {
  const auto match =
      made(R"([{"name": "a.f", "arguments": {"x": 1}}])", {.match = ValueMatching::kSchema});
  const Verdict verdict = match->judge(Error{.kind = "SyntaxError", .message = "no"}, false);
  EXPECT_EQ(verdict.error_type, "ast_decoder:decoder_failed");
  EXPECT_TRUE(verdict.decode_error.has_value());
}

TEST(OwnMatch, Rules) {
  const auto rules = [](std::string_view object) {
    const Result<MatchRules> read =
        read_match_rules(parse(object), {.match = ValueMatching::kSchema});
    return read.ok() ? match_text(*read) : "!" + read.error().message;
  };
  EXPECT_EQ(rules("{}"), "match schema");
  EXPECT_EQ(rules(R"({"match": null, "order": "any"})"), "match schema");
  EXPECT_EQ(rules(R"({"match": "official"})"), "");
  EXPECT_EQ(rules(R"({"match": "official", "order": "given"})"),
            "match official, calls in the given order");
  EXPECT_EQ(rules(R"({"match": []})"),
            "!match: unknown match `[]`: expected official, schema or exact.");
}

}  // namespace
}  // namespace bfclx
