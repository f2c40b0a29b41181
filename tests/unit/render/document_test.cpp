#include "core/render/document.h"

#include <gtest/gtest.h>

#include <string>

namespace bfclx {
namespace {

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Document page() {
  Document document;
  document.title = "Runs";
  document.basis = {"dataset v4"};
  document.contents = true;
  document.blocks = {paragraph({"64.6 %"}, Style::kPlain, Block::Size::kLarge)};
  document.sections = {
      {"empty", "Empty", {}},
      {"failures",
       "Failures",
       {details(Block::Level::kEntry, {{"simple_0", Style::kName}, " failed"},
                {facts({fact("calls", {text_as_it_stands({"f(", {"1", Style::kMark}, ")"})})})},
                true)}}};
  document.note = "Seed 7.";
  return document;
}

TEST(Document, IsOneWholePageWithoutScript) {
  const std::string html = html_document(page());
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_TRUE(html.ends_with("external resources. Seed 7.</footer>\n</body>\n</html>\n"));
  EXPECT_TRUE(holds(html, "content=\"default-src 'none'; style-src 'unsafe-inline'\""));
  EXPECT_TRUE(holds(html, "prefers-color-scheme: dark"));
  EXPECT_FALSE(holds(html, "<script"));
}

TEST(Document, SectionsWithoutContentAreLeftOut) {
  const std::string html = html_document(page());
  EXPECT_TRUE(holds(html, "<nav><a href=\"#failures\">Failures</a></nav>"));
  EXPECT_FALSE(holds(html, "Empty"));
}

TEST(Document, Blocks) {
  const std::string html = html_document(page());
  EXPECT_TRUE(holds(html, "<p class=\"score\">64.6 %</p>"));
  EXPECT_TRUE(holds(html,
                    "<details class=\"entry\" open><summary><code>simple_0</code> failed</summary>"
                    "<dl><dt>calls</dt><dd><pre>f(<mark>1</mark>)</pre>\n</dd>\n</dl>\n"
                    "</details>\n"))
      << html;
}

TEST(Document, BackticksOfProseAreCode) {
  Document document;
  document.basis = {"`_` for `.`"};
  document.blocks = {paragraph({"see `a<b>`, ``` and `", {"one ` more", Style::kDim}}),
                     text_as_it_stands({"`f()`"})};
  document.sections = {{"f", "F", {details(Block::Level::kEntry, {"`f()`"}, {})}}};
  const std::string html = html_document(document);
  EXPECT_TRUE(holds(html, "<code>_</code> for <code>.</code></div>"));
  EXPECT_TRUE(holds(html, "<p>see <code>a&lt;b&gt;</code>, ``<code> and </code>")) << html;
  EXPECT_TRUE(holds(html, "<span class=\"muted\">one ` more</span>"));
  EXPECT_TRUE(holds(html, "<pre>`f()`</pre>"));
  EXPECT_TRUE(holds(html, "<summary>`f()`</summary>"));
}

TEST(Document, HostileTextsStayTexts) {
  const std::string hostile = "</pre></style><script>alert(1)</script>'\"\x1b[31m\xff";
  const Spans spans = {{hostile, Style::kName}, {hostile, Style::kGood}};
  Table table;
  table.columns = {{hostile}};
  table.rows = {{{hostile}, Style::kPlain, hostile, {hostile}}};
  Block opened = details(
      Block::Level::kNote, spans,
      {paragraph(spans), heading(spans), text_as_it_stands(spans), list_of({paragraph(spans)}),
       facts({fact(hostile, {})}), table_block(table), plot_block(share_axis(), {}, hostile)});
  opened.id = hostile;
  Document document;
  document.title = hostile;
  document.basis = {hostile};
  document.contents = true;
  document.blocks = {opened};
  document.sections = {{hostile, hostile, {panels({panel({opened})})}}};
  document.note = hostile;
  const std::string html = html_document(document);
  EXPECT_FALSE(holds(html, "<script"));
  EXPECT_FALSE(holds(html, "\x1b"));
  EXPECT_FALSE(holds(html, "\xff"));
  EXPECT_EQ(html.find("</style>"), html.rfind("</style>"));
  EXPECT_TRUE(holds(html, "&lt;/script&gt;&#39;&quot;"));
}

}  // namespace
}  // namespace bfclx
