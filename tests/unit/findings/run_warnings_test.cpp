#include "core/findings/run_warnings.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bfclx {
namespace {

class RunWarnings : public testing::Test {
 protected:
  // A category with so many responses, of which each is `facts`, and so many missing entries.
  void add(std::string_view category, std::size_t responses, ResponseFacts facts,
           std::size_t missing = 0) {
    const auto part = static_cast<std::uint32_t>(model_.runs.size());
    CategoryRun& run = model_.runs.emplace_back();
    run.category = find_category(category);
    run.missing.assign(missing, &entry_);
    for (std::uint32_t i = 0; i < responses; ++i) {
      run.responses.emplace_back().entry = &entry_;
      model_.order.push_back({.scored = true, .part = part, .index = i});
      facts_.push_back(facts);
      facts_.back().called = facts_.size();  // another function each
    }
  }
  std::vector<RunWarning> warnings() { return run_warnings(model_, facts_); }
  // The only one is of that kind and text, and affects comparisons.
  void expect_only(std::string_view kind, std::string_view text) {
    const std::vector<RunWarning> found = warnings();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, kind);
    EXPECT_EQ(found[0].text, text);
    EXPECT_FALSE(distortions_of(found).empty());
  }

  static constexpr ResponseFacts kFine = {.should_call = true, .has_calls = true};
  static constexpr ResponseFacts kError = {.generation_error = true};
  static constexpr ResponseFacts kForeign = {
      .should_call = true, .has_calls = true, .foreign_calls = true};
  static constexpr ResponseFacts kNothing = {.should_call = true, .calls_nothing = true};
  Entry entry_;
  ModelRun model_;
  std::vector<ResponseFacts> facts_;
};

TEST_F(RunWarnings, NoneOfAFineRun) {
  add("simple_python", 20, kFine, 2);  // less than a tenth
  EXPECT_TRUE(warnings().empty());
  EXPECT_TRUE(run_warnings({}, {}).empty());
}

TEST_F(RunWarnings, GenerationErrorsByCategory) {
  add("simple_python", 400, kFine);
  add("multi_turn_base", 200, kError);
  add("multi_turn_miss_func", 200, kError);
  facts_.back() = {};
  const std::vector<RunWarning> found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "inference_errors");
  EXPECT_EQ(found[0].count, 399u);
  EXPECT_EQ(found[0].of, 400u);
  EXPECT_EQ(found[0].categories.size(), 2u);
  EXPECT_EQ(
      found[0].text,
      "399 of 400 responses in multi_turn_base and multi_turn_miss_func are generation errors; "
      "the accuracy there does not measure the model");
  EXPECT_FALSE(distortions_of(found).empty());
}

TEST_F(RunWarnings, WhatIsSupersededDoesNotCount) {
  add("simple_python", 10, kError);
  for (std::size_t i = 0; i < 10; ++i) model_.runs[0].responses[i].superseded = true;
  EXPECT_TRUE(warnings().empty());
}

TEST_F(RunWarnings, MissingEntries) {
  add("multiple", 10, kFine, 190);
  const std::vector<RunWarning> found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text,
            "190 of 200 entries in multiple are missing; the accuracy there covers the other 10");
  EXPECT_TRUE(distortions_of(found).empty());
}

TEST_F(RunWarnings, MissingEntriesAreThoseOfTheWholeRun) {
  add("multiple", 10, kFine, 190);
  add("simple_python", 391, kFine, 9);  // less than a tenth
  add("parallel", 200, kFine);
  const std::vector<RunWarning> found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].count, 199u);
  EXPECT_EQ(found[0].of, 600u);
}

