#include "core/value/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

Value big(std::string_view digits, bool negative = false) {
  BigInt value = BigInt::parse(digits, 10).value();
  return Value::integer(negative ? value.negated() : std::move(value));
}

Value list_of(std::initializer_list<Value> items) { return Value::list(List(items)); }
Value tuple_of(std::initializer_list<Value> items) { return Value::tuple(List(items)); }

TEST(Value, KeepsStringsOfEveryLength) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, 'x');
    const Value value = Value::str(text);
    const Value copy = value;
    Value moved = Value::str(text);
    const Value taken = std::move(moved);
    EXPECT_EQ(value.as_str(), text);
    EXPECT_EQ(copy.as_str(), text);
    EXPECT_EQ(taken.as_str(), text);
    EXPECT_TRUE(moved.is_none());  // NOLINT: what a move leaves is defined
    EXPECT_TRUE(equal(value, taken));
    EXPECT_FALSE(equal(value, Value::bytes(text)));
    EXPECT_EQ(Value::bytes(text).as_bytes(), text);
    EXPECT_EQ(value.identity() != nullptr, size > 14);
  }
}

TEST(Value, SurvivesSelfAssignment) {
  Value value = Value::str("a string that lies on the heap");
  const Value& alias = value;
  value = alias;
  EXPECT_EQ(value.as_str(), "a string that lies on the heap");
  Value nested = list_of({list_of({Value::integer(1)})});
  nested = nested.items()[0];
  EXPECT_EQ(repr(nested), "[1]");
}

TEST(Value, CopiesShareContainers) {
  const Value original = Value::list();
  const Value alias = original;  // NOLINT: the copy is the point
  alias.mutable_list().push_back(Value::integer(1));
  EXPECT_EQ(original.items().size(), 1u);
  EXPECT_TRUE(original.same_object(alias));
  EXPECT_FALSE(original.same_object(list_of({Value::integer(1)})));
  EXPECT_TRUE(original.shared());
}

TEST(Value, NormalisesIntegers) {
  EXPECT_TRUE(big("9223372036854775807").is_small_int());
  EXPECT_TRUE(big("9223372036854775808", true).is_small_int());
  EXPECT_EQ(big("9223372036854775808", true).as_int64(), std::numeric_limits<std::int64_t>::min());
  EXPECT_FALSE(big("9223372036854775808").is_small_int());
  EXPECT_TRUE(big("9223372036854775808").is_int());
  EXPECT_EQ(Value::integer(-5).as_bigint().to_decimal(), "-5");
}

TEST(Value, DeepCopyKeepsAliases) {
  const Value inner = list_of({Value::integer(1)});
  const Value outer = list_of({inner, inner, tuple_of({inner}), tuple_of({Value::integer(2)})});
  const Value copy = outer.deep_copy();
  EXPECT_TRUE(equal(copy, outer));
  copy.items()[0].mutable_list().push_back(Value::integer(9));
  EXPECT_EQ(repr(copy), "[[1, 9], [1, 9], ([1, 9],), (2,)]");
  EXPECT_EQ(repr(outer), "[[1], [1], ([1],), (2,)]");
  EXPECT_TRUE(copy.items()[3].same_object(outer.items()[3]));
}

TEST(Value, DeepCopyOfACycleIsACycle) {
  const Value loop = Value::list();
  loop.mutable_list().push_back(loop);
  const Value copy = loop.deep_copy();
  EXPECT_TRUE(copy.items()[0].same_object(copy));
  EXPECT_FALSE(copy.same_object(loop));
  loop.mutable_list().clear();
  copy.mutable_list().clear();
}

TEST(Value, DestroysDeepNesting) {
  Value nested = Value::list();
  for (int i = 0; i < 300'000; ++i) {
    Value outer = Value::dict();
    outer.mutable_dict().set("k", list_of({std::move(nested), Value::integer(1)}));
    nested = std::move(outer);
  }
  nested = Value();
  EXPECT_TRUE(nested.is_none());
}

