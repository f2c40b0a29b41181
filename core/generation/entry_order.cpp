#include "core/generation/entry_order.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/dataset/drawn_order.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {
namespace {

void add_to_hash(std::size_t& hash, std::size_t number) {
  hash ^= number + 0x9E3779B97F4A7C15ull + (hash << 6) + (hash >> 2);
}

// Texts, names and shape; what else there is of numbers and constants tells no tools apart.
void add_to_hash(std::size_t& hash, const Value& value) {
  const std::hash<std::string_view> text_hash;
  if (value.is_str()) {
    add_to_hash(hash, text_hash(value.as_str()));
  } else if (value.is_list()) {
    add_to_hash(hash, value.items().size());
    for (const Value& item : value.items()) add_to_hash(hash, item);
  } else if (value.is_dict()) {
    add_to_hash(hash, value.as_dict().size());
    for (const auto& [name, item] : value.as_dict()) {
      add_to_hash(hash, name);
      add_to_hash(hash, item);
    }
  }
}

// What of an entry stands before its question in a prompt.
std::size_t tools_hash(const Entry& entry) {
  std::size_t hash = 0;
  add_to_hash(hash, entry.functions());
  return hash;
}

// Places of the entries: by priority, then by the first entry with the same tools, then as planned.
// `groups`: that first entry, by entry.
std::vector<std::size_t> by_tools(std::span<const PlannedEntry> plan,
                                  std::vector<std::size_t>& groups) {
  std::vector<std::pair<int, std::size_t>> keys(plan.size());
  std::unordered_map<std::size_t, std::size_t> first;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const int priority = std::get<0>(sort_key(plan[i].entry->id));
    const std::size_t tools = tools_hash(*plan[i].entry) * 31 + static_cast<std::size_t>(priority);
    groups[i] = first.emplace(tools, i).first->second;
    keys[i] = {priority, groups[i]};
  }
  std::vector<std::size_t> order(plan.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&keys](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  return order;
}

}  // namespace

EntryOrder::EntryOrder(std::span<const PlannedEntry> plan, bool official,
                       const UncertainOrder* uncertain)
    : uncertain_(uncertain),
      place_of_(plan.size()),
      entry_at_(plan.size()),
      group_of_(plan.size()),
      group_end_(plan.size()),
      waiting_(plan.size()),
      children_(plan.size()),
      taken_(plan.size()) {
  read_dependencies(plan);
  if (uncertain_ != nullptr) {
    order_by_lanes(plan);
  } else if (official) {
    std::iota(entry_at_.begin(), entry_at_.end(), std::size_t{0});
    group_of_ = entry_at_;
  } else {
    entry_at_ = by_tools(plan, group_of_);
  }
  for (std::size_t i = 0; i < plan.size(); ++i) {
    place_of_[entry_at_[i]] = i;
    group_end_[group_of_[entry_at_[i]]] = i + 1;
  }
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (waiting_[i] == 0) ready_.insert(place_of_[i]);
  }
}

void EntryOrder::read_dependencies(std::span<const PlannedEntry> plan) {
  std::unordered_map<std::string_view, std::size_t> by_id;
  for (std::size_t i = 0; i < plan.size(); ++i) by_id.emplace(plan[i].entry->id, i);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    for (const std::string& id : plan[i].depends_on) {
      const auto found = by_id.find(id);
      if (found == by_id.end()) continue;
      children_[found->second].push_back(i);
      ++waiting_[i];
    }
  }
}

// Those that others wait for as planned, then each category at random.
void EntryOrder::order_by_lanes(std::span<const PlannedEntry> plan) {
  std::vector<const Category*> categories = {nullptr};
  std::vector<std::tuple<std::size_t, std::uint64_t, std::size_t>> keys(plan.size());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const Category* category = children_[i].empty() ? plan[i].entry->category : nullptr;
    const auto known = std::find(categories.begin(), categories.end(), category);
    const auto lane = static_cast<std::size_t>(known - categories.begin());
    if (known == categories.end()) categories.push_back(category);
    keys[i] = {lane, lane == 0 ? 0 : draw_rank(plan[i].entry->id, uncertain_->seed), i};
  }
  std::iota(entry_at_.begin(), entry_at_.end(), std::size_t{0});
  group_of_ = entry_at_;
  std::sort(entry_at_.begin(), entry_at_.end(),
            [&keys](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  for (std::size_t place = 0; place < plan.size(); ++place) {
    const Category* category = categories[std::get<0>(keys[entry_at_[place]])];
    if (lanes_.empty() || lanes_.back().category != category) {
      lanes_.push_back({place, place, category});
    }
    lanes_.back().end = place + 1;
  }
}

std::set<std::size_t>::const_iterator EntryOrder::most_urgent() const {
  auto best = ready_.begin();
  double most = 0;
  bool any = false;
  for (const Lane& lane : lanes_) {
    const auto first = ready_.lower_bound(lane.begin);
    if (first == ready_.end() || *first >= lane.end) continue;
    if (lane.category == nullptr) return first;
    const double urgency = uncertain_->urgency(*lane.category);
    if (std::exchange(any, true) && urgency <= most) continue;
    most = urgency;
    best = first;
  }
  return best;
}

std::optional<std::size_t> EntryOrder::take() {
  if (ready_.empty()) return std::nullopt;
  return take(uncertain_ != nullptr ? most_urgent() : ready_.begin());
}

std::optional<std::size_t> EntryOrder::take_last() {
  if (ready_.empty()) return std::nullopt;
  // A random order has none that is unlike the others, and no gaps.
  return uncertain_ != nullptr ? take() : take(std::prev(ready_.end()));
}

std::optional<std::size_t> EntryOrder::take_of(std::size_t group) {
  const auto first = ready_.lower_bound(place_of_[group]);
  if (first == ready_.end() || *first >= group_end_[group]) return std::nullopt;
  return take(first);
}

std::optional<std::size_t> EntryOrder::take_of_free(
    const std::function<bool(std::size_t)>& is_free) {
  for (auto at = ready_.begin(); at != ready_.end();) {
    const std::size_t group = group_of_[entry_at_[*at]];
    if (is_free(group)) return take(at);
    at = ready_.lower_bound(group_end_[group]);
  }
  return std::nullopt;
}

std::size_t EntryOrder::take(std::set<std::size_t>::const_iterator place) {
  const std::size_t index = entry_at_[*place];
  ready_.erase(place);
  taken_[index] = true;
  return index;
}

void EntryOrder::complete(std::size_t index) {
  for (const std::size_t child : children_[index]) {
    if (--waiting_[child] == 0 && !taken_[child]) ready_.insert(place_of_[child]);
  }
}

std::vector<std::size_t> EntryOrder::give_up(std::size_t index) {
  std::vector<std::size_t> lost;
  std::vector<std::size_t> open = {index};
  while (!open.empty()) {
    const std::size_t parent = open.back();
    open.pop_back();
    for (const std::size_t child : children_[parent]) {
      if (taken_[child]) continue;
      taken_[child] = true;
      ready_.erase(place_of_[child]);
      lost.push_back(child);
      open.push_back(child);
    }
  }
  return lost;
}

}  // namespace bfclx