TEST_F(RunWarnings, WhereAllEntriesAreMissingThereIsNoAccuracy) {
  add("multiple", 0, kFine, 200);
  EXPECT_EQ(warnings()[0].text, "200 of 200 entries in multiple are missing; it has no accuracy");
  add("parallel", 0, kFine, 200);
  EXPECT_EQ(warnings()[0].text,
            "400 of 400 entries in multiple and parallel are missing; they have no accuracy");
  add("simple_python", 200, kFine, 200);
  EXPECT_EQ(
      warnings()[0].text,
      "600 of 800 entries in simple_python, multiple and parallel are missing; the accuracy there "
      "covers the other 200, and multiple and parallel have no accuracy");
}

TEST_F(RunWarnings, NothingDecoded) {
  add("multiple", 20, kFine);
  add("irrelevance", 20, {});  // abstains
  EXPECT_TRUE(warnings().empty());
  add("simple_python", 20, kNothing);
  expect_only(
      "not_decoded",
      "20 of 20 responses in simple_python contain no call that the decoder can parse; check "
      "their format before you rely on the accuracy there");
}

TEST_F(RunWarnings, MalformedArguments) {
  ResponseFacts malformed = kNothing;
  malformed.malformed_arguments = true;
  add("simple_python", 20, malformed);
  add("multiple", 200, kFine);
  facts_.back().malformed_arguments = true;  // one alone does not distort the accuracy
  // not_decoded would be the same again
  expect_only(
      "malformed_arguments",
      "20 of 20 responses in simple_python have call arguments that are not JSON; check the "
      "tool parser and the chat template before you rely on the accuracy there");
}

TEST_F(RunWarnings, TheSameResponseEverywhere) {
  ResponseFacts same = kFine;
  same.failed_text = 7;
  add("simple_python", 20, same);
  add("multiple", 30, kFine);
  EXPECT_TRUE(warnings().empty());  // not nearly all
  for (ResponseFacts& facts : facts_) facts.failed_text = 7;
  facts_.back().failed_text = 8;
  expect_only(
      "identical_responses",
      "49 of 50 responses in simple_python and multiple are the same; the accuracy there does "
      "not measure the model");
}

TEST_F(RunWarnings, AManifestThatIsIgnored) {
  add("simple_python", 20, kFine);
  model_.manifest_problem = "not valid JSON";
  const std::vector<RunWarning> found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text, "bfclx_manifest.json: not valid JSON");
  EXPECT_TRUE(distortions_of(found).empty());
}

TEST_F(RunWarnings, EpisodesWithAnotherStepLimit) {
  add("simple_python", 20, kFine);
  model_.max_steps = 5;
  EXPECT_TRUE(warnings().empty()) << "no episode";
  add("multi_turn_base", 20, kFine);
  expect_only("step_limit",
              "episodes were generated with a step limit of 5 instead of the official 20; their "
              "accuracies cannot be compared with a leaderboard");
}

TEST_F(RunWarnings, ResponsesEndedAfterTheirFirstCall) {
  add("simple_python", 20, kFine);
  model_.first_call_only = true;
  expect_only("first_call_only",
              "responses were ended after their first call (--first-call-only), so parallel calls "
              "are missing; their accuracies cannot be compared with a leaderboard");
}

TEST_F(RunWarnings, ResultsOfSeveralSettingsOrFromBeforeAChangeOfTheTruth) {
  add("simple_python", 20, kFine);
  model_.mixed_settings = "temperature 0.0 or 0.5";
  model_.changed_truth = "1 of 20 responses was generated before the ground truth changed (a_0)";
  const std::vector<RunWarning> found = warnings();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, "mixed_settings");
  EXPECT_EQ(found[0].text,
            "the results were generated with different settings: temperature 0.0 or 0.5; "
            "regenerate them with the same settings");
  EXPECT_TRUE(affects_comparison(found[0]));
  EXPECT_EQ(found[1].kind, "changed_ground_truth");
  EXPECT_EQ(found[1].text, model_.changed_truth +
                               "; verdicts use the ground truth of today, so earlier scores "
                               "differ");
  EXPECT_FALSE(affects_comparison(found[1]));
}

