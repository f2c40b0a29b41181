#include "core/run/run_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/dataset/drawn_order.h"
#include "core/dataset/sample_choice.h"

namespace bfclx {
namespace {

TEST(RunManifest, TellsTheSampleAndWhatItWasDrawnFrom) {
  const RunManifest manifest = read_run_manifest(
      R"({"started": "2026-11-22T06:30:00Z", "skipped": {"multiple": "no data"}, "settings":)"
      R"( {"mode": "fc", "test_category": ["multiple", "simple_python", "parallel"],)"
      R"( "sample": {"entries": 40, "seed": -1}}})");
  EXPECT_EQ(manifest.error, "");
  EXPECT_EQ(manifest.started, "2026-11-22T06:30:00Z");
  ASSERT_TRUE(manifest.sample);
  EXPECT_EQ(manifest.sample->entries, 40u);
  EXPECT_EQ(manifest.sample->seed, ~std::uint64_t{0});  // as `generate` writes it
  EXPECT_TRUE(manifest.sample->fc);
  EXPECT_EQ(manifest.sample->categories,
            (std::vector{find_category("simple_python"), find_category("parallel")}));
  const RunManifest bare = read_run_manifest(R"({"settings": {"sample": {"entries": 1}}})");
  ASSERT_TRUE(bare.sample);
  EXPECT_EQ(bare.sample->categories.size(), category_group("all_scoring").size());
}

TEST(RunManifest, OrdinaryRunsHaveNoSample) {
  for (const char* text : {"{}", R"({"settings": null})", R"({"settings": {"sample": null}})"}) {
    EXPECT_FALSE(read_run_manifest(text).sample) << text;
    EXPECT_EQ(read_run_manifest(text).error, "") << text;
  }
}

TEST(RunManifest, ADamagedOneSaysWhy) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "not valid JSON: "},
      {R"({"settings": {"sample")", "not valid JSON: "},
      {"[]", "not a JSON object"},
      {R"({"settings": 1})", "`settings` is not an object"},
      {R"({"dataset": "v3"})", "`dataset` is not an object"},
      {R"({"dataset": {"version": 4}})", "`dataset.version` is not text"},
      {R"({"made_with": [1]})", "`made_with` is not an object"},
      {R"({"made_with": {"a": 1}})", "an item of `made_with` is not an object"},
      {R"({"made_with": {"a": {"decoder": 5}}})", "`made_with.decoder` is not text"},
      {R"({"settings": {"sample": 40}})", "`settings.sample` is not an object"},
      {R"({"settings": {"sample": {}}})", "`settings.sample.entries` is not an integer from 1 to "},
      {R"({"settings": {"sample": {"entries": 0}}})", "entries` is not an integer from"},
      {R"({"settings": {"sample": {"entries": "40"}}})", "entries` is not an integer from"},
      {R"({"settings": {"sample": {"entries": 4e1}}})", "entries` is not an integer from"},
      {R"({"settings": {"sample": {"entries": -4}}})", "entries` is not an integer from"},
      {R"({"settings": {"sample": {"entries": 1000000000000000000}}})", "from 1 to 1000000"},
      {R"({"settings": {"sample": {"entries": 4, "by": 1}}})", "by` is not \"category\""},
      {R"({"settings": {"sample": {"entries": 4}, "mode": []}})", "mode` is not text"},
      {R"({"started": 4, "settings": {"sample": {"entries": 4}}})", "`started` is not text"},
      {R"({"settings": {"sample": {"entries": 4, "seed": "1"}}})", "seed` is not an integer"},
      {R"({"settings": {"sample": {"entries": 4}, "test_category": "live"}})", "is not a list"},
      {R"({"settings": {"sample": {"entries": 4}, "test_category": ["x"]}})", "unknown category"},
      {R"({"settings": {"sample": {"entries": 4}, "test_category": [1]}})", "unknown category"},
      {R"({"settings": {"sample": {"entries": 4}}, "skipped": []})", "`skipped` is not an object"},
      {R"({"settings": {"sample": {"entries": 4}, "test_category": ["sql"]}, "skipped": {"sql": 1}})",
       "no categories"},
  };
  for (const auto& [text, error] : cases) {
    const RunManifest manifest = read_run_manifest(text);
    EXPECT_FALSE(manifest.sample) << text;
    EXPECT_NE(manifest.error.find(error), std::string::npos) << text << ": " << manifest.error;
  }
  EXPECT_EQ(read_run_manifest(R"({"started": "x", "settings": 1})").started, "x");
}

