// Inference logs as the official writer writes them.
#include "core/official/inference_log.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/dataset/bytes_of.h"

namespace bfclx {
namespace {

std::string log_of(std::string_view entry) {
  const std::string before = "{\"id\": \"before\", \"result\": 1}\n";
  const std::string text = before + std::string(entry) + "\n";
  const ReadBytes read = bytes_of(text);
  std::string log;
  const TextSink sink = [&log](std::string_view part) { log += part; };
  const Status status = write_log(read, before.size(), sink);
  return status.ok() ? log : "!" + std::string(status.error().kind);
}

TEST(WriteLog, AsTheOfficialWriter) {
  struct Case {
    std::string_view entry;
    std::string_view log;
  };
  constexpr Case kCases[] = {
      {R"({"id": "a"})", R"("")"},
      {R"({"inference_log": "", "id": "a"})", R"("")"},
      {R"({"inference_log":[{"r":"\u00e9","n":1.50}]})", R"([{"r": "é", "n": 1.5}])"},
      {R"({"inference_log": 1, "inference_log": [2]})", "[2]"},
      {R"({"inference_log": {"a": 1, "b": 2, "a": [3E2]}})", R"({"a": [300.0], "b": 2})"},
      {R"({"inference_log": null, "result": [}})", "!JSONDecodeError"}};
  for (const Case& c : kCases) EXPECT_EQ(log_of(c.entry), c.log) << c.entry;
}

TEST(WriteLog, LargeLogsComeInPieces) {
  std::string log = "[";
  for (int i = 0; i < 200'000; ++i) log += i == 0 ? "\"step 0\"" : ", \"step 0\"";
  log += "]";
  const std::string text = "{\"id\": \"a\", \"inference_log\": " + log + "}";
  const ReadBytes read = bytes_of(text);
  std::string written;
  std::size_t pieces = 0;
  const TextSink sink = [&](std::string_view part) {
    written += part;
    ++pieces;
  };
  ASSERT_TRUE(write_log(read, 0, sink).ok());
  EXPECT_EQ(written, log);
  EXPECT_GT(pieces, 10u);
}

}  // namespace
}  // namespace bfclx
