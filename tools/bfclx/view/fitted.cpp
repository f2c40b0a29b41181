#include "tools/bfclx/view/fitted.h"

#include "core/base/utf8.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

std::string fitted(std::string_view name, std::size_t width) {
  constexpr std::string_view kGap = "...";
  if (display_width(name) <= width) return std::string(name);
  const std::size_t room = width - kGap.size();
  std::size_t head = 0;
  for (std::size_t at = 0; at < name.size();) {
    next_code_point(name, at);
    if (display_width(name.substr(0, at)) > room / 2) break;
    head = at;
  }
  std::size_t tail = head;
  const std::size_t left = room - display_width(name.substr(0, head));
  while (tail < name.size() && display_width(name.substr(tail)) > left) next_code_point(name, tail);
  return std::string(name.substr(0, head)) + std::string(kGap) + std::string(name.substr(tail));
}

}  // namespace bfclx::tools
