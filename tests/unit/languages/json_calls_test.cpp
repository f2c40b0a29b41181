#include <gtest/gtest.h>

#include "core/languages/languages.h"
#include "tests/unit/languages/reply_case.h"

namespace bfclx {
namespace {

TEST(JsonCalls, ReadsCalls) {
  constexpr ReplyCase kCases[] = {
      {"[{\"function\": \"f\", \"parameters\": {\"a\": 1}}]", "[{'f': {'a': 1}}]"},
      {"[{\"function\": \"f\", \"parameters\": {}}, {\"function\": \"g\", \"parameters\": null}]",
       "[{'f': {}}, {'g': None}]"},
      {"[{\"function\": null, \"parameters\": 1.0}]", "[{None: 1.0}]"},
      {"[{\"function\": \"f\", \"parameters\": {}, \"more\": 1}]", "[{'f': {}}]"},
      {"Sure: [{\"function\": \"f\", \"parameters\": {\"a\": [1, {\"b\": 2}]}}] done.", "[]"},
      {"[ \n\343\200\200{\"function\": \"f\", \"parameters\": {}} \t]", "[]"},
      {"[{\"function\": 3, \"parameters\": NaN}, {\"function\": true, \"parameters\": 1}]",
       "[{3: nan}, {True: 1}]"},
  };
  expect_outcomes(parse_json_calls, kCases);
}

TEST(JsonCalls, TakesTheFirstLazyMatch) {
  constexpr ReplyCase kCases[] = {
      {"[{\"function\": \"f\", \"parameters\": {\"a\": [{\"b\": 1}]}}]", "[]"},
      {"[{\"function\": \"f\", \"parameters\": {\"a\": {}}}] [{\"function\": \"g\", "
       "\"parameters\": {}}]",
       "[{'f': {'a': {}}}]"},
      {"[1, {\"function\": \"f\", \"parameters\": {}}]", "[{'f': {}}]"},
      {"[[{\"function\": \"f\", \"parameters\": {}}]]", "[{'f': {}}]"},
      {"{\"a\": [{\"function\": \"f\", \"parameters\": {}}]}", "[{'f': {}}]"},
      {"[{\"function\": \"f\", \"parameters\": {\"a\": \"}]\"}}]", "[]"},
  };
  expect_outcomes(parse_json_calls, kCases);
}

TEST(JsonCalls, GivesAnEmptyListForWhatIsNoCall) {
  constexpr ReplyCase kCases[] = {
      {"", "[]"},
      {"no", "[]"},
      {"[]", "[]"},
      {"{}", "[]"},
      {"{\"function\": \"f\", \"parameters\": {}}", "[]"},
      {"\"text\"", "[]"},
      {"[1, \"x\", [2]]", "[]"},
      {"[{'function': 'f', 'parameters': {}}]", "[]"},
      {"[{\"function\": \"f\", \"parameters\": {}},]", "[]"},
      {"[{\"a\": 1}", "[]"},
      {"﻿[]", "[]"},
  };
  expect_outcomes(parse_json_calls, kCases);
}

TEST(JsonCalls, RaisesAsPythonDoes) {
  constexpr ReplyCase kCases[] = {
      {"[{\"name\": \"f\", \"arguments\": {}}]", "!! KeyError: 'function'"},
      {"[{\"function\": \"f\", \"arguments\": {}}]", "!! KeyError: 'parameters'"},
      {"[{\"function\": [\"f\"], \"parameters\": {}}]", "!! TypeError: unhashable type: 'list'"},
      {"[{\"function\": {}, \"parameters\": {}}]", "!! TypeError: unhashable type: 'dict'"},
      {"[{}]", "!! KeyError: 'function'"},
      {"1", "!! TypeError: 'int' object is not iterable"},
      {"1.5", "!! TypeError: 'float' object is not iterable"},
      {"true", "!! TypeError: 'bool' object is not iterable"},
      {"null", "!! TypeError: 'NoneType' object is not iterable"},
  };
  expect_outcomes(parse_json_calls, kCases);
}

// Python's engine needs time exponential in the number of objects here.
TEST(JsonCalls, SearchesInLinearTime) {
  std::string source = "[{";
  for (int i = 0; i < 100'000; ++i) source += "}, {";
  EXPECT_EQ(outcome(parse_json_calls(source)), "[]");
  EXPECT_EQ(outcome(parse_json_calls(std::string(1'000'000, ' ') + std::string(300'000, '}'))),
            "[]");
}

TEST(JsonCalls, PassesOnDeepNesting) {
  const Result<Value> deep = parse_json_calls(std::string(100'000, '['));
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().kind, "RecursionError");
}

}  // namespace
}  // namespace bfclx
