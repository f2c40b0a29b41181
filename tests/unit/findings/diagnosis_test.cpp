#include "core/findings/diagnosis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/findings/finding_kinds.h"
#include "core/findings/finding_text.h"
#include "core/value/dict.h"
#include "tests/unit/findings/diagnosis_fixture.h"

namespace bfclx {
namespace {

TEST_F(Diagnosis, NothingIsFoundInAGoodRun) {
  text("simple_python_0", "[geo.area0(x=7)]");
  text("simple_python_1", "[area1(x=8)]");
  text("irrelevance_0",
       "None of the functions fits; geo.area0() needs a number. I'm sorry (really).");
  text("simple_java_0", "[f(x=\"5\")]");
  EXPECT_TRUE(findings().empty());
  EXPECT_TRUE(diagnose({}).empty());
}

TEST_F(Diagnosis, Ids) {
  struct Case {
    std::string_view code;
    void (*arrange)(Diagnosis&);
  };
  text("simple_python_1", "[area1(x=7)]");
  const Case cases[] = {
      {"unknown_ids", [](Diagnosis& d) { d.text("simple_python_99", "[area1(x=7)]"); }},
      {"duplicate_ids",
       [](Diagnosis& d) { d.text("simple_python_3", "[area3(x=7)]").superseded = true; }},
      {"old_ids", [](Diagnosis& d) { d.text("simple_5", "[area5(x=7)]"); }},
      {"missing_entries",
       [](Diagnosis& d) { d.missing_.push_back(d.dataset_.find("irrelevance_3")); }},
      {"unusable_lines",
       [](Diagnosis& d) {
         d.unusable_.push_back({3, "simple_python_7", "not JSON"});
       }},
      {"impossible_answers",
       [](Diagnosis& d) {
         d.text("simple_python_9", "[area9(x=8)]");
         d.impossible_ = "simple_python_9";
       }},
  };
  std::set<std::string_view> seen;
  for (const Case& one : cases) {
    one.arrange(*this);
    seen.insert(one.code);
    std::set<std::string_view> found;
    for (const Finding& finding : findings()) {
      found.insert(finding.code);
      EXPECT_EQ(finding.count, 1u) << finding.code;
      ASSERT_EQ(finding.examples.size(), 1u);
      EXPECT_FALSE(finding.examples[0].id.empty());
      EXPECT_FALSE(finding.effect.empty());
      EXPECT_FALSE(finding.advice.empty());
    }
    EXPECT_EQ(found, seen);
  }
}

TEST_F(Diagnosis, LastEntriesMissAsInAnotherVersion) {
  for (int i = 0; i < 18; ++i) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number,
         i % 2 == 0 ? "[geo.area" + number + "(x=7)]" : "[area" + number + "(x=7)]");
  }
  missing_ = {dataset_.find("simple_python_18"), dataset_.find("simple_python_19")};
  EXPECT_NE(only("missing_entries").effect.find("earlier dataset version"), std::string::npos);
  responses_.erase(responses_.begin() + 4);
  missing_.push_back(dataset_.find("simple_python_4"));
  EXPECT_EQ(only("missing_entries").effect.find("earlier dataset version"), std::string::npos);
}

TEST_F(Diagnosis, UnknownIdsAreAsGraveAsWhatTheyTake) {
  for (int i = 0; i < 20; ++i) text("irrelevance_" + std::to_string(i), "None.");
  text("irrelevance_99", "None.");
  EXPECT_EQ(only("unknown_ids").severity, Severity::kWarning);
  for (int i = 0; i < 20; ++i) text("simple_python_" + std::to_string(4000 + i), "[f(x=1)]");
  EXPECT_EQ(only("unknown_ids").severity, Severity::kError);
}

TEST_F(Diagnosis, AThirdOfACategoryIsMuch) {
  for (int i = 0; i < 900; ++i) text("irrelevance_" + std::to_string(i % 20), "None.");
  for (int i = 0; i < 10; ++i) text("simple_java_" + std::to_string(4000 + i), "[f(x=1)]");
  EXPECT_EQ(only("unknown_ids").severity, Severity::kError);
}

