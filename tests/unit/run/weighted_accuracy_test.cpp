// The accuracy by the weights of a benchmark of someone's own, and which weights are refused.
#include "core/run/weighted_accuracy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/dataset/dataset_files.h"
#include "core/dataset/own_weights.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

Value parse(std::string_view json) { return json_loads(json).value(); }

Result<TagWeights> weights_of(const std::string& json) {
  return read_tag_weights(parse(R"({"weights": )" + json + "}"));
}

TEST(TagWeights, AreSharesThatAddUpToOne) {
  const TagWeights weights = weights_of(R"({"weather": 2, "time": 1.0, "x": 0})").value();
  ASSERT_EQ(weights.size(), 3u);
  EXPECT_EQ(weights[0].tag, "weather");
  EXPECT_DOUBLE_EQ(weights[0].share, 2.0 / 3);
  EXPECT_DOUBLE_EQ(weights[1].share, 1.0 / 3);
  EXPECT_EQ(weights[2].share, 0);
  EXPECT_TRUE(read_tag_weights(parse("{}"))->empty());
}

TEST(TagWeights, AreRefusedWithTheirPath) {
  const auto fault = [](const std::string& json) { return weights_of(json).error().message; };
  const std::string expected = ", expected a number from 0 to 1,000,000,000";
  EXPECT_EQ(fault(R"({"a": -1})"), "weights.a: -1" + expected);
  EXPECT_EQ(fault(R"({"a": 1, "b": NaN})"), "weights.b: nan" + expected);
  EXPECT_EQ(fault(R"({"a": Infinity})"), "weights.a: inf" + expected);
  EXPECT_EQ(fault(R"({"a": true})"), "weights.a: True" + expected);
  EXPECT_EQ(fault(R"({"a": "1"})"), "weights.a: '1'" + expected);
  EXPECT_EQ(fault(R"({"a": 1000000000000000000000})"),
            "weights.a: 1000000000000000000000" + expected);
  EXPECT_EQ(fault(R"({"a": 0, "b": 0})"), "weights: expected at least one weight above 0");
  EXPECT_EQ(fault("{}"), "weights: expected at least one weight above 0");
  EXPECT_NE(fault("[1]").find("expected an object of tags"), std::string::npos);
}

// A dataset of two files; `tags` of its three entries.
Status load(const std::vector<std::string>& tags, const std::string& weights,
            std::string* hash = nullptr) {
  const auto line = [&](const std::string& id, const std::string& its) {
    return R"({"id": ")" + id +
           R"(", "question": [[{"role": "user", "content": "q"}]], "function": [{"name": "f", )"
           R"("description": "d", "parameters": {"type": "dict", "properties": {}, )"
           R"("required": []}}], "tags": )" +
           its + "}\n";
  };
  const std::map<std::string, std::string> files = {
      {"data/BFCL_v4_irrelevance.json",
       line("irrelevance_0", tags[0]) + line("irrelevance_1", tags[1])},
      {"data/BFCL_v4_multiple.json", line("multiple_0", tags[2])},
      {"dataset.json", R"({"bfclx_benchmark": 1, "name": "b", "version": "1")" + weights + "}"}};
  DatasetFiles dataset("here", [&](const std::string& path) -> Result<std::optional<std::string>> {
    const auto file = files.find(path);
    return file == files.end() ? std::nullopt : std::optional<std::string>(file->second);
  });
  const Status status = dataset.load(*find_category("irrelevance"));
  dataset.identify();
  if (hash != nullptr) *hash = dataset.dataset().hash;
  return status;
}

TEST(TagWeights, NeedOneTagOfEachEntry) {
  const std::string weights = R"(, "weights": {"weather": 2, "time": 1})";
  const auto fault = [&](const std::vector<std::string>& tags) {
    return load(tags, weights).error().message;
  };
  const std::string begin = "tags: expected exactly one tag of \"weights\", found ";
  EXPECT_TRUE(load({R"(["weather"])", R"(["time", "x"])", R"(["time", "time"])"}, weights).ok());
  EXPECT_TRUE(load({R"([])", R"([])", R"([])"}, "").ok());
  const std::string two = fault({R"(["weather"])", R"(["time", "weather"])", R"(["time"])"});
  EXPECT_NE(two.find("irrelevance_1"), std::string::npos) << two;
  EXPECT_NE(two.find(begin + "weather, time"), std::string::npos) << two;
  // Of a file that is not loaded.
  const std::string none = fault({R"(["weather"])", R"(["time"])", R"(["x"])"});
  EXPECT_NE(none.find("multiple_0"), std::string::npos) << none;
  EXPECT_NE(none.find(begin + "none"), std::string::npos) << none;
  EXPECT_EQ(fault({R"(["time"])", R"(["time", "wether"])", R"(["time"])"}),
            "dataset.json: weights.weather: no entry has this tag. Did you mean wether?");
}