// Pairs for which Python's == was asked.
TEST(Equal, ComparesAsPython) {
  struct Case {
    Value a;
    Value b;
    bool same;
  };
  const Value one = Value::integer(1);
  const Case cases[] = {
      {one, Value::real(1.0), true},
      {one, Value::boolean(true), true},
      {Value::real(0.0), Value::boolean(false), true},
      {Value::real(-0.0), Value::integer(0), true},
      {one, Value::str("1"), false},
      {Value::none(), Value::boolean(false), false},
      {Value::str("a"), Value::bytes("a"), false},
      {Value::integer(9007199254740993), Value::real(9007199254740992.0), false},
      {Value::integer(9007199254740992), Value::real(9007199254740992.0), true},
      {big("9223372036854775808"), Value::real(9223372036854775808.0), true},
      {Value::integer(std::numeric_limits<std::int64_t>::max()), Value::real(9223372036854775808.0),
       false},
      {big("9223372036854775809"), Value::real(9223372036854775808.0), false},
      {big("100000000000000000000000"), Value::real(1e23), false},
      {big("18446744073709551616"), big("18446744073709551616"), true},
      {big("18446744073709551616"), Value::real(kInfinity), false},
      {Value::complex(1, 0), one, true},
      {Value::complex(1, 1), one, false},
      {Value::boolean(true), Value::complex(1, -0.0), true},
      {Value::real(kNan), Value::real(kNan), false},
      {list_of({Value::real(kNan)}), list_of({Value::real(kNan)}), true},
      {list_of({one}), tuple_of({one}), false},
      {list_of({one}), list_of({Value::real(1)}), true},
      {list_of({one}), list_of({one, one}), false},
      {Value::ellipsis(), Value::ellipsis(), true},
      {Value::str("a text on the heap, long"), Value::str("a text on the heap, long"), true},
      {Value::opaque({"mpf", "mpf('1')", "1"}), Value::opaque({"mpf", "mpf('1')", "1"}), false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(equal(c.a, c.b), c.same) << repr(c.a) << " == " << repr(c.b);
    EXPECT_EQ(equal(c.b, c.a), c.same) << repr(c.b) << " == " << repr(c.a);
    if (c.same && hashable(c.a)) {
      EXPECT_EQ(hash(c.a), hash(c.b)) << repr(c.a);
    }
  }
  const Value object = Value::opaque({"mpf", "mpf('1')", "1"});
  EXPECT_TRUE(equal(object, Value(object)));
}

TEST(Equal, FindsIdenticalItems) {
  const List items = {Value::integer(1), Value::str("x"), Value::real(kNan)};
  EXPECT_TRUE(contains(items, Value::boolean(true)));
  EXPECT_TRUE(contains(items, Value::real(kNan)));
  EXPECT_FALSE(contains(items, Value::integer(2)));
}

TEST(CompareNumbers, IsExact) {
  struct Case {
    Value a;
    Value b;
    int order;
  };
  const Case cases[] = {
      {Value::integer(1), Value::real(1.5), -1},
      {Value::integer(-1), Value::real(-1.5), 1},
      {Value::boolean(true), Value::real(0.5), 1},
      {Value::integer(9007199254740993), Value::real(9007199254740992.0), 1},
      {big("100000000000000000000000"), Value::real(1e23), 1},
      {big("100000000000000000000000"), Value::real(kInfinity), -1},
      {big("100000000000000000000000", true), Value::real(-kInfinity), 1},
      {big("100000000000000000000000"), Value::integer(5), 1},
      {Value::real(-0.0), Value::integer(0), 0},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(compare_numbers(c.a, c.b), c.order) << repr(c.a) << " " << repr(c.b);
    EXPECT_EQ(compare_numbers(c.b, c.a), -c.order) << repr(c.b) << " " << repr(c.a);
  }
  EXPECT_EQ(compare_numbers(Value::real(kNan), Value::integer(1)), std::nullopt);
}

// hash() of CPython 3.11 on a 64-bit machine.
TEST(Hash, OfNumbersIsCPythons) {
  struct Case {
    Value value;
    std::int64_t hash;
  };
  const Case cases[] = {
      {Value::integer(0), 0},
      {Value::integer(-1), -2},
      {Value::integer(-2), -2},
      {Value::integer(2305843009213693951), 0},
      {Value::integer(std::numeric_limits<std::int64_t>::min()), -4},
      {big("123456789012345678901234567890"), 248789772095949448},
      {Value::real(0.5), 1152921504606846976},
      {Value::real(-1.0), -2},
      {Value::real(1e300), 1224995262755759164},
      {Value::real(5e-324), 16777216},
      {Value::real(kInfinity), 314159},
      {Value::complex(1, 2), 2000007},
      {tuple_of({}), 5740354900026072187},
      {tuple_of({Value::integer(1), Value::integer(2)}), -3550055125485641917},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(static_cast<std::int64_t>(hash(c.value)), c.hash) << repr(c.value);
  }
}

TEST(Value, KnowsTruthNamesAndHashability) {
  struct Case {
    Value value;
    std::string_view type;
    bool truth;
    bool hashable;
  };
  const Case cases[] = {
      {Value::none(), "NoneType", false, true},
      {Value::boolean(true), "bool", true, true},
      {Value::integer(0), "int", false, true},
      {big("123456789012345678901234567890"), "int", true, true},
      {Value::real(-0.0), "float", false, true},
      {Value::real(kNan), "float", true, true},
      {Value::complex(0, 1), "complex", true, true},
      {Value::ellipsis(), "ellipsis", true, true},
      {Value::str(""), "str", false, true},
      {Value::bytes("x"), "bytes", true, true},
      {Value::list(), "list", false, false},
      {tuple_of({}), "tuple", false, true},
      {tuple_of({Value::list()}), "tuple", true, false},
      {Value::dict(), "dict", false, false},
      {Value::set(), "set", false, false},
      {Value::opaque({"Decimal", "", ""}), "Decimal", true, true},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(type_name(c.value), c.type);
    EXPECT_EQ(truthy(c.value), c.truth) << c.type;
    EXPECT_EQ(hashable(c.value), c.hashable) << c.type;
  }
}

}  // namespace
}  // namespace bfclx
