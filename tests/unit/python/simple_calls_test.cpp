// The quick reader of plain calls against the full parser: where it reads a text at all, it gives
// the same calls.
#include "core/python/simple_calls.h"

#include <gtest/gtest.h>

#include <string_view>

#include "core/value/repr.h"

namespace bfclx {
namespace {

TEST(SimpleCalls, ReadsThePlainForm) {
  const struct {
    std::string_view text;
    std::string_view calls;  // repr; empty: left to the full parser
  } kCases[] = {
      {"[f(a=1, b='x')]", "[{'f': {'a': 1, 'b': 'x'}}]"},
      {"[g.h(c=[2.5, None], d={'k': True})]", "[{'g.h': {'c': [2.5, None], 'd': {'k': True}}}]"},
      {R"([f(a='it\'s', b="\"\\\n\t")])", R"([{'f': {'a': "it's", 'b': '"\\\n\t'}}])"},
      {R"([f(a='\'')])", R"([{'f': {'a': "'"}}])"},
      {R"([f(a='\x41')])", ""},
      {R"([f(a='\d')])", ""},
      {R"([f(a='\)])", ""},
      {"[f(a='''b''')]", ""},
      {"[f(a='b' 'c')]", ""},
      {"[f(if=1)]", ""},
      {"[f(iffy=1, __debug=2, Nonesuch=3)]", "[{'f': {'iffy': 1, '__debug': 2, 'Nonesuch': 3}}]"},
      {"[f(nonlocal=1)]", ""},
      {"[f(__debug__=1)]", ""},
      {"[f(a=1, a=2)]", "[{'f': {'a': 2}}]"},
      {"[f(1 + 1)]", ""},
  };
  for (const auto& c : kCases) {
    const std::optional<Value> calls = read_simple_calls(c.text);
    EXPECT_EQ(calls ? repr(*calls) : "", c.calls) << c.text;
  }
}

TEST(SimpleCalls, ReadsOneCallWithPositionalArguments) {
  const std::optional<SimpleCall> call = read_simple_call(R"(f('it\'s', [1], b=-2.5))");
  ASSERT_TRUE(call.has_value());
  EXPECT_EQ(call->name, "f");
  EXPECT_EQ(repr(Value::list(call->positional)), R"(["it's", [1]])");
  EXPECT_EQ(repr(Value::dict(call->keywords)), "{'b': -2.5}");
  EXPECT_FALSE(read_simple_call("f(x)").has_value());
  EXPECT_FALSE(read_simple_call("f(g(1))").has_value());
}

}  // namespace
}  // namespace bfclx
