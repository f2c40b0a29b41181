// What is doubtful about the cases of a benchmark: planted faults, and cases without any.
#include "core/benchmark/case_review.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/benchmark/case_parts.h"
#include "core/benchmark/case_report.h"
#include "core/benchmark/case_texts.h"
#include "core/checker/own_match.h"
#include "core/dataset/own_turns.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::string_view kTools =
    R"([{"name": "get_weather", "description": "The weather in a city.", "parameters": {"type": "dict",)"
    R"( "required": ["city"], "properties": {)"
    R"("city": {"type": "string", "description": "The city, such as Reykjavik."},)"
    R"("days": {"type": "integer", "minimum": 1, "description": "Number of days."},)"
    R"("unit": {"type": "string", "enum": ["celsius", "fahrenheit"], "default": "celsius"},)"
    R"("note": {"type": "string", "description": "One of 'short' or 'verbose'."}}}},)"
    R"( {"name": "get_time", "description": "The time.", "parameters": {"type": "dict",)"
    R"( "required": ["city"], "properties": {"city": {"type": "string"}}}}])";

struct Case {
  std::string question;
  std::string truth;  // the arguments of get_weather; a list: all calls; empty: no call
  std::string tools{kTools};
};

class CaseReviewTest : public testing::Test {
 protected:
  // "CODE SEVERITY ID PLACE: TEXT", one for each finding.
  std::vector<std::string> review(const std::vector<Case>& cases, CaseReview how = {"en"}) {
    std::string questions[2], answers;
    std::size_t numbers[2] = {0, 0};
    for (const Case& one : cases) {
      const bool none = one.truth.empty();
      const std::string id = std::string(none ? "irrelevance_" : "multiple_") +
                             std::to_string(numbers[none ? 1 : 0]++);
      std::string line = R"({"id": ")" + id + R"(", "question": [[{"role": "user", "content": )";
      append_json_str(line, one.question);
      questions[none ? 1 : 0] += line + R"(}]], "function": )" + one.tools + "}\n";
      if (none) continue;
      answers += R"({"id": ")" + id + R"(", "ground_truth": )" +
                 (one.truth[0] == '[' ? one.truth : R"([{"get_weather": )" + one.truth + "}]") +
                 "}\n";
    }
    dataset_.own_matching = ValueMatching::kOfficial;
    std::vector<CaseFinding> findings;
    std::vector<ReviewedCase> reviewed;
    for (const bool none : {false, true}) {
      if (questions[none ? 1 : 0].empty()) continue;
      const Category& category = *find_category(none ? "irrelevance" : "multiple");
      const Status added = dataset_.add(category, questions[none ? 1 : 0], none ? "" : answers);
      EXPECT_TRUE(added.ok()) << added.error().message;
      for (const Entry& entry : dataset_.entries(category)) {
        SelfCheckFinding checked;
        if (can_self_check(category)) checked = self_check(entry, *find_decoder("prompting"));
        reviewed.push_back(review_case(entry, checked, how));
      }
      places_.add(dataset_, category, questions[none ? 1 : 0], none ? "" : answers);
    }
    for (const ReviewedCase& one : reviewed) {
      findings.insert(findings.end(), one.findings.begin(), one.findings.end());
    }
    for (CaseFinding& one : compare_cases(reviewed, how)) findings.push_back(std::move(one));
    groups_ = group_findings(findings);
    std::vector<std::string> texts;
    for (const CaseFinding& one : findings) {
      texts.push_back(std::string(kind_of(one.fault).code) + " " +
                      std::string(severity_name(one.severity)) + " " + one.id + " " + one.place +
                      ": " + one.text);
    }
    return texts;
  }

  Dataset dataset_;
  CasePlaces places_;
  std::vector<CaseGroup> groups_;
};

using Texts = std::vector<std::string>;
bool is_there(const Texts& texts, std::string_view text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}
constexpr const char* kLyon = R"({"city": ["Lyon"]})";
constexpr const char* kNice = R"({"city": ["Nice"]})";

TEST_F(CaseReviewTest, NothingIsDoubtfulAboutGoodCases) {
  EXPECT_EQ(
      review(
          {{"How warm is it in Lyon?", kLyon},
           {"How warm is it in Nice?", kNice},
           {"How warm is it in Nice for two weeks?", R"({"city": ["Nice"], "days": [14]})"},
           {"What is it like in LA now?", R"({"city": ["Los Angeles"]})"},
           {"What is the weather in Chcago?", R"({"city": ["Chicago"], "unit": ["celsius", ""]})"},
           {"Give me a detailed forecast of Lyon in Fahrenheit.",
            R"({"city": ["Lyon"], "unit": ["fahrenheit"], "note": ["verbose"]})"},
           {"Sing a song for me.", ""}}),
      Texts());
}

