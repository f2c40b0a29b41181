// Verdicts of single-turn entries. Texts are the official runner's.
#include "core/check/judge.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/check/rules.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

constexpr std::string_view kFunctions =
    R"([{"name": "f", "parameters": {"properties": {"p": {"type": "integer"}}, "required": []}}])";
constexpr std::string_view kAnswers = R"([{"f": {"p": [1]}}])";

Verdict judge(Result<Value> decoded) {
  return judge_calls(parse(kFunctions), parse(kAnswers), {}, std::move(decoded));
}

TEST(JudgeCalls, RightCall) {
  const Verdict verdict = judge(parse(R"([{"f": {"p": 1}}])"));
  EXPECT_EQ(summary(verdict), Summary());
  ASSERT_TRUE(verdict.decoded.has_value());
  EXPECT_EQ(repr(*verdict.decoded), "[{'f': {'p': 1}}]");
  EXPECT_FALSE(verdict.decode_error.has_value());
}

TEST(JudgeCalls, WrongCall) {
  EXPECT_EQ(summary(judge(parse(R"([{"f": {"p": 2}}])"))),
            Summary("value_error:others",
                    R"(["Invalid value for parameter 'p': 2. Expected one of [1]."])"));
}

TEST(JudgeCalls, FailedDecoding) {
  const Verdict verdict = judge(Error{"SyntaxError", "invalid syntax (<unknown>, line 1)"});
  EXPECT_EQ(summary(verdict), Summary("ast_decoder:decoder_failed",
                                      "['Invalid syntax. Failed to decode AST. invalid syntax "
                                      "(<unknown>, line 1)']"));
  EXPECT_FALSE(verdict.decoded.has_value());
  ASSERT_TRUE(verdict.decode_error.has_value());
  EXPECT_EQ(verdict.decode_error->kind, "SyntaxError");
  EXPECT_EQ(verdict.why->rule, rules::kDecoderFailed);
}

TEST(JudgeCalls, TextWithoutACall) {
  constexpr std::string_view kComma = "invalid syntax. Perhaps you forgot a comma?";
  constexpr std::string_view kKeys = "'str' object has no attribute 'keys'";
  constexpr std::string_view kNone = "The response is text without a tool call.";
  constexpr std::tuple<std::string_view, std::string_view, std::string_view> kAll[] = {
      {"I cannot do that", kComma, kNone},
      {"I cannot do that (sorry)", kKeys, kNone},
      {" \n", kKeys, "The response is empty."},
      {"f(x=1", kKeys, "The response has no calls in the format of the decoder."},
      {"f(x=1", "'(' was never closed",
       "The response could not be parsed as function calls: '(' was never closed."},
      {R"({"name": "f"})", kComma,
       "The response could not be parsed as function calls: invalid syntax. Perhaps you forgot a "
       "comma?."},
  };
  for (const auto& [response, message, text] : kAll) {
    Verdict verdict = judge(Error{"SyntaxError", std::string(message)});
    const Value official = verdict.error;
    clarify_undecoded(Value::str(response), verdict);
    EXPECT_EQ(verdict.why->text, text) << response;
    EXPECT_EQ(repr(verdict.error), repr(official));
  }
  Verdict list = judge(Error{"AttributeError", std::string(kKeys)});
  clarify_undecoded(Value::list({Value::str("no")}), list);
  EXPECT_EQ(list.why->text, "The response has no calls in the format of the decoder.");
}

TEST(JudgeCalls, WrongFormat) {
  const Verdict verdict = judge(parse(R"([{"f": 1}])"));
  EXPECT_EQ(summary(verdict),
            Summary("ast_decoder:decoder_wrong_output_format",
                    "['Did not output in the specified format. Note: the model_result is wrapped "
                    "in a string to ensure json serializability.']"));
  EXPECT_TRUE(verdict.decoded.has_value());
  EXPECT_EQ(verdict.why->rule, rules::kWrongFormat);
}

TEST(JudgeCalls, WhereTheOfficialEvaluatorRaises) {
  const Verdict verdict =
      judge_calls(parse("[]"), parse(kAnswers), {}, parse(R"([{"f": {"p": 1}}])"));
  EXPECT_EQ(summary(verdict),
            Summary("official_evaluator_error:IndexError", "['list index out of range']"));
  EXPECT_EQ(verdict.why->rule, rules::kEvaluatorError);
}

TEST(JudgeRelevance, CallsAndNone) {
  const struct {
    std::string_view decoded;  // "" where decoding failed
    bool call_expected;
    std::string_view error_type;
    std::string_view error;
  } cases[] = {
      {R"([{"f": {}}])", true, "", ""},
      {R"([{"f": {}}])", false, "irrelevance_error:decoder_success",
       "['Valid syntax. Successfully decode AST when it should not.']"},
      {"[]", false, "", ""},
      {"[]", true, "relevance_error:decoder_failed",
       "['Invalid syntax. Failed to decode AST when it should have. None']"},
      {R"("text")", false, "", ""},
      {"", false, "", ""},
      {"", true, "relevance_error:decoder_failed",
       "['Invalid syntax. Failed to decode AST when it should have. no such thing']"},
  };
  for (const auto& row : cases) {
    Result<Value> decoded = Error{"ValueError", "no such thing"};
    if (!row.decoded.empty()) decoded = parse(row.decoded);
    const Verdict verdict = judge_relevance(decoded, row.call_expected);
    EXPECT_EQ(summary(verdict), Summary(row.error_type, row.error)) << row.decoded;
    EXPECT_EQ(verdict.decoded.has_value(), decoded.ok());
    EXPECT_EQ(verdict.decode_error.has_value(), !decoded.ok());
  }
}

TEST(Rules, HaveDistinctNamesAndExplanations) {
  for (const Rule& rule : check_rules()) {
    EXPECT_EQ(find_rule(rule.name), &rule) << rule.name;
    EXPECT_FALSE(rule.explanation.empty()) << rule.name;
  }
  EXPECT_EQ(find_rule("no such rule"), nullptr);
}

}  // namespace
}  // namespace bfclx
