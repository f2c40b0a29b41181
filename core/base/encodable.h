// Python's `text.encode('utf-8')`, which fails on lone surrogates.
#ifndef BFCLX_CORE_BASE_ENCODABLE_H_
#define BFCLX_CORE_BASE_ENCODABLE_H_

#include <string_view>

#include "core/base/result.h"

namespace bfclx {

// Error "UnicodeEncodeError" for the first run of surrogates, with CPython's text and the offset of
// the first.
Status check_encodable(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_ENCODABLE_H_
