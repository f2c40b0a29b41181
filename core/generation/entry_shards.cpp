#include "core/generation/entry_shards.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/fnv.h"
#include "core/conversation/values.h"

namespace bfclx {
namespace {

constexpr std::size_t kRequestsOfTurn = 2;  // calls, and the message that ends the turn

// About how many requests an entry takes.
std::size_t requests_of(const Entry& entry) {
  const bool episode =
      entry.category != nullptr && (entry.category->judging == Judging::kMultiTurn ||
                                    entry.category->judging == Judging::kAgentic);
  const Value& question = entry.question();
  if (!episode || !question.is_list()) return 1;
  return kRequestsOfTurn * std::max<std::size_t>(question.items().size(), 1);
}

// Entries of one shard, as sets of indices that are joined.
class Groups {
 public:
  explicit Groups(std::size_t entries) : parent_(entries) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  // The first entry of the group.
  std::size_t first_of(std::size_t index) {
    while (parent_[index] != index) index = parent_[index] = parent_[parent_[index]];
    return index;
  }
  void join(std::size_t a, std::size_t b) {
    const std::size_t first = first_of(a);
    const std::size_t second = first_of(b);
    parent_[std::max(first, second)] = std::min(first, second);
  }

 private:
  std::vector<std::size_t> parent_;
};

Groups groups_of(std::span<const PlannedEntry> plan) {
  Groups groups(plan.size());
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < plan.size(); ++i) places.emplace(plan[i].entry->id, i);
  // Conversations of one scenario share its memory, also where the plan has only some of them.
  std::map<std::pair<const Category*, std::string_view>, std::size_t> scenarios;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    for (const std::string& id : plan[i].depends_on) {
      if (const auto place = places.find(id); place != places.end()) groups.join(i, place->second);
    }
    const std::string_view scenario = text_member(plan[i].entry->data, "scenario");
    if (scenario.empty()) continue;
    groups.join(i, scenarios.try_emplace({plan[i].entry->category, scenario}, i).first->second);
  }
  return groups;
}

}  // namespace

std::vector<std::size_t> assign_shards(std::span<const PlannedEntry> plan, std::size_t shards) {
  Groups groups = groups_of(plan);
  std::vector<std::size_t> requests(plan.size());  // of each group, at its first entry
  for (std::size_t i = 0; i < plan.size(); ++i) {
    requests[groups.first_of(i)] += requests_of(*plan[i].entry);
  }
  std::vector<std::size_t> largest_first;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (groups.first_of(i) == i) largest_first.push_back(i);
  }
  std::stable_sort(largest_first.begin(), largest_first.end(),
                   [&](std::size_t a, std::size_t b) { return requests[a] > requests[b]; });
  std::set<std::pair<std::size_t, std::size_t>> loads;  // requests, shard
  for (std::size_t shard = 0; shard < shards; ++shard) loads.emplace(0, shard);
  std::vector<std::size_t> shard_of(plan.size());
  for (const std::size_t first : largest_first) {
    const auto [load, shard] = *loads.begin();
    loads.erase(loads.begin());
    loads.emplace(load + requests[first], shard);
    shard_of[first] = shard;
  }
  for (std::size_t i = 0; i < plan.size(); ++i) shard_of[i] = shard_of[groups.first_of(i)];
  return shard_of;
}

std::string plan_id(std::span<const PlannedEntry> plan) {
  std::uint64_t sum = plan.size();
  for (const PlannedEntry& one : plan) sum += fnv1a(one.entry->id);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4)
    digits += kDigits[((sum ^ (sum >> 32)) >> shift) & 15];
  return digits;
}

}  // namespace bfclx
