#include "core/value/dict.h"

#include <gtest/gtest.h>

#include <string>

#include "core/value/bigint.h"
#include "core/value/key_order.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

TEST(Dict, KeepsOrderAndFirstSpelling) {
  const Value value = Value::dict();
  Dict& dict = value.mutable_dict();
  dict.set("b", Value::integer(1));
  dict.set(Value::integer(1), Value::str("int"));
  dict.set("a", Value::integer(2));
  dict.set(Value::boolean(true), Value::str("bool"));
  dict.set(Value::real(1), Value::str("float"));
  dict.set("b", Value::none());
  EXPECT_EQ(repr(value), "{'b': None, 1: 'float', 'a': 2}");
  EXPECT_TRUE(dict.erase("b"));
  EXPECT_FALSE(dict.erase("b"));
  EXPECT_TRUE(dict.erase(Value::real(1)));
  EXPECT_EQ(repr(value), "{'a': 2}");
  dict.clear();
  EXPECT_TRUE(dict.empty());
}

// Few entries are searched in order, more through the index.
TEST(Dict, FindsAmongAnyNumber) {
  Dict dict;
  for (std::int64_t i = 0; i < 500; ++i) {
    EXPECT_EQ(dict.find(Value::integer(i)), nullptr);
    dict.set(Value::integer(i), Value::integer(i * i));
    dict.set("key " + std::to_string(i), Value::integer(-i));
    ASSERT_NE(dict.find(Value::real(i)), nullptr) << i;
    EXPECT_EQ(dict.find(Value::real(i))->as_int64(), i * i);
    EXPECT_EQ(dict.find("key 0")->as_int64(), 0);
    EXPECT_EQ(dict.find("key"), nullptr);
  }
}

TEST(Dict, FindsAfterErasing) {
  Dict dict;
  for (int i = 0; i < 40; ++i) dict.set(std::to_string(i), Value::integer(i));
  for (int i = 0; i < 40; i += 2) EXPECT_TRUE(dict.erase(Value::str(std::to_string(i))));
  for (int i = 0; i < 40; ++i) EXPECT_EQ(dict.contains(std::to_string(i)), i % 2 == 1) << i;
  EXPECT_EQ(dict.entry(0).key.as_str(), "1");
  EXPECT_EQ(dict.size(), 20u);
}

TEST(Dict, ComparesRegardlessOfOrder) {
  Dict forward;
  Dict backward;
  for (int i = 0; i < 20; ++i) forward.set(Value::integer(i), Value::integer(i));
  for (int i = 19; i >= 0; --i) backward.set(Value::real(i), Value::real(i));
  EXPECT_TRUE(equal(Value::dict(forward), Value::dict(backward)));
  backward.set(Value::integer(3), Value::none());
  EXPECT_FALSE(equal(Value::dict(forward), Value::dict(backward)));
}

Value set_of(std::initializer_list<Value> items) {
  Value result = Value::set();
  for (const Value& item : items) result.mutable_set().insert(item);
  return result;
}

Value ints(std::initializer_list<int> items) {
  Value result = Value::set();
  for (const int item : items) result.mutable_set().insert(Value::integer(item));
  return result;
}

// 2**61 - 1, to which Python's hashes of numbers are reduced.
Value times_modulus(std::int64_t factor, std::int64_t shift = 0) {
  const BigInt modulus((std::int64_t{1} << 61) - 1);
  const BigInt product = *BigInt::multiply(modulus, BigInt(factor));
  return Value::integer(*BigInt::shift_left(product, BigInt(shift)));
}

