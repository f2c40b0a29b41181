// Paths inside an input, for messages about it (internal to core/check and core/checker).
#ifndef BFCLX_CORE_CHECK_PLACES_H_
#define BFCLX_CORE_CHECK_PLACES_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// Long ones are cut: names and depths are those of someone's input.
std::string place_of_item(std::string_view place, std::size_t index);    // place[3]
std::string place_of_member(std::string_view place, const Value& name);  // place.name

// "PLACE: what is wrong". The place stands where errors of data have a file: Error::file().
Error placed_error(std::string_view kind, std::string_view place, std::string_view what);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_PLACES_H_
