// How a text stands out, in any form: colours of a terminal, bold text of Markdown, classes of
// HTML.
#ifndef BFCLX_CORE_RENDER_STYLE_H_
#define BFCLX_CORE_RENDER_STYLE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace bfclx {

enum class Style {
  kPlain,
  kBold,
  kDim,
  kGood,
  kBad,
  kMark,  // what a verdict points at
  kName,  // of a program: an id, an error type, an argument
  kWarn,
  kTag,  // a letter that stands for a run
};

// What a text for a terminal is made for.
struct Screen {
  bool colour = false;
  std::size_t width = 100;  // columns
};

// `text` between the style's escape sequences; `text` itself without colours.
std::string styled(const Screen& screen, Style style, std::string_view text);

// Bytes of the escape sequence of a style that begins at `at`; 0 when none does.
std::size_t style_escape_at(std::string_view text, std::size_t at);

// Whether a text of the style stands out where there are no colours, as in Markdown.
bool stands_out(Style style);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_STYLE_H_
