#include "tools/bfclx/view/page.h"

#include <algorithm>

#include "core/value/dict.h"

namespace bfclx::tools {

void Page::section(std::string_view title, std::string_view remark, Style style) {
  out_ += "\n  " + terminal_.styled(Style::kBold, title);
  if (!remark.empty()) out_ += "  " + terminal_.styled(style, remark);
  out_ += "\n";
}

void Page::paragraph(std::string_view text, std::size_t indent, Style style) {
  std::string rows = wrapped(text, indent, terminal_.width());
  while (!rows.empty() && rows.back() == '\n') rows.pop_back();
  std::size_t begin = 0;
  while (begin <= rows.size()) {
    const std::size_t end = std::min(rows.find('\n', begin), rows.size());
    out_ += terminal_.styled(style, std::string_view(rows).substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
}

namespace {

// The nearest place before or at `at` that is between characters.
std::size_t boundary(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
  return at;
}

}  // namespace

std::size_t first_difference(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t at = 0;
  while (at < most && a[at] == b[at]) ++at;
  return boundary(a, at);
}

std::string excerpt(std::string_view text, std::size_t place, std::size_t limit) {
  constexpr std::size_t kBefore = 24;  // bytes of what stands before the place
  if (text.size() <= limit) return std::string(text);
  const std::size_t begin = boundary(text, place > kBefore ? place - kBefore : 0);
  const std::size_t end = boundary(text, begin + limit);
  return (begin > 0 ? "..." : "") + std::string(text.substr(begin, end - begin)) +
         (end < text.size() ? "..." : "");
}

std::string shortened(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return printable(text);
  limit = boundary(text, limit);
  return printable(text.substr(0, limit)) + "\n... " + std::to_string(text.size() - limit) +
         " more bytes";
}

}  // namespace bfclx::tools