TEST_F(Diagnosis, ANameThatMakesNoPythonNameIsTold) {
  text("simple_python_1", "[area1(x=7)]");
  model_name_ = "4o-mini";
  EXPECT_TRUE(findings().empty());  // no multi-turn response
  response("multi_turn_base_0", json(R"x([["[mean(numbers=[1])]"]])x"));
  const Finding finding = only("model_name");
  EXPECT_EQ(finding.count, 1u);
  EXPECT_EQ(
      finding.effect,
      "The model name `4o-mini` is not a valid start of a Python name. As in the official "
      "evaluator, every multi-turn call then fails, even in the ground truth, so wrong responses "
      "can pass. Accuracy when fixed: 0.0 to +50.0 points.");
  model_name_ = "gpt-4o-mini";
  EXPECT_TRUE(findings().empty());
}

TEST_F(Diagnosis, UnusableLinesBelongToTheirFile) {
  text("simple_python_1", "[area1(x=7)]");
  const ResultProblem problem{3, "", "not JSON"};
  const UnusableLine line{find_category("live_relevance"), &problem};
  DiagnosisInput input;
  input.decoder = decoder_;
  input.unusable = {&line, 1};
  const std::vector<Finding> all = diagnose(input);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].categories.size(), 1u);
  EXPECT_EQ(all[0].categories.begin()->first, find_category("live_relevance"));
}

TEST_F(Diagnosis, CategoriesWithoutAnyResponseHaveNoAccuracy) {
  for (const Entry& entry : dataset_.entries(*find_category("simple_java"))) {
    missing_.push_back(&entry);
  }
  EXPECT_EQ(only("missing_entries").effect,
            "1 category has no response that can be scored, and so no accuracy. The official "
            "evaluator stops at such a file.");
  // Beside one that has some.
  for (int i = 0; i < 20; ++i) {
    const std::string id = "simple_python_" + std::to_string(i);
    if (i < 5) {
      missing_.push_back(dataset_.find(id));
    } else {
      text(id, "[" + std::string(i % 2 == 0 ? "geo.area" : "area") + std::to_string(i) + "(x=7)]");
    }
  }
  EXPECT_EQ(only("missing_entries").effect,
            "1 category has no response that can be scored, and so no accuracy. The accuracies of "
            "the others cover only the entries with a response, so they cannot be compared with "
            "those of other runs. The official evaluator stops at such a file, or with "
            "--partial-eval divides by the entries present. Fixing this changes the accuracy by "
            "at most 34.8 points.");
}

TEST_F(Diagnosis, UnknownIdsInPlaceOfMissingEntriesDoNotStopTheOfficialEvaluator) {
  for (int i = 0; i < 3; ++i) {
    missing_.push_back(dataset_.find("simple_java_" + std::to_string(i)));
    text("simple_java_" + std::to_string(90 + i), "[f(x=5)]");
  }
  const std::vector<Finding> all = findings();
  const auto missing = std::find_if(all.begin(), all.end(), [](const Finding& finding) {
    return finding.code == "missing_entries";
  });
  ASSERT_NE(missing, all.end());
  EXPECT_EQ(missing->effect, "1 category has no response that can be scored, and so no accuracy.");
}

TEST_F(Diagnosis, InferenceErrorsAndEmptyResponses) {
  text("simple_python_1", "Error during inference: timed out");
  text("irrelevance_1", "Error during inference: timed out");
  const Finding error = only("inference_errors");
  EXPECT_EQ(error.count, 2u);
  EXPECT_EQ(error.severity, Severity::kError);
  EXPECT_EQ(error.right_change, -1);
  EXPECT_EQ(error.categories.size(), 2u);
  responses_.clear();
  text("simple_python_1", "");
  text("irrelevance_1", " \n");
  response("irrelevance_2", Value::none());
  const Finding empty = only("empty_replies");
  EXPECT_EQ(empty.count, 3u);
  EXPECT_EQ(empty.right_change, -2);
}

