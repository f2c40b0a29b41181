// Markdown as text: characters that would be read as marks, and paragraphs to lines.
#ifndef BFCLX_CORE_SIMULATORS_APIS_MARKDOWN_TEXT_H_
#define BFCLX_CORE_SIMULATORS_APIS_MARKDOWN_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

namespace bfclx {

// Typographic characters that are written in ASCII: by the name of their reference, and by the
// number of one. Hard spaces by name are kSpaceMark until all else is done.
inline constexpr std::string_view kSpaceMark = "&nbsp_place_holder;";
std::optional<std::string_view> plain_reference(std::string_view name);
std::optional<std::string_view> plain_character(char32_t code);

// html2text's escape_md: a backslash before \ [ ] ( ).
std::string escaped_markdown(std::string_view text);
// html2text's escape_md_section: backslashes before marks, and what looks like a list item at the
// beginning of a line.
std::string escaped_markdown_section(std::string_view text);
// html2text's optwrap: each line a paragraph, wrapped to 78 characters; lists, code and tables as
// they are.
std::string wrapped_markdown(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_MARKDOWN_TEXT_H_
