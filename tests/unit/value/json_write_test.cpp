#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <string>
#include <thread>

#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

std::string dumps(const Value& value, const JsonStyle& style = {}) {
  const Result<std::string> text = json_dumps(value, style);
  return text.ok() ? *text : std::string(text.error().kind) + ": " + text.error().message;
}

Value sample() {
  return json_loads(R"({"b": [1, 2.0, {}, []], "a": {"x": null, "é": "😀\u0001\u007f\"\\\n"}})")
      .value();
}

TEST(JsonDumps, WritesAsPython) {
  EXPECT_EQ(
      dumps(sample()),
      R"({"b": [1, 2.0, {}, []], "a": {"x": null, "\u00e9": "\ud83d\ude00\u0001\u007f\"\\\n"}})");
  EXPECT_EQ(dumps(sample(), {.ensure_ascii = false}),
            "{\"b\": [1, 2.0, {}, []], \"a\": {\"x\": null, \"é\": "
            "\"😀\\u0001\x7F\\\"\\\\\\n\"}}");
  EXPECT_EQ(
      dumps(json_loads(R"({"b": [1, {}], "a": {"x": [[]]}})").value(),
            {.indent = 2, .sort_keys = true}),
      "{\n  \"a\": {\n    \"x\": [\n      []\n    ]\n  },\n  \"b\": [\n    1,\n    {}\n  ]\n}");
  EXPECT_EQ(
      dumps(json_loads("[1, {\"a\": 2}]").value(), {.item_separator = ",", .key_separator = ":"}),
      "[1,{\"a\":2}]");
}

TEST(JsonDumps, WritesNumbers) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(dumps(Value::tuple({Value::real(kInfinity), Value::real(-kInfinity),
                                Value::real(std::numeric_limits<double>::quiet_NaN()),
                                Value::real(1e16), Value::real(-0.0)})),
            "[Infinity, -Infinity, NaN, 1e+16, -0.0]");
  EXPECT_EQ(dumps(json_loads("123456789012345678901234567890").value()),
            "123456789012345678901234567890");
  const BigInt huge = BigInt::power(BigInt(10), BigInt(4300)).value();
  EXPECT_EQ(dumps(Value::integer(huge)),
            "ValueError: Exceeds the limit (4300 digits) for integer string conversion; use "
            "sys.set_int_max_str_digits() to increase the limit");
}

TEST(JsonDumps, WritesScalarKeysAsText) {
  const Value value = Value::dict();
  Dict& dict = value.mutable_dict();
  dict.set(Value::integer(1), Value::integer(1));
  dict.set(Value::real(2.5), Value::integer(2));
  dict.set(Value::boolean(false), Value::integer(3));
  dict.set(Value::none(), Value::integer(4));
  EXPECT_EQ(dumps(value), R"({"1": 1, "2.5": 2, "false": 3, "null": 4})");
  EXPECT_EQ(dumps(value, {.sort_keys = true}),
            "TypeError: '<' not supported between instances of 'NoneType' and 'bool'");
}

TEST(JsonDumps, RefusesWhatPythonRefuses) {
  const Value keyed = Value::dict();
  keyed.mutable_dict().set(Value::tuple({Value::integer(1)}), Value::integer(1));
  EXPECT_EQ(dumps(keyed), "TypeError: keys must be str, int, float, bool or None, not tuple");
  EXPECT_EQ(dumps(keyed, {.lenient = true}), "{\"(1,)\": 1}");
  EXPECT_EQ(dumps(Value::set()), "TypeError: Object of type set is not JSON serializable");
  EXPECT_EQ(dumps(Value::bytes("x")), "TypeError: Object of type bytes is not JSON serializable");
  EXPECT_EQ(dumps(Value::opaque({"mpf", "mpf('4')", "4"})),
            "TypeError: Object of type mpf is not JSON serializable");
  EXPECT_EQ(dumps(Value::list({Value::complex(0, 1), Value::ellipsis()}), {.lenient = true}),
            R"(["1j", "Ellipsis"])");
}

TEST(JsonDumps, RefusesCyclesAndDepth) {
  const Value loop = Value::list();
  loop.mutable_list().push_back(loop);
  EXPECT_EQ(dumps(loop), "ValueError: Circular reference detected");
  EXPECT_EQ(dumps(loop, {.lenient = true}), R"(["..."])");
  loop.mutable_list().clear();
  Value deep = Value::list();
  for (int i = 0; i < 5000; ++i) deep = Value::list({deep});
  EXPECT_EQ(dumps(deep),
            "RecursionError: maximum recursion depth exceeded while encoding a JSON array");
  EXPECT_EQ(dumps(deep, {.lenient = true}).substr(985, 10), "[[[[[\"...\"");
}

#ifndef __EMSCRIPTEN__  // which has no threads

// The ground truth of an entry may be in the verdicts of several threads at once: that one of them
// takes or drops a reference makes no circle for another.
TEST(JsonDumps, IsTheSameWhileOtherThreadsShareAPart) {
  const Value whole = Value::list({Value::list({Value::str("part")})});
  const Value both = Value::list({whole, whole});
  std::atomic<bool> done{false};
  std::thread sharer([&] {
    while (!done) const Value held = whole.items().front();
  });
  int others = 0;
  for (int i = 0; i < 100'000; ++i) {
    if (dumps(both, {.lenient = true}) != R"([[["part"]], [["part"]]])") ++others;
  }
  done = true;
  sharer.join();
  EXPECT_EQ(others, 0);
}

#endif

TEST(AppendJson, IsAlwaysValidUtf8) {
  std::string out;
  append_json(out, Value::list({Value::str("é\xED\xA0\x80\xED\x95\x9C"), Value::bytes("\xFF")}));
  EXPECT_EQ(out, "[\"é\\ud800\xED\x95\x9C\", \"b'\\\\xff'\"]");
  out.clear();
  append_json_str(out, "\xED\xBF\xBF/");
  EXPECT_EQ(out, "\"\\udfff/\"");
}

}  // namespace
}  // namespace bfclx