TEST_F(CaseReviewTest, Contradictions) {
  const std::string only_time =
      R"([{"name": "get_time", "description": "The time.", "parameters": {"type": "dict",)"
      R"( "required": ["city"], "properties": {"city": {"type": "string"}}}}])";
  EXPECT_EQ(
      review({{"How warm is it in Lyon, Nice?", kLyon},
              {"How warm  is it in Lyon, Nice? ", kNice},
              {"how warm is it in Lyon,  Nice", R"({"city": ["Nice"], "days": [2]})"},
              {"How warm is it in Lyon, Nice?", ""},
              {"Is it warm in Lyon?", kLyon},
              {"Is it warm in Lyon?", "", only_time}}),  // it has no such function
      (Texts{"contradictory_cases error multiple_1 : expects get_weather(city='Nice'), but "
             "multiple_0 expects get_weather(city='Lyon')",
             "contradictory_cases error irrelevance_0 : expects no call, but multiple_0 expects "
             "get_weather(city='Lyon')",
             "nearly_contradictory_cases warning multiple_2 : expects get_weather(city='Nice', "
             "days=2), but multiple_0 expects get_weather(city='Lyon')"}));
}

// Seconds of the processor.
template <typename Work>
double seconds_of(const Work& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST_F(CaseReviewTest, ManyFaultyCallsTakeLinearTime) {
  std::string truth = "[";
  for (int i = 0; i < 40'000; ++i) {
    truth += std::string(i == 0 ? "" : ",") + R"({"get_weather": {"city": ["Lyon"], "p)" +
             std::to_string(i) + R"(": [1]}})";
  }
  std::vector<CaseFinding> findings;
  Entry entry;
  entry.id = "multiple_0";
  entry.category = find_category("multiple");
  entry.data = *json_loads(R"({"question": [], "function": )" + std::string(kTools) + "}");
  entry.ground_truth = *json_loads(truth + "]");
  EXPECT_LT(seconds_of([&] { check_schema(entry, findings); }), 6);  // with sanitizers too
  EXPECT_EQ(findings.size(), 100U);
}

