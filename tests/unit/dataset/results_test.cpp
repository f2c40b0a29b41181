#include "core/dataset/results.h"

#include <gtest/gtest.h>

#include <string>

#include "core/dataset/lines.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

// "line id result" of each response, then "line! id: message" of each problem ("line?" when it is
// not fatal), a line each. Messages are cut at the first period or semicolon.
std::string summary(const ResultFile& file) {
  std::string text;
  for (const Response& response : file.responses) {
    text += std::to_string(response.line) + " " + response.id + " " + repr(response.result) + "\n";
  }
  for (const ResultProblem& problem : file.problems) {
    text += std::to_string(problem.line) + (problem.fatal ? "! " : "? ") + problem.id + ": " +
            problem.message.substr(0, problem.message.find_first_of(".;")) + "\n";
  }
  return text;
}

struct Case {
  std::string_view name;
  std::string bytes;
  std::string_view expected;
};

void check(const std::vector<Case>& cases) {
  for (const Case& each : cases)
    EXPECT_EQ(summary(read_results(each.bytes)), each.expected) << each.name;
}

TEST(Results, Forms) {
  check({
      {"lines", "{\"id\": \"a\", \"result\": \"x\"}\n{\"id\": \"b\", \"result\": [1]}",
       "1 a 'x'\n2 b [1]\n"},
      {"blank lines and carriage returns",
       "\n  \n{\"id\": \"a\", \"result\": \"x\"}\r\n\r\n{\"id\": \"b\", \"result\": \"y\"}\r\n",
       "3 a 'x'\n5 b 'y'\n"},
      {"byte order mark", "\xEF\xBB\xBF{\"id\": \"a\", \"result\": \"x\"}\n",
       "1 a 'x'\n1? : the file starts with a byte order mark, which is ignored\n"},
      {"array in one line",
       "[{\"id\": \"a\", \"result\": 1.5}, {\"id\": \"b\", \"result\": \"]}\"}]",
       "1 a 1.5\n1 b ']}'\n1? a: \"result\" is a number, expected text or a list of calls\n"},
      {"pretty array",
       "[\n  {\n    \"id\": \"a\",\n    \"result\": \"x\"\n  },\n  {\n    \"id\": "
       "\"b\",\n    \"result\": []\n  }\n]\n",
       "2 a 'x'\n6 b []\n"},
      {"pretty entry", "{\n  \"id\": \"a\",\n  \"result\": {\n    \"f\": {}\n  }\n}\n",
       "1 a {'f': {}}\n"},
      {"pretty entries in a row",
       "{\n \"id\": \"a\",\n \"result\": \"x\"\n}\n{\n \"id\": \"b\",\n \"result\": \"y\"\n}\n",
       "1 a 'x'\n5 b 'y'\n"},
      {"commas between lines", "{\"id\": \"a\", \"result\": \"x\"},\n",
       "1 a 'x'\n1? : the comma after the entry is ignored\n"},
      {"empty file", "", "0? : the file is empty\n"},
      {"empty array", " [ ] \n", "0? : the file holds no entries\n"},
      {"other encodings", std::string("\xFF\xFE{\0", 4), "0! : the file is UTF-16\n"},
      {"four bytes each", std::string("\xFF\xFE\0\0{\0\0\0", 8), "0! : the file is UTF-32\n"},
      {"big end first", std::string("\0\0\xFE\xFF\0\0\0{", 8), "0! : the file is UTF-32\n"},
      {"gzip", "\x1F\x8B\x08", "0! : the file is compressed with gzip\n"},
  });
}