// Keys of one hash each: the dict turns to their order, and nothing else changes.
TEST(Dict, FindsAmongKeysThatMeet) {
  constexpr std::int64_t kCount = 3000;
  Dict dict;
  for (std::int64_t i = 0; i < kCount; ++i) dict.set(times_modulus(i, 64), Value::integer(i));
  EXPECT_EQ(key_hash(times_modulus(1, 64)), key_hash(times_modulus(2, 64)));
  for (std::int64_t i = 0; i < kCount; ++i) {
    ASSERT_NE(dict.find(times_modulus(i, 64)), nullptr) << i;
    EXPECT_EQ(dict.find(times_modulus(i, 64))->as_int64(), i);
    EXPECT_FALSE(dict.contains(times_modulus(i + kCount, 64)));
    EXPECT_EQ(dict.entry(static_cast<std::size_t>(i)).value.as_int64(), i);
  }
  EXPECT_FALSE(dict.contains("a"));
  EXPECT_TRUE(dict.contains(Value::real(0)));
  dict.set("a", Value::integer(-1));
  dict.set(Value::boolean(false), Value::integer(-2));
  EXPECT_EQ(dict.find("a")->as_int64(), -1);
  EXPECT_EQ(dict.find(times_modulus(0))->as_int64(), -2);
  EXPECT_EQ(dict.size(), static_cast<std::size_t>(kCount) + 1);
  EXPECT_TRUE(dict.erase(times_modulus(7, 64)));
  EXPECT_FALSE(dict.contains(times_modulus(7, 64)));
  EXPECT_EQ(dict.find(times_modulus(8, 64))->as_int64(), 8);
}

TEST(Set, HoldsKeysThatMeetInCPythonsOrder) {
  Set set;
  for (std::int64_t i = 0; i < 200; ++i) EXPECT_TRUE(set.insert(times_modulus(i)));
  for (std::int64_t i = 0; i < 200; ++i) EXPECT_EQ(set.insert(Value::integer(i)), i > 0);
  constexpr std::int64_t kModulus = (std::int64_t{1} << 61) - 1;
  std::int64_t sum = 0;
  for (const Value& item : set.ordered_items()) {
    const bool is_small = item.is_small_int() && item.as_int64() % kModulus != 0;
    const BigInt factor = *BigInt::floor_divide(item.as_bigint(), BigInt(kModulus));
    sum = (sum * 31 + (is_small ? 1000 + item.as_int64() : *factor.to_int64())) % 1'000'000'007;
  }
  EXPECT_EQ(sum, 824646384);  // of list(set) in CPython 3.11
}

TEST(Set, WhoseHashesAllMeetHasCPythonsOrder) {
  Set set;
  for (std::int64_t i = 0; i < 3000; ++i) set.insert(times_modulus(i));
  std::int64_t sum = 0;
  const BigInt modulus((std::int64_t{1} << 61) - 1);
  for (const Value& item : set.ordered_items()) {
    sum = (sum * 31 + *BigInt::floor_divide(item.as_bigint(), modulus)->to_int64()) % 1'000'000'007;
  }
  EXPECT_EQ(sum, 3838172);  // of list(set) in CPython 3.11
}

TEST(Set, OfHashesThatDifferInHighBitsHasCPythonsOrder) {
  Set set;
  for (std::int64_t i = 0; i < 3000; ++i) set.insert(Value::integer(i << 20));
  std::int64_t sum = 0;
  for (const Value& item : set.ordered_items()) {
    sum = (sum * 31 + (item.as_int64() >> 20)) % 1'000'000'007;
  }
  EXPECT_EQ(sum, 686223621);  // of list(set) in CPython 3.11
}

