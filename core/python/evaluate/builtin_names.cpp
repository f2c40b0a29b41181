#include "core/python/evaluate/builtin_names.h"

#include <algorithm>
#include <iterator>

namespace bfclx::python {

bool is_builtin(std::string_view name) {
  const auto has_name = [&](const OtherObject& object) { return object.name == name; };
  return has_word(kSubsetNames, name) || has_word(kOtherFunctions, name) ||
         has_word(kOtherTypes, name) || name == "Ellipsis" || name == "__debug__" ||
         std::any_of(std::begin(kOtherObjects), std::end(kOtherObjects), has_name);
}

}  // namespace bfclx::python
