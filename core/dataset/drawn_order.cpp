#include "core/dataset/drawn_order.h"

#include <algorithm>
#include <utility>

namespace bfclx {

// FNV-1a, then the finish of splitmix64.
std::uint64_t draw_rank(const std::string& id, std::uint64_t seed) {
  std::uint64_t hash = 0xCBF29CE484222325ull ^ seed;
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9ull;
  hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBull;
  return hash ^ (hash >> 31);
}

std::vector<std::string> drawn_order(const Dataset& dataset, const Category& category,
                                     std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, std::string>> ranked;
  for (const Entry& entry : dataset.entries(category)) {
    ranked.emplace_back(draw_rank(entry.id, seed), entry.id);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> ids;
  ids.reserve(ranked.size());
  for (auto& [rank, id] : ranked) ids.push_back(std::move(id));
  return ids;
}

}  // namespace bfclx
