#include "core/value/repr.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/value/dict.h"

namespace bfclx {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Repr, OfScalars) {
  struct Case {
    Value value;
    std::string_view text;
  };
  const Case cases[] = {
      {Value::none(), "None"},
      {Value::boolean(true), "True"},
      {Value::boolean(false), "False"},
      {Value::integer(-42), "-42"},
      {Value::integer(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808"},
      {Value::real(-0.0), "-0.0"},
      {Value::real(1e16), "1e+16"},
      {Value::ellipsis(), "Ellipsis"},
      {Value::str("it's"), "\"it's\""},
      {Value::bytes("a'\"\n\\\x7F\xFF"), "b'a\\'\"\\n\\\\\\x7f\\xff'"},
      {Value::bytes("it's"), "b\"it's\""},
      {Value::complex(0, 1), "1j"},
      {Value::complex(1, 2), "(1+2j)"},
      {Value::complex(1.5, -2), "(1.5-2j)"},
      {Value::complex(-0.0, -1), "(-0-1j)"},
      {Value::complex(0, -0.0), "-0j"},
      {Value::complex(kNan, kInfinity), "(nan+infj)"},
      {Value::complex(kInfinity, kNan), "(inf+nanj)"},
      {Value::complex(1, -kNan), "(1+nanj)"},
      {Value::complex(0, -kInfinity), "-infj"},
      {Value::complex(1e16, 1e-5), "(1e+16+1e-05j)"},
      {Value::opaque({"mpf", "mpf('4.5')", "4.5"}), "mpf('4.5')"},
  };
  for (const Case& c : cases) EXPECT_EQ(repr(c.value), c.text);
}

TEST(Repr, OfContainers) {
  const Value dict = Value::dict();
  dict.mutable_dict().set("a", Value::list({Value::integer(1), Value::real(2.5), Value::none()}));
  dict.mutable_dict().set(Value::integer(2), Value::tuple({Value::str("x")}));
  dict.mutable_dict().set("e", Value::tuple());
  EXPECT_EQ(repr(dict), "{'a': [1, 2.5, None], 2: ('x',), 'e': ()}");
  EXPECT_EQ(repr(Value::list()), "[]");
  EXPECT_EQ(repr(Value::dict()), "{}");
}

TEST(Repr, OfCycles) {
  const Value list = Value::list();
  const Value dict = Value::dict();
  list.mutable_list() = {list, dict, Value::tuple({list})};
  dict.mutable_dict().set("l", list);
  dict.mutable_dict().set("d", dict);
  EXPECT_EQ(repr(list), "[[...], {'l': [...], 'd': {...}}, ([...],)]");
  // Twice, yet not inside itself.
  const Value twice = Value::list({Value::integer(1)});
  EXPECT_EQ(repr(Value::list({twice, twice})), "[[1], [1]]");
  list.mutable_list().clear();
  dict.mutable_dict().clear();
}

TEST(Str, OfTextIsItself) {
  EXPECT_EQ(str(Value::str("it's")), "it's");
  EXPECT_EQ(str(Value::list({Value::str("x")})), "['x']");
  EXPECT_EQ(str(Value::opaque({"mpf", "mpf('4.5')", "4.5"})), "4.5");
}

}  // namespace
}  // namespace bfclx
