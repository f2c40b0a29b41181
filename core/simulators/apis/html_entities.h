// HTML's character references, as Python's html module knows them.
#ifndef BFCLX_CORE_SIMULATORS_APIS_HTML_ENTITIES_H_
#define BFCLX_CORE_SIMULATORS_APIS_HTML_ENTITIES_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace bfclx {

// The text of the reference, by its name without a semicolon; nullopt when there is none. With
// `bare` only those that stand without a semicolon count.
std::optional<std::string_view> html_reference(std::string_view name, bool bare = false);

// The number of a reference without "&#": decimal, or hexadecimal after an x; too large ones are
// 0x110000. A ValueError for more than 4,300 decimal digits, as CPython's int() has it.
Result<char32_t> html_reference_number(std::string_view digits);

// What browsers, html2text and Beautiful Soup show for the numbers 0x80 to 0x9f that were meant as
// windows-1252; `number` itself for all others.
char32_t html_control_replacement(char32_t number);

// html.unescape(text). The error is that of html_reference_number.
Result<std::string> html_unescape(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_HTML_ENTITIES_H_
