// The text of a page, as Beautiful Soup's html.parser tree gives it once scripts and style sheets
// are out (BeautifulSoup(page, "html.parser"), get_text(separator="\n", strip=True)).
#ifndef BFCLX_CORE_SIMULATORS_APIS_HTML_TEXT_H_
#define BFCLX_CORE_SIMULATORS_APIS_HTML_TEXT_H_

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace bfclx {

// `page` is UTF-8. Errors: ParserRejectedMarkup with Beautiful Soup's words where html.parser gives
// up, a ValueError for a reference of too many digits, "Limit" for a page with more open elements
// or names than memory should hold.
Result<std::string> html_text(std::string_view page);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_HTML_TEXT_H_