TEST_F(Diagnosis, CallsCreditedAsAbstention) {
  text("irrelevance_1", "```python\n[area1(x=3)]\n```");
  text("irrelevance_2", R"(<tool_call>{"name": "geo.area2", "arguments": {"x": 1}}</tool_call>)");
  text("irrelevance_3", R"({"area3": {"x": 1}})");
  // About a function, but no call of it.
  text("irrelevance_5",
       "The function area5() gives an area, area5(x) of x; \"area5\" is its name.");
  text("irrelevance_7", "[area7(x=1)]");  // read as a call: wrong, and no news
  const Finding finding = only("credited_calls");
  EXPECT_EQ(finding.count, 3u);
  EXPECT_EQ(finding.right_change, -3);
  EXPECT_EQ(fix_text(finding), "bfclx show RUN irrelevance_1");  // it passed: no list has it
  EXPECT_NE(finding.effect.find("4 of 5"), std::string::npos) << finding.effect;
}

TEST_F(Diagnosis, ExamplesOfCreditedCallsShowTheCall) {
  text("irrelevance_1", "Answer:" + std::string(400, ' ') + "area1(x=3)");
  const std::string example = only("credited_calls").examples[0].text;
  EXPECT_NE(example.find("area1(x=3)"), std::string::npos) << example;
  EXPECT_EQ(example.substr(0, 3), "...");
}

TEST_F(Diagnosis, CreditedCallsOfFunctionCallingModels) {
  decoder_ = find_decoder("openai_fc");
  response("irrelevance_1", json(R"([{"area1": "{\"x\": 3"}])"));
  response("irrelevance_3", json(R"(["I am sorry, no function fits."])"));
  text("irrelevance_5", "No function fits.");
  response("irrelevance_7", json("[{}]"));
  const std::vector<Finding> all = findings();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].code, "credited_calls");
  EXPECT_EQ(all[0].count, 1u);
  EXPECT_EQ(all[1].code, "cut_replies");
  EXPECT_EQ(all[1].count, 1u);
  EXPECT_EQ(all[1].right_change, -1);
}

TEST_F(Diagnosis, CutResponses) {
  text("simple_python_1", "[area1(x=7");
  text("simple_python_3", "<tool_call>\n{\"name\": \"area3\"");
  text("simple_python_5", "<think>Let me see (what");
  text("simple_python_7", "I can't say [what it is");  // prose
  text("simple_python_9", "[area9(x=\"seven)]");       // bad, but whole
  text("simple_python_11", "[area11(x='[')]");         // brackets inside a string
  text("simple_python_13", "[area13(x=7)]");
  text("simple_python_15", "[");  // no limit is that low
  EXPECT_EQ(only("cut_replies").count, 3u);
}

TEST_F(Diagnosis, DotsAndUnderscores) {
  for (int i = 0; i < 6; i += 2) {
    text("simple_python_" + std::to_string(i), "[geo_area" + std::to_string(i) + "(x=7)]");
  }
  text("simple_python_6", "[geo_area6(x=8)]");  // wrong either way
  const Finding finding = only("dots_in_names");
  EXPECT_EQ(finding.count, 3u);
  EXPECT_EQ(finding.right_change, 3);
  EXPECT_NE(finding.advice.find("--underscore-to-dot yes"), std::string::npos);
  ASSERT_TRUE(finding.settings.has_value());
  EXPECT_EQ(finding.settings->underscore_to_dot, true);
  EXPECT_EQ(finding.settings->decoder, nullptr);
}

TEST_F(Diagnosis, DotsTheOtherWay) {
  underscore_to_dot_ = true;
  text("simple_python_0", "[geo.area0(x=7)]");
  const Finding finding = only("dots_in_names");
  EXPECT_NE(finding.advice.find("--underscore-to-dot no"), std::string::npos);
  ASSERT_TRUE(finding.settings.has_value());
  EXPECT_EQ(finding.settings->underscore_to_dot, false);
}

TEST_F(Diagnosis, JavaArgumentsThatAreNoText) {
  decoder_ = find_decoder("openai_fc");
  response("simple_java_0", json(R"([{"f": "{\"x\": 5}"}])"));
  response("simple_java_1", json(R"([{"f": "{\"x\": 6}"}])"));
  response("simple_java_2", json(R"([{"f": "{\"x\": \"5\"}"}])"));
  const Finding finding = only("arguments_no_text");
  EXPECT_EQ(finding.count, 2u);
  EXPECT_EQ(finding.right_change, 1);
}

