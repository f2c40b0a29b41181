// Texts in charsets of several bytes, as pages carry them: what the core, whose tables are of
// charsets of one byte, is given as UTF-8.
#ifndef BFCLX_TOOLS_BFCLX_NET_CHARSET_H_
#define BFCLX_TOOLS_BFCLX_NET_CHARSET_H_

#include <string_view>

#include "tools/bfclx/net/http.h"

namespace bfclx::net {

// Where the Content-Type names a charset of several bytes (shift_jis, gb2312, gbk, gb18030, big5,
// euc-kr, euc-jp, iso-2022-jp, utf-16 and their kin, by the names that Python's codecs know), the
// body becomes UTF-8 and the header says so. What cannot be decoded becomes U+FFFD, a byte each.
// Any other response stays as it is. True when it was changed.
bool decode_charset(Response& response);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_CHARSET_H_
