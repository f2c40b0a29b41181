// Findings name the cause that the text shows, with the advice that fits it and a severity by what
// it does to the score.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/findings/diagnosis_parts.h"
#include "tests/unit/findings/diagnosis_fixture.h"

namespace bfclx {
namespace {

TEST_F(Diagnosis, ErrorsHaveTheirCauses) {
  struct Case {
    std::string_view message;
    std::string_view code;
  };
  constexpr Case kCases[] = {
      {"Error code: 500 - {'error': {'message': 'overloaded'}}", "inference_errors"},
      {"Request timed out.", "inference_errors"},
      {"status_code: 422, no valid tool call", "inference_errors"},
      {"Error code: 400 - the input (8195 tokens) is longer than the model's context length",
       "context_errors"},
      {"maximum context is 4096 tokens", "context_errors"},
      {"'NoneType' object is not subscriptable", "inference_errors"},
      {"'int' object is not subscriptable", "harness_errors"},
      {"'list' object has no attribute 'keys'", "harness_errors"},
      {"'arguments'", "harness_errors"},
      {"list index out of range", "harness_errors"},
      {"'quota' is used up, said 'the server'", "inference_errors"},
  };
  for (const Case& each : kCases) {
    responses_.clear();
    text("simple_python_1", "Error during inference: " + std::string(each.message));
    const Finding finding = only(each.code);
    const bool again = finding.advice.find("Regenerate only these entries") != std::string::npos;
    EXPECT_EQ(again, each.code == "inference_errors") << each.message;
  }
}

TEST_F(Diagnosis, ExceptionsOfOwnResultsAreOfTheEndpoint) {
  own_results_ = true;
  for (const char* message :
       {"list index out of range", "'choices'", "'NoneType' object has no attribute 'content'"}) {
    responses_.clear();
    text("simple_python_1", "Error during inference: " + std::string(message));
    only("inference_errors");
  }
  responses_.clear();
  text("simple_python_1", "Error during inference: Holdout turn should not have user message.");
  EXPECT_EQ(only("harness_errors").advice.find("repeats"), std::string_view::npos);
}

TEST_F(Diagnosis, LoopsAreNoMatterOfTheTokenLimit) {
  std::string loop = "[area1(x=7";
  for (int i = 0; i < 60; ++i) loop += ", and so on";
  text("simple_python_1", loop);
  EXPECT_EQ(only("repetition_loops").advice.find("Raise the limit"), std::string::npos);
  responses_.back().log.at_limit = true;
  EXPECT_EQ(only("repetition_loops").count, 1u);
}

TEST(Loops, RepeatOnePassageToTheEnd) {
  using diagnosis::ends_in_a_loop;
  std::string zeros = "[grid(rows=[";
  for (int i = 0; i < 99; ++i) zeros += "[0, 0], ";
  EXPECT_TRUE(ends_in_a_loop(zeros));
  EXPECT_FALSE(ends_in_a_loop(zeros + "[0, 0]])]"));  // closed: it was written to its end
  EXPECT_FALSE(ends_in_a_loop(""));
  EXPECT_FALSE(ends_in_a_loop("ha ha ha ha ha ha"));  // short
  std::string prose;
  for (int i = 0; i < 60; ++i) prose += "Step " + std::to_string(i * i) + " is next. ";
  EXPECT_FALSE(ends_in_a_loop(prose));
}

TEST(Loops, MayVary) {
  using diagnosis::ends_in_a_loop;
  std::string files = "[cat(file='";
  for (int i = 0; i < 90; ++i) {
    files += R"([{"name": "get_flight_cost", "arguments": {"travel_class": "first", "to": )" +
             std::to_string(i) + "}}]\n\n";
  }
  EXPECT_TRUE(ends_in_a_loop(files + R"([{"name")"));
  // A long list that is closed.
  for (const char* end : {"[]", "[]\n```", "[]</tool_call>\n"}) {
    EXPECT_FALSE(ends_in_a_loop(files + end)) << end;
  }
  std::string blanks = R"({"content": ")";
  for (int i = 0; i < 400; ++i) blanks += i % 7 == 3 ? "...\n\n" : "...\n\n\n\n\n\n";
  EXPECT_TRUE(ends_in_a_loop(blanks));
  EXPECT_TRUE(ends_in_a_loop(blanks + "..."));
}

TEST(CutTexts, EndInTheMiddleOfACall) {
  using diagnosis::looks_cut;
  EXPECT_TRUE(looks_cut("[f(x=1), f(x="));
  EXPECT_TRUE(looks_cut("<tool_call>\n{\"name\": \"f\", \"argu"));
  EXPECT_TRUE(looks_cut("<tool_call>\n{}\n</tool_call>\n<tool_call>"));
  EXPECT_TRUE(looks_cut("Let me see.\n<tool_call>\n"));
  // In the place of a closing tag.
  EXPECT_FALSE(looks_cut("<tool_call>\n{\"name\": \"f\"}\n<tool_call>\n"));
  EXPECT_FALSE(looks_cut("<tool_call>\n{}\n</tool_call>\nEarning: 2000\n\n<tool_call>\n"));
  EXPECT_TRUE(looks_cut("<think>Let me see."));
  // Written to their end, though badly.
  EXPECT_FALSE(looks_cut("[f(x=1)\n\nThis call computes the density."));
  EXPECT_FALSE(looks_cut("[f(x=1)\n```python\n[f(x=1)]\n```"));
  EXPECT_FALSE(looks_cut("<tool_call>\n<tool_call>\n{\"name\": \"f\"}\n</tool_call>"));
  EXPECT_FALSE(looks_cut("<tool_call>\n{\"name\": \"f\"}\n"));  // the stop text is stripped
}

TEST(JsonEnds, TellTruncatedFromMalformed) {
  using diagnosis::json_end;
  using diagnosis::JsonEnd;
  for (const std::string_view text :
       {R"({"a")", R"({"a": )", R"({"a": "x)", R"({"a": 1)", R"({"a": tr)", R"({"a": 1,)", "{"}) {
    EXPECT_EQ(json_end(text), JsonEnd::kTruncated) << text;
  }
  for (const std::string_view text :
       {R"({"a": 2????)", R"({"a": ...)", "{\"a\": \"x\n\nThe user", R"({"a": 1} and)"}) {
    EXPECT_EQ(json_end(text), JsonEnd::kMalformed) << text;
  }
  EXPECT_EQ(json_end("{\"a\": 1}\n"), JsonEnd::kWhole);
}

// Arguments that break off into prose are no matter of the token limit.
TEST_F(Diagnosis, MalformedArguments) {
  decoder_ = find_decoder("openai_fc");
  response("simple_python_1", json(R"([{"area1": "{\"x\": 7????\n\nThe user wants"}])"));
  response("simple_python_3", json(R"([{"area3": "{\"x\": 7}"}])"));
  const Finding finding = only("malformed_arguments");
  EXPECT_EQ(finding.count, 1u);
  EXPECT_EQ(finding.advice.find("limit"), std::string::npos);
  responses_.clear();
  response("simple_python_1", json(R"([{"area1": "{\"x\": 7"}])"));
  EXPECT_EQ(only("cut_replies").count, 1u);
}

TEST_F(Diagnosis, NoCallCanBeDecoded) {
  for (int i = 0; i < 20; ++i) {
    text("simple_python_" + std::to_string(i), "CALL area WITH x " + std::to_string(i));
    text("irrelevance_" + std::to_string(i), "CALL area WITH x " + std::to_string(i));
  }
  const Finding finding = only("not_decoded");
  EXPECT_EQ(finding.count, 20u);
  EXPECT_EQ(finding.severity, Severity::kError);
  EXPECT_NE(finding.effect.find("20 of 20 responses"), std::string::npos) << finding.effect;
  EXPECT_NE(finding.effect.find("Irrelevance"), std::string::npos) << finding.effect;
}

TEST_F(Diagnosis, IrrelevanceIsNamedWhereItIsConcerned) {
  for (int i = 0; i < 20; ++i) {
    text("simple_python_" + std::to_string(i), "CALL area WITH x " + std::to_string(i));
  }
  const Finding finding = only("not_decoded");
  EXPECT_EQ(finding.effect.find("Irrelevance"), std::string::npos) << finding.effect;
}

TEST_F(Diagnosis, ABetterCauseIsTold) {
  for (int i = 1; i < 20; i += 2) {
    text("simple_python_" + std::to_string(i), "[area" + std::to_string(i) + "(x=");
  }
  EXPECT_EQ(only("cut_replies").count, 10u);
}

TEST_F(Diagnosis, AbstentionIsNotUndecoded) {
  for (int i = 0; i < 20; ++i) {
    text("irrelevance_" + std::to_string(i), "I cannot do that, sorry.");
  }
  EXPECT_TRUE(findings().empty());
  // A part of the responses is a matter of the model.
  for (int i = 1; i < 20; i += 2) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number, i < 5 ? "[area" + number + "(x=7)]" : "No idea: " + number);
  }
  EXPECT_TRUE(findings().empty());
}

TEST_F(Diagnosis, TheSameResponseEverywhere) {
  for (int i = 0; i < 20; ++i) text("simple_python_" + std::to_string(i), "[tool(x=7)]");
  EXPECT_EQ(only("identical_responses").count, 20u);
  responses_.clear();
  for (int i = 0; i < 20; ++i) text("irrelevance_" + std::to_string(i), "[tool(x=7)]");
  EXPECT_TRUE(findings().empty());
  responses_.clear();
  for (int i = 0; i < 20; ++i) response("simple_python_" + std::to_string(i), json(R"({"a": 1})"));
  std::set<std::string_view> codes;
  for (const Finding& finding : findings()) codes.insert(finding.code);
  EXPECT_EQ(codes, (std::set<std::string_view>{"not_decoded", "identical_responses"}));
}

TEST_F(Diagnosis, SeverityIsThatOfTheEffect) {
  using diagnosis::is_more_than_chance;
  EXPECT_TRUE(is_more_than_chance(840, 1053));
  EXPECT_FALSE(is_more_than_chance(16, 1053));
  EXPECT_TRUE(is_more_than_chance(200, 4241));
  EXPECT_FALSE(is_more_than_chance(16, 4241));
  EXPECT_TRUE(is_more_than_chance(1, 10));
  EXPECT_FALSE(is_more_than_chance(0, 10));
  EXPECT_FALSE(is_more_than_chance(0, 0));
  // All of a run's calls are in fences: no mere warning.
  for (int i = 1; i < 13; i += 2) {
    text("simple_python_" + std::to_string(i),
         "```python\n[area" + std::to_string(i) + "(x=7)]\n```");
  }
  const std::vector<Finding> all = findings();
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.front().code, "wrapped_calls");
  EXPECT_EQ(all.front().severity, Severity::kError);
}

// The decoder of some responses breaks the others: what the run gains is told of parting them, with
// the spelling of dots that goes with it.
TEST_F(Diagnosis, TwoDecodersInOneRun) {
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    const std::string id = "simple_python_" + number;
    if (i % 4 == 0) {
      response(id, json(R"([{"geo_area)" + number + R"(": "{\"x\": 7}"}])"));
    } else {
      text(id, std::string(i % 2 == 0 ? "[geo.area" : "[area") + number + "(x=7)]");
    }
  }
  const Finding finding = findings().front();
  EXPECT_EQ(finding.code, "other_decoder");
  EXPECT_EQ(finding.count, 5u);
  EXPECT_EQ(finding.right_change, 5);
  EXPECT_FALSE(finding.settings.has_value());
  EXPECT_NE(finding.effect.find("With it for these responses only, 5 more entries would pass."),
            std::string::npos)
      << finding.effect;
}

// What is parted is one set: its count, its ids, and what scoring these ids with the other decoder
// changes. Irrelevance entries that pass as long as nobody parses them are of it.
TEST_F(Diagnosis, ThePartOfAnotherDecoderHasTheEntriesThatItCosts) {
  const auto calls_of = [](int i) {
    const std::string name = (i % 2 == 0 ? "geo_area" : "area") + std::to_string(i);
    return json(R"([{")" + name + R"(": "{\"x\": 7}"}])");
  };
  for (int i = 0; i < 20; ++i) {
    const std::string id = "simple_python_" + std::to_string(i);
    if (i < 10) {
      text(id, (i % 2 == 0 ? "[geo.area" : "[area") + std::to_string(i) + "(x=7)]");
    } else {
      response(id, calls_of(i));
    }
  }
  for (int i = 10; i < 15; ++i) response("irrelevance_" + std::to_string(i), calls_of(i));
  const Finding finding = findings().front();
  EXPECT_EQ(finding.code, "other_decoder");
  EXPECT_EQ(finding.count, 15u);
  EXPECT_EQ(finding.ids.size(), 15u);
  EXPECT_NE(finding.effect.find("10 more entries would pass, 5 passed entries would fail"),
            std::string::npos)
      << finding.effect;
}

