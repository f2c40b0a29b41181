#include "tools/sample/sample.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/dataset/dataset.h"
#include "core/dataset/loader.h"
#include "core/dataset/models.h"
#include "core/dataset/results.h"

namespace bfclx {
namespace {

Result<std::string> read_sample(std::string_view path) {
  for (const EmbeddedFile& file : sample_files()) {
    if (file.path == path) return std::string(file.bytes);
  }
  return Error{.kind = "OSError", .message = "the sample has no " + std::string(path)};
}

bool is_result(std::string_view path) { return path.substr(0, 8) == "results/"; }

Dataset load_sample() {
  Dataset dataset;
  for (const Category& category : categories()) {
    const bool episodes =
        category.judging == Judging::kMultiTurn || category.judging == Judging::kAgentic;
    if (episodes && category.name != "multi_turn_base") continue;
    const Status status = load_category(dataset, category, read_sample);
    EXPECT_TRUE(status.ok()) << status.error().message;
    EXPECT_GE(dataset.entries(category).size(), 3u) << category.name;
  }
  return dataset;
}

TEST(Sample, EverySingleTurnCategoryAndOneOfEpisodesHasEntries) {
  const Dataset dataset = load_sample();
  EXPECT_EQ(dataset.entries(*find_category("format_sensitivity")).size(), 3 * 26u);
}

TEST(Sample, KnowsOneModelAndNotTheOther) {
  const Result<std::string> bytes = read_sample("models.json");
  ASSERT_TRUE(bytes.ok());
  ModelRegistry registry;
  const Status status = registry.add(*bytes);
  ASSERT_TRUE(status.ok()) << status.error().message;
  EXPECT_NE(registry.find("good-model"), nullptr);
  EXPECT_EQ(registry.find("bad-model"), nullptr);
}

TEST(Sample, ResponsesMatchTheDataset) {
  const Dataset dataset = load_sample();
  std::set<std::string> models;
  std::string unknown;
  std::string problems;
  for (const EmbeddedFile& file : sample_files()) {
    if (!is_result(file.path)) continue;
    models.emplace(file.path.substr(8, file.path.find('/', 8) - 8));
    const Category* category = category_of_file(file.path);
    ASSERT_NE(category, nullptr) << file.path;
    const std::string folder = "/" + std::string(category->folder) + "/";
    EXPECT_NE(file.path.find(folder), std::string_view::npos) << file.path;
    const ResultFile results = read_results(file.bytes);
    for (const Response& response : results.responses) {
      const Entry* entry = dataset.find(response.id);
      if (entry == nullptr || entry->category != category) unknown += response.id + " ";
    }
    for (const ResultProblem& problem : results.problems) {
      problems += std::string(category->name) + ":" + std::to_string(problem.line) + " ";
    }
  }
  EXPECT_EQ(models, (std::set<std::string>{"good-model", "bad-model"}));
  EXPECT_EQ(unknown, "multiple_41 ");
  EXPECT_EQ(problems, "live_relevance:4 parallel:2 ");
}

}  // namespace
}  // namespace bfclx
