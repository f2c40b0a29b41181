#include <gtest/gtest.h>

#include <string>

#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

TEST(JsonLoads, ReadsWhatPythonReads) {
  struct Case {
    std::string_view text;
    std::string_view repr;
  };
  const Case cases[] = {
      {" {\"a\": [1, -2.5, true, false, null]}\r\n", "{'a': [1, -2.5, True, False, None]}"},
      {"[]", "[]"},
      {"{ }", "{}"},
      {"{\"a\":1,\"b\":2,\"a\":3}", "{'a': 3, 'b': 2}"},
      {"[NaN, Infinity, -Infinity]", "[nan, inf, -inf]"},
      {"-0", "0"},
      {"-0.0", "-0.0"},
      {"1E5", "100000.0"},
      {"1e400", "inf"},
      {"123456789012345678901234567890", "123456789012345678901234567890"},
      {R"("\"\\\/\b\f\n\r\t\u00e9")", "'\"\\\\/\\x08\\x0c\\n\\r\\té'"},
      {R"("\ud83d\ude00")", "'😀'"},
      {R"("\ud83d x")", "'\\ud83d x'"},
      {R"("\ud83d\u0041")", "'\\ud83dA'"},
      {R"("\ude00\ud83d\ud83d\ude00")", "'\\ude00\\ud83d😀'"},
      {"\"\xED\xA0\x80\"", "'\\ud800'"},
      {"\"\x7F é\"", "'\\x7f é'"},
  };
  for (const Case& c : cases) {
    const Result<Value> value = json_loads(c.text);
    ASSERT_TRUE(value.ok()) << c.text << ": " << value.error().message;
    EXPECT_EQ(repr(*value), c.repr);
  }
}

TEST(JsonLoads, FailsWithPythonsWords) {
  struct Case {
    std::string_view text;
    std::string_view message;
  };
  const Case cases[] = {
      {"", "Expecting value: line 1 column 1 (char 0)"},
      {" \n x", "Expecting value: line 2 column 2 (char 3)"},
      {"[1,]", "Expecting value: line 1 column 4 (char 3)"},
      {"[1 2]", "Expecting ',' delimiter: line 1 column 4 (char 3)"},
      {"[", "Expecting value: line 1 column 2 (char 1)"},
      {"[1", "Expecting ',' delimiter: line 1 column 3 (char 2)"},
      {"{", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"},
      {"{\"a\":1,}", "Expecting property name enclosed in double quotes: line 1 column 8 (char 7)"},
      {"{'a':1}", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"},
      {"{\"é\" 1}", "Expecting ':' delimiter: line 1 column 6 (char 5)"},
      {"{\"a\":1 \"b\"", "Expecting ',' delimiter: line 1 column 8 (char 7)"},
      {"[\n \"a\tb\"]", "Invalid control character at: line 2 column 4 (char 5)"},
      {"[\"é", "Unterminated string starting at: line 1 column 2 (char 1)"},
      {"\"ab\\", "Unterminated string starting at: line 1 column 1 (char 0)"},
      {"\"ab\\q\"", "Invalid \\escape: line 1 column 4 (char 3)"},
      {"\"\\u12g4\"", "Invalid \\uXXXX escape: line 1 column 3 (char 2)"},
      {"\"\\u1234", "Invalid \\uXXXX escape: line 1 column 3 (char 2)"},
      {"\"\\ud800\\u12\"", "Invalid \\uXXXX escape: line 1 column 9 (char 8)"},
      {"1 2", "Extra data: line 1 column 3 (char 2)"},
      {"01", "Extra data: line 1 column 2 (char 1)"},
      {"1.", "Extra data: line 1 column 2 (char 1)"},
      {"-", "Expecting value: line 1 column 1 (char 0)"},
      {"nul", "Expecting value: line 1 column 1 (char 0)"},
      {"\u00A0\x31", "Expecting value: line 1 column 1 (char 0)"},
      {"\uFEFF{}", "Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)"},
  };
  for (const Case& c : cases) {
    const Result<Value> value = json_loads(c.text);
    ASSERT_FALSE(value.ok()) << c.text;
    EXPECT_EQ(value.error().kind, "JSONDecodeError");
    EXPECT_EQ(value.error().message, c.message);
  }
  EXPECT_EQ(json_loads("[\"é\",]").error().offset, 6u);  // bytes
}

TEST(JsonLoads, BoundsDigitsAndDepth) {
  EXPECT_TRUE(json_loads(std::string(4300, '1')).ok());
  const Error digits = json_loads("[-" + std::string(4301, '1') + "]").error();
  EXPECT_EQ(digits.kind, "ValueError");
  EXPECT_EQ(digits.message,
            "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; "
            "use sys.set_int_max_str_digits() to increase the limit");
  const std::string fits(kMaxJsonDepth, '[');
  EXPECT_TRUE(json_loads(fits + std::string(kMaxJsonDepth, ']')).ok());
  const Error arrays = json_loads(std::string(100'000, '[')).error();
  EXPECT_EQ(arrays.kind, "RecursionError");
  EXPECT_EQ(arrays.message,
            "maximum recursion depth exceeded while decoding a JSON array from a unicode string");
  EXPECT_EQ(json_loads(fits + "{}").error().message,
            "maximum recursion depth exceeded while decoding a JSON object from a unicode string");
}

TEST(JsonLoads, FilteredKeepsWhatIsWanted) {
  constexpr std::string_view kWanted[] = {"id", "result"};
  const auto load = [&](std::string_view text) {
    const Result<Value> value = json_loads_object_filtered(text, kWanted);
    return value.ok() ? repr(*value) : value.error().message;
  };
  EXPECT_EQ(
      load(R"({"id": 1, "log": [{"id": "\u00e9", "x": 1.5}], "result": {"log": 2, "id": 3}})"),
      "{'id': 1, 'result': {'log': 2, 'id': 3}}");
  EXPECT_EQ(load(R"({"i\u0064": 1, "log": 2})"), "{'id': 1}");
  EXPECT_EQ(load(R"([{"log": 1}])"), "[{'log': 1}]");
  EXPECT_EQ(load(R"({"log": [1,]})"), "Expecting value: line 1 column 12 (char 11)");
  EXPECT_EQ(load(R"({"log": "\q"})"), "Invalid \\escape: line 1 column 10 (char 9)");
  EXPECT_EQ(load("{\"log\": " + std::string(4301, '1') + "}").substr(0, 17), "Exceeds the limit");
}

TEST(JsonLoads, RefusesDuplicateKeysWhereAsked) {
  for (const std::string_view text :
       {R"({"a": 1, "b": 2, "a": 3})", R"([{"a": {}, "\u0061": 3}])", R"({"": 1, "": 1})"}) {
    EXPECT_TRUE(json_loads(text).ok());
    const Result<Value> refused = json_loads(text, DuplicateKeys::kRefused);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, kDuplicateKey);
    EXPECT_EQ(json_fault(refused.error()), refused.error().message);
  }
  const Result<Value> twice = json_loads(R"({"a": 1, "b": 2, "a": 3})", DuplicateKeys::kRefused);
  EXPECT_EQ(twice.error().message, "duplicate member 'a' (char 17)");
  EXPECT_TRUE(json_loads(R"([{"a": 1}, {"a": {"a": 2}}])", DuplicateKeys::kRefused).ok());
  EXPECT_EQ(json_fault(json_loads("").error()),
            "not JSON: Expecting value: line 1 column 1 (char 0)");
}

}  // namespace
}  // namespace bfclx
