// Every line of the files of a model gives an entry, a fatal problem, or is skipped.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/dataset/category.h"
#include "core/run/model_run.h"

namespace bfclx {
namespace {

struct Counts {
  LineCounts lines;
  std::size_t entries = 0;
  std::size_t fatal = 0;
};

Counts counts_of(const std::vector<std::string>& files) {
  ModelRun model;
  ResponseSorter sorter(model, {});
  for (const std::string& bytes : files) {
    NamedResults file;
    file.path = "BFCL_v4_simple_python_result.json";
    file.category = find_category("simple_python");
    file.results = read_results(bytes);
    sorter.add(std::move(file));
  }
  Counts counts{model.lines, model.order.size(), 0};
  for (const Problem& problem : model.problems) counts.fatal += problem.fatal ? 1 : 0;
  return counts;
}

TEST(LineCounts, OfAModelAreItsEntriesAndItsFatalProblems) {
  const std::string good = "{\"id\": \"simple_python_0\", \"result\": \"x\"}\n";
  const std::string cut = "{\"id\": \"simple_python_1\", \"result\": \"y";
  const std::vector<std::vector<std::string>> cases = {
      {good},
      {good + "\n" + cut + "\xff,\n"},
      {cut + "\xff,\n"},  // alone: three notes on one line
      {"\xEF\xBB\xBF" + cut},
      {"[]\n" + good},
      {"[]\n"},
      {good, cut, "[]\n", good + "[]\n" + good},
      {"null\n{}\n" + good, "\xEF\xBB\xBF" + good},
  };
  for (const std::vector<std::string>& files : cases) {
    const Counts counts = counts_of(files);
    EXPECT_EQ(counts.lines.used, counts.entries) << files.front();
    EXPECT_EQ(counts.lines.unusable, counts.fatal) << files.front();
    EXPECT_EQ(counts.lines.skipped, 0u) << files.front();
  }
  const Counts list = counts_of({"[\n" + good + "]\n"});
  EXPECT_EQ(list.lines.skipped, 2u);
  EXPECT_EQ(list.lines.all(), 3u);
}

// However many responses have no category, they are one problem of their file.
TEST(LineCounts, ResponsesOfNoCategoryAreOneProblem) {
  ModelRun model;
  ResponseSorter sorter(model, {});
  NamedResults file;
  file.path = "answers.jsonl";
  std::string bytes;
  for (int i = 0; i < 100; ++i) {
    bytes += "{\"id\": \"my_question_" + std::to_string(i) + "\", \"result\": \"x\"}\n";
  }
  file.results = read_results(bytes);
  sorter.add(std::move(file));
  EXPECT_EQ(model.lines.unusable, 100u);
  ASSERT_EQ(model.problems.size(), 1u);
  EXPECT_EQ(model.problems[0].id, "my_question_0");
  EXPECT_EQ(model.problems[0].line, 1u);
  EXPECT_EQ(
      model.problems[0].message,
      "no category in the id or the file name; name the file BFCL_v4_CATEGORY_result.json, or "
      "use --category in the terminal; 100 responses of this file have no category");
}

}  // namespace
}  // namespace bfclx
