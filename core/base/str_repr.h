// repr() of a Python str, which error texts of this module need too. core/value/repr.h has the
// rest.
#ifndef BFCLX_CORE_BASE_STR_REPR_H_
#define BFCLX_CORE_BASE_STR_REPR_H_

#include <string>
#include <string_view>

namespace bfclx {

// Appends repr(text): single quotes unless only single quotes occur inside; what Python calls not
// printable is escaped (\x.., \u...., \U........), lone surrogates too.
void append_repr_str(std::string& out, std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_STR_REPR_H_