TEST(Results, EveryLineStandsForItself) {
  check({
      {"broken line in the middle",
       "{\"id\": \"a\", \"result\": \"x\"}\n{\"id\": \"b\", \"result\": \"y\n{\"id\": \"c\", "
       "\"result\": \"z\"}\n",
       "1 a 'x'\n3 c 'z'\n2! b: not JSON: Unterminated string starting at: line 1 column 23 (char "
       "22)\n"},
      {"open brackets do not swallow the lines below",
       "{\"id\": \"b\", \"result\": [\"y\"\n{\"id\": \"c\", \"result\": \"z\"}\n",
       "2 c 'z'\n1! b: not JSON: Expecting ',' delimiter: line 1 column 27 (char 26)\n"},
      {"extra data", "{\"id\": \"a\", \"result\": 1} x\n",
       "1! a: not JSON: Extra data: line 1 column 26 (char 25)\n"},
      {"words", "Traceback (most recent call last):\n{\"id\": \"c\", \"result\": \"z\"}\n",
       "2 c 'z'\n1! : not JSON: Expecting value: line 1 column 1 (char 0)\n"},
      {"element that is no JSON",
       "[{\"id\": \"a\", \"result\": x}, {\"id\": \"b\", \"result\": \"y\"}]",
       "1 b 'y'\n1! a: not JSON: Expecting value: line 1 column 23 (char 22)\n"},
      {"element that is not closed",
       "[\n {\"id\": \"a\", \"result\": [\"x},\n {\"id\": \"b\", \"result\": \"y\"}\n]\n",
       "3 b 'y'\n2! a: the entry that starts here is not closed: a quote or bracket is missing, or "
       "the file is truncated\n"},
      {"array that is cut off", "[{\"id\": \"a\", \"result\": \"x\"},\n",
       "1 a 'x'\n2! : the list that starts the file is not closed: the file may be "
       "truncated\n"},
      {"scalars in an array", "[1, null, {\"id\": \"a\", \"result\": \"x\"}]",
       "1 a 'x'\n1! : the entry is a number\n1! : the entry is null\n"},
      {"an empty array before lines", "[]\n{\"id\": \"a\", \"result\": \"x\"}\n",
       "2 a 'x'\n1! : the entry is a list\n"},
      {"an empty array between lines",
       "{\"id\": \"a\", \"result\": \"x\"}\n[]\n{\"id\": \"b\", \"result\": \"y\"}\n",
       "1 a 'x'\n3 b 'y'\n2! : the entry is a list\n"},
      {"text on the last line of the array", "[] tail\n",
       "1! : the text after the list is ignored\n"},
  });
}

// With a search to the end of the text for each line, this would take hours.
TEST(Results, CarriageReturnsAloneTakeTimeLinearInTheirNumber) {
  const std::string text(10'000'000, '\r');
  LineReader reader(text);
  Line line;
  while (reader.next(line)) EXPECT_TRUE(line.text.empty());
  EXPECT_EQ(line.number, text.size());
}

TEST(Results, AnIdHasALongestLength) {
  const auto line_of = [](std::size_t size) {
    return "{\"id\": \"" + std::string(size, 'a') + "\", \"result\": \"x\"}\n";
  };
  EXPECT_EQ(read_results(line_of(kLongestId)).responses.size(), 1u);
  const std::string cut = line_of(5000).substr(0, 5012);
  for (const std::string& bytes :
       {line_of(kLongestId + 1), line_of(2'000'000), cut + "\"", "[" + line_of(5000) + "]"}) {
    for (const ResultFile& file : {read_results(bytes), read_any_results(bytes)}) {
      ASSERT_EQ(file.problems.size(), 1u);
      EXPECT_TRUE(file.responses.empty());
      EXPECT_TRUE(file.problems[0].fatal);
      EXPECT_EQ(file.problems[0].id, std::string(100, 'a') + " ...");
      EXPECT_LT(file.problems[0].message.size(), 300u);
      EXPECT_EQ(file.lines.unusable, 1u);
    }
  }
}

// Lines that are not blank, counted apart from the reader.
std::size_t lines_of(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xEF\xBB\xBF") bytes.remove_prefix(3);
  std::size_t lines = 0;
  bool blank = true;
  for (const char c : std::string(bytes) + "\n") {
    const bool end = c == '\n' || c == '\r';
    if (end && !blank) ++lines;
    blank = end || (blank && (c == ' ' || c == '\t' || c == '\f' || c == '\v'));
  }
  return lines;
}

