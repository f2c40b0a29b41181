// A page as Markdown by the rules of html2text 2025.4.15 with its defaults: lines of 78 characters,
// links inline, "*" lists, "_" and "**" for emphasis, tables as "a| b".
#ifndef BFCLX_CORE_SIMULATORS_APIS_HTML_MARKDOWN_H_
#define BFCLX_CORE_SIMULATORS_APIS_HTML_MARKDOWN_H_

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace bfclx {

// html2text.HTML2Text().handle(page). `page` is UTF-8. Errors: what html2text raises (an
// AssertionError, with html.parser's words or without any; a ValueError for a number of too many
// digits), "Limit" where nested quotations and lists make more text than memory should hold.
Result<std::string> html_markdown(std::string_view page);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_HTML_MARKDOWN_H_
