#include <gtest/gtest.h>

#include "core/languages/languages.h"
#include "tests/unit/languages/reply_case.h"

namespace bfclx {
namespace {

TEST(JavaScriptCall, ReadsArguments) {
  constexpr ReplyCase kCases[] = {
      {"validateUserInput(inputField=\"userInputField\", isComplete=true)",
       "[{'validateUserInput': {'inputField': 'userInputField', 'isComplete': 'true'}}]"},
      {"a.b.c(x=\"y\")", "[{'a.b.c': {'x': 'y'}}]"},
      {"f(a=[1, \"x\", {k: v}], b={\"k\": 1}, c=() => 1, d=null, e=undefined)",
       "[{'f': {'a': '[1, \"x\", {k: v}]', 'b': '{\"k\": 1}', 'c': '() => 1', 'd': 'null', 'e': "
       "'undefined'}}]"},
      {"f(a='it', b=`t ${x}`, c=\"\", d=\"it's\")",
       "[{'f': {'a': 'it', 'b': '`t ${x}`', 'c': '', 'd': \"it's\"}}]"},
      {"f(a = new Date(), b = /re/g, c = -1.5e3, d = !x)",
       "[{'f': {'a': 'new Date()', 'b': '/re/g', 'c': '-1.5e3', 'd': '!x'}}]"},
      {"f(a=b=c)", "[{'f': {'a': 'b=c'}}]"},
      {"f(\"x\", 1, null)", "[{'f': {}}]"},
      {"f(flag)", "[{'f': {None: 'flag'}}]"},
      {"f(true)", "[{'f': {None: 'true'}}]"},
      {"f(a=1, true)", "[{'f': {'a': '1', None: 'true'}}]"},
      {"f(a=1); g(b=2)", "[{'f': {'a': '1'}}]"},
      {"x = 1; f(a=1)", "[{'f': {'a': '1'}}]"},
      {"f(a=1).g(b=2)", "[{'f(a=1).g': {'b': '2'}}]"},
      {"f?.(a=1)", "[{'f': {}}]"},
      {"f`a`", "[{'f': {}}]"},
      {"é(ü=\"ß\")", "[{'é': {'ü': 'ß'}}]"},
      {"f(a=\"漢字\", b=\"x\")", "[{'f': {'a': '漢字', 'b': 'x'}}]"},
      {"f(a+=3)", "[{'f': {}}]"},
      {"import(\"x\")", "[{'import': {}}]"},
      {"await f(a=1)", "None"},
      {"f(a=\"\\\"\")", "[{'f': {'a': '\\\\\"'}}]"},
  };
  expect_outcomes(parse_javascript_call, kCases);
}

TEST(JavaScriptCall, GivesNoneWithoutACall) {
  constexpr ReplyCase kCases[] = {
      {"", "None"},           {"x", "None"},
      {"x = f(a=1)", "None"}, {"const y = f(a=1);", "None"},
      {"{ f(a=1) }", "None"}, {"new Foo(a=1)", "None"},
      {"// nothing", "None"},
  };
  expect_outcomes(parse_javascript_call, kCases);
}

TEST(JavaScriptCall, MissingNodesAreNoErrors) {
  constexpr ReplyCase kCases[] = {
      {"f(a=1;", "[{'f': {'a': '1'}}]"},
      {"f(a=[1, 2)", "[{'f': {'a': '[1, 2'}}]"},
  };
  expect_outcomes(parse_javascript_call, kCases);
}

TEST(JavaScriptCall, CommentsCountAsChildren) {
  constexpr ReplyCase kCases[] = {
      {"f(a /*c*/ = 1)", "[{'f': {'a': '='}}]"},
      {"f(a=/*c*/1)", "[{'f': {'a': '/*c*/'}}]"},
      {"f /*c*/ (a=1)", "[{'f': {}}]"},
  };
  expect_outcomes(parse_javascript_call, kCases);
}

TEST(JavaScriptCall, RaisesAsPythonDoes) {
  constexpr ReplyCase kCases[] = {
      {"f(a=1,a=2)",
       "!! Exception: Error: Multiple arguments with the same name are not supported."},
      {"f(a,b)", "!! Exception: Error: Multiple arguments with the same name are not supported."},
      {"f(a, true)",
       "!! Exception: Error: Multiple arguments with the same name are not supported."},
      {"f(a=1", "!! SyntaxError: Error js parsing the source code."},
      {"f(a=)", "!! SyntaxError: Error js parsing the source code."},
      {"f(a=new int[]{1})", "!! SyntaxError: Error js parsing the source code."},
      {"f(a=True is None)", "!! SyntaxError: Error js parsing the source code."},
      {"f(a=\"\355\240\200\")",
       "!! UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud800' in position 5: "
       "surrogates not allowed"},
      {"f(a=\"\355\240\200\355\277\277\")",
       "!! UnicodeEncodeError: 'utf-8' codec can't encode characters in position 5-6: surrogates "
       "not allowed"},
      {"f(a=1)) g", "!! SyntaxError: Error js parsing the source code."},
  };
  expect_outcomes(parse_javascript_call, kCases);
}

}  // namespace
}  // namespace bfclx
