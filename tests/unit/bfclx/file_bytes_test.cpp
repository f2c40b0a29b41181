#include "tools/bfclx/input/file_bytes.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <mutex>
#include <vector>

#include "tools/bfclx/input/parallel.h"
#include "tools/bfclx/input/unpack_budget.h"

namespace bfclx::tools {
namespace {

std::string packed(std::string bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY), Z_OK);
  std::string result(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

// As the only input of a command.
FileBytes inflate_alone(std::string bytes) {
  UnpackPool pool;
  UnpackBudget budget(bytes.size(), kMaxInputBytes, "file", pool);
  return inflate_if_gzip(std::move(bytes), budget);
}

TEST(InflateIfGzip, LeavesOtherBytesAlone) {
  EXPECT_EQ(inflate_if_gzip("plain").bytes, "plain");
  EXPECT_EQ(inflate_if_gzip("\x1f").bytes, "\x1f");
  EXPECT_EQ(inflate_if_gzip("").bytes, "");
}

TEST(InflateIfGzip, UnpacksEveryMember) {
  const FileBytes file = inflate_if_gzip(packed("one ") + packed("") + packed("two"));
  EXPECT_EQ(file.bytes, "one two");
  EXPECT_EQ(file.error, "");
}

TEST(InflateIfGzip, NamesWhatIsBehindTheLastMember) {
  const FileBytes file = inflate_if_gzip(packed("one") + "tail");
  EXPECT_EQ(file.bytes, "one");
  EXPECT_NE(file.error.find("4 bytes of trailing garbage after the last gzip member are ignored"),
            std::string::npos);
  EXPECT_EQ(inflate_if_gzip(packed("one") + std::string(100, '\0')).error, "");
}

TEST(InflateIfGzip, StopsAtTheLimit) {
  const std::string bomb = packed(std::string(40'000'000, 'x'));
  ASSERT_LT(bomb.size(), 50'000u);
  for (const std::size_t limit : {1u, 1000u, 65536u, 3'999'999u}) {
    UnpackPool pool;
    UnpackBudget budget(bomb.size(), limit, "file", pool);
    const FileBytes file = inflate_if_gzip(bomb, budget);
    EXPECT_EQ(file.bytes, "");
    EXPECT_NE(file.error.find("unpacks to more than"), std::string::npos) << file.error;
  }
  EXPECT_EQ(inflate_alone(bomb).error, "");
  EXPECT_EQ(
      inflate_alone(bomb + bomb).error,
      "unpacks to more than 48 MiB, over 50 times its size; if you trust it, unpack it and pass "
      "the plain files");
}

TEST(InflateIfGzip, SharesABudget) {
  const std::string bomb = packed(std::string(40'000'000, 'x'));
  UnpackPool pool;
  UnpackBudget budget(bomb.size(), kMaxInputBytes, "file", pool);
  EXPECT_EQ(inflate_if_gzip(bomb, budget).error, "");
  EXPECT_NE(inflate_if_gzip(bomb, budget).error, "");
}

TEST(UnpackBudget, FilesShareWhatIsMoreThanTheirSizesAllow) {
  const std::string large(40'000'000, 'x');
  const std::string small(40'000, 'x');
  UnpackPool pool;
  const auto read = [&](const std::string& name, const std::string& text) {
    UnpackBudget budget(1000, kMaxInputBytes, name, pool);
    if (!budget.pay(text)) return budget.error().substr(0, budget.error().find(';'));
    const UnpackBudget::Responses responses = budget.responses();
    return "responses " + std::to_string(responses.own) + " + " + std::to_string(responses.more);
  };
  const std::string refused =
      "exceeds the unpacking budget that all compressed files of this command share";
  const std::string all = "responses 128000 + " + std::to_string((24 << 20) - 128000);
  EXPECT_EQ(read("first", large), all);
  EXPECT_EQ(read("second", large), refused);
  // What was refused is there for others.
  EXPECT_EQ(read("third", large.substr(0, 10'000'000)), all);
  // What a size allows is there whatever others took, and a file that is read again has its part.
  EXPECT_EQ(read("fourth", small), "responses 128000 + 152000");
  EXPECT_EQ(read("first", large), all);
}

TEST(ReadResponses, TakesFromThePoolWhatItNeedsAndNoMore) {
  UnpackPool pool;
  FileBytes file;
  for (int i = 0; i < 100; ++i) {
    file.bytes += R"({"id": "simple_python_)" + std::to_string(i) + R"(", "result": ")" +
                  std::string(1000, 'x') + "\"}\n";
  }
  file.most_responses = 10'000;
  EXPECT_TRUE(read_responses(file, false, "alone", pool).bounded);
  file.more_responses = std::size_t{20} << 20;
  for (const char* name : {"a", "b", "c"}) {
    const ResultFile results = read_responses(file, false, name, pool);
    EXPECT_FALSE(results.bounded) << name;
    EXPECT_EQ(results.responses.size(), 100u) << name;
    EXPECT_EQ(pool.drawn(name).responses, results.weight - file.most_responses) << name;
  }
}

// Whichever thread comes first.
TEST(ReadOrder, IsThatOfTheFiles) {
  for (int round = 0; round < 20; ++round) {
    ReadOrder order(8);
    std::vector<std::size_t> taken;
    std::mutex mutex;
    parallel_for(8, 4, [&](std::size_t i) {
      const ReadOrder::Place place(order, i);
      if (i % 3 == 0) return;  // needs nothing
      ReadOrder::wait_for_turn();
      const std::lock_guard lock(mutex);
      taken.push_back(i);
    });
    EXPECT_EQ(taken, (std::vector<std::size_t>{1, 2, 4, 5, 7}));
  }
  ReadOrder::wait_for_turn();  // nothing to wait for
}

TEST(InflateIfGzip, BoundsTheValuesOfJson) {
  std::string list;
  for (int i = 0; i < 2'000'000; ++i) list += "[],";
  EXPECT_EQ(inflate_alone(packed(list)).error,
            "unpacks to too many JSON values for its size; if you trust it, unpack "
            "it and pass the plain files");
}

TEST(InflateIfGzip, ReadsLargeFilesWhole) {
  std::string part;
  for (std::uint64_t i = 0, seed = 1; i < 5'000'000; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    part += static_cast<char>('a' + (seed >> 40) % 16);
  }
  const std::string member = packed(part);
  const FileBytes file = inflate_if_gzip(member + member + packed("end"));
  EXPECT_EQ(file.error, "");
  EXPECT_EQ(file.bytes, part + part + "end");
}

TEST(InflateIfGzip, UsesWhatCouldBeRead) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += std::to_string(i * 7919) + " ";
  const std::string good = packed(text);
  const FileBytes cut = inflate_if_gzip(good.substr(0, good.size() / 2));
  EXPECT_NE(cut.error.find("truncated"), std::string::npos) << cut.error;
  EXPECT_GT(cut.bytes.size(), 1000u);
  EXPECT_EQ(cut.bytes, text.substr(0, cut.bytes.size()));
  std::string damaged = good;
  damaged.replace(good.size() / 2, 4, "\xff\xff\xff\xff");
  EXPECT_NE(inflate_if_gzip(damaged).error.find("malformed"), std::string::npos);
  EXPECT_NE(inflate_if_gzip("\x1f\x8b").error, "");
}

}  // namespace
}  // namespace bfclx::tools
