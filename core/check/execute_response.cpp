#include "core/check/execute_response.h"

#include <cstddef>

#include "core/python/objects/protocol.h"

namespace bfclx {

Result<bool> is_empty_execute_response(const Value& decoded) {
  BFCLX_ASSIGN_OR_RETURN(const std::size_t count, python::length(decoded));
  if (count != 1) return count == 0;
  Value storage;
  BFCLX_ASSIGN_OR_RETURN(const Value* const only,
                         python::subscript(decoded, Value::integer(0), storage));
  BFCLX_ASSIGN_OR_RETURN(const std::size_t inner, python::length(*only));
  return inner == 0;
}

}  // namespace bfclx
