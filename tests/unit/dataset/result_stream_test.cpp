// Result files read line by line through a window.
#include "core/dataset/result_stream.h"

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
    Response entry;
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

// What read_plain_results gives: "id result" of each response, then "whole" where the file is to be
// read whole.
std::vector<std::string> plain(std::string_view text) {
  std::vector<std::string> found;
  const bool done = read_plain_results(bytes_of(text), [&found](Response&& response) {
    found.push_back(response.id + " " + repr(response.result));
  });
  if (!done) found.emplace_back("whole");
  return found;
}

TEST(PlainResults, AreThoseOfWholeBytes) {
  constexpr std::string_view kText =
      "{\"id\": \"a_0\", \"result\": \"x\", \"latency\": null}\n"
      "{\"id\": \"a_1\", \"result\": [], \"input_token_count\": [[1]]}\n";
  EXPECT_EQ(plain(kText), (std::vector<std::string>{"a_0 'x'", "a_1 []"}));
  const ResultFile file = read_results(kText);
  ASSERT_EQ(file.responses.size(), 2u);
  EXPECT_TRUE(file.problems.empty());
  EXPECT_EQ(repr(*file.responses[1].input_token_count), "[[1]]");
}

TEST(PlainResults, WhatIsToBeToldOrMendedIsReadWhole) {
  constexpr std::string_view kPlain = "{\"id\": \"a_0\", \"result\": \"x\"}\n";
  for (const std::string_view line :
       {"{\"id\": \"a_1\", \"result\": null}", "{\"id\": \"a_1\", \"result\": 7}",
        "{\"id\": \"a_1\", \"result\": \"y\", \"latency\": \"long\"}", "{\"id\": \"a_1\"}",
        "{\"id\": \"a_1\", \"result\":"}) {
    const std::string text = std::string(kPlain) + std::string(line) + "\n";
    EXPECT_EQ(plain(text), (std::vector<std::string>{"a_0 'x'", "whole"})) << line;
    EXPECT_FALSE(read_results(text).problems.empty()) << line;
  }
  EXPECT_EQ(plain("\xEF\xBB\xBF" + std::string(kPlain)), std::vector<std::string>{"whole"});
  EXPECT_EQ(plain(""), std::vector<std::string>{"whole"});
}

}  // namespace
}  // namespace bfclx