// Both that pass and that fail without the fence are counted and listed.
TEST_F(Diagnosis, FencedSamplesWhereNoCallIsWanted) {
  text("simple_python_1", "```python\n[area1(x=7)]\n```");
  text("irrelevance_1", "```python\nprint('x')\n```");
  for (const Finding& finding : findings()) {
    if (finding.code != "wrapped_calls") continue;
    EXPECT_EQ(finding.count, 2u);
    EXPECT_EQ(finding.ids, (std::vector<std::string>{"simple_python_1", "irrelevance_1"}));
    EXPECT_EQ(finding.right_change, 0);
    return;
  }
  FAIL() << "no finding";
}

TEST_F(Diagnosis, OnlyTheLastCallCanBeTruncated) {
  decoder_ = find_decoder("openai_fc");
  response("simple_python_1", json(R"([{"area1": "{\"x\": 7"}, {"area1": "{\"x\": 7}"}])"));
  EXPECT_EQ(only("malformed_arguments").count, 1u);
  response("simple_python_3", json(R"([{"area3": "{\"x\": 7}"}, {"area3": "{\"x\": 7"}])"));
  std::size_t cut = 0;
  for (const Finding& finding : findings())
    cut += finding.code == "cut_replies" ? finding.count : 0;
  EXPECT_EQ(cut, 1u);
}

