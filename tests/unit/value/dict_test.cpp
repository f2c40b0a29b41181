#include "core/value/dict.h"

#include <gtest/gtest.h>

#include <string>

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
  for (int i = 0; i < 500; ++i) {
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
