#include <gtest/gtest.h>

#include <string>

#include "core/simulators/apis/html_entities.h"
#include "core/simulators/apis/html_markdown.h"
#include "core/simulators/apis/html_text.h"
#include "core/simulators/apis/text_wrap.h"

namespace bfclx {
namespace {

struct Case {
  std::string page;
  std::string expected;
};

std::string repeated(const std::string& text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

// Expected texts are what html2text 2025.4.15 gives.
TEST(HtmlMarkdown, FollowsHtml2text) {
  const Case cases[] = {
      {"", "\n\n"},
      {"<h2>A <em>b</em></h2>c<br>d", "## A _b_\n\nc  \nd\n\n"},
      {"a<b>b</b>c", "a**b** c\n\n"},
      {"<blockquote><pre><blockquote>", ">\n>     >\n\n"},
      {"<ul><li>a<ol start=7><li>b</ol></ul>", "  * a\n    7. b\n\n"},
      {"<a href='/x' title=' t'>y</a><a href='http://e.x/'>http://e.x/</a>",
       "[y](/x \" t\")<http://e.x/>\n\n"},
      {"&#", "&#\n\n"},
      {"1. x", "1\\. x\n\n"},
      {"<abbr title='World'>W</abbr>", "W\n\n  *[W]: World\n\n"},
  };
  for (const Case& row : cases) {
    const Result<std::string> text = html_markdown(row.page);
    ASSERT_TRUE(text.ok()) << row.page;
    EXPECT_EQ(*text, row.expected) << row.page;
  }
  EXPECT_EQ(html_markdown("<ol start>").error().kind, "AssertionError");
  EXPECT_EQ(html_markdown("<![ x").error().message, "expected name token at '<![ x'");
}

// Expected texts are what Beautiful Soup 4.15.0 gives.
TEST(HtmlText, FollowsBeautifulSoup) {
  const Case cases[] = {
      {"", ""},
      {"a<!-- x -->b <p> c", "a\nb\nc"},
      {"<script>a</b></script >x<style>y", "x"},
      {"<template>t<![CDATA[ c ]]></template>u<rt>r", "c\nu"},
      {"<br></br>a&copy2024 &notit; &amp", "a&copy2024 &notit &amp"},
      {"&#128;&#0;&#xD800;", "\u20ac\ufffd\ufffd"},
      {"<a b='x>y", "<a b='x>y"},
  };
  for (const Case& row : cases) {
    const Result<std::string> text = html_text(row.page);
    ASSERT_TRUE(text.ok()) << row.page;
    EXPECT_EQ(*text, row.expected) << row.page;
  }
  EXPECT_EQ(html_text("<![ x").error().kind, "ParserRejectedMarkup");
}

TEST(Html, DeepAndLongPagesEnd) {
  EXPECT_EQ(*html_text(repeated("<div>", 100000) + "x"), "x");
  EXPECT_EQ(*html_markdown(repeated("<div>", 100000) + "x"), "x\n\n");
  // What would be more text than memory should hold, or take the original for ever.
  EXPECT_EQ(html_markdown(repeated("<blockquote>x", 100000)).error().kind, "Limit");
  EXPECT_EQ(html_markdown(repeated("<ul><li>x", 100000)).error().kind, "Limit");
  EXPECT_EQ(html_text(repeated("<a '", 200000) + "='").error().kind, "Limit");
  EXPECT_TRUE(html_text(repeated("<!-- > ", 200000)).ok());
  EXPECT_TRUE(html_text(repeated("&#", 200000)).ok());
  EXPECT_TRUE(html_markdown(repeated("\n", 1000000)).ok());
}

TEST(HtmlEntities, FollowHtmlUnescape) {
  const Case cases[] = {
      {"?a=1&copy=2&lt=3", "?a=1\u00a9=2<=3"}, {"&notit;", "\u00acit;"},
      {"&NotEqualTilde;", "\u2242\u0338"},     {"&#1;&#13;&#x80;", "\r\u20ac"},
      {"&#xFFFE;&#x110000", "\ufffd"},         {"& &; &#; &#x;", "& &; &#; &#x;"}};
  for (const Case& row : cases) EXPECT_EQ(*html_unescape(row.page), row.expected) << row.page;
  EXPECT_EQ(html_unescape("&#" + std::string(4301, '1')).error().kind, "ValueError");
}

TEST(TextWrap, BreaksAsTextwrapDoes) {
  EXPECT_EQ(wrapped_text("well-known em--dash x", 8, ""), "well-\nknown em\n--dash x");
  EXPECT_EQ(wrapped_text("toolongword a", 4, "> "), "toolongword\n> a");
  EXPECT_EQ(wrapped_text("a\tb   ", 20, ""), "a       b");
  EXPECT_EQ(wrapped_text("", 20, ""), "");
}

}  // namespace
}  // namespace bfclx
