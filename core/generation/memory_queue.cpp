#include "core/generation/memory_queue.h"

#include <utility>

namespace bfclx {

std::size_t MemoryQueue::began(EntryIndex entry) {
  const std::size_t number = next_++;
  places_[entry].begun = number;
  begun_.emplace(number, entry);
  return number;
}

void MemoryQueue::ended(EntryIndex entry) {
  const auto place = places_.find(entry);
  if (place == places_.end()) return;
  begun_.erase(place->second.begun);
  if (place->second.waits) waiting_.erase(*place->second.waits);
  places_.erase(place);
}

bool MemoryQueue::is_first(EntryIndex entry) const {
  return !begun_.empty() && begun_.begin()->second == entry;
}

void MemoryQueue::wait(EntryIndex entry) {
  const auto place = places_.find(entry);
  if (place == places_.end() || place->second.waits) return;
  place->second.waits = next_++;
  waiting_.emplace(*place->second.waits, entry);
}

std::vector<MemoryQueue::EntryIndex> MemoryQueue::take(bool has_memory) {
  std::vector<EntryIndex> taken;
  if (has_memory) {
    for (const auto& [number, entry] : std::exchange(waiting_, {})) {
      places_.at(entry).waits.reset();
      taken.push_back(entry);
    }
    return taken;
  }
  if (begun_.empty()) return taken;
  const EntryIndex first = begun_.begin()->second;
  std::optional<std::size_t>& waits = places_.at(first).waits;
  if (!waits) return taken;
  waiting_.erase(*waits);
  waits.reset();
  taken.push_back(first);
  return taken;
}

}  // namespace bfclx
