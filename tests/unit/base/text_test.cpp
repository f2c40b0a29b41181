// Small helpers on text.
#include "core/base/text.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

TEST(Text, KnowsItsDigitsAndLetters) {
  EXPECT_TRUE(is_digit('0') && is_digit('9') && !is_digit('a') && !is_digit(-1));
  EXPECT_TRUE(is_letter('a') && is_letter('Z') && !is_letter('@') && !is_letter('['));
  EXPECT_EQ(hex_value('7'), 7);
  EXPECT_EQ(hex_value('a'), 10);
  EXPECT_EQ(hex_value('F'), 15);
  for (const int c : {int{'g'}, int{'/'}, int{'@'}, int{'`'}, -1, 0x11})
    EXPECT_EQ(hex_value(c), -1);
  EXPECT_EQ(lower_ascii("aB\u00c4[Z"), "ab\u00c4[z");
  EXPECT_EQ(upper_ascii("aB\u00e4{z"), "AB\u00e4{Z");
}

TEST(Text, FindsWhereACodePointBegins) {
  constexpr std::string_view kText = "a\u00e9\u20acb";  // 1, 2, 3 and 1 bytes
  constexpr std::size_t kBegins[] = {0, 1, 1, 3, 3, 3, 6, 7, 7};
  for (std::size_t at = 0; at < std::size(kBegins); ++at) {
    EXPECT_EQ(code_point_begin(kText, at), kBegins[at]) << at;
  }
}

TEST(Text, TakesCodePointsOffItsEnds) {
  EXPECT_EQ(without_ends("\u20acabc\u00e9"), "abc");
  EXPECT_EQ(without_ends("ab"), "");
  EXPECT_EQ(without_ends("\u20ac"), "");
  EXPECT_EQ(without_ends(""), "");
}

TEST(Text, SkipsWhiteSpaceOfAnyScript) {
  EXPECT_EQ(skip_space(" \t\n\u00a0\u3000x ", 0), 8u);
  EXPECT_EQ(skip_space("x ", 0), 0u);
  EXPECT_EQ(skip_space("x \x1f", 1), 3u);
  EXPECT_EQ(skip_space("\u00e9", 0), 0u);
}

TEST(Text, PutsPartsTogether) {
  EXPECT_EQ(concat({}), "");
  EXPECT_EQ(concat({"a", "", "bc"}), "abc");
  EXPECT_TRUE(contains("abc", "bc") && contains("abc", "") && !contains("abc", "cb"));
}

}  // namespace
}  // namespace bfclx