// A dataset with 12 entries of each of two categories, and runs of it.
class RunSample : public ::testing::Test {
 protected:
  RunSample()
      : dataset_("dataset", [](const std::string& path) -> Result<std::optional<std::string>> {
          for (const std::string name : {"simple_python", "parallel"}) {
            const std::string file = "BFCL_v4_" + name + ".json";
            const bool answers = path == "data/possible_answer/" + file;
            if (!answers && path != "data/" + file) continue;
            std::string lines;
            for (int i = 0; i < 12; ++i) {
              lines += R"({"id": ")" + name + "_" + std::to_string(i) +
                       (answers ? R"(", "ground_truth": [{"f": {"x": [1]}}]})"
                                : R"(", "question": [[{"role": "user", "content": "hi"}]],)"
                                  R"( "function": [{"name": "f", "description": "", "parameters":)"
                                  R"( {"type": "dict", "properties": {"x": {"type": "integer"}},)"
                                  R"( "required": ["x"]}}]})") +
                       "\n";
            }
            return std::optional(lines);
          }
          return std::optional<std::string>();
        }) {
    manifest_.sample =
        SampleDraw{6, 7, {find_category("simple_python"), find_category("parallel")}, false};
  }
  void draw(std::uint64_t entries, std::uint64_t seed) {
    manifest_.sample->entries = entries;
    manifest_.sample->seed = seed;
  }
  std::vector<std::string> drawn() {
    Result<DrawnIds> ids = draw_sample(dataset_, *manifest_.sample);
    EXPECT_TRUE(ids.ok()) << ids.error().message;
    return {ids->begin(), ids->end()};
  }
  // The run that has responses to these entries.
  ModelRun match(const std::vector<std::string>& ids, bool whole_run = true,
                 std::vector<const Category*> chosen = {}) {
    ModelRun model;
    ResponseSorter sorter(model, chosen);
    NamedResults file;
    file.path = "m/results.json";
    for (const std::string& id : ids) {
      Response& response = file.results.responses.emplace_back();
      response.id = id;
      response.result = Value::str("[f(x=1)]");
    }
    sorter.add(std::move(file));
    MatchRequest request;
    request.manifest = {&manifest_, "m/bfclx_manifest.json", whole_run};
    match_model(dataset_, request, sorter, model);
    return model;
  }
  static std::vector<std::string> missing(const ModelRun& model) {
    std::vector<std::string> ids;
    for (const CategoryRun& run : model.runs) {
      for (const Entry* entry : run.missing) ids.push_back(entry->id);
    }
    return ids;
  }
  static std::size_t left_out(const ModelRun& model) {
    std::size_t count = 0;
    for (const CategoryRun& run : model.runs) count += run.left_out;
    return count;
  }

  DatasetFiles dataset_;
  RunManifest manifest_;
};

