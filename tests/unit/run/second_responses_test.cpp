// Responses to entries that another file of the run has a response to.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/dataset/category.h"
#include "core/run/second_responses.h"

namespace bfclx {
namespace {

struct File {
  std::string path;
  std::vector<std::string> ids;
};

// What is said of each file, and the ids that stay in it.
struct Told {
  std::vector<std::string> texts;
  std::vector<std::vector<std::string>> left;
  std::vector<LineCounts> lines;
};

Told tell(const std::vector<File>& files) {
  std::vector<ResultFile> results;
  for (const File& file : files) {
    std::string bytes;
    for (const std::string& id : file.ids) bytes += "{\"id\": \"" + id + "\", \"result\": \"x\"}\n";
    results.push_back(read_results(bytes));
  }
  std::vector<FileOfRun> given;
  for (std::size_t i = 0; i < files.size(); ++i) {
    given.push_back({files[i].path, category_of_file(files[i].path), &results[i]});
  }
  Told told;
  std::vector<std::vector<std::size_t>> unused(files.size());
  for (const SecondResponses& second : find_second_responses(given)) {
    std::vector<std::size_t>& all = unused[second.unused];
    all.insert(all.end(), second.responses.begin(), second.responses.end());
    told.texts.push_back(files[second.unused].path + ": " +
                         second_responses_text(second, given, files[second.used].path));
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    leave_out_responses(results[i], unused[i]);
    std::vector<std::string>& ids = told.left.emplace_back();
    for (const Response& response : results[i].responses) ids.push_back(response.id);
    told.lines.push_back(results[i].lines);
  }
  return told;
}

using Ids = std::vector<std::string>;

const Ids kSimple = {"simple_python_0", "simple_python_1"};

TEST(SecondResponses, TheFileThatIsNamedForTheCategoryIsUsed) {
  const File multiple{"m/non_live/BFCL_v4_multiple_result.json",
                      {"simple_python_0", "multiple_0", "simple_python_1"}};
  const File simple{"m/non_live/BFCL_v4_simple_python_result.json", kSimple};
  for (const bool swapped : {false, true}) {
    const Told told = tell(swapped ? std::vector{simple, multiple} : std::vector{multiple, simple});
    EXPECT_EQ(told.texts,
              Ids{"m/non_live/BFCL_v4_multiple_result.json: not scored: 2 duplicate responses "
                  "for simple_python in this run; "
                  "m/non_live/BFCL_v4_simple_python_result.json is used (named for the category); "
                  "remove one of them"});
    EXPECT_EQ(told.left[swapped ? 0 : 1], kSimple);
    EXPECT_EQ(told.left[swapped ? 1 : 0], Ids{"multiple_0"});
    const LineCounts& lines = told.lines[swapped ? 1 : 0];
    EXPECT_EQ(lines.used, 1u);
    EXPECT_EQ(lines.skipped, 2u);
  }
}

TEST(SecondResponses, OfPagesTheFirstByPathIsUsed) {
  const Told told = tell({{"m/page_2_result.json", {"simple_python_1", "simple_python_2"}},
                          {"m/page_1_result.json", kSimple}});
  EXPECT_EQ(told.left, (std::vector<Ids>{{"simple_python_2"}, kSimple}));
  ASSERT_EQ(told.texts.size(), 1u);
  EXPECT_NE(told.texts[0].find("1 duplicate response for simple_python"), std::string::npos);
  EXPECT_NE(told.texts[0].find("m/page_1_result.json is used (first by path)"), std::string::npos);
}

// A category in two files is none, as long as no entry is.
TEST(SecondResponses, HalvesOfACategoryAreNone) {
  EXPECT_TRUE(tell({{"m/BFCL_v4_simple_python_result.json", {"simple_python_0"}},
                    {"m/BFCL_v4_multiple_result.json", {"simple_python_1"}}})
                  .texts.empty());
}

TEST(SecondResponses, OlderSpellingsAreTheSameEntry) {
  EXPECT_EQ(
      tell({{"m/all_result.json", {"simple_0"}}, {"m/BFCL_v4_simple_python_result.json", kSimple}})
          .left[0],
      Ids{});
}

// One file's are told as duplicates; what fills a memory is no response.
TEST(SecondResponses, RepeatsInOneFileAndPrerequisitesAreNone) {
  EXPECT_TRUE(tell({{"m/a_result.json", {"simple_python_0", "simple_python_0"}},
                    {"m/b_result.json", {"memory_kv_prereq_0-customer-0"}},
                    {"m/c_result.json", {"memory_kv_prereq_0-customer-0"}}})
                  .texts.empty());
}

}  // namespace
}  // namespace bfclx
