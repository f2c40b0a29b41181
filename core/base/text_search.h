// Search for a text in a text.
#ifndef BFCLX_CORE_BASE_TEXT_SEARCH_H_
#define BFCLX_CORE_BASE_TEXT_SEARCH_H_

#include <cstddef>
#include <string_view>

namespace bfclx {

// text.find(part, from), whose time is in proportion to the two lengths together: that of
// std::string_view is in proportion to their product for parts such as "aaaaaaab".
std::size_t find_text(std::string_view text, std::string_view part, std::size_t from = 0);

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_TEXT_SEARCH_H_
