#include "core/render/html.h"

#include "core/render/escape.h"

namespace bfclx {
namespace {

struct Element {
  std::string_view begin;
  std::string_view end;
};

Element element_of(Style style) {
  switch (style) {
    case Style::kBold:
      return {"<b>", "</b>"};
    case Style::kMark:
      return {"<mark>", "</mark>"};
    case Style::kName:
      return {"<code>", "</code>"};
    case Style::kTag:
      return {"<span class=\"letter\">", "</span>"};
    default:
      return {};
  }
}

}  // namespace

std::string_view html_class(Style style) {
  switch (style) {
    case Style::kDim:
      return "muted";
    case Style::kGood:
      return "pass";
    case Style::kBad:
      return "fail";
    case Style::kWarn:
      return "warn";
    default:
      return {};
  }
}

std::string html_marked(std::string_view text, Style style) {
  const Element element = element_of(style);
  if (text.empty()) return {};
  return std::string(element.begin).append(html_escaped(text)).append(element.end);
}

std::string html_styled(std::string_view text, Style style) {
  const std::string_view kind = html_class(style);
  if (kind.empty() || text.empty()) return html_marked(text, style);
  return "<span class=\"" + std::string(kind) + "\">" + html_escaped(text) + "</span>";
}

std::string html_begin(std::string_view tag, std::string_view kind, std::string_view more) {
  std::string out = "<" + std::string(tag);
  if (!kind.empty()) out.append(" class=\"").append(kind).append("\"");
  return out.append(more) + ">";
}

void add_class(std::string& kind, std::string_view name) {
  if (!kind.empty() && !name.empty()) kind += ' ';
  kind += name;
}

}  // namespace bfclx
