#include "core/base/counted.h"
#include "core/render/escape.h"
#include "core/render/figure_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace bfclx {
namespace {

// The site rounds by itself: the same hash of the same texts is in site/tests/text.test.ts.
TEST(Texts, SharesOfUpTo500Entries) {
  std::uint32_t hash = 0x811c9dc5;
  for (int m = 1; m <= 500; ++m) {
    for (int n = 0; n <= m; ++n) {
      const std::string text = percent(static_cast<double>(n) / m) + "\n";
      for (const char letter : text)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x01000193;
    }
  }
  EXPECT_EQ(hash, 0x1818188bU);
}

TEST(Texts, Figures) {
  EXPECT_EQ(percent(0.932), "93.2");
  EXPECT_EQ(share_text(1, 3), "1 of 3");
  EXPECT_EQ(share_text(19, 20), "95.0");
  EXPECT_EQ(share_text(0, 0), "-");
  EXPECT_EQ(percent_range({0.91, 0.944}), "91.0 to 94.4");
  EXPECT_EQ(rank_text({2, 1, 4}), "2 (1 to 4)");
  EXPECT_EQ(rank_text({2, 2, 2}), "2");
  EXPECT_EQ(signed_points(0.017), "+1.7");
  EXPECT_EQ(signed_points(-0.0001), "0.0");
  EXPECT_EQ(signed_range({-0.002, 0.017}), "-0.2 to +1.7");
  EXPECT_EQ(with_minus_signs("-0.2 to +1.7 (95 % CI -1.0 to -0.1)"),
            "\u22120.2 to +1.7 (95 % CI \u22121.0 to \u22120.1)");
  EXPECT_EQ(with_minus_signs("model-8b - 2026-01-01 -"), "model-8b - 2026-01-01 -");
  EXPECT_EQ(p_text(0.0004), "< 0.001");
  EXPECT_EQ(p_text(0.0344), "0.034");
  // As the page rounds them: exact tests often give a number in the middle.
  EXPECT_EQ(p_text(0.0625), "0.063");
  EXPECT_EQ(p_text(0.1875), "0.188");
  EXPECT_EQ(p_text(0.3125), "0.313");
  EXPECT_EQ(p_text(0.0624), "0.062");
  EXPECT_EQ(p_text(1), "1.000");
  EXPECT_EQ(joined({"a", "", "b"}, ", "), "a, , b");
  EXPECT_EQ(joined({}, ", "), "");
}

TEST(Texts, CellsOfSpreadsheets) {
  struct Case {
    const char* text;
    const char* cell;
  };
  const Case cases[] = {
      {"plain", "plain"},
      {"", ""},
      {"a-b", "a-b"},
      {"a,b", "\"a,b\""},
      {"a\"b", "\"a\"\"b\""},
      {"=1+1", "\"'=1+1\""},
      {"+1", "\"'+1\""},
      {"-1", "\"'-1\""},
      {"@x", "\"'@x\""},
      {"  =1", "\"'  =1\""},
      {"\xEF\xBC\x9D"
       "1",
       "\"'\xEF\xBC\x9D"
       "1\""},
      {"\t=1", "\"'\\t=1\""},
      {"\r=1", "\"'\\x0d=1\""},
      {"a\nb", "a\\nb"},
      {"\x1b[2J", "\\x1b[2J"},
  };
  for (const Case& one : cases) EXPECT_EQ(csv_cell(one.text), one.cell);
}

TEST(Texts, Markdown) {
  EXPECT_EQ(markdown_text("[a](b)"), "\\[a\\]\\(b\\)");
  EXPECT_EQ(markdown_text("<b>|&~"), "\\<b\\>\\|\\&\\~");
  EXPECT_EQ(markdown_text("a_b*c`d\\"), "a\\_b\\*c\\`d\\\\");
  EXPECT_EQ(markdown_text("https://x/y"), "https:\\//x/y");
  EXPECT_EQ(markdown_text("a\nb\x1b"), "a\\\\nb\\\\x1b");
}

TEST(Texts, Html) {
  EXPECT_EQ(html_escaped("<a href=\"x\">'&\x1b"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\\x1b");
  EXPECT_EQ(html_escaped("a\nb\xff"), "a\nb\xEF\xBF\xBD");
}

}  // namespace
}  // namespace bfclx
