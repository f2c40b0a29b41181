#include "core/audit/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/audit/answer_memo.h"
#include "core/audit/meaning.h"
#include "core/audit/near_duplicates.h"
#include "core/value/json.h"
#include "tests/unit/audit/audit_entries.h"

namespace bfclx {
namespace {

Value json(std::string_view text) {
  const Result<Value> value = json_loads(text);
  EXPECT_TRUE(value.ok()) << text;
  return value.ok() ? *value : Value();
}

// --- Meaning ------------------------------------------------------------------------------------

TEST(Meaning, WhatTheCheckerTakesForTheSameIsTheSameText) {
  const std::string one = canonical_calls(json(R"([{"a.b": {"x": 2, "y": "New York"}}])"));
  EXPECT_EQ(one, canonical_calls(json(R"([{"a_b": {"y": "new-york", "x": 2.0}}])")));
  EXPECT_EQ(canonical_calls(json(R"([{"f": {}}, {"g": {"a": {"p": 1, "q": [1]}}}])")),
            canonical_calls(json(R"([{"g": {"a": {"q": [1.0], "p": 1}}}, {"f": {}}])")));
}

TEST(Meaning, WhatDiffersStaysApart) {
  std::set<std::string> all;
  const std::vector<std::string> texts = {"1",          "\"1\"",   "true",          "null",
                                          "[1]",        "[[1]]",   "1.5",           "{\"a\": 1}",
                                          "{\"A\": 1}", "\"a,b\"", "[\"a\", \"b\"]"};
  for (const std::string& text : texts) all.insert(canonical_value(json(text)));
  EXPECT_EQ(all.size(), texts.size());
}

TEST(Meaning, ShortTextsAreCutBetweenCharacters) {
  EXPECT_EQ(short_text("abc", 3), "abc");
  EXPECT_EQ(short_text("\xC3\xA9\xC3\xA9", 3), "\xC3\xA9...");
  EXPECT_EQ(short_calls(json(R"([{"f": {"a": 1, "b": "x"}}])"), 100), "f(a=1, b='x')");
}

// --- Entries ------------------------------------------------------------------------------------

TEST_F(AuditOfEntries, TruthIsSetAgainstItsFunctions) {
  load({R"({"city": ["Paris"], "unit": ["", "c"]})", R"({"city": [75]})",
        R"({"city": ["Paris"], "unit": ["k"]})", R"({"city": ["Paris"], "unit": ["", "f"]})",
        R"({"city": ["", "Paris"]})", R"({"unit": ["f"]})", R"({"city": ["Paris"], "area": [1]})",
        R"({"city": ["Paris"], "unit": ["c"]})", R"({"city": ["Paris", "paris"]})",
        R"({"city": ["Paris"], "days": [""]})", R"({"city": ["Paris"], "days": ["", ""]})",
        R"({"city": ["Paris"], "days": [null]})", R"({"city": ["Paris"], "deep": [false, ""]})"});
  EXPECT_EQ(kinds(0), Texts{});
  EXPECT_EQ(kinds(1), Texts{"wrong_type"});
  EXPECT_EQ(kinds(2), Texts{"not_in_enum"});
  EXPECT_EQ(kinds(3), Texts{"not_the_default"});
  EXPECT_EQ(kinds(4), Texts{"hint required_left_out"});
  EXPECT_EQ(kinds(5), Texts{"required_missing"});
  EXPECT_EQ(kinds(6), Texts{"unknown_parameter"});
  EXPECT_EQ(kinds(7), Texts{"hint default_demanded"});
  EXPECT_EQ(kinds(8), Texts{"hint same_alternatives"});
  EXPECT_EQ(kinds(9), Texts{"hint never_stated"});
  EXPECT_EQ(kinds(10), (Texts{"left_out_twice", "hint never_stated"}));
  EXPECT_EQ(kinds(11), Texts{"null"});
  EXPECT_EQ(kinds(12), Texts{});
}

TEST_F(AuditOfEntries, TruthIsSetAgainstItsFunctionsInsideObjects) {
  load({R"({"city": ["Paris"], "how": [{"unit": ["c", ""], "note": ["x", ""]}]})",
        R"({"city": ["Paris"], "how": [{"note": ["", ""]}]})",
        R"({"city": ["Paris"], "how": [{"unit": ["k"]}]})",
        R"({"city": ["Paris"], "how": [{"deeper": [[{"unit": ["", ""]}]]}]})"});
  EXPECT_EQ(kinds(0), Texts{});
  EXPECT_EQ(kinds(1), Texts{"left_out_twice"});
  EXPECT_EQ(kinds(2), Texts{"not_in_enum"});
  EXPECT_EQ(kinds(3), Texts{});  // compared as it is
  EXPECT_EQ(check_truth(entry(2)).front().text, "how.unit: 'k' is not in the enum");
  EXPECT_EQ(check_truth(entry(1)).front().parameter, "how");
}

TEST_F(AuditOfEntries, DifferencesAreOfTheirSort) {
  load({R"({"city": ["London"], "days": [3], "unit": ["", "c"]})"});
  const AnswerDifference value = answer(0, "[find(city='Paris', days=3)]").difference;
  ASSERT_EQ(value.arguments.size(), 1U);
  EXPECT_TRUE(value.only_values());
  EXPECT_TRUE(value.fits_schema());
  EXPECT_TRUE(value.keeps_literals());
  EXPECT_TRUE(value.arguments[0].found_in_question);
  EXPECT_FALSE(value.arguments[0].truth_in_question);
  EXPECT_FALSE(value.only_spelling());
  EXPECT_TRUE(answer(0, "[find(city='London, UK', days=3)]").difference.only_spelling());
  EXPECT_TRUE(answer(0, "[find(city='London, UK', days=3)]").difference.any_contained());
  EXPECT_TRUE(answer(0, "[find(city='lond', days=3)]").difference.any_contained());
  EXPECT_FALSE(answer(0, "[find(city='lo', days=3)]").difference.any_contained());
  EXPECT_FALSE(value.any_contained());
  EXPECT_TRUE(answer(0, "[find(city='London', days='3')]").difference.only_spelling());
  EXPECT_FALSE(answer(0, "[find(city='London', days='3')]").difference.fits_schema());
  EXPECT_TRUE(answer(0, "[find(city='London')]").difference.only_optional());
  EXPECT_EQ(answer(0, "[find(city='London'), find(city='x')]").difference.shape,
            AnswerDifference::Shape::kCount);
  EXPECT_EQ(answer(0, "[seek(city='London')]").difference.shape,
            AnswerDifference::Shape::kFunction);
  EXPECT_EQ(answer(0, "no call").kind, AnswerKind::kUndecoded);
}

// Ten entries; nine with a right truth, of which run r has the first r / 3 wrong. The truth of
// the last is wrong, and all runs give the same answer.
TEST_F(AuditOfEntries, WhatAllAgreeOnComesFirst) {
  std::vector<std::string> truths(9, R"({"city": ["Paris"]})");
  truths.emplace_back(R"({"city": ["London"]})");
  load(truths);
  Audit audit;
  for (std::size_t run = 0; run < 12; ++run) {
    const std::size_t number = audit.add_run("run" + std::to_string(run));
    for (std::size_t i = 0; i < 10; ++i) {
      const bool slips = i < run / 3;
      const std::string city = slips ? "Rome " + std::to_string(run) : "Paris";
      audit.add(number, answer(i, "[find(city='" + city + "')]"));
    }
  }
  const AuditReport report = audit.finish({});
  ASSERT_EQ(report.entries.size(), 10U);
  const AuditedEntry& first = report.entries.front();
  EXPECT_EQ(first.entry->id, "simple_python_9");
  EXPECT_EQ(first.passes, 0U);
  ASSERT_NE(first.agreed_answer(), nullptr);
  EXPECT_EQ(first.agreed_answer()->runs.size(), 12U);
  EXPECT_EQ(first.agreed_answer()->shown, "find(city='Paris')");
  EXPECT_NEAR(first.p_agreed, 1.0 / 4096, 1e-12);
  EXPECT_EQ(classes(first),
            (std::set<Suspicion>{Suspicion::kAgreedAlternative, Suspicion::kNobodyPasses}));
  EXPECT_EQ(report.suspicious(), 1U);
  const std::vector<JudgedRun> judged = audit.judged({first.entry});
  ASSERT_EQ(judged.size(), 12U);
  for (const JudgedRun& run : judged) EXPECT_EQ(run.size(), 9U);
}

// What differs in spelling alone is one answer, and the sentence says that its value is one of
// several.
TEST_F(AuditOfEntries, SpellingsOfOneAnswerAreSaid) {
  load(std::vector<std::string>(10, R"({"city": ["London"]})"));
  Audit audit;
  for (std::size_t run = 0; run < 12; ++run) {
    const std::size_t number = audit.add_run("run" + std::to_string(run));
    for (std::size_t i = 0; i < 9; ++i) audit.add(number, answer(i, "[find(city='London')]"));
    audit.add(number, answer(9, run < 8 ? "[find(city='New York')]" : "[find(city='new-york')]"));
  }
  const AuditReport report = audit.finish({});
  const AuditedEntry& first = report.entries.front();
  ASSERT_FALSE(first.reasons.empty());
  EXPECT_EQ(first.agreed_answer()->runs.size(), 12U);
  EXPECT_NE(first.reasons.front().text.find(
                "12 of 12 runs give city='New York' or another spelling of it where"),
            std::string::npos)
      << first.reasons.front().text;
}

// Entries 2 and 5 are answered alike; the others that share the functions of 2 are refused to all,
// those that share the functions of 5 to nobody.
TEST_F(AuditOfEntries, EntriesThatShareFunctionsSpeakForEachOther) {
  const std::string right = R"({"city": ["Paris"]})";
  const std::string wrong = R"({"city": ["London"]})";
  load({wrong, wrong, right, right, right, right}, "live_simple");
  Audit audit;
  for (std::size_t run = 0; run < 12; ++run) {
    const std::size_t number = audit.add_run("run" + std::to_string(run));
    for (std::size_t i = 0; i < 6; ++i) {
      const bool slips = i % 3 == 2 && run % 2 == 0;
      audit.add(number, answer(i, slips ? "[find(city='Rome')]" : "[find(city='Paris')]"));
    }
  }
  const AuditReport report = audit.finish({});
  const auto by_place = [&](std::size_t i) -> const AuditedEntry& {
    return *std::find_if(report.entries.begin(), report.entries.end(),
                         [&](const AuditedEntry& one) { return one.entry == &entry(i); });
  };
  const auto logit = [&](std::size_t i) { return crowd_logit(by_place(i)); };
  EXPECT_DOUBLE_EQ(logit(2), logit(5));
  EXPECT_GT(logit(0), 3);
  const double siblings = (logit(0) + logit(1)) - (logit(3) + logit(4));
  const auto signal = [&](std::size_t i) { return of(by_place(i).signals, Signal::kSiblings); };
  EXPECT_NEAR(signal(2) - signal(5), siblings / (2 + 2), 1e-9);
  EXPECT_GT(by_place(2).probability, by_place(5).probability);
}

TEST_F(AuditOfEntries, ReportDoesNotDependOnTheOrderOfRuns) {
  load({R"({"city": ["Paris"]})", R"({"city": ["London"]})"});
  const std::vector<std::string> cities = {"Paris", "London", "Paris", "Lyon", "Paris, FR"};
  const auto order_of = [&](const std::vector<std::string>& its) {
    Audit audit;
    for (const std::string& city : its) {
      const std::size_t run = audit.add_run(city);
      for (std::size_t i = 0; i < 2; ++i) {
        audit.add(run, answer(i, "[find(city='" + city + "')]"));
      }
    }
    std::vector<std::pair<std::string, double>> out;
    for (const AuditedEntry& entry : audit.finish({}).entries) {
      out.emplace_back(entry.entry->id, std::round(entry.suspicion * 1e9));
    }
    return out;
  };
  std::vector<std::string> turned(cities.rbegin(), cities.rend());
  EXPECT_EQ(order_of(cities), order_of(turned));
}

TEST_F(AuditOfEntries, ResponsesThatComeAgainAreKnown) {
  load({R"({"city": ["Paris"]})", R"({"city": ["London"]})"});
  RunSettings settings;
  settings.decoder = find_decoder("prompting");
  const auto key_of = [&](std::size_t i, const Value& value, bool known = true) {
    ScoredResponse response;
    response.entry = &entry(i);
    response.response = value;
    std::string key;
    EXPECT_EQ(AnswerMemo::key_of(response, settings, key), known);
    return key;
  };
  // Values that Python takes for equal, and texts that look alike, are other responses.
  std::set<std::string> keys;
  const std::vector<std::string> values = {"1",
                                           "1.0",
                                           "true",
                                           "\"1\"",
                                           "[]",
                                           "{}",
                                           "\"\"",
                                           "null",
                                           "[1, 2]",
                                           "[[1, 2]]",
                                           "[\"a\", \"b\"]",
                                           "[\"ab\"]",
                                           "{\"a\": 1, \"b\": 2}",
                                           "{\"b\": 2, \"a\": 1}",
                                           "0.0",
                                           "-0.0"};
  for (const std::string& value : values) keys.insert(key_of(0, json(value)));
  EXPECT_EQ(keys.size(), values.size());
  EXPECT_EQ(key_of(0, json("[1]")), key_of(0, json("[1]")));
  EXPECT_NE(key_of(0, json("[1]")), key_of(1, json("[1]")));
  const std::string before = key_of(0, json("[1]"));
  settings.underscore_to_dot = true;
  EXPECT_NE(key_of(0, json("[1]")), before);
  settings.out_of_memory = {"x"};
  key_of(0, json("[1]"), false);
  settings.out_of_memory.clear();
  key_of(0, Value::str(std::string(100000, 'x')), false);
  key_of(0, json(std::string(90, '[') + std::string(90, ']')), false);

  AnswerMemo memo(2000);
  EXPECT_EQ(memo.find("a"), nullptr);
  Answer one = answer(0, "[find(city='Rome')]");
  memo.add("a", {one, {.failed_text = 7}});
  ASSERT_NE(memo.find("a"), nullptr);
  EXPECT_EQ(memo.find("a")->answer.meaning, one.meaning);
  EXPECT_EQ(memo.find("a")->answer.shown, one.shown);
  EXPECT_EQ(memo.find("a")->facts.failed_text, 7u);
  one.shown.assign(4000, 'x');
  memo.add("b", {one, {}});  // more than it holds
  EXPECT_EQ(memo.find("b"), nullptr);
}

// An episode's answer is another model's where the names of instances reach nothing.
TEST_F(AuditOfEntries, EpisodesOfPlainCallsAreKnown) {
  const Category* category = find_category("multi_turn_base");
  const std::string id = R"({"id": "multi_turn_base_0", )";
  const auto response_of = [&](const std::string& truth, const std::string& call) {
    Dataset dataset;
    const std::string entry =
        id + R"("question": [[]], "initial_config": {}, "involved_classes": ["MathAPI"]})" + "\n";
    EXPECT_TRUE(dataset.add(*category, entry, id + "\"ground_truth\": [[" + truth + "]]}\n").ok());
    ScoredResponse response;
    response.entry = &dataset.entries(*category).front();
    response.response = json("[[" + *json_dumps(Value::str("[" + call + "]")) + "]]");
    RunSettings settings;
    settings.decoder = find_decoder("prompting");
    settings.model_name = "model";
    score_response(response, settings);
    const bool alone = AnswerMemo::depends_on_key_alone(response);
    std::string key;
    std::string other;
    EXPECT_TRUE(AnswerMemo::key_of(response, settings, key));
    settings.model_name = "an/other-1.5";
    EXPECT_TRUE(AnswerMemo::key_of(response, settings, other));
    EXPECT_EQ(key, other);
    for (const char* odd : {"1st", "a b", "caf\xc3\xa9", ""}) {
      settings.model_name = odd;
      EXPECT_FALSE(AnswerMemo::key_of(response, settings, key)) << odd;
    }
    return alone;
  };
  const std::string plain = "\"mean(numbers=[1, 2])\"";
  EXPECT_TRUE(response_of(plain, "mean(numbers=[1, 2])"));
  EXPECT_TRUE(response_of(plain, "no_such(a=1)"));
  // The name of an instance, which has the model's in it, is no name in sight of a call.
  EXPECT_TRUE(response_of(plain, "model_eval_multi_turn_base_0_MathAPI_instance(a=1)"));
  EXPECT_FALSE(response_of(plain, "mean(numbers='mean(x)')"));
  EXPECT_FALSE(response_of(plain, "a.mean(numbers=[1, 2])"));
  EXPECT_FALSE(response_of("\"mean(numbers=[mean(numbers=[1])])\"", "mean(numbers=[1, 2])"));
}

TEST_F(AuditOfEntries, NearDuplicatesShareTheirWords) {
  const auto question = [](std::string_view id, std::string_view text) {
    return "{\"id\": \"" + std::string(id) + R"(", "question": [[{"role": "user", "content": ")" +
           std::string(text) +
           R"("}]], "function": [{"name": "f", "parameters": {"type": "dict", "properties": {}, )"
           R"("required": []}}]})" +
           "\n";
  };
  const std::string same = "please tell me how many people live in the large city of Paris today";
  category_ = find_category("simple_python");
  const std::string questions = question("simple_python_0", same) +
                                question("simple_python_1", same + "!") +
                                question("simple_python_2", "how far is it from here to Rome now");
  std::string answers;
  for (const char* id : {"0", "1", "2"}) {
    answers +=
        "{\"id\": \"simple_python_" + std::string(id) + R"(", "ground_truth": [{"f": {}}]})" + "\n";
  }
  ASSERT_TRUE(dataset_.add(*category_, questions, answers).ok());
  const std::vector<const Entry*> all = {&entry(0), &entry(1), &entry(2)};
  const std::vector<std::vector<std::size_t>> near = near_duplicates(all);
  EXPECT_EQ(near[0], std::vector<std::size_t>{1});
  EXPECT_EQ(near[1], std::vector<std::size_t>{0});
  EXPECT_TRUE(near[2].empty());
}

}  // namespace
}  // namespace bfclx
