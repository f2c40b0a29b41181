// The compositions of the leaderboard's versions, on made-up scores.
#include "core/statistics/composition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx {
namespace {

using Known = std::map<std::string, double, std::less<>>;

ComposedScore compose_of(const ScorePart& score, const Known& known) {
  return compose(score, [&](const ScorePart& part) -> std::optional<KnownScore> {
    const auto found = known.find(part.name);
    if (found == known.end()) return std::nullopt;
    return KnownScore{found->second, std::nullopt};
  });
}

TEST(Composition, VersionsByName) {
  EXPECT_EQ(find_leaderboard_version("v1"), LeaderboardVersion::kV1);
  EXPECT_EQ(find_leaderboard_version("v2"), LeaderboardVersion::kV2);
  EXPECT_EQ(find_leaderboard_version("v3"), LeaderboardVersion::kV3);
  EXPECT_EQ(find_leaderboard_version("v3_executable"), LeaderboardVersion::kV3Executable);
  EXPECT_EQ(find_leaderboard_version("v4"), LeaderboardVersion::kV4);
  EXPECT_EQ(find_leaderboard_version("v5"), std::nullopt);
}

TEST(Composition, CountsInTheOverallScoreOfAVersion) {
  const Category& relevance = *find_category("live_relevance");
  EXPECT_FALSE(counts_in(relevance, LeaderboardVersion::kV1));
  EXPECT_TRUE(counts_in(relevance, LeaderboardVersion::kV2));
  EXPECT_TRUE(counts_in(relevance, LeaderboardVersion::kV3Executable));
  EXPECT_TRUE(counts_in(relevance, LeaderboardVersion::kV3));
  EXPECT_FALSE(counts_in(relevance, LeaderboardVersion::kV4));
  for (const NamedVersion& version : leaderboard_versions()) {
    for (const Category& category : categories()) {
      const bool without_weight =
          version.version == LeaderboardVersion::kV4 && category.name == "live_relevance";
      EXPECT_EQ(counts_in(category, version.version),
                category.stands_in(version.version) && !without_weight)
          << version.name << " " << category.name;
    }
  }
}

TEST(Composition, V4Weights) {
  const ScorePart& score = overall_score(LeaderboardVersion::kV4);
  const ComposedScore composed = compose_of(score, {{"Non-Live", 1},
                                                    {"Live", 0.5},
                                                    {"Irrelevance", 0.25},
                                                    {"Multi-turn", 0.1},
                                                    {"Agentic", 0.2}});
  EXPECT_TRUE(composed.complete());
  EXPECT_DOUBLE_EQ(composed.official, 0.1 + 0.05 + 0.025 + 0.03 + 0.08);
}

TEST(Composition, WhatIsMissingIsNamedAndCountsAsZero) {
  const ScorePart& multi_turn = *find_v4_score("Multi-turn");
  const ComposedScore composed =
      compose_of(multi_turn, {{"multi_turn_base", 0.8}, {"multi_turn_miss_param", 0.4}});
  EXPECT_FALSE(composed.complete());
  EXPECT_EQ(composed.missing,
            (std::vector<std::string_view>{"multi_turn_miss_func", "multi_turn_long_context"}));
  EXPECT_DOUBLE_EQ(composed.official, 0.3);
}

TEST(Composition, LiveCategoriesWeighByTheirEntries) {
  const ScorePart& live = *find_v4_score("Live");
  const ComposedScore composed = compose_of(live, {{"live_simple", 1}});
  EXPECT_DOUBLE_EQ(composed.official, 258.0 / 1351);
  EXPECT_EQ(composed.missing.size(), 3u);
  // A run of its own size weighs by that.
  const ComposedScore partial = compose(live, [](const ScorePart& part) {
    return part.parts.empty()
               ? std::optional<KnownScore>(KnownScore{part.name == "live_simple" ? 1.0 : 0.0, 10.0})
               : std::nullopt;
  });
  EXPECT_TRUE(partial.complete());
  EXPECT_DOUBLE_EQ(partial.official, 0.25);
}

TEST(Composition, CategoriesOfEachVersion) {
  const auto count = [](LeaderboardVersion version) {
    return compose_of(overall_score(version), {}).missing.size();
  };
  EXPECT_EQ(count(LeaderboardVersion::kV1), 12u);
  EXPECT_EQ(count(LeaderboardVersion::kV2), 18u);
  EXPECT_EQ(count(LeaderboardVersion::kV3Executable), 22u);
  EXPECT_EQ(count(LeaderboardVersion::kV3), 17u);
  EXPECT_EQ(count(LeaderboardVersion::kV4), 21u);  // all scored ones but live_relevance
}

// The table of categories and the compositions say the same of each version.
TEST(Composition, IsOfTheCategoriesInTheTables) {
  for (const auto& [name, version] : leaderboard_versions()) {
    const std::vector<std::string_view> parts = compose_of(overall_score(version), {}).missing;
    for (const Category& category : categories()) {
      const bool there = std::find(parts.begin(), parts.end(), category.name) != parts.end();
      const bool shown_only =
          version == LeaderboardVersion::kV4 && category.judging == Judging::kRelevance;
      EXPECT_EQ(there, category.stands_in(version) && !shown_only) << name << " " << category.name;
    }
  }
}

TEST(Composition, AxesOfTheProfileOfAVersion) {
  const auto names = [](LeaderboardVersion version) {
    std::string text;
    for (const ScorePart* part : profile_parts(version)) {
      text += (text.empty() ? "" : ", ") + std::string(part->name);
    }
    return text;
  };
  EXPECT_EQ(names(LeaderboardVersion::kV4),
            "Simple AST, multiple, parallel, parallel_multiple, Live, Irrelevance, Multi-turn, "
            "Web Search, Memory, live_relevance");
  EXPECT_EQ(names(LeaderboardVersion::kV3),
            "Simple AST, multiple, parallel, parallel_multiple, irrelevance, Live, Multi-turn");
  for (const NamedVersion& version : leaderboard_versions()) {
    for (const ScorePart* part : profile_parts(version.version)) EXPECT_FALSE(part->spread);
  }
}

TEST(Composition, LabelsAreInPlainWordsAndOneOfAKind) {
  for (const NamedVersion& version : leaderboard_versions()) {
    std::vector<std::string_view> labels;
    for (const ScorePart* part : profile_parts(version.version)) labels.push_back(label_of(*part));
    for (const std::string_view label : labels) {
      EXPECT_EQ(label.find('_'), std::string_view::npos) << label;
      EXPECT_EQ(std::count(labels.begin(), labels.end(), label), 1) << label;
    }
  }
  EXPECT_EQ(label_of(*find_v4_score("simple_java")), "Simple, Java");
  EXPECT_EQ(label_of(*find_v4_score("Multi-turn")), "Multi-turn");
}

TEST(Composition, ScoresOfV4ByName) {
  for (const std::string_view name :
       {"Overall", "Non-Live", "Simple AST", "Live", "Irrelevance", "Multi-turn", "Web Search",
        "Memory", "Agentic", "live_relevance", "simple_java"}) {
    ASSERT_NE(find_v4_score(name), nullptr) << name;
    EXPECT_EQ(find_v4_score(name)->name, name);
  }
  EXPECT_EQ(find_v4_score("exec_simple"), nullptr);
}

}  // namespace
}  // namespace bfclx
