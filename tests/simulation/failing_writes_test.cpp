// What `evaluate`, `score -o`, `report -o` and `dataset add` write with, and each operation that
// changes a file failing in turn: what was there stays, or what is new is there, never half of it.
// The next run makes all well.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "tests/simulation/failing_files.h"
#include "tools/bfclx/dataset/benchmark_files.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/output/line_log.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/publish/published_files.h"

namespace bfclx::simulation {
namespace {

namespace fs = std::filesystem;
using Tree = std::map<std::string, std::string>;

constexpr Failing kWays[] = {Failing::kOnce, Failing::kFull, Failing::kLasts, Failing::kKilled};

class FailingWrites : public testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(::mkdtemp(root_.data()), nullptr); }
  void TearDown() override { fs::remove_all(root_); }

  std::string path(const std::string& name) const { return root_ + "/" + name; }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << text;
  }

  // The files of the folder "out", without those that a run has left for the next one to remove.
  Tree tree(bool with_leftovers = false) const {
    Tree found;
    if (!fs::exists(path("out"))) return found;
    for (const auto& one : fs::recursive_directory_iterator(path("out"))) {
      if (!one.is_regular_file()) continue;
      const std::string name = one.path().lexically_relative(path("out")).string();
      if (!with_leftovers && name.find(".bfclx-") != name.npos) continue;
      std::ifstream file(one.path());
      found[name] = {std::istreambuf_iterator<char>(file), {}};
    }
    return found;
  }

  // What the command said; empty where all is well.
  using Command = std::function<std::string()>;
  static std::string said(const Command& command) {
    try {
      return command();
    } catch (const tools::UsageError& error) {
      return error.what();
    }
  }

  // What was there is in "out". `together`: all files are old, or all are new.
  void holds(const Command& command, bool together) {
    const std::string kept = path("kept");
    fs::create_directories(path("out"));
    fs::copy(path("out"), kept, fs::copy_options::recursive);
    const Tree old = tree();
    FailingFiles::fail(Failing::kNone, 0);
    ASSERT_EQ(said(command), "");
    const long operations = FailingFiles::operations();
    ASSERT_GT(operations, 3);
    const Tree whole = tree();
    ASSERT_NE(old, whole);
    for (const Failing way : kWays) {
      for (long i = 0; i < operations && !HasFailure(); ++i) {
        fs::remove_all(path("out"));
        fs::copy(kept, path("out"), fs::copy_options::recursive);
        FailingFiles::fail(way, i);
        const std::string error = said(command);
        FailingFiles::fail(Failing::kNone, i + 1);
        const std::string where = "way " + std::to_string(static_cast<int>(way)) + ", operation " +
                                  std::to_string(i) + ": " + error;
        check(old, whole, together && (way == Failing::kOnce || way == Failing::kFull), where);
        if (error.empty() && way != Failing::kKilled) {
          EXPECT_EQ(tree(), whole) << where;
        }
        EXPECT_EQ(said(command), "") << where;
        EXPECT_EQ(tree(true), whole) << where << ": not well again";
      }
    }
  }

  void check(const Tree& old, const Tree& whole, bool together, const std::string& where) const {
    const Tree now = tree();
    if (together) {
      EXPECT_TRUE(now == old || now == whole) << where << ": half of it";
      return;
    }
    for (const auto& [name, bytes] : now) {
      if (name.find("unfinished") != name.npos) continue;
      const auto was = old.find(name);
      const auto is = whole.find(name);
      const bool is_known =
          (was != old.end() && was->second == bytes) || (is != whole.end() && is->second == bytes);
      EXPECT_TRUE(is_known) << where << ": half of " << name;
    }
    for (const auto& [name, bytes] : old) {
      EXPECT_EQ(now.count(name), 1U) << where << ": " << name << " is lost";
    }
  }

  // In memory where there is such a place: thousands of files are made.
  std::string root_ =
      (fs::is_directory("/dev/shm") ? std::string("/dev/shm/") : testing::TempDir()) +
      "bfclx-failing-XXXXXX";
};

// As `evaluate` writes score files and tables: each of them is old or new.
TEST_F(FailingWrites, OfFilesInAFolder) {
  write("out/data_overall.csv", "old table");
  write("out/m/non_live/a_score.json", "old scores");
  holds(
      [this] {
        if (const Status ready = tools::prepare_folder(path("out"), ""); !ready.ok()) {
          return ready.error().message;
        }
        tools::remove_leftovers(path("out"), true);
        for (const char* name :
             {"m/non_live/a_score.json", "m/live/b_score.json", "data_overall.csv"}) {
          tools::WholeFile file(path("out"), name, "");
          file.write(std::string("new ") + name);
          if (const Status done = file.commit(); !done.ok()) return done.error().message;
        }
        return std::string();
      },
      false);
}

// As `score -o` does.
TEST_F(FailingWrites, OfAReport) {
  write("out/report.json", "old");
  holds(
      [this] {
        tools::OutputFile file;
        if (!file.open(path("out/report.json"))) return file.error();
        file.write("new");
        file.write(std::string(300000, 'x'));
        return file.close() ? std::string() : file.error();
      },
      true);
}

TEST_F(FailingWrites, OfABoard) {
  write("out/data/models/a.json", "old a");
  write("out/data/models/same.json", "same");
  write("out/data/index.json", "old index");
  holds(
      [this] {
        tools::PublishedFiles files(path("out"));
        for (const char* name : {"data/models/a.json", "data/models/b.json",
                                 "data/entries/b/1.json", "data/index.json"}) {
          files.write(name, std::string("new ") + name);
        }
        files.write("data/models/same.json", "same");
        files.commit();
        files.remove_others();
        return std::string();
      },
      true);
}

TEST_F(FailingWrites, OfCasesThatAreAdded) {
  write("out/dataset.json", "old benchmark");
  write("out/data/a.json", "old a");
  holds(
      [this] {
        tools::write_files(
            path("out"),
            {{"data/a.json", "new a"}, {"data/b.json", "new b"}, {"dataset.json", "new"}},
            "hash of the cases");
        return std::string();
      },
      true);
}

// A line that could not be written, and not be taken away, does not stand before the next one.
TEST_F(FailingWrites, OfALine) {
  write("out/log.jsonl", "{\"id\": \"a\"}\n");
  tools::LineLog log;
  ASSERT_TRUE(log.open(path("out/log.jsonl")));
  FailingFiles::fail(Failing::kLasts, 0);
  EXPECT_FALSE(log.append("{\"id\": \"b\"}", "\n"));
  EXPECT_FALSE(log.append("{\"id\": \"c\"}", "\n"));
  FailingFiles::fail(Failing::kNone, 0);
  EXPECT_TRUE(log.append("{\"id\": \"d\"}", "\n"));
  EXPECT_EQ(tree()["log.jsonl"], "{\"id\": \"a\"}\n{\"id\": \"d\"}\n");
}

}  // namespace
}  // namespace bfclx::simulation