TEST_F(RunWarnings, ResultsThatWereGeneratedForSeveralDecoders) {
  add("simple_python", 20, kFine);
  model_.settings.decoder = find_decoder("prompting");
  model_.decoders = {{"prompting", 20}};
  EXPECT_TRUE(warnings().empty());
  model_.decoders = {{"openai_fc", 20}};
  EXPECT_TRUE(warnings().empty()) << "--decoder says so";
  model_.decoders = {{"openai_fc", 1'200}, {"prompting", 20}};
  std::vector<RunWarning> found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "mixed_decoders");
  EXPECT_EQ(found[0].count, 1'200u);
  EXPECT_EQ(found[0].of, 1'220u);
  EXPECT_EQ(found[0].text,
            "in all categories of bfclx_manifest.json, 1,200 of 1,220 results were generated for "
            "another decoder (openai_fc) but are scored with prompting; regenerate them before you "
            "rely on the accuracy");
  EXPECT_FALSE(distortions_of(found).empty());
  model_.decoders = {{"hermes", 1}, {"openai_fc", 0}, {"prompting", 20}};
  found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].count, 0u);
  EXPECT_EQ(found[0].text,
            "in all categories of bfclx_manifest.json, some results were generated for other "
            "decoders (hermes, openai_fc) but are scored with "
            "prompting; regenerate them before you rely on the accuracy");
  model_.decoders.clear();
  for (int i = 0; i < 100'000; ++i) model_.decoders.push_back({std::to_string(i), 1});
  found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text,
            "in all categories of bfclx_manifest.json, 100,000 of 100,000 results were generated "
            "for other decoders (0, 1, 2 and 99,997 more) "
            "but are scored with prompting; regenerate them before you rely on the accuracy");
  model_.settings.decoder = nullptr;
  EXPECT_TRUE(warnings().empty()) << "nothing is scored";
}

TEST_F(RunWarnings, ResponsesGeneratedWithAnotherDataset) {
  add("simple_python", 20, kFine);
  model_.dataset_problem = "the responses were generated with a different dataset";
  expect_only("dataset_version",
              "the responses were generated with a different dataset; score with that dataset or "
              "regenerate");
}

TEST_F(RunWarnings, ANameThatIsNoPythonName) {
  add("simple_python", 20, kFine);
  model_.settings.model_name = "4o-mini";
  EXPECT_TRUE(warnings().empty());  // it reaches multi-turn verdicts alone
  add("multi_turn_base", 20, kFine);
  const std::vector<RunWarning> found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "model_name");
  EXPECT_FALSE(distortions_of(found).empty());
  for (const char* good : {"o4-mini", "a/b:c.d"}) {
    model_.settings.model_name = good;
    EXPECT_TRUE(warnings().empty()) << good;
  }
  for (const char* bad : {"a b", "\uFB01n"}) {  // Python looks up "fin"
    model_.settings.model_name = bad;
    EXPECT_EQ(warnings().size(), 1u) << bad;
  }
}

TEST_F(RunWarnings, AnotherDataset) {
  add("multiple", 9, kForeign);  // too few to tell
  EXPECT_TRUE(warnings().empty());
  add("simple_python", 30, kForeign);
  const std::vector<RunWarning> found = warnings();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "other_dataset");
  EXPECT_EQ(found[0].count, 30u);
  // The same function each time is a habit of the model.
  for (ResponseFacts& facts : facts_) facts.called = 1;
  EXPECT_TRUE(warnings().empty());
}

TEST_F(RunWarnings, NameFourCategoriesAtMost) {
  for (const char* name : {"simple_python", "simple_java", "simple_javascript", "multiple",
                           "parallel", "irrelevance"}) {
    add(name, 10, kError);
  }
  EXPECT_NE(warnings()[0].text.find("simple_javascript, multiple and 2 more categories are"),
            std::string::npos)
      << warnings()[0].text;
}

}  // namespace
}  // namespace bfclx
