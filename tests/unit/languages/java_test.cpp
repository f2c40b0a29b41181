#include <gtest/gtest.h>

#include "core/languages/languages.h"
#include "tests/unit/languages/reply_case.h"

namespace bfclx {
namespace {

TEST(JavaCall, ReadsArguments) {
  constexpr ReplyCase kCases[] = {
      {"GeometryPresentation.createPresentation(controller=\"mapController\", parent=\"mapArea\")",
       "[{'GeometryPresentation.createPresentation': {'controller': 'mapController', 'parent': "
       "'mapArea'}}]"},
      {"a.b.c(x=\"y\")", "[{'a.b.c': {'x': 'y'}}]"},
      {"f(a=null, b=true, c=-1, d=1.0f, e=x.y, g=h(1, 2), i=A.class)",
       "[{'f': {'a': 'null', 'b': 'true', 'c': '-1', 'd': '1.0f', 'e': 'x.y', 'g': 'h(1, 2)', 'i': "
       "'A.class'}}]"},
      {"configure(list=new ArrayList<>(Arrays.asList(\"x\", \"y\")), n=new int[]{1, 2, 3})",
       "[{'configure': {'list': 'new ArrayList<>(Arrays.asList(\"x\", \"y\"))', 'n': 'new "
       "int[]{1,2,3}'}}]"},
      {"m(map=new HashMap<String, Integer>() {{ put(\"a\", 1); }})",
       "[{'m': {'map': 'new HashMap<String,Integer>()'}}]"},
      {"m(grid=new int[][]{{1, 2}, {3}}, names=new String[]{\"x\", \"y\"})",
       "[{'m': {'grid': 'new int[]{{1,2},{3}}', 'names': 'new String[]{\"x\",\"y\"}'}}]"},
      {"m(letter='c', block=\"\"\"\nx\"\"\", f=(x) -> x + 1)",
       "[{'m': {'letter': 'c', 'block': '\"\"\\nx\"\"', 'f': '(x)->x+1'}}]"},
      {"outer(inner=1).chained(second=\"value here\")",
       "[{'outer(inner=1).chained': {'second': 'value here'}}]"},
      {"compute(a = x /* why */ + 1, flag)", "[{'compute': {'a': 'x/* why */+1', None: 'flag'}}]"},
      {"compute(String.class, number=10);",
       "[{'compute': {None: 'String.class', 'number': '10'}}]"},
      {"process(new Foo(1, \"a\"), value=new Foo(1,   \"a\", new Bar()))",
       "[{'process': {'value': 'new Foo(1, \"a\", new Bar())'}}]"},
      {"f(x=1);g(y=2);", "[{'f': {'x': '1'}}]"},
      {"run(value = condition ? \"yes\" : \"no\", text = \"a\\\"b\")",
       "[{'run': {'value': 'condition?\"yes\":\"no\"', 'text': 'a\\\\\"b'}}]"},
  };
  expect_outcomes(parse_java_call, kCases);
}

TEST(JavaCall, GivesAnEmptyDictWithoutACall) {
  constexpr ReplyCase kCases[] = {
      {"", "{}"},           {"class A{}", "{}"},  {"new Foo(a=1)", "{}"},
      {"int x = 3;", "{}"}, {"// nothing", "{}"},
  };
  expect_outcomes(parse_java_call, kCases);
}

TEST(JavaCall, SlicesByBytesAsCodePoints) {
  constexpr ReplyCase kCases[] = {
      {"f(a=\"é\",b=\"x\")", "[{'f': {'a': 'é\"', '=': '\"'}}]"},
      {"translate(text=\"Grüße\", language=\"de\")",
       "[{'translate': {'text': 'Grüße\",', 'nguage=\"': '\"'}}]"},
      {"find(city=\"São Paulo\", country=\"BR\", code=12)",
       "[{'find': {'city': 'São Paulo\"', 'ountry=': 'R\"', 'ode=': '2)'}}]"},
      {"find(city=\"漢字\", other=\"tail of the call\")",
       "[{'find': {'city': '漢字\", o', 'r=\"ta': ' of the call\"'}}]"},
      {"send(icon=\"😀😀😀😀\")", "[{'send': {'icon': '😀😀😀😀\"'}}]"},
  };
  expect_outcomes(parse_java_call, kCases);
}

TEST(JavaCall, MissingNodesAreNoErrors) {
  constexpr ReplyCase kCases[] = {
      {"f(a=1;", "[{'f': {'a': '1'}}]"},
      {"configure(timeout=30, name=\"x\"", "!! SyntaxError: Error parsing java the source code."},
      {"f(a=1)", "!! SyntaxError: Error parsing java the source code."},
      {"f(a=1,b=2,c=3,d=4)", "[{'f': {'a': '1', 'b': '2', 'c': '3', 'd': '4'}}]"},
  };
  expect_outcomes(parse_java_call, kCases);
}

TEST(JavaCall, CommentsCountAsChildren) {
  constexpr ReplyCase kCases[] = {
      {"f(a /*c*/ = 1)", "[{'f': {'a': '='}}]"},
      {"f(a=/*c*/1)", "[{'f': {'a': '/*c*/'}}]"},
      {"compute(value=1 /* c */, other=2)", "[{'compute': {'value': '1', 'other': '2'}}]"},
  };
  expect_outcomes(parse_java_call, kCases);
}

TEST(JavaCall, RaisesAsPythonDoes) {
  constexpr ReplyCase kCases[] = {
      {"x", "!! SyntaxError: Error parsing java the source code."},
      {"f(a=1,a=2)", "!! SyntaxError: Error parsing java the source code."},
      {"f(argument=1, argument=2)",
       "!! Exception: Error: Multiple arguments with the same name are not supported."},
      {"f(first, second, third=3)",
       "!! Exception: Error: Multiple arguments with the same name are not supported."},
      {"f(a=)", "!! SyntaxError: Error parsing java the source code."},
      {"f(a=new int[5])", "!! AttributeError: 'NoneType' object has no attribute 'type'"},
      {"f(a=\"\355\240\200\")",
       "!! UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud800' in position 5: "
       "surrogates not allowed"},
      {"f(a=\"\355\240\200\355\240\201é\")",
       "!! UnicodeEncodeError: 'utf-8' codec can't encode characters in position 5-6: surrogates "
       "not allowed"},
      {"f(a=\"x", "!! SyntaxError: Error parsing java the source code."},
      {"for (;;) {", "{}"},
      {"f(a='')", "!! SyntaxError: Error parsing java the source code."},
      {"m\\ockHandler", "!! SyntaxError: Error parsing java the source code."},
      {"\\Maker.spy(settings=\"mock\", handler=\"mockHandler\");",
       "!! SyntaxError: Error parsing java the source code."},
      {"\355\240\200",
       "!! UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud800' in position 0: "
       "surrogates not allowed"},
  };
  expect_outcomes(parse_java_call, kCases);
}

TEST(JavaCall, BoundsNestingAndSize) {
  const auto nested = [](std::size_t depth) {
    return "f(a=" + std::string(depth, '(') + "1" + std::string(depth, ')') + ")";
  };
  EXPECT_TRUE(parse_java_call(nested(300)).ok());
  const Result<Value> deep = parse_java_call(nested(3000));
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().kind, "RecursionError");
  // The third is short: tree-sitter would look for a way out of its syntax errors for minutes.
  for (const std::string& source : {std::string(200'000, 'x'), std::string(10'000, '('),
                                    std::string("a(b(c**(null(*d(e*f(*d(e*f(*d(e*f:=g**h:=g**i")}) {
    const Result<Value> large = parse_java_call(source);
    ASSERT_FALSE(large.ok());
    EXPECT_EQ(large.error().kind, "Limit");
  }
}

}  // namespace
}  // namespace bfclx
