// HeaderText: whether texts can be sent as the value of a header, and keys as people store them.
//
// A value that cannot be sent must be refused before the first request: the net client leaves such
// a header out, because a line break in it would begin a second header.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_HEADER_TEXT_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_HEADER_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/bfclx/net/http.h"

namespace bfclx::tools {

// Longer than any token of an identity provider, and more than servers accept.
inline constexpr std::size_t kMostHeaderBytes = std::size_t{64} << 10;

// Why `text` cannot be the value of a header: "has a line break. Remove it". Empty if it can be;
// shows nothing of the text.
std::string header_fault(std::string_view text);
// UsageError "WHERE WHAT has a line break. Remove it" where there is a fault.
void check_header_text(std::string_view text, const std::string& where, std::string_view what);

// Whether one of the headers has this name, in any case.
bool has_header(const net::Headers& headers, std::string_view name);

// Without spaces and line breaks at both ends.
std::string trimmed_text(std::string_view text);
// The key in a file: without a byte order mark and the line break at its end.
std::string key_from_file(const std::string& path);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_HEADER_TEXT_H_
