// The agentic checker. Expected values are those of CPython's re and of the official runner.
#include "core/check/agentic.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/check/rules.h"
#include "core/value/dict.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

TEST(StandardizeAgentic, AsTheOfficialOne) {
  struct Case {
    std::string_view text;
    std::string_view standard;
  };
  constexpr Case kCases[] = {
      {"", ""},
      {"A, b./-_*^()c", "a bc"},
      {"It's", "it\"s"},
      {"don’t", "don’t"},
      {"ΑΣ", "ας"},
      {"İx", "i̇x"},
      {"a\tb  c", "a\tb  c"},
      {"ＡＢ", "ａｂ"},
      {"Straße", "straße"},
  };
  for (const Case& c : kCases) EXPECT_EQ(standardize_agentic(c.text), c.standard) << c.text;
}

TEST(StandsAsWords, AsPythonsRegularExpression) {
  struct Case {
    std::string_view answer;
    std::string_view message;
    bool found;
  };
  constexpr Case kCases[] = {
      {"cat", "a cat sat", true}, {"cat", "concat", false},  {"cat", "cats", false},
      {"", "...", false},         {"", "a", true},           {"", "", false},
      {"+1", "a+1 b", true},      {"+1", "+1", false},       {"é", "caf é x", true},
      {"caf", "café", false},     {"5", "٥5", false},        {"5", "a 5%", true},
      {"$5", "x $5", false},      {"$5", "x$5", true},       {"a_b", "x a_b", true},
      {"aa", "aaa aa", true},     {"日本", "日本語", false}, {"日本", "日本、語", true},
      {"x ", "x y", true},        {"x ", "x  ", false},      {"\xCC\x81", "e \xCC\x81", false},
      {"ab", "ab", true},         {"²", "²x", false},        {"1", "1²", false},
      {"%", "a%b", true},         {"%", "% ", false},        {"longer", "long", false},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(stands_as_words(c.answer, c.message), c.found) << c.answer << " in " << c.message;
  }
}

TEST(StandsAsWords, ManyOccurrencesTakeLinearTime) {
  // Half a million places at which a hundred thousand characters agree; none has a boundary.
  const std::string message(600'000, 'a');
  EXPECT_FALSE(stands_as_words(std::string(100'000, 'a'), message));
}

// What cannot be decoded is "text"; "[]" is an empty list; all else is one call.
Result<Value> decode(const Value& step) {
  if (!step.is_str()) return Error{"TypeError", "no text"};
  if (step.as_str() == "[]") return Value::list();
  if (step.as_str().substr(0, 1) != "[") return Error{"SyntaxError", "no call"};
  return Value::list({step});
}

struct JudgeCase {
  std::string_view response;
  std::string_view answers;
  std::string_view error_type;  // empty: valid
  std::string_view last_message;
};

TEST(JudgeAgentic, WhichMessageIsSearched) {
  constexpr JudgeCase kCases[] = {
      {R"([["[f()]", "It is Lake, Placid."]])", R"(["Lake Placid"])", "", "'It is Lake, Placid.'"},
      {R"([["Lake Placid", "[f()]"]])", R"(["x", "placid"])", "", "'Lake Placid'"},
      {R"([["Lake", "[]"]])", R"(["lake"])", "agentic:answer_not_found", "'[]'"},
      {R"([["Lake", ""]])", R"(["lake"])", "agentic:no_last_message", "None"},
      {R"([["[f()]"]])", R"(["lake"])", "agentic:no_last_message", "None"},
      {R"([[]])", R"(["lake"])", "agentic:no_last_message", "None"},
      {R"([[["a lake", "b"]]])", R"(["lake"])", "", "['a lake', 'b']"},
      {R"([[{"answer": "lake"}]])", R"(["lake"])", "", "{'answer': 'lake'}"},
      {R"([[7]])", R"(["7"])", "", "7"},
      {R"(["lake"])", R"(["e"])", "", "'e'"},  // a text is gone through by letters
      {R"("lake")", R"(["lake"])", "agentic:inference_error", "None"},
      {R"([["lake"], ["lake"]])", R"(["lake"])", "agentic:inference_error", "None"},
      {R"([])", R"(["lake"])", "agentic:inference_error", "None"},
      {R"([3])", R"(["lake"])", "official_evaluator_error:TypeError", "None"},
      {R"([["lake"]])", R"([])", "agentic:answer_not_found", "'lake'"},
  };
  for (const JudgeCase& c : kCases) {
    const AgenticVerdict result = judge_agentic(parse(c.response), parse(c.answers), decode);
    EXPECT_EQ(result.verdict.error_type, c.error_type) << c.response;
    EXPECT_EQ(result.verdict.valid, c.error_type.empty()) << c.response;
    EXPECT_EQ(result.verdict.why.has_value(), !result.verdict.valid) << c.response;
    EXPECT_EQ(repr(result.last_message), c.last_message) << c.response;
  }
}

TEST(JudgeAgentic, ErrorHasTheOfficialMembers) {
  const AgenticVerdict missed =
      judge_agentic(parse(R"j([["A (b)"]])j"), parse(R"(["C-d"])"), decode);
  EXPECT_EQ(repr(missed.verdict.error),
            "{'error_message': 'None of the expected answers were found in the model response.', "
            "'error_type': 'agentic:answer_not_found', 'details': {'model_response': 'A (b)', "
            "'possible_answers': ['C-d'], 'standardized_model_response': 'a b', "
            "'standardized_possible_answers': ['cd']}}");
  EXPECT_EQ(missed.verdict.why->rule, rules::kAnswerNotFound);
  const AgenticVerdict silent = judge_agentic(parse(R"([["[f()]"]])"), parse(R"(["d"])"), decode);
  EXPECT_EQ(repr(silent.verdict.error),
            "{'error_message': ['Cannot find the last chat message that is not a function call.'], "
            "'error_type': 'agentic:no_last_message'}");
  EXPECT_EQ(repr(*silent.verdict.decoded), "[['[f()]']]");
}

TEST(JudgeAgentic, AnswersThatAreNoTexts) {
  EXPECT_EQ(judge_agentic(parse(R"([["x"]])"), parse("[1]"), decode).verdict.error_type,
            "official_evaluator_error:TypeError");
}

}  // namespace
}  // namespace bfclx
