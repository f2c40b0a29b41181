// Result files read entry by entry, and their inference logs.
#include "core/official/result_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/value/repr.h"
#include "tests/unit/dataset/bytes_of.h"

namespace bfclx {
namespace {

// "line id result latency" of each entry, then the error, if there is one.
std::vector<std::string> entries_of(std::string_view text, std::size_t window) {
  const ReadBytes read = bytes_of(text);
  ResultStream stream(read, window);
  std::vector<std::string> found;
  while (true) {
    ResultEntry entry;
    const Result<bool> more = stream.next(entry);
    if (!more.ok()) {
      found.push_back("line " + std::to_string(stream.line()) + ": " + more.error().message);
      return found;
    }
    if (!*more) return found;
    found.push_back(std::to_string(entry.line) + " " + entry.id + " " + repr(entry.result) + " " +
                    (entry.latency ? repr(*entry.latency) : "-"));
  }
}

constexpr std::size_t kWindows[] = {8, 40, 1000};

TEST(ResultStream, EntriesThroughWindowsOfAnySize) {
  constexpr std::string_view kText =
      "\xEF\xBB\xBF{\"id\": \"a_0\", \"result\": \"x\"}\n"
      "\n"
      "{\"latency\": [[1.5]], \"inference_log\": [{\"k\": \"\\u00e9\"}], \"result\": [{\"f\": 1}], "
      "\"id\": \"a_1\"}\r\n"
      "  {\"id\": \"a_2\", \"result\": 1, \"result\": null, \"latency\": 0.1}  \n"
      "{\"id\": \"a_3\", \"result\": []}";
  const std::vector<std::string> expected = {"1 a_0 'x' -", "3 a_1 [{'f': 1}] [[1.5]]",
                                             "4 a_2 None 0.1", "5 a_3 [] -"};
  for (const std::size_t window : kWindows) EXPECT_EQ(entries_of(kText, window), expected);
}

TEST(ResultStream, NothingInAnEmptyFile) {
  for (const std::size_t window : kWindows) {
    EXPECT_TRUE(entries_of("", window).empty());
    EXPECT_TRUE(entries_of("\n \n", window).empty());
  }
}

TEST(ResultStream, StopsAtTheFirstBrokenLine) {
  constexpr std::string_view kBroken[] = {
      "{\"id\": \"a_1\"}",
      "{\"result\": 1}",
      "{\"id\": 1, \"result\": 1}",
      "{\"id\": \"a_1\", \"result\": [}",
      "{\"id\": \"a_1\", \"result\": \"cut of",
      "[1]",
      "text",
      "{\"id\": \"a_1\", \"result\": \"\xff\"}",
      "{\"id\": \"a_1\", \"result\": 1} {\"id\": \"a_2\", \"result\": 1}",
      "{\"id\": \"a_1\", \"result\": 1, \"inference_log\": [tru]}"};
  for (const std::string_view line : kBroken) {
    const std::string text = "{\"id\": \"a_0\", \"result\": 1}\n" + std::string(line) +
                             "\n{\"id\": \"a_9\", \"result\": 1}\n";
    for (const std::size_t window : kWindows) {
      const std::vector<std::string> found = entries_of(text, window);
      ASSERT_EQ(found.size(), 2u) << line;
      EXPECT_EQ(found[1].rfind("line 2: ", 0), 0u) << line << ": " << found[1];
    }
  }
}

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
