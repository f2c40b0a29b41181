// The plain form is read as the full parser reads it, and everything else is left to that.
#include "core/python/evaluate/simple_calls.h"

#include <gtest/gtest.h>

#include <string>

#include "core/decode/python_calls.h"
#include "core/python/python.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

TEST(SimpleCalls, ReadsThePlainForm) {
  for (const char* text : {
           "[]",
           "[f()]",
           "[f(a=1)]",
           "[ f ( a=1)]",
           "[f(a = -5, b='x', c=\"it's\"), g.h_2.i(d=[1, 2.5, -0.0, []], e={'k': {1: None}},)]",
           "[f(a=True, b=False, c=None, d=true, e=None_, f=1e5, g=2.5E-3)]",
           "[f(a=1, a=2)]",
           "[f(a={1: 'x', True: 'y', 1.0: 'z'})]",
           "[\n\tf(\n  a=1\n)\n,\n]",
           "[f(a='\xc3\xa9\xe2\x82\xac', b='')]",
           "[f(a=999999999999999999)]",
           "[f(a='it\\'s', b=\"\\\"\\\\\\n\\t\", c='\\'')]",
           "[f(iffy=1, __debug=2, Nonesuch=3, imported=4)]",
       }) {
    const std::optional<Value> simple = read_simple_calls(text);
    const Result<Value> full = parse_python_calls_by_tree(text);
    ASSERT_TRUE(full.ok()) << text;
    if (simple.has_value()) {
      EXPECT_EQ(repr(*simple), repr(*full)) << text;
    }
    // The one with a space before its bracket is not plain.
    EXPECT_EQ(simple.has_value(), std::string_view(text) != "[ f ( a=1)]") << text;
  }
}

TEST(ReadPlainValue, IsWhatEvalMakesOfIt) {
  for (const char* text : {"1", "-2.5e3", "'x'", "\"it's\"", "None", "True", "[]", "{}",
                           "[1, [2, 'a'],]", "{'a': {1: 'x', True: 'y', 1.0: None}}",
                           "{\"name\": \"f\", \"parameters\": {\"b\": -0.0}}", "[\n1\n]"}) {
    const std::optional<Value> plain = read_plain_value(text);
    ASSERT_TRUE(plain.has_value()) << text;
    const Result<Value> value = python::evaluate_text(text);
    ASSERT_TRUE(value.ok()) << text;
    EXPECT_EQ(repr(*plain), repr(*value)) << text;
  }
  for (const char* text :
       {"",        "1,",    "1, 2", "x",   "true", "{'a': null}", "f()",     "1 + 1",
        "'a' 'b'", "(1)",   "{1}",  "] [", "1]",   "[1",          "{[]: 1}", "9999999999999999999",
        "\n1",     "1\n  ", "1 ",   "\t1", "1\n",  " \n 1"}) {
    EXPECT_EQ(read_plain_value(text), std::nullopt) << text;
  }
}

constexpr const char* kNotPlain[] = {
    "",
    "f(a=1)",
    "[f(a=1)",
    "[f(a=1)]]",
    "[f(a=1)] # c",
    "[f(1)]",
    "[f(*a)]",
    "[f(**a)]",
    "[f(a=g(b=1))]",
    "[f(a=1+1)]",
    "[f(a='x' 'y')]",
    "[f(a=b'x')]",
    "[f(a=f'x')]",
    "[f(a='\\x41')]",
    "[f(a='\\d')]",
    "[f(a='\\')]",
    "[f(nonlocal=1)]",
    "[f(a='''x''')]",
    "[f(a='x\ny')]",
    "[f(a=007)]",
    "[f(a=1_0)]",
    "[f(a=1.)]",
    "[f(a=.5)]",
    "[f(a=1j)]",
    "[f(a=0x1)]",
    "[f(a=1if b else 2)]",
    "[f(a=+5)]",
    "[f(a=- 5)]",
    "[f(a=--5)]",
    "[f(a=(1, 2))]",
    "[f(a=(1))]",
    "[f(a={1, 2})]",
    "[f(a={[1]: 2})]",
    "[f(a=x.y)]",
    "[f(a=x[0])]",
    "[f(a=not x)]",
    "[f(a=lambda: 1)]",
    "[f(class=1)]",
    "[f(None=1)]",
    "[f(__debug__=1)]",
    "[class(a=1)]",
    "[f(a:=1)]",
    "[f(a=b=c)]",
    "[f(,)]",
    "[,]",
    "[f(a=1,,b=2)]",
    "[f(a=1) g(b=2)]",
    "[f(\xc3\xa9=1)]",
    "[f(a='\xed\xa0\x80')]",
    "[f(a=1000000000000000000000)]",
    "[a().b(c=1)]",
    "[a[0](c=1)]",
    "[[f(a=1)]]",
    "[f(a=1\r\n)]",
};

