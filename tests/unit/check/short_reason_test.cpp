// The short text of every rule.
#include "core/check/short_reason.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/check/rules.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

struct Case {
  std::string_view rule;
  std::string_view path;  // JSON, as expected and found
  std::string_view expected;
  std::string_view found;
  std::string_view detail;
  std::string_view text;
};

constexpr std::string_view kParameter = R"([0, "f", "p"])";

constexpr Case kCases[] = {
    {rules::kDecoderFailed, "[]", "null", "null", "name 'true' is not defined.",
     "could not be parsed: name 'true' is not defined"},
    {rules::kDecoderFailed, "[]", "null", "null", "", "could not be parsed"},
    {rules::kDecoderFailed, "[]", "null", "null", "'str' object has no attribute 'keys'",
     "no calls in the format of the decoder"},
    {rules::kDecoderFailed, "[]", "null", "null", kTextAlone, "text without a tool call"},
    {rules::kDecoderFailed, "[]", "null", "null", kNoText, "empty response"},
    {rules::kWrongFormat, "[]", "null", R"(["f"])", "", "not a list of calls: ['f']"},
    {rules::kWrongFormat, "[]", "null", "null", "", "not a list of calls"},
    {rules::kNoCall, "[]", "null", "[]", "", "no call, but one was expected"},
    {rules::kUnwantedCall, "[]", "null", R"([{"f": {}}])", "", "a call, but none was expected"},
    {rules::kWrongCount, "[]", "2", "1", "", "1 call ≠ 2"},
    {rules::kWrongCount, "[]", "1", "0", "", "0 calls ≠ 1"},
    {rules::kWrongFuncName, R"([0, "fetch"])", R"("get")", R"("fetch")", "", "fetch() ≠ get()"},
    {rules::kMissingRequired, kParameter, "[1]", "null", "", "p is missing"},
    {rules::kMissingOptional, kParameter, "[1]", "null", "", "p is missing"},
    {rules::kUnexpectedParam, kParameter, "null", "5", "", "p: no such parameter"},
    {rules::kUnexpectedParam, kParameter, "null", "5", kDeclared, "p: not in any possible answer"},
    {rules::kNotText, kParameter, R"("String")", "true", "Java",
     "p: True is bool ≠ text of Java source"},
    {rules::kType, kParameter, R"("float")", R"("0.7")", "", "p: '0.7' is str ≠ float"},
    {rules::kNestedType, R"([0, "f", "p", 3])", R"("float")", "12", "", "p[3]: 12 is int ≠ float"},
    {rules::kNestedType, kParameter, R"("float")", "[12]", "", "p: no possible answer is known"},
    {rules::kStringValue, kParameter, R"(["human"])", R"("human cell")", "",
     "p: 'human cell' ≠ 'human'"},
    {rules::kStringValue, kParameter, R"([""])", R"("x")", "", "p: 'x' ≠ ''"},
    {rules::kListValue, R"([0, "f", "p", 1])", R"([["a", "b's"], ["c"]])", R"(["a, b"])", "",
     "p: ['a, b'] ≠ ['a', \"b's\"] or ['c']"},
    {rules::kDictKey, R"([0, "f", "p", "zip"])", "null", "1", "", "p: unexpected key zip"},
    {rules::kDictValue, R"([0, "f", "p", "zip"])", "[1, 2]", "3", "", "zip: 3 ≠ 1 or 2"},
    {rules::kMissingDictKey, R"([0, "f", "p", "zip"])", "[1]", "null", "", "p: key zip is missing"},
    {rules::kListDictCount, kParameter, "2", "1", "", "p: 1 dictionary ≠ 2"},
    {rules::kNoAnswer, kParameter, "null", "{}", "", "p: no possible answer is known"},
    {rules::kValue, kParameter, R"(["", 10])", "5", "", "p: 5 ≠ 10"},
    {rules::kValue, kParameter, "[2, 3, 4]", "1", "", "p: 1 ≠ 2 or 2 others"},
    {rules::kValue, kParameter, "[]", "null", "", "p: None ≠ []"},
    {rules::kInferenceError, "[]", "null", "null", "", "not a list of turns"},
    {rules::kNoLastMessage, "[]", "null", "null", "", "no final message"},
    {rules::kAnswerNotFound, "[]", R"(["Paris", "paris"])", R"("I do not know")", "",
     "not as whole words in the final message: 'Paris' or 'paris'"},
    {rules::kEvaluatorError, "[]", "null", "null", "TypeError: no len()",
     "official evaluator error: TypeError: no len()"},
    {rules::kForceTerminated, "[]", "5", "3", "", "3 turns ≠ 5"},
    {rules::kForceTerminated, "[]", "5", "1", "", "1 turn ≠ 5"},
    {rules::kEmptyTurn, "[0]", R"(["f"])", "null", "", "turn 1: no call"},
    {rules::kState, R"([0, "TwitterAPI", "tweets", 2, "content"])", R"("b")", R"("a")", "",
     "turn 1: TwitterAPI.tweets[2]['content']: 'a' ≠ 'b'"},
    {rules::kState, R"([1, "GorillaFileSystem", "root"])", R"("<Directory: 'a'>")",
     R"("<Directory: 'b'>")", "", "turn 2: GorillaFileSystem.root differs"},
    {rules::kResponse, "[1]", R"("{}")", "null", "", "turn 2: no call returned '{}'"},
    {rules::kExecution, "[0]", "1", "null", "division by zero",
     "execution failed: division by zero"},
    {rules::kResult, "[0]", "5", "6", "", "6 ≠ 5"},
    {rules::kResultType, "[0]", "5", R"("5")", "", "'5' ≠ 5"},
    {rules::kResultPattern, "[0]", R"({"a": 1})", R"({"b": 1})", "", "{'b': 1} ≠ {'a': 1}"},
    {rules::kNoMatch, "[]", "5", "null", "", "no call returned 5"},
    {rules::kStatusCode, "[]", "200", "404", "", "status 404 ≠ 200"},
    {rules::kStatusCode, "[]", "null", "null", "", "no response"},
    {rules::kResponseFormat, "[]", "null", "null", "", "response is not JSON"},
    {rules::kResponseKeys, "[]", R"(["a"])", R"(["b"])", "", "keys ['b'] ≠ ['a']"},
    {rules::kResponseKeys, "[]", "3", "2", "", "length 2 ≠ 3"},
    {rules::kTurn, R"([1, 0, "f", "p"])", R"(["b"])", R"("a")", "p: 'a' ≠ 'b'",
     "turn 2: p: 'a' ≠ 'b'"},
    {rules::kTurn, "[0]", "null", "null", "", "turn 1"},
    {rules::kOutOfMemory, "[]", "null", "null", "", "out of memory"},
};