TEST(Results, EachLineIsUsedUnusableOrSkipped) {
  struct Counted {
    std::string_view name;
    std::string bytes;
    std::size_t used, unusable, skipped;
  };
  const std::string a = "{\"id\": \"simple_python_0\", \"result\": \"x\"}";
  const std::string b = "{\"id\": \"simple_python_1\", \"result\": \"y\"}";
  const std::string cut = "{\"id\": \"simple_python_2\", \"result\": \"z";
  const std::string pretty = "{\n  \"id\": \"simple_python_3\",\n\n  \"result\": \"x\"\n}";
  const Counted cases[] = {
      {"lines", a + "\n\n  \n" + b + "\r\n", 2, 0, 0},
      {"damaged", a + "\n" + cut + "\n" + b, 2, 1, 0},
      {"damaged in two ways", a + "\n" + cut + "\xff\n" + cut + ",\n", 1, 2, 0},
      {"damaged in three ways", cut + "\xff,\n", 0, 1, 0},
      {"a byte order mark and damage", "\xEF\xBB\xBF" + cut + "\n", 0, 1, 0},
      {"an empty list first", "[]\n" + a + "\n", 1, 1, 0},
      {"an empty list over two lines first", "[\n]\n" + a + "\n", 1, 2, 0},
      {"an empty list behind", a + "\n[]\n", 1, 1, 0},
      {"an empty list alone", "[]\n", 0, 1, 0},
      {"values that are no entries", "0\nnull\n\"\"\n{}\n" + a, 1, 4, 0},
      {"a list of lines", "[\n" + a + ",\n" + b + "\n]\n", 2, 0, 2},
      {"a list on one line", "[" + a + ", " + b + "]", 1, 0, 0},
      {"a list and text behind", "[" + a + "\n] text\n" + b, 2, 1, 0},
      {"a list that is cut", "[\n" + a + ",\n" + cut + "\n", 1, 1, 1},
      {"an entry over lines", pretty + "\n" + a, 5, 0, 0},
      {"an entry over lines without a result", "{\n\"id\": \"x\"\n}\n" + a, 1, 3, 0},
      {"another encoding", std::string("\xFF\xFE{\0\n\0", 6), 0, 2, 0},
      {"nothing", " \n", 0, 0, 0},
  };
  for (const Counted& each : cases) {
    for (const ResultFile& file : {read_results(each.bytes), read_any_results(each.bytes)}) {
      EXPECT_EQ(file.lines.used, each.used) << each.name;
      EXPECT_EQ(file.lines.unusable, each.unusable) << each.name;
      EXPECT_EQ(file.lines.skipped, each.skipped) << each.name;
      EXPECT_EQ(file.lines.all(), lines_of(each.bytes)) << each.name;
    }
  }
}

TEST(Results, WrongTypes) {
  check({
      {"no object", "7\n", "1! : the entry is a number\n"},
      {"a list of lists", "[[]]\n", "1! : the entry is a list\n"},
      {"no id", "{\"result\": \"x\"}\n",
       "1! : has no \"id\": add the id of the entry, such as \"simple_python_0\"\n"},
      {"id is a number", "{\"id\": 3, \"result\": \"x\"}\n",
       "1! : \"id\" is a number, expected the id of the entry as text, such as "
       "\"simple_python_0\"\n"},
      {"id is null", "{\"id\": null, \"result\": \"x\"}\n",
       "1! : \"id\" is null, expected the id of the entry as text, such as \"simple_python_0\"\n"},
      {"no result", "{\"id\": \"a\"}\n",
       "1! a: has no \"result\": add the model's response, or regenerate the entry\n"},
      {"result is null", "{\"id\": \"a\", \"result\": null}\n",
       "1 a None\n1? a: \"result\" is null, expected text or a list of calls\n"},
      {"result is a flag", "{\"id\": \"a\", \"result\": true}\n",
       "1 a True\n1? a: \"result\" is true or false, expected text or a list of calls\n"},
      {"counts",
       "{\"id\": \"a\", \"result\": \"x\", \"latency\": \"1 s\", \"input_token_count\": {}}\n",
       "1 a 'x'\n1? a: \"input_token_count\" is an object, expected a number or a list of turns\n"
       "1? a: \"latency\" is text, expected a number or a list of turns\n"},
      {"head of a score file", "{\"accuracy\": 0.5, \"correct_count\": 1, \"total_count\": 2}\n",
       "1! : the header of a score file\n"},
      {"line of a score file", "{\"id\": \"a\", \"valid\": false, \"model_result_raw\": \"x\"}\n",
       "1! a: a line of a score file\n"},
  });
}

