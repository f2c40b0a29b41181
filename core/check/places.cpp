#include "core/check/places.h"

#include <cstdint>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/check/findings.h"

namespace bfclx {
namespace {

// Bytes of a place, and code points of a step.
constexpr std::size_t kMaxPlace = 2000;
constexpr std::size_t kMaxStep = 100;

}  // namespace

std::string place_of_item(std::string_view place, std::size_t index) {
  if (place.size() > kMaxPlace) return std::string(place);
  return concat({place, "[", std::to_string(index), "]"});
}

std::string place_of_member(std::string_view place, const Value& name) {
  if (place.size() > kMaxPlace) return std::string(place);
  return concat(
      {place, ".", name.is_str() ? first_code_points(name.as_str(), kMaxStep) : brief_repr(name)});
}

Error placed_error(std::string_view kind, std::string_view place, std::string_view what) {
  Error error{kind, concat({place, ": ", what})};
  error.place.file_size = static_cast<std::uint32_t>(place.size());
  return error;
}

}  // namespace bfclx
