// Texts made safe for a form: nothing in them is markup, a formula or a control character.
#ifndef BFCLX_CORE_RENDER_ESCAPE_H_
#define BFCLX_CORE_RENDER_ESCAPE_H_

#include <string>
#include <string_view>

namespace bfclx {

// A text on one line in which nothing is Markdown or HTML.
std::string markdown_text(std::string_view text);

// A cell of CSV as RFC 4180 wants it, on one line. Spreadsheets take a cell that begins with =, +,
// - or @ for a formula; such a text gets an apostrophe before it, which they read as "this is
// text". For names and texts: numbers may begin with a sign.
std::string csv_cell(std::string_view text);

// Text of an element or of a quoted attribute of HTML; line ends stay.
std::string html_escaped(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_ESCAPE_H_