TEST(SimpleCalls, LeavesTheRestToTheFullParser) {
  for (const char* text : kNotPlain) {
    EXPECT_FALSE(read_simple_calls(text).has_value()) << text;
    EXPECT_FALSE(read_simple_call_texts(text).has_value()) << text;
  }
}

// Calls written again are those that the tree gives; dicts, and names given twice, are left to it.
TEST(SimpleCalls, WritesCallsAgain) {
  struct Case {
    const char* text;
    const char* texts;  // nullptr: left to the tree
  };
  for (const Case& c : {
           Case{"[]", "[]"},
           Case{"[f()]", "['f()']"},
           Case{"[f(a = -5, b=\"it's\"), g.h(c=[1,[2.50],'x' ,],)]",
                "['f(a=-5, b=\"it\\'s\")', \"g.h(c=[1, [2.5], 'x'])\"]"},
           Case{"[f(a=True, b=false, c=None, d=1e-05, e=0.00001)]",
                "[\"f(a=True, b='false', c=None, d=1e-05, e=1e-05)\"]"},
           Case{"[f(a='\xc3\xa9\\n')]", "[\"f(a='\xc3\xa9\\\\n')\"]"},
           Case{"[f(a={'k': 1})]", nullptr},
           Case{"[f(a=[{'k': 1}])]", nullptr},
           Case{"[f(a=1, a=2)]", nullptr},
           Case{"[f(a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1,k=1,l=1,m=1,n=1,o=1,p=1,q=1)]",
                nullptr},
       }) {
    const std::optional<Value> texts = read_simple_call_texts(c.text);
    ASSERT_EQ(texts.has_value(), c.texts != nullptr) << c.text;
    if (!texts) continue;
    EXPECT_EQ(repr(*texts), c.texts);
    const Result<Value> full = parse_python_calls_by_tree(c.text);
    ASSERT_TRUE(full.ok()) << c.text;
    EXPECT_EQ(repr(*texts), repr(*to_execution_list(*full))) << c.text;
  }
}

TEST(PlainCall, NamesArgumentsInTheirOrder) {
  const std::optional<PlainCall> call = read_plain_call("f(1, b=-2.5, a=[2])");
  ASSERT_TRUE(call.has_value());
  EXPECT_EQ(call->name, "f");
  ASSERT_EQ(call->positional.size(), 1);
  ASSERT_EQ(call->keywords.size(), 2);
  EXPECT_EQ(call->keywords[0].name, "b");
  EXPECT_EQ(repr(call->keywords[1].value), "[2]");
  EXPECT_FALSE(read_plain_call("f(a=1, a=2)").has_value());
  EXPECT_FALSE(read_plain_call("f(a=1, 2)").has_value());
  std::string many = "f(";
  for (int i = 0; i < 17; ++i) many += "a" + std::to_string(i) + "=1,";
  EXPECT_FALSE(read_plain_call(many + ")").has_value());
}

TEST(SimpleCall, HasPositionalArguments) {
  const std::optional<SimpleCall> call = read_simple_call("f('it\\'s', [1], b=-2.5)");
  ASSERT_TRUE(call.has_value());
  EXPECT_EQ(call->name, "f");
  EXPECT_EQ(repr(Value::list(call->positional)), "[\"it's\", [1]]");
  EXPECT_EQ(repr(Value::dict(call->keywords)), "{'b': -2.5}");
  EXPECT_FALSE(read_simple_call("f(x)").has_value());
  EXPECT_FALSE(read_simple_call("f(g(1))").has_value());
}

}  // namespace
}  // namespace bfclx
