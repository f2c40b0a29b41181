// The score that views lead with: of a leaderboard, or of a benchmark of someone's own.
#include "core/statistics/headline_score.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/statistics/basis.h"

namespace bfclx {
namespace {

const NamedVersion kV4{"v4", LeaderboardVersion::kV4};
const NamedVersion kV3{"v3", LeaderboardVersion::kV3};

// `multiple` with three lines, `irrelevance` with one.
DatasetFiles::Read reader(bool is_own, const std::string& more = "") {
  const std::map<std::string, std::string> files = {
      {"data/BFCL_v4_multiple.json", "{}\n\n{}\n{}"},
      {"data/BFCL_v4_irrelevance.json", "{}\n"},
      {"dataset.json",
       is_own ? R"({"bfclx_benchmark": 1, "name": "b", "version": "1")" + more + "}" : "{}"}};
  return [files](const std::string& path) -> Result<std::optional<std::string>> {
    const auto file = files.find(path);
    if (file == files.end()) return std::optional<std::string>();
    return std::optional<std::string>(file->second);
  };
}

JudgedRun run_of(const std::vector<std::pair<const char*, bool>>& entries) {
  JudgedRun run;
  for (const auto& [id, right] : entries) run.push_back({id, category_of_id(id), right, ""});
  return run;
}

TEST(HeadlineScore, OfALeaderboard) {
  const DatasetFiles dataset("here", reader(false));
  const HeadlineScore headline = headline_score(dataset, kV4);
  EXPECT_FALSE(headline.is_own());
  EXPECT_EQ(&headline.score(), &overall_score(LeaderboardVersion::kV4));
  EXPECT_EQ(score_title(headline.name()), "overall v4");
  EXPECT_EQ(score_heading(headline.name()), "Overall v4");
}

TEST(HeadlineScore, OfAnOwnBenchmarkWeighsByEntries) {
  const DatasetFiles dataset("here", reader(true));
  const HeadlineScore headline = headline_score(dataset, kV4);
  ASSERT_TRUE(headline.is_own());
  EXPECT_EQ(score_title(headline.name()), "accuracy");
  EXPECT_TRUE(headline.counts(*find_category("irrelevance")));
  EXPECT_FALSE(headline.counts(*find_category("parallel")));
  const JudgedRun run = run_of({{"multiple_0", true},
                                {"multiple_1", true},
                                {"multiple_2", false},
                                {"irrelevance_0", false}});
  const BasedScore whole = own_score({&run}, headline.score(), headline.name());
  EXPECT_EQ(whole.basis.kind, BasisKind::kComplete);
  EXPECT_DOUBLE_EQ(*whole.value, 0.5);
  EXPECT_EQ(basis_text(whole.basis), "both categories");
  const JudgedRun part = run_of({{"irrelevance_0", true}});
  const BasedScore partial = own_score({&part}, headline.score(), headline.name());
  EXPECT_DOUBLE_EQ(*partial.value, 1);
  EXPECT_EQ(basis_text(partial.basis), "its categories have 25.0 % of the entries");
}

TEST(HeadlineScore, HasTheTagsOfTheDatasetWhereTheyFitItsEntries) {
  const DatasetFiles dataset("here", reader(true, R"(, "weights": {"a": 1})"));
  EXPECT_TRUE(headline_score(dataset, kV4).is_own());
  EXPECT_EQ(headline_score(dataset, kV4).score().tags, nullptr);  // its entries have none
  EXPECT_EQ(headline_score(dataset, kV3).score().tags, nullptr);
}

TEST(HeadlineScore, OtherVersionsAreGivenWhereTheyAreAskedFor) {
  const DatasetFiles dataset("here", reader(true));
  EXPECT_FALSE(headline_score(dataset, kV3).is_own());
}

TEST(DatasetFiles, RefusesRulesThatItDoesNotKnow) {
  DatasetFiles dataset("here", [](const std::string& path) -> Result<std::optional<std::string>> {
    if (path != "dataset.json") return std::optional<std::string>();
    return std::optional<std::string>(
        R"({"bfclx_benchmark": 1, "name": "b", "version": "1", "match": "exat"})");
  });
  const Status loaded = dataset.load(*find_category("multiple"));
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(
      loaded.error().message,
      "dataset.json: match: unknown match `exat`: expected official, schema or exact. Did you "
      "mean exact?");
}

// A translation of a source with one entry in each category; `missing` has none.
DatasetFiles::Read translation(const std::string& missing, bool any_memory = true) {
  std::map<std::string, std::string> files;
  std::string entries;
  for (const Category& category : categories()) {
    if (!can_translate(category) || (!any_memory && category.family == "memory")) continue;
    entries += (entries.empty() ? "\"" : ", \"") + std::string(category.name) + "\": 1";
    if (category.name != missing) files["data/" + std::string(category.questions)] = "{}\n";
  }
  files["dataset.json"] =
      R"({"bfclx_benchmark": 1, "name": "b", "version": "1", "language": "ko", )"
      R"("translation_of": {"version": "v4 1", "hash": "x", "entries": {)" +
      entries + "}}}";
  return [files](const std::string& path) -> Result<std::optional<std::string>> {
    const auto file = files.find(path);
    if (file == files.end()) return std::optional<std::string>();
    return std::optional<std::string>(file->second);
  };
}

TEST(HeadlineScore, OfAWholeTranslationIsTheOverallScoreByAnotherName) {
  DatasetFiles dataset("here", translation(""));
  const HeadlineScore headline = headline_score(dataset, kV4);
  EXPECT_FALSE(headline.is_own());
  EXPECT_EQ(&headline.score(), &overall_score(LeaderboardVersion::kV4));
  EXPECT_EQ(score_title(headline.name()), "overall v4 (translated)");
  EXPECT_FALSE(find_leaderboard_version(headline.name()));
  EXPECT_EQ(headline_score(dataset, kV3).name(), "v3 (translated)");
  dataset.identify();
  EXPECT_EQ(dataset.dataset().version, "b 1 (ko, translation of v4 1)");
}

TEST(HeadlineScore, OfAPartOfATranslationIsTheAccuracy) {
  const DatasetFiles partial("here", translation("multiple"));
  EXPECT_TRUE(headline_score(partial, kV4).is_own());
  const DatasetFiles some("here", translation("", false));
  EXPECT_TRUE(headline_score(some, kV4).is_own());
}

}  // namespace
}  // namespace bfclx
