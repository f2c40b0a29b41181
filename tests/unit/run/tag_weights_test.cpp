// The accuracy by the weights of a benchmark of someone's own, and which weights are refused.
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/dataset/dataset_files.h"
#include "core/dataset/own_weights.h"
#include "core/statistics/headline_score.h"
#include "core/statistics/overall.h"
#include "core/statistics/repeats.h"
#include "core/statistics/repeats_comparison.h"
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
  const std::string begin =
      "dataset.json: weights: expected exactly one of the tags weather, time in each entry, wrong "
      "in ";
  EXPECT_TRUE(load({R"(["weather"])", R"(["time", "x"])", R"(["time", "time"])"}, weights).ok());
  EXPECT_TRUE(load({R"([])", R"([])", R"([])"}, "").ok());
  // All of them, of files that are not loaded too, and by their own ids.
  EXPECT_EQ(fault({R"(["weather"])", R"(["time", "weather"], "own_id": "t1")", R"(["x"])"}),
            begin +
                "2 entries: multiple_0 (data/BFCL_v4_multiple.json:1) has x; "
                "t1 (data/BFCL_v4_irrelevance.json:2) has time, weather");
  EXPECT_EQ(fault({R"(["weather"])", "[]", R"(["time"])"}),
            begin + "1 entry: irrelevance_1 (data/BFCL_v4_irrelevance.json:2) has no tags");
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
  // `right` of the next `entries` of the category passed in the run, `of_b` in another one.
  void add(const char* category, std::size_t tag, int entries, int right, int of_b = 0) {
    for (int i = 0; i < entries; ++i) {
      ids_.push_back(std::string(category) + "_" + std::to_string(ids_.size()));
      tags_->by_id.emplace(ids_.back(), tag);
      run_.push_back({ids_.back(), find_category(category), i < right, "a"});
      b_.push_back({ids_.back(), find_category(category), i < of_b, "a"});
    }
    entries_[find_category(category)] += static_cast<std::size_t>(entries);
  }
  HeadlineScore headline(double first, double second) {
    tags_->weights = {{"weather", first}, {"time", second}};
    const std::vector<std::pair<const Category*, std::size_t>> entries(entries_.begin(),
                                                                       entries_.end());
    return HeadlineScore(entries, tags_);
  }
  BasedScore score(const HeadlineScore& headline) const {
    return own_score({&run_}, headline.score(), headline.name());
  }

  std::deque<std::string> ids_;
  std::shared_ptr<TagGroups> tags_ = std::make_shared<TagGroups>();
  std::map<const Category*, std::size_t> entries_;
  JudgedRun run_, b_;
};

TEST_F(WeightedRun, IsTheWeightedMeanOfTheGroups) {
  add("simple_python", 0, 6, 3);
  add("multiple", 0, 4, 4);
  add("multiple", 1, 20, 5);
  const HeadlineScore own = headline(0.75, 0.25);
  const BasedScore weighted = score(own);
  EXPECT_DOUBLE_EQ(*weighted.value, 0.75 * 0.7 + 0.25 * 0.25);
  EXPECT_EQ(weighted.basis.weight, 1);
  EXPECT_EQ(basis_text(weighted.basis), "both categories, with tag weights");
  // Independent entries: variance of a mean with the divisor n - 1, in each group.
  const double variance = 0.75 * 0.75 * (0.7 * 0.3 / 9) + 0.25 * 0.25 * (0.25 * 0.75 / 19);
  EXPECT_NEAR(weighted.standard_error, std::sqrt(variance), 1e-12);
  EXPECT_LT(weighted.interval.low, *weighted.value);
  EXPECT_GT(weighted.interval.high, *weighted.value);
  // The mean of all entries is another number, and scores on the two are never ranked together.
  ScorePart plain = own.score();
  plain.tags = nullptr;
  const BasedScore without = own_score({&run_}, plain, own.name());
  EXPECT_DOUBLE_EQ(*without.value, 12.0 / 30);
  EXPECT_NE(basis_key(without.basis), basis_key(weighted.basis));
  EXPECT_DOUBLE_EQ(RunScores(run_).of(own.score()).official, *weighted.value);
}

