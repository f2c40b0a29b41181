#include "core/run/asked_entries.h"

#include <iterator>
#include <utility>
#include <vector>

#include "core/dataset/drawn_order.h"

namespace bfclx {

std::set<std::string, std::less<>> asked_entries(
    const Dataset& dataset, std::span<const Category* const> categories, std::uint64_t seed,
    const std::set<std::string, std::less<>>& with_response) {
  std::set<std::string, std::less<>> asked;
  for (const Category* category : categories) {
    std::vector<std::string> ids = drawn_order(dataset, *category, seed);
    while (!ids.empty() && with_response.count(ids.back()) == 0) ids.pop_back();
    asked.insert(std::make_move_iterator(ids.begin()), std::make_move_iterator(ids.end()));
  }
  return asked;
}

}  // namespace bfclx
