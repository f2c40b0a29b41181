// Styles as HTML has them: classes of the style sheet, and elements of texts.
#ifndef BFCLX_CORE_RENDER_HTML_H_
#define BFCLX_CORE_RENDER_HTML_H_

#include <string>
#include <string_view>

#include "core/render/style.h"

namespace bfclx {

// The class that gives a text the style's colour; empty where none does.
std::string_view html_class(Style style);
// Texts of the core have backticks around code; in others they are characters.
enum class Backticks { kStay, kMeanCode };
// The text, escaped, with <code> for backticks.
std::string html_prose(std::string_view text);
// The text, escaped, in the element that the style wants, such as <code> for names.
std::string html_styled(std::string_view text, Style style, Backticks backticks = Backticks::kStay);
// The same without colour, for a text inside an element that has the class.
std::string html_marked(std::string_view text, Style style, Backticks backticks = Backticks::kStay);

// `<tag class="kind" more>`; without class where there is no kind.
std::string html_begin(std::string_view tag, std::string_view kind, std::string_view more = {});
// Adds a class to those of an element.
void add_class(std::string& kind, std::string_view name);

// What html_document puts into its <style>.
std::string_view html_style_sheet();

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_HTML_H_
