// HTML where JSON was expected: a login page, or the page of a proxy.
#ifndef BFCLX_CORE_CONVERSATION_HTML_PAGE_H_
#define BFCLX_CORE_CONVERSATION_HTML_PAGE_H_

#include <optional>
#include <string>
#include <string_view>

namespace bfclx {

// "an HTML page", with its title where it has one: `an HTML page ("Sign in")`. The title is one
// line, and bounded. nullopt for any other body.
std::optional<std::string> html_page(std::string_view body);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_HTML_PAGE_H_