Reason reason_of(const Case& one) {
  return Reason{.rule = one.rule,
                .path = parse(one.path).items(),
                .expected = parse(one.expected),
                .found = parse(one.found),
                .text = "a sentence",
                .more = {},
                .detail = std::string(one.detail)};
}

TEST(ShortReason, OfEveryRule) {
  for (const Case& one : kCases) EXPECT_EQ(short_reason(reason_of(one)).text, one.text);
  for (const Rule& rule : check_rules()) {
    EXPECT_TRUE(has_short_form(rule.name)) << rule.name;
    bool tested = false;
    for (const Case& one : kCases) tested = tested || one.rule == rule.name;
    EXPECT_TRUE(tested) << rule.name;
    // Nothing but the rule is known.
    Reason bare;
    bare.rule = rule.name;
    EXPECT_NE(short_reason(bare).text, "") << rule.name;
  }
  EXPECT_FALSE(has_short_form("another"));
  EXPECT_EQ(short_reason({}).text, "");
}

TEST(ShortReason, HasTypedParts) {
  const Reason reason =
      reason_of({rules::kStringValue, R"([0, "f", "p"])", R"(["", "a", "b"])", R"("x")", "", ""});
  EXPECT_EQ(repr(value_of(short_reason(reason))),
            "{'rule': 'string_value', 'path': [0, 'f', 'p'], 'expected': \"'a' or 'b'\", 'found': "
            "\"'x'\", 'text': \"p: 'x' ≠ 'a' or 'b'\"}");
  const Reason nothing = reason_of({rules::kNoCall, "[]", "null", "[]", "", ""});
  EXPECT_EQ(repr(value_of(short_reason(nothing))),
            "{'rule': 'no_call', 'path': [], 'expected': None, 'found': None, 'text': 'no call, "
            "but one was expected'}");
}

TEST(ShortReason, IsBoundedWhateverTheResponseHolds) {
  constexpr std::size_t kLong = 100000;
  constexpr std::size_t kMost = 3000;
  const Value text = Value::str(std::string(kLong, 'x'));
  for (const Rule& rule : check_rules()) {
    Reason reason{.rule = rule.name,
                  .path = std::vector<Value>(1000, text),
                  .expected = Value::list({text, text}),
                  .found = text,
                  .text = {},
                  .more = {},
                  .detail = std::string(kLong, 'y')};
    const ShortReason shown = short_reason(reason);
    EXPECT_LT(shown.text.size(), 300) << rule.name;
    EXPECT_LT(repr(value_of(shown)).size(), kMost + 300) << rule.name;
  }
}

}  // namespace
}  // namespace bfclx
