// How answers are compared and shown.
#include "core/audit/answer_form.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/audit/meaning.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

AnswerForm of(std::string_view line, std::string_view id = "simple_python_0") {
  std::string text(line);
  if (text.front() == '{') {
    text.insert(1, "\"id\": \"" + std::string(id) + (text[1] == '}' ? "\"" : "\", "));
  }
  const Result<Value> value = json_loads(text);
  EXPECT_TRUE(value.ok()) << text;
  return value.ok() ? answer_form(*value) : AnswerForm{};
}

void expect_same(std::string_view a, std::string_view b, std::string_view id = "simple_python_0") {
  EXPECT_EQ(of(a, id).meaning, of(b, id).meaning) << a << "\n" << b;
  EXPECT_NE(of(a, id).meaning, 0U) << a;
}

constexpr std::string_view kExecuted = "exec_simple_0";
constexpr std::string_view kOfTurns = "multi_turn_base_0";

TEST(AnswerForm, ShowsACallALine) {
  EXPECT_EQ(of(R"j({"decoded": [{"f": {"a": [1, true, null], "b": "x"}}, {"g": {}}]})j").text,
            "f(a=[1, True, None], b='x')\ng()");
  EXPECT_EQ(of(R"j({"decoded": []})j").text, "(no call)");
  EXPECT_EQ(of(R"j({"decoded": ["f(1,  a = 2)"]
})j",
               kExecuted)
                .text,
            "f(1, a=2)");
}

TEST(AnswerForm, MeansWhatTheCheckerTakesForTheSame) {
  expect_same(R"j({"decoded": [{"m.f": {"a": "New York", "b": 2}}]})j",
              R"j({"decoded": [{"m_f": {"b": 2.0, "a": "new-york"}}]})j");
  expect_same(R"j({"decoded": [{"f": {}}, {"g": {}}]})j",
              R"j({"decoded": [{"g": {}}, {"f": {}}]})j");
  EXPECT_NE(of(R"j({"decoded": [{"f": {"a": 1}}]})j").meaning,
            of(R"j({"decoded": [{"f": {"a": "1"}}]})j").meaning);
  expect_same(R"j({"decoded": []})j", R"j({"decoded": [{"f": 1}]})j");
  expect_same(R"j({"decoded": []})j", R"j({"decoded": {"f": {"a": 1}}})j");
  expect_same(R"j({"decoded": []})j", R"j({"decoded": ["f"]})j");
  expect_same(R"j({"decoded": []})j", R"j({"decoded": [[]]})j");
  // As in the audit.
  EXPECT_EQ(of(R"j({"decoded": [{"f": {"a": 1}}]})j").meaning,
            meaning_of(canonical_calls(*json_loads(R"j([{"f": {"a": 1}}])j"))));
}

TEST(AnswerForm, OfAnEpisodeIsItsCallsByTurn) {
  constexpr std::string_view kEpisode =
      R"j({"decoded": [[{"calls": ["cd(folder='a')", "mv(b=2,a='x, y')"]}, {"decode_error": "e"}],
                      [{"empty": true}]]
})j";
  EXPECT_EQ(of(kEpisode, kOfTurns).text, "1: cd(folder='a'); mv(a='x, y', b=2)\n2: (no call)");
  expect_same(kEpisode,
              R"j({"decoded": [[{"calls": ["cd(folder=\"a\")"]
  }, {"calls": ["mv(a='x, y', b=2)"]}],
                              [{"empty": true}]]
  })j",
              kOfTurns);
  EXPECT_EQ(of(R"j({"decoded": [[{"calls": ["not a call ("]}]]})j", kOfTurns).text,
            "1: not a call (");
}

TEST(AnswerForm, OfAnAgenticEntryIsTheStatedAnswer) {
  expect_same(R"j({"last_non_fc_message": "{'answer': 'Paris', 'context': 'I looked'}"})j",
              R"j({"last_non_fc_message": "{'answer': 'paris', 'context': 'a guess'}"})j");
  EXPECT_EQ(of(R"j({"last_non_fc_message": "I do not know"})j").text, "I do not know");
}

TEST(AnswerForm, IsNothingWhereNothingWasDecoded) {
  for (const std::string_view line : {"{}", "[]", "null", R"j({"decoded": null})j"}) {
    EXPECT_EQ(of(line).meaning, 0U) << line;
    EXPECT_EQ(of(line).text, "") << line;
  }
}

TEST(AnswerForm, IsBounded) {
  const std::string line =
      "{\"decoded\": [{\"f\": {\"a\": \"" + std::string(100000, 'x') + "\"}}]}";
  EXPECT_LT(of(line).text.size(), 4100U);
}

}  // namespace
}  // namespace bfclx
