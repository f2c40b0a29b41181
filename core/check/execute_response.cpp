#include "core/check/execute_response.h"

#include <cstddef>

#include "core/check/object_protocol.h"

namespace bfclx {

bool is_empty_execute_response(const Value& decoded, Error& raised) {
  const std::size_t count = length(decoded, raised);
  if (!raised.kind.empty()) return false;
  if (count != 1) return count == 0;
  List storage;
  const Value* only = element(decoded, 0, storage, raised);
  return only != nullptr && length(*only, raised) == 0;
}

}  // namespace bfclx
