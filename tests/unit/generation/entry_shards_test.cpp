#include "core/generation/entry_shards.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/dataset/entry_id.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

PlannedEntry planned(const std::string& id, std::size_t turns = 1, const std::string& scenario = "",
                     std::vector<std::string> depends_on = {}) {
  auto entry = std::make_shared<Entry>();
  entry->id = id;
  entry->category = read_entry_id(id).category;
  Value question = Value::list();
  for (std::size_t i = 0; i < turns; ++i) question.mutable_list().push_back(Value::list());
  Dict raw;
  raw.set("question", question);
  if (!scenario.empty()) raw.set("scenario", Value::str(scenario));
  entry->data = Value::dict(std::move(raw));
  return {std::move(entry), std::move(depends_on)};
}

// 100 single-turn entries, 40 episodes of four turns, and memories of 2 scenarios.
std::vector<PlannedEntry> mixed_plan() {
  std::vector<PlannedEntry> plan;
  for (int i = 0; i < 100; ++i) plan.push_back(planned("simple_python_" + std::to_string(i)));
  for (int i = 0; i < 40; ++i) plan.push_back(planned("multi_turn_base_" + std::to_string(i), 4));
  for (const std::string scenario : {"student", "finance"}) {
    std::vector<std::string> before;
    for (int i = 0; i < 5; ++i) {
      const std::string id =
          "memory_kv_prereq_" + std::to_string(i) + "-" + scenario + "-" + std::to_string(i);
      plan.push_back(planned(id, 3, scenario, before));
      before = {id};
    }
    for (int i = 0; i < 4; ++i) {
      plan.push_back(
          planned("memory_kv_" + std::to_string(i) + "-" + scenario + "-0", 1, scenario, before));
    }
  }
  return plan;
}

std::vector<std::size_t> loads_of(const std::vector<PlannedEntry>& plan,
                                  const std::vector<std::size_t>& shard_of, std::size_t shards) {
  std::vector<std::size_t> loads(shards);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const std::size_t turns = plan[i].entry->question().items().size();
    const bool single = plan[i].entry->category->judging != Judging::kMultiTurn &&
                        plan[i].entry->category->judging != Judging::kAgentic;
    loads[shard_of[i]] += single ? 1 : 2 * turns;
  }
  return loads;
}

TEST(EntryShards, EachEntryIsInOneOfThem) {
  const std::vector<PlannedEntry> plan = mixed_plan();
  for (const std::size_t shards : {1, 2, 3, 8, 50, 1000}) {
    const std::vector<std::size_t> shard_of = assign_shards(plan, shards);
    ASSERT_EQ(shard_of.size(), plan.size());
    EXPECT_LT(*std::max_element(shard_of.begin(), shard_of.end()), shards);
  }
  EXPECT_TRUE(assign_shards({}, 3).empty());
}

TEST(EntryShards, ShardsHaveAboutTheSameNumberOfRequests) {
  const std::vector<PlannedEntry> plan = mixed_plan();
  for (const std::size_t shards : {2, 3, 5, 8}) {
    const std::vector<std::size_t> loads = loads_of(plan, assign_shards(plan, shards), shards);
    const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
    EXPECT_LE(*most - *least, 1u) << shards;
  }
}

TEST(EntryShards, EveryKindOfEntryIsInEveryShard) {
  const std::vector<PlannedEntry> plan = mixed_plan();
  const std::vector<std::size_t> shard_of = assign_shards(plan, 4);
  std::map<const Category*, std::set<std::size_t>> shards;
  for (std::size_t i = 0; i < plan.size(); ++i) shards[plan[i].entry->category].insert(shard_of[i]);
  EXPECT_EQ(shards[find_category("simple_python")].size(), 4u);
  EXPECT_EQ(shards[find_category("multi_turn_base")].size(), 4u);
}

TEST(EntryShards, AMemoryIsInOneShard) {
  const std::vector<PlannedEntry> plan = mixed_plan();
  const std::vector<std::size_t> shard_of = assign_shards(plan, 8);
  std::map<std::string, std::set<std::size_t>> shards;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const Value* scenario = plan[i].entry->data.as_dict().find("scenario");
    if (scenario != nullptr) shards[std::string(scenario->as_str())].insert(shard_of[i]);
  }
  ASSERT_EQ(shards.size(), 2u);
  EXPECT_EQ(shards["student"].size(), 1u);
  EXPECT_EQ(shards["finance"].size(), 1u);
  EXPECT_NE(shards["student"], shards["finance"]);
}

// The plan has only some conversations of a memory: they write the same file.
TEST(EntryShards, APartOfAMemoryIsInOneShardToo) {
  const std::vector<PlannedEntry> plan = {
      planned("memory_kv_prereq_0-student-0", 3, "student"),
      planned("memory_kv_prereq_2-student-2", 3, "student"),
      planned("memory_vector_prereq_0-student-0", 3, "student")};
  const std::vector<std::size_t> shard_of = assign_shards(plan, 3);
  EXPECT_EQ(shard_of[0], shard_of[1]);
  EXPECT_NE(shard_of[0], shard_of[2]);
}

TEST(EntryShards, ThePlanIsToldByItsIds) {
  std::vector<PlannedEntry> plan = mixed_plan();
  const std::string id = plan_id(plan);
  EXPECT_EQ(id.size(), 8u);
  std::reverse(plan.begin(), plan.end());
  EXPECT_EQ(plan_id(plan), id);
  plan.pop_back();
  EXPECT_NE(plan_id(plan), id);
}

}  // namespace
}  // namespace bfclx
