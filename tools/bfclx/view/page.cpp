#include "tools/bfclx/view/page.h"

#include <algorithm>

#include "core/value/dict.h"

#include "core/base/text.h"

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

std::string_view dataset_name(std::string_view version, std::string_view place) {
  return version == "unversioned" && !place.empty() ? place : version;
}

std::string dataset_contents(std::string_view hash) {
  // Without a manifest: "fnv1a:0123456789abcdef (41 files)".
  const std::size_t files = hash.find(" (");
  if (files == std::string_view::npos) return short_hash(hash);
  const std::string_view count = hash.substr(files + 2, hash.size() - files - 3);
  return std::string(count) + ", " + short_hash(hash.substr(0, files));
}

std::string dataset_note(std::string_view name, std::string_view hash, std::string_view more,
                         const Terminal& terminal) {
  constexpr std::string_view kName = "dataset  ";
  if (hash.ends_with(" (0 files)")) return {};
  std::string text = std::string(name) + " (" + dataset_contents(hash) + ")";
  if (!more.empty()) text += ", " + std::string(more);
  const std::string rows = wrapped(printable_line(text), kName.size(), terminal.width());
  Page page(terminal);
  page.paragraph(std::string(kName) + rows.substr(std::min(kName.size(), rows.size())), 0,
                 Style::kDim);
  return std::move(page).take();
}

std::string warning_row(std::string_view text, const Terminal& terminal) {
  return terminal.styled(Style::kBad, "  warning") +
         wrapped(printable_line(text), 11, terminal.width()).substr(9);
}

std::size_t first_difference(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t at = 0;
  while (at < most && a[at] == b[at]) ++at;
  return code_point_begin(a, at);
}

std::string excerpt(std::string_view text, std::size_t place, std::size_t limit) {
  constexpr std::size_t kBefore = 24;  // bytes of what stands before the place
  if (text.size() <= limit) return std::string(text);
  const std::size_t begin = code_point_begin(text, place > kBefore ? place - kBefore : 0);
  const std::size_t end = code_point_begin(text, begin + limit);
  return (begin > 0 ? "..." : "") + std::string(text.substr(begin, end - begin)) +
         (end < text.size() ? "..." : "");
}

}  // namespace bfclx::tools
