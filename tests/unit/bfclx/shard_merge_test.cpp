#include "tools/bfclx/generate/shard_merge.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kResults = "non_live/BFCL_v4_simple_python_result.json";
constexpr const char* kNotes = "bfclx_entries.jsonl";
constexpr const char* kManifest = "bfclx_manifest.json";

std::string result(int number, const std::string& text = "[f()]") {
  return R"({"id": "simple_python_)" + std::to_string(number) + R"(", "result": ")" + text +
         "\"}\n";
}

std::string note(int number) {
  return R"({"id": "simple_python_)" + std::to_string(number) +
         R"(", "ending": "message", "made_with": "s"})" + "\n";
}

// Two shards of entries 1 and 2, and a result of entry 0 before them.
class MergeOfShards : public testing::Test {
 protected:
  void merge() const {
    const ShardSet found = set();
    ShardMerge merge(root_, "m", found);
    ASSERT_EQ(message(merge.read()), "");
    ASSERT_EQ(message(merge.write()), "");
  }

  void SetUp() override {
    ASSERT_NE(::mkdtemp(root_.data()), nullptr);
    write(kResults, result(0));
    write(kNotes, note(0));
    for (const int number : {1, 2}) {
      write(shard(number) / (std::string(kResults) + ".part"), result(number, "\xc3\xa9"));
      write(shard(number) / kNotes, note(number));
      write_manifest(number, "");
    }
  }
  void TearDown() override { fs::remove_all(root_); }

  static fs::path shard(int number) {
    return fs::path(kShardsFolder) / "of-2-01234567" / std::to_string(number);
  }
  fs::path place(const fs::path& path) const { return fs::path(root_) / "m" / path; }
  void write(const fs::path& path, const std::string& text) const {
    fs::create_directories(place(path).parent_path());
    fs::remove(place(path));  // who has opened it keeps what was there
    std::ofstream(place(path)) << text;
  }
  void write_manifest(int number, const std::string& facts) const {
    write(shard(number) / kManifest,
          R"({"made_with": {"s": {}}, "shard": {"complete": true)" + facts + "}}\n");
  }
  std::string read(const fs::path& path) const {
    std::ifstream file(place(path));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  ShardSet set() const { return find_shard_sets(place("")).at(0); }
  std::string message(const Status& status) const {
    return status.ok() ? std::string() : status.error().message;
  }

  std::string root_ = testing::TempDir() + "bfclx-shards-XXXXXX";
};

TEST_F(MergeOfShards, KeepsWhatWasThere) {
  const ShardSet found = set();
  ShardMerge merge(root_, "m", found);
  ASSERT_EQ(message(merge.read()), "");
  EXPECT_EQ(merge.results(), 2U);
  ASSERT_EQ(message(merge.write()), "");
  ASSERT_EQ(message(remove_shards(place(""), found)), "");
  EXPECT_EQ(read(kResults), result(0) + result(1, "\xc3\xa9") + result(2, "\xc3\xa9"));
  EXPECT_EQ(read(kNotes), note(0) + note(1) + note(2));
  EXPECT_FALSE(fs::exists(place(kShardsFolder)));
  EXPECT_EQ(message(remove_shards(place(""), found)), "");  // another one has done it
}

TEST_F(MergeOfShards, AnotherOneHasReplacedTheFiles) {
  const ShardSet found = set();
  ShardMerge first(root_, "m", found);
  ShardMerge second(root_, "m", found);
  ASSERT_EQ(message(first.read()), "");
  write(kResults, result(7) + result(0));
  ASSERT_EQ(message(second.read()), "");
  ASSERT_EQ(message(first.write()), "");
  ASSERT_EQ(message(second.write()), "");
  EXPECT_EQ(read(kResults), result(0) + result(1, "\xc3\xa9") + result(2, "\xc3\xa9") + result(7));
}

// The second one may have opened the notes before the first wrote them.
TEST_F(MergeOfShards, ShardsThatAreGoneAreNotPassedOver) {
  const ShardSet found = set();
  ShardMerge first(root_, "m", found);
  ShardMerge second(root_, "m", found);
  ASSERT_EQ(message(first.read()), "");
  ASSERT_EQ(message(second.read()), "");
  ASSERT_EQ(message(first.write()), "");
  ASSERT_EQ(message(remove_shards(place(""), found)), "");
  const std::string manifest = read(kManifest);
  write(kNotes, note(0));
  EXPECT_NE(message(second.write()), "");
  EXPECT_EQ(read(kManifest), manifest);
}

TEST_F(MergeOfShards, OfChosenIdsIsWrittenAsSuchARun) {
  for (const int number : {1, 2}) write_manifest(number, R"(, "updates": true)");
  merge();
  EXPECT_EQ(read(kResults), result(0) + result(1, "\\u00e9") + result(2, "\\u00e9"));
}

TEST_F(MergeOfShards, ALineThatWasCutIsLeftOut) {
  write(kResults, result(0) + result(3).substr(0, 20));
  merge();
  EXPECT_EQ(read(kResults), result(0) + result(1, "\xc3\xa9") + result(2, "\xc3\xa9"));
}

TEST_F(MergeOfShards, AShardThatWritesMayRun) {
  EXPECT_EQ(shard_that_may_run(place(""), set()), 0U);  // both are complete
  write(shard(2) / kManifest, R"({"shard": {"complete": false}})");
  EXPECT_EQ(shard_that_may_run(place(""), set()), 2U);
  const auto earlier = fs::file_time_type::clock::now() - std::chrono::minutes(2);
  for (const auto& entry : fs::recursive_directory_iterator(place(shard(2)))) {
    if (entry.is_regular_file()) fs::last_write_time(entry.path(), earlier);
  }
  EXPECT_EQ(shard_that_may_run(place(""), set()), 0U);
}

TEST_F(MergeOfShards, WhatIsNoShardIsNamed) {
  write(shard(1).parent_path() / "remark.txt", "x");
  const ShardSet found = set();
  ShardMerge merge(root_, "m", found);
  const std::string told = message(merge.read());
  EXPECT_NE(told.find("remark.txt: not a shard of this run; move it away"), std::string::npos)
      << told;
}

}  // namespace
}  // namespace bfclx::tools