TEST(KeyOrder, IsTotalAndAgreesWithEquality) {
  const Value keys[] = {Value::none(),
                        Value::ellipsis(),
                        Value::boolean(false),
                        Value::integer(1),
                        Value::real(1),
                        Value::complex(1, 0),
                        Value::complex(1, 2),
                        Value::complex(-0.0, 2),
                        Value::complex(0.0, 2),
                        Value::real(-0.0),
                        Value::real(0.5),
                        Value::real(1e300),
                        Value::real(__builtin_inf()),
                        Value::real(__builtin_nan("")),
                        Value::complex(__builtin_nan(""), 0),
                        Value::integer(-1),
                        Value::integer(-2),
                        times_modulus(1),
                        times_modulus(1, 64),
                        times_modulus(-1, 64),
                        Value::real(9223372036854775808.0),
                        Value::integer(*BigInt::shift_left(BigInt(1), BigInt(63))),
                        Value::real(-36893488147419103232.0),
                        Value::integer(*BigInt::shift_left(BigInt(-1), BigInt(65))),
                        Value::str(""),
                        Value::str("a"),
                        Value::bytes("a"),
                        Value::tuple(),
                        Value::tuple({Value::integer(1)}),
                        Value::tuple({Value::boolean(true)}),
                        Value::tuple({Value::integer(1), Value::none()})};
  for (const Value& a : keys) {
    for (const Value& b : keys) {
      EXPECT_EQ(order_of_keys(a, b), -order_of_keys(b, a)) << repr(a) << " " << repr(b);
      EXPECT_EQ(order_of_keys(a, b) == 0, same_or_equal(a, b)) << repr(a) << " " << repr(b);
      if (same_or_equal(a, b)) {
        EXPECT_EQ(key_hash(a), key_hash(b)) << repr(a) << " " << repr(b);
      }
      for (const Value& c : keys) {
        if (order_of_keys(a, b) >= 0 || order_of_keys(b, c) >= 0) continue;
        EXPECT_LT(order_of_keys(a, c), 0) << repr(a) << " " << repr(b) << " " << repr(c);
      }
    }
  }
}

TEST(Set, HoldsEachOnce) {
  const Value set = set_of({Value::integer(1), Value::boolean(true), Value::str("x")});
  EXPECT_EQ(set.as_set().size(), 2u);
  EXPECT_TRUE(set.as_set().contains(Value::real(1)));
  EXPECT_FALSE(set.as_set().contains(Value::str("y")));
  EXPECT_TRUE(equal(set, set_of({Value::str("x"), Value::integer(1)})));
  EXPECT_FALSE(equal(set, set_of({Value::str("x"), Value::integer(2)})));
  Value many = Value::set();
  for (int i = 0; i < 300; ++i) {
    EXPECT_TRUE(many.mutable_set().insert(Value::integer(i % 150 == i ? i : i + 1000)));
  }
  EXPECT_FALSE(many.mutable_set().insert(Value::real(7)));
}

// The order that CPython 3.11 prints when the items are added one by one.
TEST(Set, IteratesAsCPython) {
  EXPECT_EQ(repr(Value::set()), "set()");
  EXPECT_EQ(repr(ints({3, 1, 2})), "{1, 2, 3}");
  EXPECT_EQ(repr(ints({8, 1, 0, 16})), "{8, 1, 0, 16}");
  EXPECT_EQ(repr(ints({100, 7, -1, 64, 32, 5})), "{64, 32, 100, 5, 7, -1}");
  EXPECT_EQ(repr(set_of({Value::real(2.5), Value::integer(1), Value::real(0.5)})), "{0.5, 1, 2.5}");
  EXPECT_EQ(repr(set_of({Value::tuple({Value::integer(1)}), Value::integer(9)})), "{(1,), 9}");
}

TEST(Set, OfConstantsIteratesAsCPythonsDisplay) {
  const Value set = ints({39, 16, 47, 22, 44});
  EXPECT_EQ(repr(set), "{39, 44, 47, 16, 22}");
  set.mutable_set().mark_constant_display();
  EXPECT_EQ(repr(set), "{16, 22, 39, 44, 47}");
}

TEST(Set, KeepsInsertionOrderWhereCPythonsGoesByAddresses) {
  const Value function = Value::opaque({"function", "f", "f"});
  EXPECT_EQ(repr(set_of({function, Value::integer(3), Value::integer(1)})), "{f, 3, 1}");
}

TEST(Set, IsCopiedItemByItem) {
  const Value set = ints({8, 1, 0});
  const Value copy = set.deep_copy();
  copy.mutable_set().insert(Value::integer(5));
  EXPECT_EQ(set.as_set().size(), 3u);
  EXPECT_EQ(copy.as_set().size(), 4u);
}

}  // namespace
}  // namespace bfclx
