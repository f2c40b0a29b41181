#include "core/run/run_statistics.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "core/findings/run_diagnosis.h"

namespace bfclx {
namespace {

double sum_of(const std::vector<CategoryWeight>& weights, std::string_view group,
              bool irrelevance = false) {
  double sum = 0;
  for (const CategoryWeight& weight : weights) {
    const bool is_irrelevance = weight.category->judging == Judging::kIrrelevance;
    if (irrelevance ? is_irrelevance : weight.category->group == group && !is_irrelevance) {
      sum += weight.weight;
    }
  }
  return sum;
}

TEST(CategoryWeights, OfV4AreThoseOfTheGroups) {
  const std::vector<CategoryWeight> weights = category_weights(LeaderboardVersion::kV4);
  EXPECT_EQ(weights.size(), 21u);  // all 22 scored categories but live_relevance
  EXPECT_NEAR(sum_of(weights, "non_live"), 0.1, 1e-12);
  EXPECT_NEAR(sum_of(weights, "live"), 0.1, 1e-12);
  EXPECT_NEAR(sum_of(weights, "", true), 0.1, 1e-12);
  EXPECT_NEAR(sum_of(weights, "multi_turn"), 0.3, 1e-12);
  EXPECT_NEAR(sum_of(weights, "agentic"), 0.4, 1e-12);
  std::map<std::string_view, double> by_name;
  for (const CategoryWeight& weight : weights) {
    EXPECT_TRUE(weight.category->scored);
    by_name[weight.category->name] += weight.weight;
  }
  EXPECT_NEAR(by_name["live_multiple"], 0.1 * 1053 / 1351, 1e-12);
  EXPECT_NEAR(by_name["simple_java"], 0.1 / 12, 1e-12);
  EXPECT_NEAR(by_name["memory_kv"], 0.4 / 6, 1e-12);
}

// A score is the sum of weight times accuracy, whatever the accuracies are.
TEST(CategoryWeights, GiveTheComposedScore) {
  for (const auto& [name, version] : leaderboard_versions()) {
    SCOPED_TRACE(name);
    double weighted = 0;
    double total = 0;
    std::map<std::string_view, double> accuracies;
    for (const CategoryWeight& weight : category_weights(version)) {
      const double accuracy = 0.2 + 0.03 * static_cast<double>(accuracies.size());
      accuracies[weight.category->name] = accuracy;
      weighted += weight.weight * accuracy;
      total += weight.weight;
    }
    EXPECT_NEAR(total, 1, 1e-12);
    const ComposedScore composed =
        compose(overall_score(version), [&](const ScorePart& part) -> std::optional<KnownScore> {
          const auto known = accuracies.find(part.name);
          if (known == accuracies.end()) return std::nullopt;
          return KnownScore{known->second, std::nullopt};
        });
    EXPECT_TRUE(composed.complete());
    EXPECT_NEAR(weighted, composed.official, 1e-12);
  }
}

// EXECUTABLE.md, section 7: 310 of 1,700 entries in v1, 4 of 10 groups in v2, 4/27 in v3.
TEST(CategoryWeights, SharesOfExecutableCategories) {
  const std::pair<LeaderboardVersion, double> shares[] = {
      {LeaderboardVersion::kV1, 310.0 / 1700},
      {LeaderboardVersion::kV2, 4.0 / 10},
      {LeaderboardVersion::kV3Executable, 4.0 / 27},
      {LeaderboardVersion::kV3, 0},
      {LeaderboardVersion::kV4, 0},
  };
  for (const auto& [version, expected] : shares) {
    double total = 0;
    double executable = 0;
    for (const CategoryWeight& weight : category_weights(version)) {
      total += weight.weight;
      if (weight.category->judging == Judging::kExecutable) executable += weight.weight;
    }
    EXPECT_NEAR(total, 1, 1e-12);
    EXPECT_NEAR(executable, expected, 1e-12);
  }
}

TEST(RunStatistics, OnlyResponsesThatCount) {
  Dataset dataset;
  const Category& category = *find_category("live_simple");
  std::string questions;
  std::string answers;
  for (const char* id : {"live_simple_0-0-0", "live_simple_1-0-1", "live_simple_2-1-0"}) {
    questions += R"({"id": ")" + std::string(id) +
                 R"(", "question": [[]], "function": [{"name": "f", "parameters": {"type": "dict",)"
                 R"( "properties": {}, "required": []}}]})"
                 "\n";
    answers += R"({"id": ")" + std::string(id) + R"(", "ground_truth": [{"f": {}}]})" + "\n";
  }
  ASSERT_TRUE(dataset.add(category, questions, answers).ok());
  ModelRun model;
  model.settings.decoder = find_decoder("prompting");
  model.files = {"x.json"};
  model.runs.push_back(
      match_responses(dataset, category,
                      read_results(R"({"id": "live_simple_0-0-0", "result": "[f()]"})"
                                   "\n"
                                   R"({"id": "live_simple_1-0-1", "result": "[f()]"})"
                                   "\n"
                                   R"({"id": "live_simple_1-0-1", "result": "[g()]"})"
                                   "\n"
                                   R"({"id": "live_simple_9-9-9", "result": "[f()]"})"
                                   "\n")));
  for (std::uint32_t i = 0; i < 4; ++i) {
    model.order.push_back({.scored = true, .part = 0, .index = i, .file = 0});
    score_response(model.runs[0].responses[i], model.settings);
  }
  const JudgedRun judged = judged_run(model);
  ASSERT_EQ(judged.size(), 2u);
  EXPECT_TRUE(judged[0].right);
  EXPECT_FALSE(judged[1].right);
  EXPECT_EQ(judged[1].error_type, "simple_function_checker:wrong_func_name");
  const Accuracy accuracy = accuracy_of(model.runs[0]);
  EXPECT_EQ(accuracy.entries, 2u);
  EXPECT_EQ(accuracy.right, 1u);
  EXPECT_EQ(accuracy.clusters, 1u);

  std::map<std::string_view, std::size_t> counts;
  for (const Finding& finding : diagnose_run(model, nullptr)) counts[finding.code] = finding.count;
  const std::map<std::string_view, std::size_t> expected = {
      {"unknown_ids", 1}, {"duplicate_ids", 1}, {"missing_entries", 1}};
  EXPECT_EQ(counts, expected);
  EXPECT_TRUE(diagnose_run(ModelRun(), nullptr).empty());
}

}  // namespace
}  // namespace bfclx
