// The structs of the Arrow C data interface and C stream interface, as its specification fixes
// them: how columns come from and go to any library that knows Arrow, without any of them.
#ifndef BFCLX_PYTHON_SRC_ARROW_ABI_H_
#define BFCLX_PYTHON_SRC_ARROW_ABI_H_

#include <cstdint>

namespace bfclx::python_binding {

constexpr std::int64_t kArrowNullable = 2;  // a flag of ArrowSchema

struct ArrowSchema {
  const char* format = nullptr;
  const char* name = nullptr;
  const char* metadata = nullptr;
  std::int64_t flags = 0;
  std::int64_t n_children = 0;
  ArrowSchema** children = nullptr;
  ArrowSchema* dictionary = nullptr;
  void (*release)(ArrowSchema*) = nullptr;  // nullptr: released
  void* private_data = nullptr;
};

struct ArrowArray {
  std::int64_t length = 0;
  std::int64_t null_count = 0;
  std::int64_t offset = 0;
  std::int64_t n_buffers = 0;
  std::int64_t n_children = 0;
  const void** buffers = nullptr;
  ArrowArray** children = nullptr;
  ArrowArray* dictionary = nullptr;
  void (*release)(ArrowArray*) = nullptr;
  void* private_data = nullptr;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*) = nullptr;
  int (*get_next)(ArrowArrayStream*, ArrowArray*) = nullptr;  // a released array: the end
  const char* (*get_last_error)(ArrowArrayStream*) = nullptr;
  void (*release)(ArrowArrayStream*) = nullptr;
  void* private_data = nullptr;
};

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_ARROW_ABI_H_