TEST(Results, BytesThatAreNoUtf8) {
  const ResultFile file = read_results(
      "{\"id\": \"a\", \"result\": \"x\"}\n{\"id\": \"b\", \"result\": \"\xC3(\"}\n"
      "{\"id\": \"c\", \"result\": \"\xC3\xA4\"}\n");
  EXPECT_EQ(summary(file),
            "1 a 'x'\n2 b '\xEF\xBF\xBD('\n3 c '\xC3\xA4'\n"
            "2? b: invalid UTF-8 at byte 24 of the entry\n");
}

TEST(Results, OtherMembers) {
  const std::string bytes =
      "{\"id\": \"a\", \"inference_log\": [{\"x\": 1}], \"result\": \"x\", \"latency\": [[1.5], "
      "[2]],"
      " \"input_token_count\": 12, \"output_token_count\": 3}\n";
  const ResultFile file = read_results("\n" + bytes);
  ASSERT_EQ(file.responses.size(), 1u);
  const Response& response = file.responses[0];
  EXPECT_EQ(repr(*response.latency), "[[1.5], [2]]");
  EXPECT_EQ(repr(*response.input_token_count), "12");
  EXPECT_EQ(repr(*response.output_token_count), "3");
  EXPECT_EQ(response.offset, 1u);
  EXPECT_EQ(("\n" + bytes).substr(response.offset, response.size) + "\n", bytes);
  EXPECT_TRUE(file.problems.empty());
}

TEST(Results, OfDuplicateKeysTheLastCounts) {
  check({{"duplicates", "{\"id\": \"a\", \"result\": \"x\", \"id\": \"b\", \"result\": \"y\"}",
          "1 b 'y'\n"}});
}

// A file of open brackets on every line is read in linear time, and each line is reported.
TEST(Results, HostileFiles) {
  std::string lines;
  std::string array = "[\n";
  for (int i = 0; i < 20000; ++i) {
    lines += "{\"id\": \"a\", \"result\": [{\"f\": \n";
    array += "{\"id\": \"a\", \"result\": [{\n";
  }
  EXPECT_EQ(read_results(lines).problems.size(), 20000u);
  EXPECT_GE(read_results(array).problems.size(), 20000u);
  const std::string deep = "{\"id\": \"a\", \"result\": " + std::string(100000, '[') + "\n";
  EXPECT_EQ(read_results(deep + "{\"id\": \"b\", \"result\": \"y\"}").responses.size(), 1u);
}

TEST(Results, OfTooManyNoMoreThanAllowed) {
  for (const std::size_t count : {kMostOfAFile, kMostOfAFile + 1}) {
    std::string lines;
    for (std::size_t i = 0; i < count; ++i) lines += "{\"id\": \"a\", \"result\": \"x\"}\n";
    const ResultFile file = read_results(lines);
    EXPECT_EQ(file.responses.size(), kMostOfAFile);
    EXPECT_EQ(file.problems.size(), count - kMostOfAFile);
  }
}

TEST(Results, Streaming) {
  std::string order;
  read_results(
      "{\"id\": \"a\", \"result\": \"x\"}\nbroken\n{\"id\": \"b\", \"result\": \"y\"}\n",
      [&](Response&& response) { order += response.id; },
      [&](ResultProblem&& problem) { order += std::to_string(problem.line); });
  EXPECT_EQ(order, "a2b");
}

}  // namespace
}  // namespace bfclx
