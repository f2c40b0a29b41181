// Pages: text and Markdown come out, or an error that says why not, whatever the page holds.
#include "core/base/utf8.h"
#include "core/simulators/apis/html_markdown.h"
#include "core/simulators/apis/html_text.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  const std::string page =
      sanitize_utf8(std::string_view(reinterpret_cast<const char*>(data), size));
  for (const Result<std::string>& text : {html_text(page), html_markdown(page)}) {
    if (!text.ok()) {
      if (text.error().kind.empty()) fuzz::broken("an error without a kind", page, "");
    } else if (find_invalid_utf8(*text)) {
      fuzz::broken("text that is no UTF-8", page, *text);
    }
  }
  return 0;
}
