// Java source text to values. Expectations are the official converter's.
#include "core/check/java_types.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

const ConversionCase kCases[] = {
    {"integer", "", "5", "5"},
    {"integer", "", "-12", "-12"},
    {"integer", "", "٣", "3"},
    {"integer", "", "5\n", "5"},
    {"integer", "", "5 ", "'5 '"},
    {"integer", "", "+5", "'+5'"},
    {"integer", "", "5L", "'5L'"},
    {"integer", "", "111", "111"},
    {"long", "", "5L", "5"},
    {"long", "", "-5l", "-5"},
    {"long", "", "5", "'5'"},
    {"long", "", "5L\n", "5"},
    {"float", "", "1.5f", "1.5"},
    {"float", "", "1F", "1.0"},
    {"float", "", "1e3f", "1000.0"},
    {"float", "", "1.f", "'1.f'"},
    {"float", "", "1.5", "'1.5'"},
    {"float", "", "1.5f\n", "1.5"},
    {"double", "", "1.5", "1.5"},
    {"double", "", "1e-3", "0.001"},
    {"double", "", "1.5E+2", "150.0"},
    {"double", "", ".5", "'.5'"},
    {"double", "", "1.5f", "'1.5f'"},
    {"boolean", "", "true", "True"},
    {"boolean", "", "True", "'True'"},
    {"char", "", "'a'", "\"'a'\""},
    {"char", "", "a", "'a'"},
    {"Queue", "", "x", "!NotImplementedError: Queue conversion is not implemented"},
    {"Hashtable", "", "x", "!NotImplementedError: Set conversion is not implemented"},
    {"int", "", "x", "!ValueError: Unsupported type: int"},
    {"any", "", "new Foo()", "'new Foo()'"},
    {"ArrayList", "integer", "new ArrayList<Integer>(Arrays.asList(1, 2, x))", "[1, 2, 'x']"},
    {"ArrayList", "integer", "new ArrayList<>()", "[]"},
    {"ArrayList", "integer", "new  ArrayList<Integer>() {{ add(1); add( 2 ); }}", "[1, 2]"},
    {"ArrayList", "integer", "new ArrayList<Integer>(Arrays.asList()))", "[')']"},
    {"ArrayList", "integer", "new ArrayList<int[]>()", "'new ArrayList<int[]>()'"},
    {"ArrayList", "integer", "new ArrayList<Integer>(Arrays.asList(1,\n2))",
     "'new ArrayList<Integer>(Arrays.asList(1,\\n2))'"},
    {"ArrayList", "integer", "new ArrayList<X>() {{ }}", "[]"},
    {"ArrayList", "integer", "new ArrayList<X>() {{}}", "[]"},
    {"ArrayList", "integer", "new ArrayList<X>() {{add(\n1)add(2)}}", "[2]"},
    {"ArrayList", "String", "new ArrayList<String>(Arrays.asList(\"a\", b, \"\"))",
     "['a', '', '']"},
    {"ArrayList", "String", "x = new ArrayList<String>() {{add(\"a,b)\");}}", "['a,']"},
    {"ArrayList", "char", "new ArrayList<Character>(Arrays.asList('a', é))", "['a', '']"},
    {"ArrayList", "", "new ArrayList<>(Arrays.asList(1, 2L, 1.5f, \"x\", true, y, 1_0, nan))",
     "[1, 2, 1.5, 'x', True, 'y', 10, nan]"},
    {"Array", "String", "new String[]{\"a\", \"b\"}", "['\"a\"', '\"b\"']"},
    {"Array", "String", "new String[]{}", "[]"},
    {"Array", "String", "new String[] { a,, b }", "['a', 'b']"},
    {"Array", "String", "{\"a\"}", "'{\"a\"}'"},
    {"Array", "String", "new int[]{1\n}", "'new int[]{1\\n}'"},
    {"Array", "ArrayList", "new X[]{new ArrayList<X>()}", "[[]]"},
    {"Array", "Set", "new X[]{1}", "!NotImplementedError: Set conversion is not implemented"},
    {"HashMap", "", "new HashMap<>()", "{}"},
    {"HashMap", "",
     "new HashMap<String, List<X>>() {{ put(\"a\", 1); put(\"b\", \"x y\"); put(\"a\", 2L); }}",
     "{'a': 2, 'b': 'x y'}"},
    {"HashMap", "", "new HashMap<String, X>() { }", "{}"},
    {"HashMap", "", "new HashMap<String, X>()", "{}"},
    {"HashMap", "", "new HashMap<String, X>() {{ put(\"a\",b\", 1)); put(\"c\",\n2); }}",
     "{'a': 'b\", 1', 'c': 2}"},
    {"HashMap", "", "HashMap", "'HashMap'"},
    {"HashMap", "", "new HashMap<a> () <b> () {put(\"k\", f(x))}", "{'k': 'f(x'}"},
    {"HashMap", "", "new HashMap<\n>()", "'new HashMap<\\n>()'"},
};

TEST(JavaTypes, ValuesAreTheOfficialOnes) {
  for (const ConversionCase& row : kCases) {
    EXPECT_EQ(outcome(java_value(row.text, row.type, row.nested_type)), row.outcome)
        << row.type << " of " << row.text;
  }
}

TEST(JavaTypes, IntegersPastTheDigitLimitRaise) {
  EXPECT_EQ(outcome(java_value(std::string(4301, '1'), "integer", {})).substr(0, 11),
            "!ValueError");
  EXPECT_EQ(outcome(java_value("new HashMap<>() {{put(\"a\", " + std::string(4301, '1') + ")}}",
                               "HashMap", {})),
            "{'a': inf}");
}

// Texts on which the official expressions, or a careless scanner, take quadratic time or more.
TEST(JavaTypes, HostileTextTakesLinearTime) {
  constexpr std::size_t kRepeats = 50'000;
  const struct {
    std::string_view type;
    std::string text;
  } cases[] = {
      {"ArrayList", repeated("new ArrayList<>(Arrays.asList(", kRepeats)},
      {"ArrayList", repeated("new ArrayList<>() {{ ", kRepeats)},
      {"ArrayList", "new ArrayList<>() {{" + repeated("add(", kRepeats) + "}}"},
      {"Array", repeated("new x[]{", kRepeats)},
      {"HashMap", repeated("new HashMap<>() {", kRepeats)},
      {"HashMap", repeated("new HashMap<>", kRepeats)},
      {"HashMap", "new HashMap<>() {{" + repeated("put(\"", kRepeats) + "}}"},
      {"HashMap", "new HashMap<>() {{" + repeated("put(\"a\",", kRepeats) + "\n)}}"},
      {"HashMap", "new HashMap<>() {{" + repeated("put(\"a\n", kRepeats) + "\",1)}}"},
  };
  for (const auto& row : cases) {
    EXPECT_TRUE(java_value(row.text, row.type, {}).ok()) << row.text.substr(0, 60);
  }
}

}  // namespace
}  // namespace bfclx
