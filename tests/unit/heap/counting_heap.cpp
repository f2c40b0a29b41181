#include "tests/unit/heap/counting_heap.h"

#include <cstdlib>
#include <new>

namespace bfclx::testing {
namespace {

constexpr std::size_t kHeader = alignof(std::max_align_t);
constexpr std::size_t kNever = static_cast<std::size_t>(-1);

std::size_t held = 0;
std::size_t most = 0;
std::size_t until_failure = kNever;
bool failed = false;

}  // namespace

std::size_t CountingHeap::bytes() { return held; }
std::size_t CountingHeap::peak() { return most; }
void CountingHeap::forget_peak() { most = held; }
void CountingHeap::fail_after(std::size_t passed) {
  until_failure = passed;
  failed = false;
}
bool CountingHeap::stop_failing() {
  until_failure = kNever;
  return failed;
}

static bool fails_now() {
  if (until_failure == kNever || until_failure-- > 0) return false;
  until_failure = kNever;
  failed = true;
  return true;
}

// nullptr where there is no more.
static void* try_take(std::size_t size) noexcept {
  void* const block = fails_now() ? nullptr : std::malloc(kHeader + size);
  if (block == nullptr) return nullptr;
  *static_cast<std::size_t*>(block) = size;
  held += size;
  if (held > most) most = held;
  return static_cast<char*>(block) + kHeader;
}

static void* take(std::size_t size) {
  void* const block = try_take(size);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

static void give_back(void* memory) noexcept {
  if (memory == nullptr) return;
  void* const block = static_cast<char*>(memory) - kHeader;
  held -= *static_cast<std::size_t*>(block);
  std::free(block);
}

}  // namespace bfclx::testing

void* operator new(std::size_t size) { return bfclx::testing::take(size); }
void* operator new[](std::size_t size) { return bfclx::testing::take(size); }
// std::stable_sort asks so for its buffer.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return bfclx::testing::try_take(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return bfclx::testing::try_take(size);
}
void operator delete(void* memory) noexcept { bfclx::testing::give_back(memory); }
void operator delete[](void* memory) noexcept { bfclx::testing::give_back(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  bfclx::testing::give_back(memory);
}
void operator delete[](void* memory, std::size_t /*size*/) noexcept {
  bfclx::testing::give_back(memory);
}