TEST(RunManifest, NamesOneDecoderOrSaysWhyNone) {
  const auto read = [](const std::string& made_with) {
    return read_run_manifest(R"({"made_with": )" + made_with + "}");
  };
  const RunManifest one =
      read(R"({"a": {"decoder": "openai_fc"}, "b": {"decoder": "openai_fc"}, "c": {}})");
  EXPECT_EQ(one.decoder, find_decoder("openai_fc"));
  EXPECT_EQ(one.decoder_problem, "");
  EXPECT_EQ(read(R"({"a": {"decoder": "nope"}})").decoder_problem,
            "names the decoder `nope`, which does not exist; the registry or the responses decide "
            "instead");
  const RunManifest two = read(R"({"a": {"decoder": "prompting"}, "b": {"decoder": "openai_fc"}})");
  EXPECT_EQ(two.decoder, nullptr) << "it does not say which made more results";
  EXPECT_EQ(two.decoder_problem, "");
  EXPECT_EQ(two.decoders, (std::vector<GeneratedFor>{{"openai_fc", 0}, {"prompting", 0}}));
  const RunManifest counted = read(
      R"({"a": {"decoder": "prompting", "results": 4}, "b": {"decoder": "openai_fc", "results": 3},
          "c": {"decoder": "openai_fc", "results": 2}, "d": {"decoder": "hermes", "results": 0}})");
  EXPECT_EQ(counted.decoder, find_decoder("openai_fc"));
  EXPECT_EQ(counted.decoders, (std::vector<GeneratedFor>{{"openai_fc", 5}, {"prompting", 4}}));
  for (const char* count : {"-1", "\"7\"", "1e3", "99999999999999999999"}) {
    const RunManifest odd =
        read(std::string(R"({"a": {"decoder": "prompting", "results": )") + count + "}}");
    EXPECT_EQ(odd.decoders, (std::vector<GeneratedFor>{{"prompting", 0}})) << count;
    EXPECT_EQ(odd.decoder, find_decoder("prompting")) << count;
  }
  // Names are shown, and a lone surrogate is no UTF-8.
  const RunManifest hostile = read(R"({"a": {"decoder": "\ud800x", "results": 3}})");
  ASSERT_EQ(hostile.decoders.size(), 1u);
  EXPECT_EQ(find_invalid_utf8(hostile.decoders[0].decoder), std::nullopt);
  EXPECT_EQ(find_invalid_utf8(hostile.decoder_problem), std::nullopt);
  for (const char* none : {"{}", "[]", "null", R"({"a": 7})", R"({"a": {"decoder": 7}})"}) {
    EXPECT_EQ(read(none).decoder, nullptr) << none;
    EXPECT_EQ(read(none).decoder_problem, "") << none;
  }
}

TEST_F(RunSample, GivesEqualSharesOfCategories) {
  const auto numbers = [&](std::uint64_t entries) {
    draw(entries, 7);
    manifest_.sample->scheme = SampleScheme::kEqual;
    std::size_t simple = 0;
    const std::vector<std::string> ids = drawn();
    for (const std::string& id : ids) simple += id.starts_with("simple") ? 1 : 0;
    return std::pair(simple, ids.size() - simple);
  };
  EXPECT_EQ(numbers(1), std::pair(std::size_t{1}, std::size_t{1}));  // one at least
  EXPECT_EQ(numbers(6), std::pair(std::size_t{3}, std::size_t{3}));
  EXPECT_EQ(numbers(7), std::pair(std::size_t{4}, std::size_t{3}));
  EXPECT_EQ(numbers(100), std::pair(std::size_t{12}, std::size_t{12}));
  // A smaller sample lies inside a larger one, of the other scheme too.
  draw(6, 7);
  const std::vector<std::string> few = drawn();
  manifest_.sample->scheme = SampleScheme::kProportional;
  draw(20, 7);
  const std::vector<std::string> many = drawn();
  EXPECT_TRUE(std::includes(many.begin(), many.end(), few.begin(), few.end()));
}

// Of each category the entries up to the last one that has a response.
TEST_F(RunSample, WhatWasAskedIsToldByTheResponses) {
  const std::string asked = R"({"settings": {"test_category": ["simple_python", "parallel"],
      "sample": {"entries": 9, "seed": 7, "by": "asked"}}})";
  manifest_ = read_run_manifest(asked);
  ASSERT_TRUE(manifest_.sample) << manifest_.error;
  ASSERT_TRUE(dataset_.load(*find_category("simple_python")).ok());
  const auto order = drawn_order(dataset_.dataset(), *find_category("simple_python"), 7);
  const ModelRun model = match({order[0], order[1], order[4]});
  EXPECT_EQ(model.manifest_problem, "");
  EXPECT_EQ(model.sample, 5u);
  std::vector<std::string> expected = {order[2], order[3]};
  std::vector<std::string> found = missing(model);
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
  EXPECT_EQ(model.sample_note, sample_text(5, 7));
  // A run that was killed does not say how many.
  manifest_ = read_run_manifest(R"({"settings": {"test_category": ["simple_python", "parallel"],
      "sample": {"seed": 7, "by": "asked"}}})");
  EXPECT_EQ(manifest_.error, "");
  EXPECT_EQ(match({order[0], order[1], order[4]}).sample, 5u);
  // A response to a category that was not asked contradicts it.
  manifest_ = read_run_manifest(R"({"settings": {"test_category": ["parallel"],
      "sample": {"entries": 9, "seed": 7, "by": "asked"}}})");
  EXPECT_NE(match({order[0]}).manifest_problem, "");
}

