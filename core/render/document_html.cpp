// Documents as HTML.
#include "core/render/document.h"
#include "core/render/escape.h"
#include "core/render/html.h"

namespace bfclx {
namespace {

std::string element(std::string_view tag, const std::string& kind, const std::string& content) {
  return html_begin(tag, kind) + content + "</" + std::string(tag) + ">\n";
}

std::string spans_html(const Spans& spans, Backticks backticks = Backticks::kStay) {
  std::string out;
  for (const Span& span : spans) out += html_styled(span.text, span.style, backticks);
  return out;
}

// The classes of a text: its colour and its size.
std::string kind_of(const Block& block) {
  std::string kind(html_class(block.style));
  if (block.style == Style::kBold) add_class(kind, "label");
  if (block.size == Block::Size::kSmall) add_class(kind, "small");
  if (block.size == Block::Size::kLarge) add_class(kind, "score");
  return kind;
}

std::string blocks_html(const Blocks& blocks);

std::string list_html(const Block& block) {
  std::string items;
  for (const Block& item : block.blocks)
    items += element("li", {}, spans_html(item.text, Backticks::kMeanCode));
  return element("ul", {}, items);
}

std::string details_html(const Block& block) {
  constexpr std::string_view kLevels[] = {"", "", "group", "entry"};
  const bool note = block.level == Block::Level::kNote;
  std::string more = block.id.empty() ? "" : " id=\"" + html_escaped(block.id) + "\"";
  if (block.open) more += " open";
  std::string summary = html_begin("summary", note ? "small muted" : "");
  summary += spans_html(block.text) + "</summary>";
  return html_begin("details", std::string(kLevels[static_cast<std::size_t>(block.level)]), more) +
         summary + blocks_html(block.blocks) + "</details>\n";
}

std::string block_html(const Block& block) {
  switch (block.kind) {
    case Block::Kind::kParagraph:
      return element("p", kind_of(block), spans_html(block.text, Backticks::kMeanCode));
    case Block::Kind::kHeading:
      return element("h3", {}, spans_html(block.text));
    case Block::Kind::kText:
      return element("pre", kind_of(block), spans_html(block.text));
    case Block::Kind::kList:
      return list_html(block);
    case Block::Kind::kTable:
      return html_table(block.table);
    case Block::Kind::kPlot:
      return plot_svg(block.axis, block.plot, block.text.empty() ? "" : block.text[0].text) + "\n";
    case Block::Kind::kChart:
      return chart_svg(block.chart, block.text.empty() ? "" : block.text[0].text) + "\n";
    case Block::Kind::kDetails:
      return details_html(block);
    case Block::Kind::kFacts:
      return element("dl", {}, blocks_html(block.blocks));
    case Block::Kind::kFact:
      return "<dt>" + spans_html(block.text) + "</dt><dd>" + blocks_html(block.blocks) + "</dd>\n";
    case Block::Kind::kPanels:
      return element("div", "runs", blocks_html(block.blocks));
    case Block::Kind::kPanel:
      return element("div", {}, blocks_html(block.blocks));
  }
  return {};
}

std::string blocks_html(const Blocks& blocks) {
  std::string out;
  for (const Block& block : blocks) out += block_html(block);
  return out;
}

std::string header_html(const Document& document) {
  std::string out = "<header>\n<h1>" + html_escaped(document.title) + "</h1>\n";
  for (const std::string& line : document.basis) {
    out += "<div class=\"muted small\">" + html_prose(line) + "</div>\n";
  }
  std::string links;
  for (const Document::Section& section : document.sections) {
    if (section.blocks.empty()) continue;
    links +=
        "<a href=\"#" + html_escaped(section.id) + "\">" + html_escaped(section.title) + "</a>";
  }
  if (document.contents && !links.empty()) out += "<nav>" + links + "</nav>\n";
  return out + "</header>\n";
}

}  // namespace

std::string html_document(const Document& document) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>" +
      html_escaped(document.title) + "</title>\n<style>";
  out.append(html_style_sheet()).append(chart_style_sheet());
  out += "</style>\n</head>\n<body>\n" + header_html(document) + "<main>\n" +
         blocks_html(document.blocks);
  for (const Document::Section& section : document.sections) {
    if (section.blocks.empty()) continue;
    out += "<section>\n<h2 id=\"" + html_escaped(section.id) + "\">" + html_escaped(section.title) +
           "</h2>\n" + blocks_html(section.blocks) + "</section>\n";
  }
  return out +
         "</main>\n<footer class=\"muted small\">This page is one file without scripts or "
         "external resources." +
         (document.note.empty() ? "" : " " + html_prose(document.note)) +
         "</footer>\n</body>\n</html>\n";
}

}  // namespace bfclx
