// JSON through windows of every size, against the reader and writer of core/value.
#include "core/dataset/json_scanner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/utf8.h"
#include "core/official/score_json.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tests/unit/dataset/bytes_of.h"

namespace bfclx {
namespace {

struct Scanned {
  Status status;
  std::string text;
  bool repeated_key = false;
};

Scanned scan(std::string_view text, JsonScanner::Form form, std::size_t window) {
  const ReadBytes read = bytes_of(text);
  JsonScanner scanner(read, 0, window);
  Scanned result;
  const TextSink sink = [&](std::string_view part) { result.text += part; };
  result.status = scanner.value(form, &sink);
  result.repeated_key = scanner.repeated_key();
  return result;
}

constexpr std::size_t kWindows[] = {1, 2, 3, 7, 64};

constexpr std::string_view kGood[] = {R"(null)",
                                      R"(true)",
                                      R"(false)",
                                      R"(NaN)",
                                      R"(-Infinity)",
                                      R"(Infinity)",
                                      R"([])",
                                      R"({})",
                                      R"([ ])",
                                      R"({ })",
                                      R"(0)",
                                      R"(-0)",
                                      R"(-0.0)",
                                      R"(12345678901234567890123)",
                                      R"(1.50)",
                                      R"(2E3)",
                                      R"(1e400)",
                                      R"(-1e-7)",
                                      R"(1.0)",
                                      R"("")",
                                      R"("a\"b\\c\/d\b\f\n\r\t")",
                                      R"("é日\u00e9\u2028😀\ud83d\ude00")",
                                      R"("\u0041\u007f\u001f")",
                                      R"("\ud83dx\udc00")",
                                      R"("\ud83d\u0041")",
                                      R"("\ud83d\ud83d\ude00")",
                                      R"("\ud83d\n")",
                                      R"({"a":1,"b":[1,2,{"c":null}],"é":"x"})",
                                      "{ \"a\" :\t[ 1 ,\r\n 2 ] }",
                                      R"([[[[[["deep"]]]]]])",
                                      R"({"a b":{"a b":{}}})"};

TEST(JsonScanner, RewritesAsPythonWould) {
  for (const std::string_view text : kGood) {
    Result<Value> value = json_loads(text);
    ASSERT_TRUE(value.ok()) << text;
    std::string expected;
    append_score_json(expected, *value);
    for (const std::size_t window : kWindows) {
      const Scanned scanned = scan(text, JsonScanner::Form::kRewritten, window);
      EXPECT_TRUE(scanned.status.ok()) << text;
      EXPECT_EQ(scanned.text, expected) << text << " through " << window;
      EXPECT_FALSE(scanned.repeated_key) << text;
    }
  }
}

TEST(JsonScanner, RawTextMeansTheSame) {
  for (const std::string_view text : kGood) {
    for (const std::size_t window : kWindows) {
      const Scanned scanned = scan(text, JsonScanner::Form::kRaw, window);
      Result<Value> value = json_loads(scanned.text);
      ASSERT_TRUE(value.ok()) << text << " as " << scanned.text;
      std::string expected;
      std::string found;
      append_score_json(expected, *json_loads(text));
      append_score_json(found, *value);
      EXPECT_EQ(found, expected) << text;
    }
  }
}

TEST(JsonScanner, BuildsWhatPythonWouldLoad) {
  for (const std::string_view text : kGood) {
    for (const std::size_t window : kWindows) {
      const ReadBytes read = bytes_of(text);
      JsonScanner scanner(read, 0, window);
      const Result<Value> built = scanner.built();
      const Result<Value> loaded = json_loads(text);
      ASSERT_TRUE(built.ok() && loaded.ok()) << text;
      EXPECT_EQ(repr(*built), repr(*loaded)) << text;
    }
  }
  const ReadBytes read = bytes_of("[1, ");
  EXPECT_FALSE(JsonScanner(read).built().ok());
}

TEST(JsonScanner, RefusesWhatPythonRefuses) {
  constexpr std::string_view kBad[] = {"",          " ",          "{",           "[",
                                       "[1",        "[1,",        "[1,]",        "{\"a\"}",
                                       "{\"a\":}",  "{\"a\":1,}", "{a:1}",       "tru",
                                       "nul",       "-",          "01",          "1.",
                                       ".5",        "1e",         "+1",          "\"",
                                       "\"\\x\"",   "\"\\u12\"",  "\"\\u12g4\"", "\"a\nb\"",
                                       "\"\x01\"",  "\"\xff\"",   "\"\xc3\"",    "\"\xed\xa0\x80\"",
                                       "{\"a\" 1}", "[1 2]",      "-Inf",        "'a'"};
  for (const std::string_view text : kBad) {
    if (is_ascii(text)) {
      EXPECT_FALSE(json_loads(text).ok()) << text;
    }
    for (const std::size_t window : kWindows) {
      EXPECT_FALSE(scan(text, JsonScanner::Form::kSkip, window).status.ok()) << text;
    }
  }
}

TEST(JsonScanner, LimitsAreThoseOfPython) {
  const std::string digits(4301, '7');
  EXPECT_EQ(scan(digits, JsonScanner::Form::kSkip, 64).status.error().kind, "ValueError");
  const std::string deep = std::string(2000, '[') + std::string(2000, ']');
  EXPECT_EQ(scan(deep, JsonScanner::Form::kSkip, 64).status.error().kind, "RecursionError");
  const std::string allowed = std::string(900, '[') + std::string(900, ']');
  EXPECT_TRUE(scan(allowed, JsonScanner::Form::kSkip, 64).status.ok());
}

TEST(JsonScanner, TellsRepeatedKeys) {
  struct Case {
    std::string_view text;
    bool repeated;
  };
  constexpr Case kCases[] = {
      {R"({"a": 1, "a": 2})", true},           {R"([{"x": {"é": 1, "\u00e9": 2}}])", true},
      {R"({"a": {"a": {"a": 1}}})", false},    {R"([{"a": 1}, {"a": 2}])", false},
      {R"({"a": 1, "A": 2, "a ": 3})", false}, {R"({"": 1, "": 2})", true}};
  for (const Case& c : kCases) {
    for (const std::size_t window : kWindows) {
      EXPECT_EQ(scan(c.text, JsonScanner::Form::kSkip, window).repeated_key, c.repeated) << c.text;
    }
  }
  std::string many = "{";
  for (int i = 0; i < 500; ++i) many += "\"k" + std::to_string(i) + "\": 0, ";
  EXPECT_FALSE(scan(many + "\"z\": 0}", JsonScanner::Form::kSkip, 64).repeated_key);
  EXPECT_TRUE(scan(many + "\"k7\": 0}", JsonScanner::Form::kSkip, 64).repeated_key);
}

}  // namespace
}  // namespace bfclx
