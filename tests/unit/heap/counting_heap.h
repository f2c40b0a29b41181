// The heap of a test program that links `bfclx_counting_heap`: what is taken is counted, and an
// allocation fails where the test says so. Not for several threads.
#ifndef BFCLX_TESTS_UNIT_HEAP_COUNTING_HEAP_H_
#define BFCLX_TESTS_UNIT_HEAP_COUNTING_HEAP_H_

#include <cstddef>

namespace bfclx::testing {

struct CountingHeap {
  static std::size_t bytes();  // held now
  static std::size_t peak();   // most that was held since forget_peak()
  static void forget_peak();
  // The allocation after `passed` more of them throws std::bad_alloc, once.
  static void fail_after(std::size_t passed);
  // None does from here on; whether one has.
  static bool stop_failing();
};

}  // namespace bfclx::testing

#endif  // BFCLX_TESTS_UNIT_HEAP_COUNTING_HEAP_H_
