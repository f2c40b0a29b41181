#include "core/value/extent.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

std::size_t bytes_of(const Value& value) { return extent_of(value, kAll).bytes; }

TEST(Extent, CountsValuesAndTexts) {
  EXPECT_EQ(bytes_of(Value::none()), 16U);
  EXPECT_EQ(bytes_of(Value::integer(7)), 16U);
  EXPECT_EQ(bytes_of(Value::str(std::string(100, 'x'))), 116U);
  EXPECT_EQ(bytes_of(Value::bytes("abc")), 19U);
  EXPECT_GT(bytes_of(Value::integer(BigInt::from_double(1e300))), 16U + 100);
  EXPECT_EQ(bytes_of(Value::tuple({Value::none(), Value::list({Value::none()})})), 4U * 16);
  Value dict = Value::dict();
  dict.mutable_dict().set("ab", Value::integer(1));
  EXPECT_EQ(bytes_of(dict), 16U + 18 + 16);
}

TEST(Extent, WhatIsMetTwiceCountsTwice) {
  Value value = Value::list({Value::none()});
  for (int i = 0; i < 10; ++i) value = Value::list({value, value});
  EXPECT_EQ(bytes_of(value), 16U * ((1U << 10) - 1 + 2 * (1U << 10)));
  EXPECT_FALSE(extent_of(value, kAll).cyclic);
}

TEST(Extent, EndsAtTheLimit) {
  Value value = Value::list();
  for (int i = 0; i < 100; ++i) value = Value::list({value, value});  // 2 to the 100 in all
  const Extent extent = extent_of(value, 1000);
  EXPECT_TRUE(extent.too_large);
  EXPECT_LE(extent.bytes, 1016U);
  EXPECT_FALSE(extent_of(Value::list(), 16).too_large);
}

TEST(Extent, EndsAtTheDepth) {
  Value value = Value::list();
  for (std::size_t i = 1; i < Extent::kMaxDepth; ++i) value = Value::list({value});
  EXPECT_FALSE(extent_of(value, kAll).too_large);
  EXPECT_TRUE(extent_of(Value::list({value}), kAll).too_large);
}

TEST(Extent, FindsWhatIsInsideItself) {
  const Value list = Value::list({Value::none()});
  const Value dict = Value::dict();
  dict.mutable_dict().set("list", list);
  list.mutable_list().push_back(dict);
  const Extent extent = extent_of(list, kAll);
  EXPECT_TRUE(extent.cyclic);
  EXPECT_FALSE(extent.too_large);
  EXPECT_EQ(extent.bytes, 16U * 4 + 20);
  list.mutable_list().clear();
}

TEST(BreakCycles, LeavesEverythingElse) {
  const Value shared = Value::list({Value::integer(1)});
  const Value list = Value::list({shared, shared});
  const Value dict = Value::dict();
  dict.mutable_dict().set("list", list);
  list.mutable_list().push_back(dict);
  list.mutable_list().push_back(Value::tuple({list}));
  list.mutable_list().push_back(list);
  break_cycles(dict);
  EXPECT_EQ(repr(dict), "{'list': [[1], [1], '{...}', '[...]', '[...]']}");
  EXPECT_FALSE(extent_of(dict, kAll).cyclic);
}

}  // namespace
}  // namespace bfclx