TEST_F(Diagnosis, ReasoningInFrontOfEveryResponse) {
  for (int i = 1; i < 9; i += 2) {
    const std::string number = std::to_string(i);
    text("simple_python_" + number, "<think>hm</think>\n[area" + number + "(x=7)]");
  }
  text("simple_python_9", "<think>hm</think>I cannot tell.");
  const Finding finding = only("unparsed_reasoning");
  EXPECT_EQ(finding.count, 4u);
  EXPECT_EQ(finding.right_change, 4);
  EXPECT_EQ(finding.severity, Severity::kError);
  EXPECT_EQ(finding.advice.find("--reasoning parse"), std::string::npos) << finding.advice;
  own_results_ = true;
  EXPECT_NE(only("unparsed_reasoning").advice.find("`--reasoning parse`"), std::string::npos);
}

TEST_F(Diagnosis, ReasoningInAnEpisode) {
  response("multi_turn_base_0", json(R"([["<think>Sum.</think>[mean(numbers=[1])]"]])"));
  const Finding finding = only("unparsed_reasoning");
  EXPECT_EQ(finding.count, 1u);
  EXPECT_NE(finding.effect.find("1 episode has"), std::string::npos) << finding.effect;
}

// Whatever the decoder makes of them, these are about the questions of their entries.
TEST_F(Diagnosis, OtherNamesAreNoOtherDataset) {
  const auto every = [&](const std::function<std::string(const std::string&)>& text_of) {
    responses_.clear();
    for (int i = 0; i < 20; ++i) {
      const std::string number = std::to_string(i);
      text("simple_python_" + number, text_of(number));
    }
    std::set<std::string_view> codes;
    for (const Finding& finding : findings()) codes.insert(finding.code);
    return codes.count("other_dataset") > 0;
  };
  EXPECT_TRUE(every([](const std::string& i) { return "[tide" + i + "(x=7)]"; }));
  EXPECT_FALSE(every([](const std::string& i) { return "['area" + i + "'(x=7)]"; }));  // no name
  EXPECT_FALSE(every([](const std::string& i) { return "[functions.area" + i + "(x=7)]"; }));
  EXPECT_FALSE(every([](const std::string& i) { return "[call(f='area" + i + "', x=7)]"; }));
  EXPECT_FALSE(every([](const std::string&) { return "[tool(x=7)]"; }));  // one name for all
}

