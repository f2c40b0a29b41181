#include "core/generation/entry_order.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

PlannedEntry planned(const std::string& id, const std::string& tools,
                     std::vector<std::string> depends_on = {}) {
  auto entry = std::make_shared<Entry>();
  entry->id = id;
  Dict raw;
  raw.set("function", *json_loads(tools));
  entry->data = Value::dict(std::move(raw));
  return {std::move(entry), std::move(depends_on)};
}

std::vector<std::size_t> taken(EntryOrder& order) {
  std::vector<std::size_t> all;
  while (const auto next = order.take()) {
    all.push_back(*next);
    order.complete(*next);
  }
  return all;
}

TEST(EntryOrder, EntriesWithTheSameToolsFollowEachOther) {
  const std::vector<PlannedEntry> plan = {
      planned("simple_python_0", R"([{"name": "f"}])"),
      planned("simple_python_1", R"([{"name": "g"}])"),
      planned("simple_python_2", R"([{"name": "f"}])"),
      planned("simple_python_3", R"([{"name": "g"}])"),
  };
  EntryOrder by_tools(plan, false);
  EXPECT_EQ(taken(by_tools), (std::vector<std::size_t>{0, 2, 1, 3}));
  EntryOrder official(plan, true);
  EXPECT_EQ(taken(official), (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(EntryOrder, GivesTheEntriesOfAGroup) {
  const std::vector<PlannedEntry> plan = {
      planned("simple_python_0", R"([{"name": "f"}])"),
      planned("simple_python_1", R"([{"name": "g"}])"),
      planned("simple_python_2", R"([{"name": "f"}])"),
      planned("simple_python_3", R"([{"name": "h"}])"),
  };
  EntryOrder order(plan, false);
  EXPECT_EQ(order.group_of(2), 0u);
  EXPECT_EQ(order.take_of(1), 1u);
  EXPECT_EQ(order.take_of(1), std::nullopt);
  EXPECT_EQ(order.take_of_free([](std::size_t group) { return group != 0; }), 3u);
  EXPECT_EQ(order.take_of_free([](std::size_t group) { return group != 0; }), std::nullopt);
  EXPECT_EQ(order.take_of(0), 0u);
  EXPECT_EQ(order.take_of(0), 2u);
  EntryOrder official(plan, true);
  EXPECT_EQ(official.group_of(2), 2u);
  EXPECT_EQ(official.take_of(2), 2u);
}

TEST(EntryOrder, WhatDependsOnOthersWaits) {
  const std::vector<PlannedEntry> plan = {
      planned("simple_python_0", "[]"),
      planned("simple_python_1", "[]", {"simple_python_0"}),
      planned("simple_python_2", "[]", {"simple_python_1", "simple_python_9"}),
  };
  EntryOrder order(plan, true);
  EXPECT_EQ(order.take(), 0u);
  EXPECT_FALSE(order.has_ready());
  order.complete(0);
  EXPECT_EQ(order.take_last(), 1u);
  EXPECT_EQ(order.give_up(1), std::vector<std::size_t>{2});
  EXPECT_FALSE(order.has_ready());
}

}  // namespace
}  // namespace bfclx
