// Commands that write, with each operation that changes a file failing in turn: what was there
// stays, or what is new is there, never half of it. The next run makes all well.
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
#include "tools/bfclx/program.h"

namespace bfclx::simulation {
namespace {

namespace fs = std::filesystem;
using Tree = std::map<std::string, std::string>;

const std::string kSample = BFCLX_SOURCE_DIR "/tools/sample";
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

  static int run(std::vector<std::string> words) {
    words.insert(words.begin(), "bfclx");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    const int code =
        tools::run_program(static_cast<int>(words.size()), argv.data(), tools::Ending::kReturns);
    ::testing::internal::GetCapturedStdout();
    said() = ::testing::internal::GetCapturedStderr();
    return code;
  }
  static std::string& said() {
    static std::string text;
    return text;
  }

  // `before` is in "out" when the command runs. `together`: all files are old, or all are new.
  void holds(const std::vector<std::string>& command, bool together) {
    const std::string kept = path("kept");
    fs::create_directories(path("out"));
    fs::copy(path("out"), kept, fs::copy_options::recursive);
    const Tree old = tree();
    FailingFiles::fail(Failing::kNone, 0);
    const int code = run(command);
    ASSERT_LT(code, 2) << said();
    const long operations = FailingFiles::operations();
    const Tree whole = tree();
    ASSERT_NE(old, whole);
    for (const Failing way : kWays) {
      for (long i = 0; i < operations; ++i) {
        fs::remove_all(path("out"));
        fs::copy(kept, path("out"), fs::copy_options::recursive);
        FailingFiles::fail(way, i);
        run(command);
        FailingFiles::fail(Failing::kNone, i + 1);
        const std::string where =
            "way " + std::to_string(static_cast<int>(way)) + ", operation " + std::to_string(i);
        check(old, whole, together && way != Failing::kKilled, where);
        run(command);
        EXPECT_EQ(tree(true), whole) << where << ": not well again\n" << said();
        if (HasFailure()) return;
      }
    }
  }

  void check(const Tree& old, const Tree& whole, bool together, const std::string& where) const {
    const Tree now = tree();
    if (together) {
      EXPECT_TRUE(now == old || now == whole) << where << ": half of it\n" << said();
      return;
    }
    for (const auto& [name, bytes] : now) {
      if (name.find("unfinished") != name.npos) continue;
      const auto was = old.find(name);
      const auto is = whole.find(name);
      const bool is_known =
          (was != old.end() && was->second == bytes) || (is != whole.end() && is->second == bytes);
      EXPECT_TRUE(is_known) << where << ": half of " << name << "\n" << said();
    }
    for (const auto& [name, bytes] : old) {
      EXPECT_EQ(now.count(name), 1U) << where << ": " << name << " is lost\n" << said();
    }
  }

  std::string root_ = testing::TempDir() + "bfclx-failing-XXXXXX";
};

TEST_F(FailingWrites, OfEvaluate) {
  write("out/data_overall.csv", "what was there\n");
  write("out/good-model/non_live/BFCL_v4_simple_python_score.json", "what was there\n");
  holds({"evaluate", "--dataset", "sample", "--result-dir", kSample + "/results", "--score-dir",
         path("out"), "--model", "good-model", "--test-category", "simple_python,multiple"},
        false);
}

TEST_F(FailingWrites, OfScore) {
  write("out/report.json", "what was there\n");
  holds({"score", kSample + "/results/good-model", "--dataset", "sample", "--format", "csv", "-o",
         path("out/report.csv"), "--verdicts", path("out/verdicts.jsonl")},
        false);
}

TEST_F(FailingWrites, OfABoard) {
  const std::vector<std::string> publish = {
      "report", kSample + "/results/good-model", "--dataset", "sample", "-o", path("out"), "--site",
      "none"};
  ASSERT_LT(run(publish), 2) << said();
  std::vector<std::string> more = publish;
  more[1] = kSample + "/results";
  holds(more, true);
}

TEST_F(FailingWrites, OfCasesThatAreAdded) {
  write("tools.json", R"([{"name": "f", "description": "f", "parameters": {"type": "object",)"
                      R"( "properties": {"a": {"type": "integer"}}, "required": ["a"]}}])");
  ASSERT_EQ(run({"dataset", "new", path("out"), "--tools", path("tools.json")}), 0) << said();
  write("first.jsonl", R"({"question": "one", "expected": [{"name": "f", "arguments": {"a": 1}}]})"
                       "\n");
  ASSERT_EQ(run({"dataset", "add", path("out"), path("first.jsonl")}), 0) << said();
  write(
      "cases.jsonl",
      R"({"question": "two", "expected": [{"name": "f", "arguments": {"a": 2}}]})"
      "\n"
      R"({"question": "both", "expected": [{"name": "f", "arguments": {"a": 2}}, {"name": "f", "arguments": {"a": 3}}]})"
      "\n");
  holds({"dataset", "add", path("out"), path("cases.jsonl")}, true);
}

}  // namespace
}  // namespace bfclx::simulation
