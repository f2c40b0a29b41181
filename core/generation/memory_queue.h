// MemoryQueue: which conversations may go on while their memory budget is used up, and those that
// wait until others have ended. The one that began first always goes on, so that one of them ends.
#ifndef BFCLX_CORE_GENERATION_MEMORY_QUEUE_H_
#define BFCLX_CORE_GENERATION_MEMORY_QUEUE_H_

#include <cstddef>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace bfclx {

class MemoryQueue {
 public:
  using EntryIndex = std::size_t;  // in the plan

  // Gives its number: higher than that of each that began before.
  std::size_t began(EntryIndex entry);
  void ended(EntryIndex entry);
  bool is_first(EntryIndex entry) const;  // of those that have begun

  void wait(EntryIndex entry);  // one that has begun
  std::size_t waiting() const { return waiting_.size(); }
  // Those that may go on now, in the order in which they waited: all where there is memory, else
  // the first alone. They wait no longer.
  std::vector<EntryIndex> take(bool has_memory);

 private:
  using InOrder = std::map<std::size_t, EntryIndex>;
  struct Place {
    std::size_t begun = 0;               // in begun_
    std::optional<std::size_t> waits{};  // in waiting_
  };

  std::unordered_map<EntryIndex, Place> places_;
  InOrder begun_;
  InOrder waiting_;
  std::size_t next_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_MEMORY_QUEUE_H_
