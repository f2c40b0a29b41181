// The count of the Values that share a heap object.
//
// Atomic where there are threads. A process that has none (what the C library knows, where it says
// so) counts without the locked instructions, which are a good part of the time that short-lived
// values take.
#ifndef BFCLX_CORE_VALUE_REFERENCE_COUNT_H_
#define BFCLX_CORE_VALUE_REFERENCE_COUNT_H_

#include <atomic>
#include <cstdint>

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define BFCLX_SINGLE_THREADED __libc_single_threaded
#else
#define BFCLX_SINGLE_THREADED false
#endif

namespace bfclx {

class ReferenceCount {
 public:
  void add() {
    if (BFCLX_SINGLE_THREADED) {
      count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    } else {
      count_.fetch_add(1, std::memory_order_relaxed);
    }
  }
  // True when that was the last one: the object is the caller's to delete.
  bool drop() {
    const std::uint32_t count = count_.load(std::memory_order_acquire);
    if (count == 1) return true;  // needs no read-modify-write: nobody else knows the object
    if (BFCLX_SINGLE_THREADED) {
      count_.store(count - 1, std::memory_order_relaxed);
      return false;
    }
    return count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  bool shared() const { return count_.load(std::memory_order_relaxed) > 1; }

 private:
  std::atomic<std::uint32_t> count_{1};
};

}  // namespace bfclx

#undef BFCLX_SINGLE_THREADED

#endif  // BFCLX_CORE_VALUE_REFERENCE_COUNT_H_