TEST(TagWeights, AreAPartOfTheHash) {
  const std::vector<std::string> tags = {R"(["a"])", R"(["b"])", R"(["b"])"};
  std::string none, two, same, other;
  EXPECT_TRUE(load(tags, "", &none).ok());
  EXPECT_TRUE(load(tags, R"(, "weights": {"a": 2, "b": 1})", &two).ok());
  EXPECT_TRUE(load(tags, R"(, "weights": {"a": 4, "b": 2})", &same).ok());
  EXPECT_TRUE(load(tags, R"(, "weights": {"a": 1, "b": 2})", &other).ok());
  EXPECT_NE(none, two);
  EXPECT_EQ(two, same);
  EXPECT_NE(two, other);
}

class WeightedRun : public testing::Test {
 protected:
  void add(const char* category, const char* tag, int entries, int right) {
    CategoryRun* run = nullptr;
    for (CategoryRun& one : model_.runs) run = one.category->name == category ? &one : run;
    if (run == nullptr) {
      run = &model_.runs.emplace_back();
      run->category = find_category(category);
    }
    for (int i = 0; i < entries; ++i) {
      auto entry = std::make_unique<Entry>();
      entry->id = std::string(category) + "_" + std::to_string(entries_.size());
      entry->data = parse(std::string(R"({"tags": ["other", ")") + tag + R"("]})");
      ScoredResponse& response = run->responses.emplace_back();
      response.entry = entry.get();
      response.verdict.valid = i < right;
      entries_.push_back(std::move(entry));
    }
  }

  ModelRun model_;
  std::vector<std::unique_ptr<Entry>> entries_;
};

TEST_F(WeightedRun, IsTheWeightedMeanOfTheGroups) {
  add("simple_python", "weather", 6, 3);
  add("multiple", "weather", 4, 4);
  add("multiple", "time", 20, 5);
  const TagWeights weights = {{"weather", 0.75}, {"time", 0.25}};
  const WeightedAccuracy weighted = weighted_accuracy(model_, weights).value();
  EXPECT_DOUBLE_EQ(weighted.value, 0.75 * 0.7 + 0.25 * 0.25);
  EXPECT_EQ(weighted.covered, 1);
  ASSERT_EQ(weighted.groups.size(), 2u);
  EXPECT_EQ(weighted.groups[0].entries, 10u);
  EXPECT_EQ(weighted.groups[0].right, 7u);
  EXPECT_EQ(weighted.groups[1].entries, 20u);
  EXPECT_EQ(weighted.groups[1].right, 5u);
  // Independent entries: variance of a mean with the divisor n - 1, in each group.
  const double variance = 0.75 * 0.75 * (0.7 * 0.3 / 9) + 0.25 * 0.25 * (0.25 * 0.75 / 19);
  EXPECT_NEAR(weighted.standard_error, std::sqrt(variance), 1e-12);
  EXPECT_LT(weighted.interval.low, weighted.value);
  EXPECT_GT(weighted.interval.high, weighted.value);
  // The mean of all entries is another number.
  EXPECT_NE(weighted.value, 12.0 / 30);
}

TEST_F(WeightedRun, WithoutAGroupIsOverTheOthers) {
  add("multiple", "time", 4, 1);
  const TagWeights weights = {{"weather", 0.75}, {"time", 0.25}};
  const WeightedAccuracy weighted = weighted_accuracy(model_, weights).value();
  EXPECT_DOUBLE_EQ(weighted.value, 0.25);
  EXPECT_EQ(weighted.covered, 0.25);
  EXPECT_LE(weighted.interval.high, 1);
  EXPECT_FALSE(weighted_accuracy(model_, {{"weather", 1}, {"time", 0}}).has_value());
  EXPECT_FALSE(weighted_accuracy(model_, {}).has_value());
}

TEST_F(WeightedRun, AllPassedStillHasAnInterval) {
  add("multiple", "time", 5, 5);
  const WeightedAccuracy weighted = weighted_accuracy(model_, {{"time", 1}}).value();
  EXPECT_EQ(weighted.value, 1);
  EXPECT_GT(weighted.standard_error, 0);
  EXPECT_LT(weighted.interval.low, 1);
}

}  // namespace
}  // namespace bfclx
