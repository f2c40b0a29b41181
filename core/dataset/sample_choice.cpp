#include "core/dataset/sample_choice.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/dataset/drawn_order.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

// How many each category gives: one at least where it has any, the first ones what is left.
std::vector<std::size_t> equal_shares(const std::vector<std::size_t>& sizes, std::size_t count) {
  std::vector<std::size_t> share(sizes.size());
  const auto is_open = [&](std::size_t i) { return share[i] < sizes[i]; };
  const auto open = [&] {
    std::size_t number = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) number += is_open(i) ? 1 : 0;
    return number;
  };
  std::size_t left = std::max(count, open());
  for (std::size_t number = open(); left > 0 && number > 0; number = open()) {
    const std::size_t each = std::max<std::size_t>(1, left / number);
    for (std::size_t i = 0; i < sizes.size() && left > 0; ++i) {
      const std::size_t taken = std::min({each, sizes[i] - share[i], left});
      share[i] += taken;
      left -= taken;
    }
  }
  return share;
}

std::vector<std::size_t> proportional_shares(const std::vector<std::size_t>& sizes,
                                             std::size_t count) {
  std::size_t total = 0;
  for (const std::size_t size : sizes) total += size;
  std::vector<std::size_t> share(sizes.size());
  std::vector<std::pair<std::size_t, std::size_t>> rest;  // remainder, category
  std::size_t given = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) continue;
    const std::size_t exact = sizes[i] * count;
    share[i] = std::max<std::size_t>(1, exact / total);
    given += share[i];
    rest.emplace_back(exact % total, i);
  }
  std::sort(rest.begin(), rest.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  for (const auto& [remainder, i] : rest) {
    if (given >= count) break;
    if (share[i] < sizes[i]) {
      ++share[i];
      ++given;
    }
  }
  return share;
}

}  // namespace

std::set<std::string, std::less<>> choose_sample(const Dataset& dataset,
                                                 std::span<const Category* const> categories,
                                                 std::size_t count, std::uint64_t seed,
                                                 SampleScheme scheme) {
  std::vector<std::size_t> sizes;
  std::size_t total = 0;
  for (const Category* category : categories) {
    sizes.push_back(dataset.entries(*category).size());
    total += sizes.back();
  }
  const std::vector<std::size_t> share = scheme == SampleScheme::kEqual
                                             ? equal_shares(sizes, std::min(count, total))
                                             : proportional_shares(sizes, std::min(count, total));
  std::set<std::string, std::less<>> chosen;
  for (std::size_t i = 0; i < categories.size(); ++i) {
    std::vector<std::string> ids = drawn_order(dataset, *categories[i], seed);
    const std::size_t taken = std::min(share[i], ids.size());
    for (std::size_t k = 0; k < taken; ++k) chosen.insert(std::move(ids[k]));
  }
  return chosen;
}

std::set<std::string, std::less<>> with_prerequisites(const Dataset& dataset,
                                                      std::set<std::string, std::less<>> ids) {
  std::vector<std::string> before;
  for (const std::string& id : ids) {
    const Entry* entry = dataset.find(id);
    const Value* found = entry != nullptr ? find_member(entry->data, "depends_on") : nullptr;
    if (found == nullptr || !found->is_list()) continue;
    for (const Value& one : found->items()) {
      if (one.is_str()) before.emplace_back(one.as_str());
    }
  }
  ids.insert(before.begin(), before.end());
  return ids;
}

}  // namespace bfclx
