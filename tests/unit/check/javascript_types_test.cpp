// JavaScript source text to values. Expectations are the official converter's.
#include "core/check/javascript_types.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

const ConversionCase kCases[] = {
    {"String", "", "\"a\"", "'a'"},
    {"String", "", "'a'", "'a'"},
    {"String", "", "a", "'a'"},
    {"String", "", "\"", "''"},
    {"String", "", "\"a'", "'\"a\\''"},
    {"String", "", "", "''"},
    {"integer", "", "5", "5"},
    {"integer", "", "-5", "-5"},
    {"integer", "", "5n", "'5n'"},
    {"integer", "", "5\n", "5"},
    {"integer", "", "5.0", "'5.0'"},
    {"float", "", "5", "5.0"},
    {"float", "", "5.25", "5.25"},
    {"float", "", "5.", "'5.'"},
    {"float", "", "1e5", "'1e5'"},
    {"Bigint", "", "5n", "5"},
    {"Bigint", "", "5", "'5'"},
    {"Bigint", "", "5n\n", "!ValueError: invalid literal for int() with base 10: '5n'"},
    {"Boolean", "", "true", "True"},
    {"Boolean", "", "false", "False"},
    {"Boolean", "", "TRUE", "'TRUE'"},
    {"any", "", " x ", "' x '"},
    {"int", "", "1", "!ValueError: Unsupported type: int"},
    {"array", "String", "[\"a\", b, 'c']", "['a', 'b', 'c']"},
    {"array", "String", "[]", "[]"},
    {"array", "String", "new Array(\"a\")", "['a']"},
    {"array", "String", "[a", "'[a'"},
    {"array", "String", "x", "'x'"},
    {"array", "String", "[\"a,b\"]", "['\"a', 'b\"']"},
    {"array", "integer", "[1, 2, x]", "[1, 2, 'x']"},
    {"array", "integer", " [1]tail", "[1]"},
    {"array", "integer", "[1,\n2]", "'[1,\\n2]'"},
    {"array", "integer", "new Array( 1 )", "[1]"},
    {"array", "Bigint", "[1n, 2]", "[1, '2']"},
    {"array", "array", "[[1, 2], [3]]", "[[1, 2], [3]]"},
    {"array", "array", "[ [ 1 ] , [\"a\"] ]x", "[[1], ['a']]"},
    {"array", "array", "new Array([1], [2])", "[[1], [2]]"},
    {"array", "array", "[[1], 2]", "['[1']"},
    {"array", "array", "[[1][2], [3]]", "[[1], [2], [3]]"},
    {"array", "array", "[[]]", "[['']]"},
    {"array", "array", "[\n[1],\n[2]]", "[[1], [2]]"},
    {"array", "array", "[[1\n], [2]]", "'[[1\\n], [2]]'"},
    {"array", "dict", "[{a: 1}, {b: 2}]", "[{'a': 1}, {'b': 2}]"},
    {"array", "dict", "[{a: 1, b: 2}]", "['{a: 1', 'b: 2}']"},
    {"array", "", "[1, \"a\", true, 1.5, x]", "[1, 'a', True, 1.5, 'x']"},
    {"dict", "", "{}", "{}"},
    {"dict", "", "{a: 1}", "{'a': 1}"},
    {"dict", "", "{'a': 'b, c', \"d\": [1, 'x'], e: null}",
     "{'a': 'b, c', 'd': [1, 'x'], 'e': 'null'}"},
    {"dict", "", "{a: {b: 1}}", "{'a': '{b: 1'}"},
    {"dict", "", "{ }", "{}"},
    {"dict", "", "{a: 1", "'{a: 1'"},
    {"dict", "", "{a:\n1}", "'{a:\\n1}'"},
    {"dict", "", "{a:: 1, : 2}", "{'a': ': 1', '': 2}"},
    {"dict", "", "{a: 1, :: 2}", "{'a': 1}"},
    {"dict", "", "{a: b, c, d: e}", "{'a': 'b, c', 'd': 'e'}"},
    {"dict", "", "x", "'x'"},
};

TEST(JavaScriptTypes, ValuesAreTheOfficialOnes) {
  for (const ConversionCase& row : kCases) {
    EXPECT_EQ(outcome(javascript_value(row.text, row.type, row.nested_type)), row.outcome)
        << row.type << " of " << row.text;
  }
}

TEST(JavaScriptTypes, AnElementThatRaisesLeavesTheArrayText) {
  const std::string text = "[" + std::string(4301, '1') + "]";
  EXPECT_EQ(outcome(javascript_value(text, "array", "integer")), "'" + text + "'");
}

// Texts on which the official expressions, or a careless scanner, take quadratic time or more.
TEST(JavaScriptTypes, HostileTextTakesLinearTime) {
  constexpr std::size_t kRepeats = 50'000;
  const struct {
    std::string_view type;
    std::string text;
  } cases[] = {
      {"array", "[" + repeated("[],", kRepeats)},
      {"array", "[" + repeated("[", kRepeats)},
      {"array", "[" + repeated("[]\n,", kRepeats) + "[]]"},
      {"array", "[[]" + repeated(", []", kRepeats)},
      {"dict", "{" + repeated("a: 1,", kRepeats) + "}"},
      {"dict", "{a:" + repeated(",", kRepeats) + "}"},
      {"dict", "{a:" + repeated(", :", kRepeats) + "}"},
  };
  for (const auto& row : cases) {
    EXPECT_TRUE(javascript_value(row.text, row.type, {}).ok()) << row.text.substr(0, 60);
  }
}

}  // namespace
}  // namespace bfclx
