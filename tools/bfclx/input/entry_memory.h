// Scoring where memory may run out: it costs the entry, not the run.
//
// An allocation that fails throws std::bad_alloc through the core, which gives everything back that
// the entry has taken. The entry is then tried once more with nothing beside it, because it may
// have been another one that took too much.
//
//   EntryMemory memory;
//   parallel_for(chunks, jobs, [&](std::size_t chunk) {
//     EntryMemory::Share share(memory);
//     for (each entry) if (!share.try_entry(work, undo)) ...
//   });
#ifndef BFCLX_TOOLS_BFCLX_INPUT_ENTRY_MEMORY_H_
#define BFCLX_TOOLS_BFCLX_INPUT_ENTRY_MEMORY_H_

#include <mutex>
#include <new>
#include <shared_mutex>

namespace bfclx::tools {

class EntryMemory {
 public:
  // A thread's part in it, for as long as it has entries at hand.
  class Share {
   public:
    explicit Share(EntryMemory& memory) : memory_(memory), beside_(memory.mutex_) {}

    // Does work() on an entry. False where memory does not suffice: then undo() has been called,
    // and has to leave the entry as it was before.
    template <typename Work, typename Undo>
    bool try_entry(const Work& work, const Undo& undo) {
      if (try_once(work, undo)) return true;
      beside_.unlock();
      const bool done = [&] {
        const std::unique_lock<std::shared_mutex> alone(memory_.mutex_);
        return try_once(work, undo);
      }();
      beside_.lock();
      return done;
    }

   private:
    template <typename Work, typename Undo>
    static bool try_once(const Work& work, const Undo& undo) {
      try {
        work();
        return true;
      } catch (const std::bad_alloc&) {
        undo();
        return false;
      }
    }

    EntryMemory& memory_;
    std::shared_lock<std::shared_mutex> beside_;
  };

 private:
  std::shared_mutex mutex_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_ENTRY_MEMORY_H_
