// The journal keeps responses of unfinished episodes: what it cannot read it must not lose.
#include "tools/bfclx/generate/journal.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/base/result.h"
#include "tools/bfclx/generate/result_folder.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

class JournalFile : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(root_ / "model");
    HttpResponse response;
    response.status = 200;
    response.body = "{}";
    for (const char* id : {"multi_turn_base_0", "multi_turn_base_1"}) {
      for (std::size_t i = 0; i < 2; ++i) {
        text_ += Journal::line(id, i, HttpRequest(), response, 1) + "\n";
      }
    }
    std::ofstream(path_) << text_;
  }
  void TearDown() override { fs::remove_all(root_); }

  Descriptor opened() const { return Descriptor(::open(path_.c_str(), O_RDONLY)); }
  std::string bytes() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path root_ = fs::temp_directory_path() / ("bfclx-journal-" + std::to_string(::getpid()));
  fs::path path_ = root_ / "model" / "bfclx_unfinished.jsonl";
  std::string text_;
};

bool none(const std::string& /*id*/) { return false; }

TEST_F(JournalFile, GivesItsLinesAgain) {
  Journal journal;
  ASSERT_TRUE(journal.read(opened(), none).ok());
  std::string again;
  EXPECT_TRUE(journal.each_line([&again](std::string_view line) { again += line; }).ok());
  EXPECT_EQ(again, text_);
}

TEST_F(JournalFile, AFileThatCannotBeReadIsAnError) {
  Journal journal;
  const Status read = journal.read(Descriptor(::open(root_.c_str(), O_RDONLY)), none);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find("directory"), std::string::npos) << read.error().message;
}

TEST_F(JournalFile, FindsAnAnswerOrSaysWhyItCannot) {
  Journal journal;
  ASSERT_TRUE(journal.read(opened(), none).ok());
  const auto found = journal.find("multi_turn_base_1", 1, HttpRequest());
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ((**found).response.status, 200);
  const auto other = journal.find("multi_turn_base_1", 2, HttpRequest());
  EXPECT_TRUE(other.ok() && !*other);
  fs::resize_file(path_, text_.size() - 5);
  EXPECT_FALSE(journal.find("multi_turn_base_1", 1, HttpRequest()).ok());
  EXPECT_TRUE(journal.find("multi_turn_base_0", 1, HttpRequest()).ok());
}

// Another program cut the file since it was read.
TEST_F(JournalFile, ALineThatCannotBeReadAgainReplacesNothing) {
  Journal journal;
  ASSERT_TRUE(journal.read(opened(), none).ok());
  fs::resize_file(path_, text_.size() - 5);
  const std::string left = bytes();
  std::string again;
  EXPECT_FALSE(journal.each_line([&again](std::string_view line) { again += line; }).ok());
  ResultFolder folder(root_, "model");
  EXPECT_FALSE(folder.replace("bfclx_unfinished.jsonl",
                              [&](const auto& write) { return journal.each_line(write); }));
  EXPECT_NE(folder.error().find("bfclx_unfinished.jsonl: "), std::string::npos) << folder.error();
  EXPECT_EQ(bytes(), left);
  EXPECT_EQ(std::distance(fs::directory_iterator(root_ / "model"), fs::directory_iterator()), 1);
}

}  // namespace
}  // namespace bfclx::tools
