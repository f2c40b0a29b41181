#include "core/run/run_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace bfclx {
namespace {

std::vector<std::string> names_of(const std::vector<std::string>& paths) {
  std::vector<RunId> runs;
  for (const std::string& path : paths) {
    runs.push_back({path, path.substr(path.rfind('/') + 1)});
  }
  return run_names(runs);
}

using Names = std::vector<std::string>;

TEST(ReadResultPath, TheRunIsTheModelsFolder) {
  struct Case {
    std::string path, run, model, category;
    bool own_name, official;
  };
  const Case cases[] = {
      {"r/m/live/BFCL_v4_live_simple_result.json", "r/m", "m", "live_simple", false, true},
      {"r/m/BFCL_v4_live_simple_result.json", "r/m", "m", "live_simple", false, false},
      {"r/m/non_live/BFCL_v4_live_simple_result.json", "r/m", "m", "live_simple", false, false},
      {"/m/agentic/memory/kv/BFCL_v4_memory_kv_result.json", "/m", "m", "memory_kv", false, true},
      {"m/executable/BFCL_v3_rest_result.json", "m", "m", "rest", false, true},
      {"BFCL_v4_sql_result.json", "", "", "sql", false, false},
      {"live/BFCL_v4_live_simple_result.json", "", "", "live_simple", false, true},
      {"/BFCL_v4_sql_result.json", "/", "", "sql", false, false},
      {"r/m/page_1_result.jsonl.gz", "r/m", "m", "", false, false},
      {"r/m/answers.jsonl.gz", "r/m/answers.jsonl.gz", "answers", "", true, false},
      {"answers", "answers", "answers", "", true, false},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.path);
    const ResultPath place = read_result_path(one.path);
    EXPECT_EQ(place.run, one.run);
    EXPECT_EQ(place.model, one.model);
    EXPECT_EQ(place.category != nullptr ? place.category->name : "", one.category);
    EXPECT_EQ(place.own_name, one.own_name);
    EXPECT_EQ(place.official, one.official);
  }
}

TEST(RunNames, AreTheShortestThatTellApart) {
  EXPECT_EQ(names_of({"a/m", "b/n"}), (Names{"m", "n"}));
  EXPECT_EQ(names_of({"x/v0.11.0/m", "x/fixes/m", "x/n"}), (Names{"v0.11.0/m", "fixes/m", "n"}));
  EXPECT_EQ(names_of({"p/a/m", "q/a/m", "b/m"}), (Names{"p/a/m", "q/a/m", "b/m"}));
  EXPECT_EQ(names_of({"m", "x/m"}), (Names{"m", "x/m"}));
  EXPECT_EQ(names_of({"x/m", "/y/x/m", "y/x/m"}).size(), 3u);
}

TEST(RunNames, LeaveOutResultFolders) {
  EXPECT_EQ(names_of({"v1/result/m", "v2/result/m"}), (Names{"v1/m", "v2/m"}));
  EXPECT_EQ(names_of({"x/result/m", "x/other/m"}), (Names{"result/m", "other/m"}));
  EXPECT_EQ(names_of({"v1/result/m", "v2/result/m", "v1/m"}).size(), 3u);
  EXPECT_EQ(names_of({"v1/result/m", "v1/results/m"}), (Names{"result/m", "results/m"}));
  EXPECT_EQ(names_of({"a/result", "b/result"}), (Names{"a/result", "b/result"}));
}

TEST(RunNames, AreAllDifferent) {
  EXPECT_EQ(names_of({"a/m", "a/m"}), (Names{"m", "m (2)"}));
  EXPECT_EQ(names_of({"a/m", "a/m", "b/m"}), (Names{"a/m", "a/m (2)", "b/m"}));
  const RunId files[] = {{"a/r.json", "r"}, {"a/r.jsonl", "r"}};
  EXPECT_EQ(run_names(files), (Names{"r.json", "r.jsonl"}));
  // As they are shown, too.
  EXPECT_EQ(names_of({"k\xff", "k\xfe", "k\xef\xbf\xbd"}),
            (Names{"k\xef\xbf\xbd", "k\xef\xbf\xbd (2)", "k\xef\xbf\xbd (3)"}));
  EXPECT_EQ(names_of({"m", "m ", "m\u00a0"}), (Names{"m", "m (2)", "m (3)"}));
  EXPECT_EQ(names_of({"caf\u00e9", "cafe\u0301"}), (Names{"caf\u00e9", "cafe\u0301 (2)"}));
}

TEST(OlderVersion, IsThatOfMostFiles) {
  EXPECT_EQ(older_version(Names{"m/BFCL_v3_simple_result.json", "m/BFCL_v3_sql_result.json",
                                "m/BFCL_v4_rest_result.json"}),
            "v3");
  EXPECT_EQ(older_version(Names{"m/gorilla_openfunctions_v1_test_simple_result.json"}), "v1");
  EXPECT_EQ(older_version(Names{"m/BFCL_v3_simple_result.json", "m/BFCL_v4_sql_result.json"}), "");
  EXPECT_EQ(older_version(Names{"answers.jsonl"}), "");
  EXPECT_EQ(older_version({}), "");
  for (const char* cut : {"BFCL_v", "m/BFCL_v4", "BFCL_", ""}) {
    EXPECT_EQ(older_version(Names{cut}), "") << cut;
  }
}

// The used one of each, whatever the order, and why.
TEST(FileConflicts, TheOfficialFolderGoesFirstThenTheVersionThenThePath) {
  struct Case {
    Names paths;  // the first one is used
    std::string_view reason;
  };
  const Case cases[] = {
      {{"m/non_live/BFCL_v4_simple_python_result.json", "m/BFCL_v4_simple_python_result.json"},
       "in the category's folder non_live/"},
      {{"m/non_live/BFCL_v3_simple_result.json", "m/BFCL_v4_simple_python_result.json"},
       "in the category's folder non_live/"},
      {{"m/non_live/BFCL_v4_simple_java_result.json", "m/non_live/BFCL_v3_java_result.json",
        "m/non_live/BFCL_v3_simple_java_result.json"},
       "named for a newer version"},
      {{"m/BFCL_v4_simple_python_result.json", "m/BFCL_v3_simple_result.json"},
       "named for a newer version"},
      {{"m/live/BFCL_v4_simple_java_result.json", "m/multi_turn/BFCL_v4_simple_java_result.json"},
       "first by path"},
  };
  for (const Case& one : cases) {
    Names paths = one.paths;
    std::sort(paths.begin(), paths.end());
    do {
      const std::vector<FileConflict> conflicts = find_file_conflicts(paths);
      ASSERT_EQ(conflicts.size(), paths.size() - 1) << one.paths[0];
      for (const FileConflict& conflict : conflicts) {
        EXPECT_EQ(paths[conflict.used], one.paths[0]);
        EXPECT_NE(paths[conflict.unused], one.paths[0]);
        EXPECT_EQ(conflict_text(conflict, paths, "USED"),
                  "not scored: second file for " + std::string(conflict.category->name) +
                      " in this run; USED is used (" + std::string(one.reason) +
                      "); remove one of them");
      }
    } while (std::next_permutation(paths.begin(), paths.end()));
  }
}

// Files whose names tell no category are pages of one run.
TEST(FileConflicts, PagesAreNone) {
  EXPECT_TRUE(
      find_file_conflicts(std::vector<std::string>{"m/page_1_result.json", "m/page_2_result.json"})
          .empty());
}

}  // namespace
}  // namespace bfclx