TEST_F(Diagnosis, WrappedCalls) {
  text("simple_python_1", "```python\n[area1(x=7)]\n```");
  text("simple_python_3", "<think>hm</think>\n[area3(x=7)]");
  text("simple_python_5", "```python\n[area5(x=8)]\n```");
  const std::vector<Finding> all = findings();
  ASSERT_EQ(all.size(), 2u);
  for (const Finding& finding : all) {
    EXPECT_TRUE(finding.code == "wrapped_calls" || finding.code == "unparsed_reasoning");
    EXPECT_EQ(finding.count, 1u);
    EXPECT_EQ(finding.right_change, 1);
  }
}

TEST_F(Diagnosis, AnotherDecoder) {
  decoder_ = find_decoder("openai_fc");
  for (int i = 1; i < 13; i += 2) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number, "[area" + number + "(x=7)]");
  }
  text("irrelevance_1", "[area1(x=7)]");
  const std::vector<Finding> all = findings();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].code, "other_decoder");
  EXPECT_EQ(all[0].count, 7u);
  EXPECT_EQ(all[0].right_change, 5);  // six more pass, the irrelevance entry does not
  EXPECT_NE(all[0].effect.find("prompting"), std::string::npos) << all[0].effect;
  EXPECT_EQ(all[1].code, "credited_calls");
}

TEST_F(Diagnosis, AnotherDataset) {
  for (int i = 0; i < 12; ++i) {
    text("simple_python_" + std::to_string(i), "[weather_in_" + std::to_string(i) + "(x=7)]");
  }
  text("irrelevance_1", "[weather_in_1(x=7)]");
  EXPECT_EQ(only("other_dataset").count, 12u);
  // A third of few is not enough to tell.
  while (responses_.size() > 9) responses_.pop_back();
  EXPECT_TRUE(findings().empty());
}

TEST_F(Diagnosis, EmptyToolCallsByTheRun) {
  decoder_ = find_decoder("openai_fc");
  for (int i = 1; i < 11; i += 2) response("irrelevance_" + std::to_string(i), Value::list());
  response("simple_python_1", json(R"([{"area1": "{\"x\": 7}"}])"));
  const Finding finding = only("empty_tool_calls");
  EXPECT_EQ(finding.count, 5u);
  EXPECT_EQ(finding.severity, Severity::kInfo);
  text("irrelevance_0", "No.");  // a text: the run can hold them
  EXPECT_TRUE(findings().empty());
}

TEST_F(Diagnosis, LogsProve) {
  const Entry& entry = *dataset_.find("multi_turn_base_0");
  const Value log = json(
      R"([[{"role": "state_info"}], {"begin_of_turn_query": [{"role": "user", "content": "Copy it."}],)"
      R"("step_0": [{"role": "assistant", "content": "Done so.", "tool_calls": []}]}])");
  DiagnosedResponse& one = response("multi_turn_base_0", json(R"([[[]]])"));
  one.log = log_facts(read_inference_log(log), entry);
  EXPECT_EQ(one.log.hidden_text, "Done so.");
  EXPECT_EQ(one.log.other_question, "Copy it.");
  const std::vector<Finding> all = findings();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].code, "other_dataset");
  EXPECT_EQ(all[1].code, "empty_tool_calls");

  const Value good =
      json(R"([{"begin_of_turn_query": [{"role": "user", "content": "Move it. "}], "step_0": [)"
           R"({"role": "assistant", "content": "x", "tool_calls": [{}]}]}])");
  EXPECT_TRUE(read_inference_log(good).hidden_text.empty());
  EXPECT_EQ(read_inference_log(good).first_question, "Move it. ");
  EXPECT_TRUE(log_facts(read_inference_log(good), entry).other_question.empty());
  for (const std::string_view odd : {"null", "17", R"({"a": [[[]]]})", "[[1, {}]]"}) {
    EXPECT_TRUE(read_inference_log(json(odd)).empty());
  }
}

