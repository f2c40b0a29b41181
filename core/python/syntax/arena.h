// Memory that is taken piece by piece and given back as a whole.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_ARENA_H_
#define BFCLX_CORE_PYTHON_SYNTAX_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <string_view>
#include <utility>

namespace bfclx::python {

// Nothing that is put here is destroyed.
class Arena {
 public:
  Arena() = default;
  Arena(Arena&& other) noexcept { swap(other); }
  Arena& operator=(Arena&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Arena() {
    while (blocks_ != nullptr) {
      Block* const next = blocks_->next;
      ::operator delete(blocks_);
      blocks_ = next;
    }
  }

  // Makes the next block at least this large.
  void expect(std::size_t bytes) {
    if (bytes > next_size_) next_size_ = bytes;
  }

  void* allocate(std::size_t bytes) {
    bytes = (bytes + kAlignment - 1) & ~(kAlignment - 1);
    if (static_cast<std::size_t>(end_ - cursor_) < bytes) grow(bytes);
    void* const result = cursor_;
    cursor_ += bytes;
    return result;
  }

  template <typename T>
  T* make() {
    static_assert(alignof(T) <= kAlignment);
    return new (allocate(sizeof(T))) T();
  }

  template <typename T>
  std::span<const T> copy(const T* data, std::size_t count) {
    static_assert(alignof(T) <= kAlignment);
    if (count == 0) return {};
    T* const target = static_cast<T*>(allocate(count * sizeof(T)));
    std::memcpy(static_cast<void*>(target), data, count * sizeof(T));
    return {target, count};
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* const target = static_cast<char*>(allocate(text.size()));
    std::memcpy(target, text.data(), text.size());
    return {target, text.size()};
  }

 private:
  static constexpr std::size_t kAlignment = 8;
  static constexpr std::size_t kMaxBlock = 1 << 18;
  struct alignas(kAlignment) Block {
    Block* next;
  };

  void grow(std::size_t bytes) {
    const std::size_t size = bytes > next_size_ ? bytes : next_size_;
    if (next_size_ < kMaxBlock) next_size_ *= 2;
    Block* const block = static_cast<Block*>(::operator new(sizeof(Block) + size));
    block->next = blocks_;
    blocks_ = block;
    cursor_ = reinterpret_cast<char*>(block + 1);
    end_ = cursor_ + size;
  }

  void swap(Arena& other) noexcept {
    std::swap(blocks_, other.blocks_);
    std::swap(cursor_, other.cursor_);
    std::swap(end_, other.end_);
    std::swap(next_size_, other.next_size_);
  }

  Block* blocks_ = nullptr;
  char* cursor_ = nullptr;
  char* end_ = nullptr;
  std::size_t next_size_ = 1024;
};

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_ARENA_H_