TEST_F(RunSample, IsDrawnBySeedAndCategories) {
  const std::vector<std::string> ids = drawn();
  EXPECT_EQ(ids.size(), 6u);
  const auto again = choose_sample(dataset_.dataset(), manifest_.sample->categories, 6, 7);
  EXPECT_EQ(ids, std::vector<std::string>(again.begin(), again.end()));
  draw(6, 8);
  EXPECT_NE(ids, drawn());
}

TEST_F(RunSample, OnlyDrawnEntriesAreMissing) {
  std::vector<std::string> ids = drawn();
  ModelRun model = match(ids);
  EXPECT_EQ(missing(model), std::vector<std::string>());
  EXPECT_EQ(left_out(model), 18u);
  EXPECT_EQ(model.sample, 6u);
  EXPECT_EQ(model.sample_note, sample_text(6, 7));
  ASSERT_EQ(model.problems.size(), 1u);
  EXPECT_EQ(model.problems[0].message, "these results are " + sample_text(6, 7));
  EXPECT_FALSE(model.problems[0].fatal);

  const std::string gone = ids.back();
  ids.pop_back();
  model = match(ids);
  EXPECT_EQ(missing(model), std::vector<std::string>{gone});
  EXPECT_EQ(model.sample, 6u);
}

TEST_F(RunSample, ADrawnCategoryWithoutAResponseIsMissing) {
  std::vector<std::string> ids = drawn();
  std::erase_if(ids, [](const std::string& id) { return id.starts_with("parallel"); });
  EXPECT_EQ(missing(match(ids)).size(), 3u);
  // Of a single file nothing is known about the others.
  EXPECT_EQ(missing(match(ids, false)), std::vector<std::string>());
  EXPECT_EQ(missing(match(ids, true, {find_category("simple_python")})),
            std::vector<std::string>());
}

TEST_F(RunSample, AManifestThatDoesNotFitIsNotBelieved) {
  const std::vector<std::string> ids = drawn();
  draw(6, 8);
  const ModelRun model = match(ids);
  EXPECT_EQ(missing(model).size(), 18u);
  EXPECT_EQ(left_out(model), 0u);
  EXPECT_EQ(model.sample, 0u);
  EXPECT_EQ(model.sample_note, "");
  ASSERT_EQ(model.problems.size(), 1u);
  EXPECT_EQ(model.problems[0].file, "m/bfclx_manifest.json");
  const std::string& message = model.problems[0].message;
  EXPECT_NE(message.find("outside its sample of 6 entries (seed 8), such as "), std::string::npos)
      << message;
  EXPECT_NE(message.find("every entry without a response counts as missing"), std::string::npos);
}

TEST_F(RunSample, OneThatCannotBeDrawnIsNotBelieved) {
  const std::vector<std::string> ids = drawn();
  manifest_.sample->categories.push_back(find_category("sql"));
  const ModelRun model = match(ids);
  EXPECT_EQ(missing(model).size(), 18u);
  EXPECT_EQ(model.problems[0].message.find("its sample cannot be drawn from this dataset: "), 0u)
      << model.problems[0].message;
}

TEST_F(RunSample, ADamagedOneIsNotBelieved) {
  const std::vector<std::string> ids = drawn();
  manifest_ = read_run_manifest("{");
  const ModelRun model = match(ids);
  EXPECT_EQ(missing(model).size(), 18u);
  EXPECT_EQ(model.problems[0].message.find("not valid JSON: "), 0u);
  EXPECT_FALSE(model.problems[0].fatal);
}

TEST_F(RunSample, UnknownIdsAreNotOutside) {
  std::vector<std::string> ids = drawn();
  ids.push_back("simple_python_4000");
  EXPECT_EQ(match(ids).sample, 6u);
}

}  // namespace
}  // namespace bfclx
