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

std::string html_prose(std::string_view text) {
  std::string out;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t open = text.find('`', begin);
    const std::size_t close = open == text.npos ? open : text.find('`', open + 1);
    if (close == text.npos) return out + html_escaped(text.substr(begin));
    out += html_escaped(text.substr(begin, open - begin));
    const std::string name = html_escaped(text.substr(open + 1, close - open - 1));
    out += name.empty() ? "``" : "<code>" + name + "</code>";
    begin = close + 1;
  }
}

std::string html_marked(std::string_view text, Style style, Backticks backticks) {
  const Element element = element_of(style);
  if (text.empty()) return {};
  return std::string(element.begin)
      .append(backticks == Backticks::kMeanCode ? html_prose(text) : html_escaped(text))
      .append(element.end);
}

std::string html_styled(std::string_view text, Style style, Backticks backticks) {
  const std::string_view kind = html_class(style);
  const std::string content = html_marked(text, style, backticks);
  if (kind.empty() || text.empty()) return content;
  return "<span class=\"" + std::string(kind) + "\">" + content + "</span>";
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
