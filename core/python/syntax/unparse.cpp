#include "core/python/syntax/unparse.h"

#include <utility>

#include "core/python/syntax/unparser.h"

namespace bfclx::python {

Result<std::string> unparse(const Node& node) {
  Unparser unparser;
  unparser.traverse(node);
  if (unparser.failed()) return unparser.take_error();
  return std::move(unparser.out());
}

}  // namespace bfclx::python
