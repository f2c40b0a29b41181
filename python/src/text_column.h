// A column of texts out of any library that offers it by the Arrow C interface (pyarrow, polars,
// DuckDB, arro3): read where it lies.
#ifndef BFCLX_PYTHON_SRC_TEXT_COLUMN_H_
#define BFCLX_PYTHON_SRC_TEXT_COLUMN_H_

#include <nanobind/nanobind.h>

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "python/src/arrow_abi.h"

namespace bfclx::python_binding {

class TextColumn {
 public:
  // Of an object with `__arrow_c_stream__` or `__arrow_c_array__`; nullptr where its values are no
  // texts. Raises what the object raises.
  static std::unique_ptr<TextColumn> of(nanobind::handle column);

  TextColumn() = default;
  TextColumn(const TextColumn&) = delete;
  TextColumn& operator=(const TextColumn&) = delete;
  ~TextColumn();

  // UTF-8; a null one has no data().
  const std::vector<std::string_view>& texts() const { return texts_; }

 private:
  void add(ArrowArray array, const ArrowSchema& schema);

  std::vector<ArrowArray> arrays_;  // whose buffers the texts are
  std::deque<std::string> mended_;  // of those that were no UTF-8
  std::vector<std::string_view> texts_;
};

// Adds the class _TextColumn and the function that makes one, or None.
void bind_text_column(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_TEXT_COLUMN_H_