TEST_F(Diagnosis, JsonAndOrder) {
  text("simple_python_1", "Error during inference: \xED\xA0\x80 \"x\"");
  text("simple_5", "[area5(x=7)]");
  const std::vector<Finding> all = findings();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_GT(all[0].severity, all[1].severity);
  const Value list = json(findings_json(all));
  ASSERT_EQ(list.items().size(), 2u);
  const Dict& first = list.items()[0].as_dict();
  EXPECT_EQ(first.find("code")->as_str(), "inference_errors");
  EXPECT_EQ(first.find("severity")->as_str(), "error");
  EXPECT_TRUE(first.find("right_change")->is_none());
  const std::string_view excerpt =
      first.find("examples")->items()[0].as_dict().find("text")->as_str();
  EXPECT_EQ(excerpt.find("Error during inference: \uFFFD"), 0u) << excerpt;
  EXPECT_TRUE(first.find("settings")->is_none());
  ASSERT_EQ(first.find("ids")->items().size(), 1u);
  EXPECT_EQ(first.find("ids")->items()[0].as_str(), "simple_python_1");
  EXPECT_EQ(first.find("categories")->as_dict().find("simple_python")->as_int64(), 1);
  EXPECT_EQ(first.find("examples")->items()[0].as_dict().find("line")->as_int64(), 1);
}

TEST_F(Diagnosis, AllIdsAreNamedOnce) {
  for (int i = 0; i < 9; ++i) {
    DiagnosedResponse& one = text("simple_python_" + std::to_string(i / 3), "[area1(x=7)]");
    one.superseded = i % 3 < 2;
  }
  for (const Finding& finding : findings()) {
    if (finding.code != "duplicate_ids") continue;
    EXPECT_EQ(finding.count, 6u);
    EXPECT_EQ(finding.examples.size(), 5u);
    EXPECT_EQ(finding.ids,
              (std::vector<std::string>{"simple_python_0", "simple_python_1", "simple_python_2"}));
    return;
  }
  FAIL() << "no finding";
}

TEST_F(Diagnosis, SettingsThatMendAreData) {
  decoder_ = find_decoder("openai_fc");
  for (int i = 1; i < 9; i += 2) {
    text("simple_python_" + std::to_string(i), "[area" + std::to_string(i) + "(x=7)]");
  }
  const Finding finding = only("other_decoder");
  ASSERT_TRUE(finding.settings.has_value());
  const Finding all[] = {finding};
  const Value list = json(findings_json(all));
  const Dict& settings = list.items()[0].as_dict().find("settings")->as_dict();
  EXPECT_EQ(settings.size(), 1u);
  EXPECT_EQ(settings.find("decoder")->as_str(), finding.settings->decoder->name);
}

TEST_F(Diagnosis, EntriesOfFilesAreReadForTheirLogs) {
  const LoggedTexts texts = read_logged_entry(
      R"({"id": "x", "inference_log": [{"content": "a", "tool_calls": []}], "result": 1})");
  EXPECT_EQ(texts.hidden_text, "a");
  for (const std::string_view none :
       {"", "{}", R"({"inference_log": )", R"(["inference_log"])", R"({"result": "inference_log"})",
        R"({"id": "\"inference_log\""})"}) {
    EXPECT_TRUE(read_logged_entry(none).empty()) << none;
  }
}

TEST_F(Diagnosis, LongTextsAreCutBetweenCharacters) {
  std::string words = "Error during inference: ";
  for (int i = 0; i < 200; ++i) words += "\u00e9";
  text("simple_python_1", words);
  const std::string excerpt = only("inference_errors").examples[0].text;
  EXPECT_LT(excerpt.size(), 170u);
  EXPECT_EQ(excerpt.substr(excerpt.size() - 5), "\u00e9...");
}

TEST(FindingKinds, HaveTheirOwnCodeAndText) {
  std::set<std::string_view> codes;
  std::set<std::string_view> titles;
  for (const FindingKind& kind : finding_kinds()) {
    EXPECT_TRUE(codes.insert(kind.code).second) << kind.code;
    EXPECT_TRUE(titles.insert(kind.title).second) << kind.title;
    EXPECT_EQ(finding_brief(kind.code).title, kind.title);
    EXPECT_TRUE(kind.about.ends_with('.')) << kind.code;
    EXPECT_TRUE(kind.fix.starts_with("bfclx ")) << kind.code;
    EXPECT_EQ(finding_brief(kind.code).fix, kind.fix);
    EXPECT_FALSE(certainty_text(kind.certainty).empty());
  }
  EXPECT_EQ(finding_brief("no such code").code, "");
}

}  // namespace
}  // namespace bfclx