TEST_F(CaseReviewTest, ManyNumbersInALongQuestionTakeLinearTime) {
  std::string question = "The numbers of the list are";
  while (question.size() < std::size_t{1} << 19) question += " 77";
  QuestionWords words(question);
  List numbers;
  for (int i = 0; i < 100; ++i) numbers.push_back(Value::integer(5'123 + 10 * i));
  const Value value = Value::list(std::move(numbers));
  EXPECT_FALSE(words.may_state(Value::integer(5'123)));
  EXPECT_LT(seconds_of([&] {
              for (int i = 0; i < 1'000; ++i) words.may_state(value);
            }),
            6);
}

TEST_F(CaseReviewTest, AResponseThatPassesBothIsNoContradiction) {
  EXPECT_EQ(review({{"Weather in New York?", R"({"city": ["NYC", "New York"]})"},
                    {"Weather in New York?", R"({"city": ["New York City", "New York"]})"},
                    {"Weather in New York!", R"({"city": ["New York"]})"}}),
            (Texts{"duplicate_cases warning multiple_1 : the same as multiple_0",
                   "near_duplicates info multiple_2 : nearly the same as multiple_0"}));
}

TEST_F(CaseReviewTest, NearDuplicates) {
  const std::string text =
      "I am going to travel to the south of France with my whole family at the end of this month "
      "and would like to know how warm it will be in ";
  EXPECT_EQ(review({{text + "Lyon then, so that I can pack.", kLyon},
                    {text + "Nice then, so that I can pack.", kNice},
                    {text + "Lyon then, so that we can pack.", kLyon},
                    {"Will it be warm in Lyon?", kLyon}}),
            Texts{"near_duplicates info multiple_2 : nearly the same as multiple_0"});
}

TEST_F(CaseReviewTest, NearDuplicatesAreFoundAmongMany) {
  const std::string text = "Tell me how warm it is going to be in the old town of Lyon on day ";
  for (const int count : {64, 65, 300}) {
    dataset_ = {};
    std::vector<Case> cases;
    for (int i = 0; i < count; ++i) {
      // Every tenth has other calls, and nothing near before it but its like.
      cases.push_back({text + "n" + std::to_string(i), i % 10 == 9 ? kNice : kLyon});
    }
    const Texts texts = review(cases);
    EXPECT_EQ(std::count_if(texts.begin(), texts.end(),
                            [](const std::string& one) { return one.starts_with("near_dup"); }),
              count - 2)
        << count;
    EXPECT_TRUE(is_there(texts, "near_duplicates info multiple_1 : nearly the same as multiple_0"));
    EXPECT_TRUE(
        is_there(texts, "near_duplicates info multiple_19 : nearly the same as multiple_9"));
  }
}

// Of three optional parameters with a default, 5, "Default 7" in the description, and none.
TEST_F(CaseReviewTest, SmallNumbersThatTheQuestionDoesNotState) {
  const std::string tools =
      R"([{"name": "get_weather", "description": "The weather.", "parameters": {"type": "dict",)"
      R"( "required": [], "properties": {"days": {"type": "integer", "default": 5},)"
      R"( "hours": {"type": "integer", "description": "Default 7"},)"
      R"( "kind": {"type": "integer", "description": "2 is for hail"},)"
      R"( "night": {"type": "boolean", "default": true}}}}])";
  const auto one = [&](const char* question, const char* truth) {
    return Case{std::string("How is the weather there ") + question, truth, tools};
  };
  EXPECT_EQ(
      review({one("at sea", R"({"days": [5]})"), one("up", R"({"days": [3]})"),
              one("down", R"({"hours": [7]})"), one("this week", R"({"days": [5]})"),
              one("for 5 days", R"({"days": [5]})"), one("in hail", R"({"kind": [2]})"),
              one("for nine days", R"({"days": [9]})"), one("at night", R"({"night": [true]})"),
              one("by sea, land and air", R"({"days": [3]})")}),
      (Texts{"demanded_defaults warning multiple_0 ground_truth[0].get_weather.days: 5 is "
             "the default and the question does not state it, but a call without it fails",
             "unstated_values warning multiple_1 ground_truth[0].get_weather.days: the "
             "parameter is optional and the question does not state 3, but a call without "
             "it fails",
             "demanded_defaults warning multiple_2 ground_truth[0].get_weather.hours: the "
             "description says that 7 is the default, but the question does not state it, "
             "and a call without it fails"}));
}

TEST_F(CaseReviewTest, NearDuplicatesInTextsWithoutSpaces) {
  EXPECT_EQ(
      review(
          {{"请告诉我这个周末里昂市老城区的天气会不会很热,还有我需要不需要带上雨伞出门。", kLyon},
           {"今天里昂的天气怎么样?", kLyon},
           {"请告诉我这个周末里昂市老城区的天气会不会很热,还有我需要不需要带上雨衣出门。", kLyon},
           {"里昂现在有多热?", kLyon}}),
      Texts{"near_duplicates info multiple_2 : nearly the same as multiple_0"});
}

// One that is optional with default true, one that is optional, one that is required.
TEST_F(CaseReviewTest, BooleansThatTheQuestionDoesNotState) {
  const std::string tools =
      R"([{"name": "get_weather", "description": "The weather.", "parameters": {"type": "dict",)"
      R"( "required": ["metric"], "properties": {)"
      R"( "include_alerts": {"type": "boolean", "default": true},)"
      R"( "hourly": {"type": "boolean", "description": "Whether to add details of the wind"},)"
      R"( "metric": {"type": "boolean"}}}}])";
  const auto one = [&](const char* question, const std::string& truth) {
    return Case{std::string("How is the weather ") + question, R"({"metric": [true], )" + truth,
                tools};
  };
  EXPECT_EQ(
      review({one("up", R"("include_alerts": [true]})"),
              one("up and alert me", R"("include_alerts": [true]})"),
              one("down, no warnings", R"("include_alerts": [false]})"),
              one("down", R"("include_alerts": [false]})"), one("at sea", R"("hourly": [true]})"),
              one("by hour", R"("hourly": [true]})"), one("in detail", R"("hourly": [true]})"),
              one("at large", R"("hourly": [true, ""]})")}),
      (Texts{"demanded_defaults warning multiple_0 ground_truth[0].get_weather."
             "include_alerts: True is the default and the question does not state it, but a "
             "call without it fails",
             "unstated_values info multiple_3 ground_truth[0].get_weather."
             "include_alerts: the parameter is optional and the question does not state "
             "False, but a call without it fails",
             "unstated_values info multiple_4 ground_truth[0].get_weather.hourly: the "
             "parameter is optional and the question does not state True, but a call "
             "without it fails"}));
}

TEST_F(CaseReviewTest, ValuesThatTheQuestionDoesNotState) {
  EXPECT_EQ(
      review({{"How warm is it at the sea?", R"({"city": ["Reykjavik"]})"},
              {"How warm is it at my place?", R"({"city": ["Lyon"]})"},
              {"How warm is it in Lyon?", R"({"city": ["Lyon"], "days": [37]})"},
              {"Is it warm in Lyon?", R"({"city": ["Lyon"], "unit": ["celsius"]})"},
              {"And is it cold in Lyon?", R"({"city": ["Lyon"], "days": [37, ""]})"}}),
      (Texts{"leaked_values warning multiple_0 ground_truth[0].get_weather.city: the description "
             "has 'Reykjavik' as its example, but the question does not state it",
             "unstated_values info multiple_1 ground_truth[0].get_weather.city: the question does "
             "not state 'Lyon'",
             "unstated_values warning multiple_2 ground_truth[0].get_weather.days: the parameter "
             "is optional and the question does not state 37, but a call without it fails",
             "demanded_defaults warning multiple_3 ground_truth[0].get_weather.unit: 'celsius' is "
             "the default and the question does not state it, but a call without it fails"}));
}

TEST_F(CaseReviewTest, ValuesAreLookedForInEnglishAlone) {
  EXPECT_EQ(review({{"Wie warm ist es in Lissabon?", R"({"city": ["Reykjavik"]})"}}, {"de"}),
            Texts());
  EXPECT_EQ(review({{"Wie warm ist es in Lissabon?", R"({"city": ["Reykjavik"]})"}}, {""}),
            Texts());
}

TEST_F(CaseReviewTest, SchemaConflicts) {
  EXPECT_EQ(review({{"Weather in Lyon for the next 0 days?", R"({"city": ["Lyon"], "days": [0]})"},
                    {"Is it warm in Lyon, in kelvin?", R"({"city": ["Lyon"], "unit": ["kelvin"]})"},
                    {"Is it warm in Lyon for 2 days?", R"({"city": ["Lyon"], "days": [2, "2"]})"},
                    {"Is it hot in Lyon?", R"({"city": ["Lyon"], "unit": ["fahrenheit", ""]})"}}),
            (Texts{"schema_conflicts warning multiple_0 ground_truth[0].get_weather.days[0]: 0 is "
                   "below `minimum`",
                   "schema_conflicts warning multiple_1 ground_truth[0].get_weather.unit: unit: "
                   "'kelvin' is not in the "
                   "enum",
                   "schema_conflicts info multiple_2 ground_truth[0].get_weather.days: days is "
                   "declared integer, but the "
                   "ground truth is '2'",
                   "schema_conflicts warning multiple_3 ground_truth[0].get_weather.unit: unit: "
                   "omitting it passes "
                   "(default 'celsius'); if given, it must be 'fahrenheit'"}));
}

TEST_F(CaseReviewTest, ConstantResponse) {
  std::vector<Case> cases;
  for (int i = 0; i < 12; ++i) {
    cases.push_back({"Is it warm in Lyon, case " + std::to_string(i) + "?", i < 7 ? kLyon : ""});
  }
  EXPECT_EQ(review(cases),
            (Texts{"constant_response info  : A response without calls passes 5 of 12 entries",
                   "constant_response warning  : get_weather(city='Lyon') passes 7 of 12 "
                   "entries"}));
}

TEST_F(CaseReviewTest, TranslationsAreComparedAlone) {
  EXPECT_EQ(review({{"How warm is it at the sea?", R"({"city": ["Reykjavik"], "days": [2]})"},
                    {"Is it warm in Lyon, Nice?", kLyon},
                    {"Is it warm in Lyon, Nice?", kNice}},
                   {"en", true}),
            Texts{"contradictory_cases error multiple_2 : expects get_weather(city='Nice'), but "
                  "multiple_1 expects get_weather(city='Lyon')"});
}

TEST_F(CaseReviewTest, ThousandsOfTheSame) {
  std::vector<Case> cases;
  for (int i = 0; i < 3000; ++i)
    cases.push_back({"Is it warm in Lyon or Nice?", i % 2 ? kLyon : kNice});
  const Texts texts = review(cases);
  EXPECT_EQ(texts.size(), 3000u);  // all but the first, and a constant response
}

TEST_F(CaseReviewTest, ALongQuestionIsComparedAsItIs) {
  std::string text(std::size_t{4} << 20, 'a');
  EXPECT_EQ(review({{text, kLyon}, {text, kNice}}).size(), 1u);
}

TEST_F(CaseReviewTest, PlacesAndJson) {
  review({{"Is it warm in Lyon or Nice?", kLyon}, {"Is it warm in Lyon or Nice?", kNice}});
  ASSERT_EQ(groups_.size(), 1u);
  std::string json;
  append_json(json, group_value(groups_[0], places_));
  EXPECT_EQ(
      json,
      R"({"code": "contradictory_cases", "severity": "error", "title": "The same question with )"
      R"(contradictory ground truth", "count": 1, "effect": "No response passes both entries of )"
      R"(a pair.", "advice": "Change one question, accept both with `any_of`, or remove one )"
      R"(entry.", "cases": [{"id": "multiple_1", "own_id": null, "file": )"
      R"("data/possible_answer/BFCL_v4_multiple.json", "line": 2, "place": null, "text": )"
      R"x("expects get_weather(city='Nice'), but multiple_0 expects get_weather(city='Lyon')", )x"
      R"("other": "multiple_0", "other_own_id": null}]})");
  const Finding finding = finding_of(groups_[0], places_);
  EXPECT_EQ(finding.count, 1u);
  ASSERT_EQ(finding.examples.size(), 1u);
  EXPECT_EQ(finding.examples[0].line, 2u);
}

TEST(CaseTexts, Mentions) {
  EXPECT_EQ(mention_of("The city, e.g. Paris.", "paris"), Mention::kExample);
  EXPECT_EQ(mention_of("The city (for example 'Paris').", "Paris"), Mention::kExample);
  EXPECT_EQ(mention_of("The unit, celsius or fahrenheit.", "celsius"), Mention::kChoice);
  EXPECT_EQ(mention_of("The unit. Defaults to celsius.", "celsius"), Mention::kDefault);
  EXPECT_EQ(mention_of("The weather in Paris.", "Paris"), Mention::kPlain);
  EXPECT_EQ(mention_of("The Parisian weather.", "Paris"), Mention::kNone);
  EXPECT_EQ(mention_of("At most 1.5 kg.", "1"), Mention::kNone);
}

TEST(CaseTexts, SmallNumbersThatWordsState) {
  const auto states = [](const char* question, const char* number) {
    return QuestionWords(question).may_state(*json_loads(number));
  };
  EXPECT_TRUE(states("A table, please", "1"));
  EXPECT_TRUE(states("It was in May", "5"));
  EXPECT_TRUE(states("over 3 of them", "4"));
  EXPECT_TRUE(states("Lyon, Nice and Metz", "3"));
  EXPECT_TRUE(states("for the whole week", "7"));
  EXPECT_FALSE(states("for the whole week", "8"));
  EXPECT_FALSE(states("How warm is it today?", "5"));
  EXPECT_FALSE(states("Lyon, Nice and Metz", "4"));
  EXPECT_FALSE(states("Make it 68 degrees Fahrenheit", "20"));
  EXPECT_TRUE(QuestionWords("Make it 68 degrees Fahrenheit").may_state(Value::integer(20), true));
}

TEST(CaseTexts, QuestionWords) {
  QuestionWords words("It's $5,000 for Mc Donald's at 11 PM in May '19, half of it");
  for (const char* value :
       {"5000", "23", "2019", R"("McDonald's")", R"(["x", "Maymont"])", "true", "3"}) {
    EXPECT_TRUE(words.may_state(*json_loads(value))) << value;
  }
  QuestionWords weekend("How warm is it there this weekend?");
  EXPECT_TRUE(weekend.may_state(Value::str("Sunday")));
  EXPECT_FALSE(weekend.may_state(Value::str("Lyon")));
  QuestionWords few("How warm is it there?");
  for (const char* value : {"0", "true", "false", "null"}) {
    EXPECT_TRUE(few.may_state(*json_loads(value))) << value;
  }
  for (const char* value :
       {R"("Lyon")", "37", "4.5", R"({"a": "Lyon"})", "1", "2", "9", "10", "20", "100", "2.0"}) {
    EXPECT_FALSE(few.may_state(*json_loads(value))) << value;
  }
}

}  // namespace
}  // namespace bfclx