TEST_F(Diagnosis, CallsThatQuoteTheQuestionBelongToIt) {
  std::string questions;
  std::string answers;
  for (int i = 0; i < 12; ++i) {
    const std::string id = "multiple_" + std::to_string(i);
    questions += R"({"id": ")" + id +
                 R"(", "question": [[{"role": "user", "content": "Ferries from Harlingen?"}]], )"
                 R"("function": [{"name": "boats", "description": "", "parameters": {"type": )"
                 R"("dict", "properties": {}, "required": []}}]})"
                 "\n";
    answers += R"({"id": ")" + id + R"(", "ground_truth": [{"boats": {}}]})" + "\n";
  }
  add("multiple", questions, answers);
  for (int i = 0; i < 12; ++i) {
    const std::string number = std::to_string(i);
    text("multiple_" + number, "[ferry" + number + "(port='harlingen')]");
  }
  EXPECT_TRUE(findings().empty());
}

// What the decoder reads as abstention in the model's own words is none that was missed.
TEST_F(Diagnosis, AWordForAbstentionIsRead) {
  decoder_ = find_decoder("nexus");
  text("irrelevance_1", "area1(x=3); out_of_domain(user_query='hi');");
  EXPECT_TRUE(findings().empty());
}

}  // namespace
}  // namespace bfclx
