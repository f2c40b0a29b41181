#include "core/generation/entry_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/dataset/category.h"
#include "core/dataset/drawn_order.h"
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

// Of each category those with the lowest numbers of the draw, whatever their place in the dataset.
TEST(EntryOrder, TheMostUrgentCategoryIsNextAndItsEntriesAreDrawn) {
  std::vector<PlannedEntry> plan;
  const auto add = [&plan](const char* category, int number) {
    auto entry = std::make_shared<Entry>();
    entry->id = std::string(category) + "_" + std::to_string(number);
    entry->category = find_category(category);
    entry->data = Value::dict(Dict());
    plan.push_back({std::move(entry), {}});
  };
  for (int i = 0; i < 40; ++i) add("simple_python", i);
  for (int i = 0; i < 40; ++i) add("parallel", i);
  const Category* parallel = find_category("parallel");
  const UncertainOrder uncertain = {
      7, [&](const Category& category) { return &category == parallel ? 2 : 1; }};
  EntryOrder order(plan, false, &uncertain);
  const std::vector<std::size_t> all = taken(order);
  ASSERT_EQ(all.size(), 80u);
  for (std::size_t place = 0; place < all.size(); ++place) {
    EXPECT_EQ(plan[all[place]].entry->category == parallel, place < 40) << place;
    if (place == 0 || place == 40) continue;
    EXPECT_LT(draw_rank(plan[all[place - 1]].entry->id, 7),
              draw_rank(plan[all[place]].entry->id, 7));
  }
  EXPECT_FALSE(std::is_sorted(all.begin() + 40, all.end()));
  // The last of an order that is a sample would leave a gap.
  EntryOrder other(plan, false, &uncertain);
  EXPECT_EQ(other.take_last(), all[0]);
}

TEST(EntryOrder, WhatOthersWaitForComesFirstInTheUncertainOrder) {
  std::vector<PlannedEntry> plan = {planned("memory_kv_0", "[]", {"memory_kv_prereq_1"}),
                                    planned("memory_kv_prereq_0", "[]"),
                                    planned("memory_kv_prereq_1", "[]", {"memory_kv_prereq_0"})};
  const UncertainOrder uncertain = {1, [](const Category&) { return 1.0; }};
  EntryOrder order(plan, false, &uncertain);
  EXPECT_EQ(taken(order), (std::vector<std::size_t>{1, 2, 0}));
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