TEST_F(WeightedRun, IsComparedAndRankedByTheSameWeights) {
  add("simple_python", 0, 10, 3, 9);
  add("multiple", 1, 30, 20, 10);
  const HeadlineScore own = headline(0.75, 0.25);
  const ScoreWeights weights = score_weights(own.score());
  const OverallComparison overall = compare_runs(run_, b_, weights, {}).overall;
  EXPECT_EQ(overall.weight, 1);
  EXPECT_DOUBLE_EQ(overall.a, *score(own).value);
  EXPECT_DOUBLE_EQ(overall.difference, 0.75 * 0.6 - 0.25 / 3);
  EXPECT_LT(overall.interval.low, overall.difference);
  EXPECT_GT(overall.interval.high, overall.difference);
  // By entries B is worse.
  ScorePart plain = own.score();
  plain.tags = nullptr;
  EXPECT_LT(compare_runs(run_, b_, score_weights(plain), {}).overall.difference, 0);
  const JudgedRun* const runs[] = {&run_, &b_};
  const Ranking ranking = rank_runs(runs, weights, {});
  EXPECT_EQ(ranking.entries, 40u);
  EXPECT_DOUBLE_EQ(ranking.runs[0].score, overall.a);
  EXPECT_EQ(ranking.runs[1].rank.rank, 1u);
  EXPECT_DOUBLE_EQ(paired_scores(runs, weights).scores[1], overall.b);
  const ScoredRun repeats[] = {{&run_}, {&b_}};
  const RepeatsAnalysis analysis = analyze_repeats(repeats, own.score(), own.name(), {});
  EXPECT_DOUBLE_EQ(analysis.mean.value, (overall.a + overall.b) / 2);
  EXPECT_DOUBLE_EQ(analysis.scores[1], overall.b);
  const RepeatsComparison compared =
      compare_repeats({repeats, 1}, {repeats + 1, 1}, own.score(), own.name(), {});
  EXPECT_DOUBLE_EQ(compared.overall.difference, overall.difference);
  EXPECT_EQ(compared.overall.interval.low, overall.interval.low);
  EXPECT_EQ(compared.overall.p, overall.p);
}

TEST_F(WeightedRun, WithoutAGroupIsOverTheOthers) {
  add("multiple", 1, 4, 1);
  entries_[find_category("irrelevance")] = 2;
  const HeadlineScore own = headline(0.75, 0.25);
  const BasedScore weighted = score(own);
  EXPECT_DOUBLE_EQ(*weighted.value, 0.25);
  EXPECT_EQ(weighted.basis.weight, 0.25);
  EXPECT_EQ(basis_text(weighted.basis), "covers 25.0 % of the weight, with tag weights");
  EXPECT_LE(weighted.interval.high, 1);
  const PartScore part = RunScores(run_).of(own.score());
  EXPECT_DOUBLE_EQ(part.official, 0.0625);
  EXPECT_EQ(part.missing, (std::vector<std::string_view>{"weather"}));
  EXPECT_DOUBLE_EQ(*score_missing_as_zero({&run_}, own.score(), own.name()).value, 0.0625);
  EXPECT_FALSE(score(headline(1, 0)).value.has_value());
}

TEST_F(WeightedRun, OfAllTagsMayLackCategories) {
  add("multiple", 0, 4, 1);
  add("multiple", 1, 4, 4);
  entries_[find_category("irrelevance")] = 2;
  EXPECT_EQ(basis_text(score(headline(0.75, 0.25)).basis), "1 of 2 categories, with tag weights");
}

TEST_F(WeightedRun, AllPassedStillHasAnInterval) {
  add("multiple", 1, 5, 5);
  const BasedScore weighted = score(headline(0, 1));
  EXPECT_EQ(*weighted.value, 1);
  EXPECT_GT(weighted.standard_error, 0);
  EXPECT_LT(weighted.interval.low, 1);
}

}  // namespace
}  // namespace bfclx
