// Comparison of texts in the checker's standard form, without building it where that is possible.
#ifndef BFCLX_CORE_CHECK_STANDARDIZE_H_
#define BFCLX_CORE_CHECK_STANDARDIZE_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/value/value.h"

namespace bfclx {

// standardize_string(a) == standardize_string(b). Allocates only where text beyond ASCII decides.
bool standardized_equal(std::string_view a, std::string_view b);

// `a == b` of Python after each that is a str was standardised; one object equals itself.
bool standardized_equal(const Value& a, const Value& b);

// The value itself, or its standard form when it is a str.
Value standardized(const Value& value);

// Writes the standard form of ASCII text to `out`, which has room for text.size() bytes, and gives
// its size; nullopt when the text is not ASCII.
std::optional<std::size_t> standardize_ascii(std::string_view text, char* out);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_STANDARDIZE_H_
