#include "core/render/visible.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

TEST(Visible, ControlCharactersAndDirectionsAreShown) {
  EXPECT_EQ(printable("a\nb\tc"), "a\nb  c");
  EXPECT_EQ(printable_line("a\nb\tc"), "a\\nb\\tc");
  EXPECT_EQ(printable("\x1b[2J\x07\x7f"), "\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\u202e");
  EXPECT_EQ(printable("\xff"), "\xEF\xBF\xBD");
}

TEST(Visible, WhatNobodySeesIsShown) {
  EXPECT_EQ(printable("a\u200Bb\uFEFFc"), "a\\u200bb\\ufeffc");
  EXPECT_EQ(printable_line("\U000E0041\U000E007F"), "\\U000e0041\\U000e007f");
  EXPECT_EQ(printable("a\u034Fb\u115Fc\u1160d\u3164e\u2800f\u180Bg\uFFA0h\U000E0100"),
            "a\\u034fb\\u115fc\\u1160d\\u3164e\\u2800f\\u180bg\\uffa0h\\U000e0100");
  // Joiners and selectors that join or select nothing.
  EXPECT_EQ(printable("gpt\uFE0F-4\uFE0F a\u200Db\u200C"), "gpt\\ufe0f-4\\ufe0f a\\u200db\\u200c");
  EXPECT_EQ(printable("\u6A21\uFE0F\u200D \u2764\uFE0F\uFE0F\u200D"),
            "\u6A21\\ufe0f\\u200d \u2764\uFE0F\\ufe0f\\u200d");
  EXPECT_EQ(printable("\uFE0F"), "\\ufe0f");
  EXPECT_EQ(printable("\u200E\u2028\u2060\u00AD"), "\\u200e\\u2028\\u2060\\xad");
  // Joiners and selectors are parts of words and emoji.
  const std::string_view family =
      "\U0001F468\u200D\U0001F469 \u2764\uFE0F \u0645\u06CC\u200C\u062E";
  EXPECT_EQ(printable(family), family);
  const std::string more =
      "\u2764\uFE0F\u200D\U0001F525 1\uFE0F\u20E3 \u00A9\uFE0F \u0915\u094D\u200D\u0937";
  EXPECT_EQ(printable(more), more);
}

TEST(Visible, VariantsOfIdeographsStay) {
  const std::string_view name = "\u8FBB\U000E0100\u845B\U000E0101 \U00020BB7\U000E01EF";
  EXPECT_EQ(printable(name), name);
  EXPECT_EQ(display_width("\u8FBB\U000E0100"), 2U);
  const std::string_view standard = "\u5C71\uFE00\u6D77\uFE01\uFA12\uFE02";
  EXPECT_EQ(printable(standard), standard);
  EXPECT_EQ(printable("\u3042\U000E0100 a\uFE00 \u5C71\uFE03 \u8FBB\U000E0100\U000E0101"),
            "\u3042\\U000e0100 a\\ufe00 \u5C71\\ufe03 \u8FBB\U000E0100\\U000e0101");
  EXPECT_EQ(printable("\u8FBB\U000E00FF\U000E01F0\U000E0041"),
            "\u8FBB\\U000e00ff\\U000e01f0\\U000e0041");
}

TEST(Visible, VariantsOfMongolianLettersStay) {
  const std::string_view word =
      "\u1820\u180B\u182D\u180C\u1828\u180D\u1820\u180F\u1828\u180E\u1820";
  EXPECT_EQ(printable(word), word);
  EXPECT_EQ(printable("a\u180B \u180E \u1820\u180B\u180C"), "a\\u180b \\u180e \u1820\u180B\\u180c");
}

TEST(Visible, JoinersAtTheEndOfAnIndicWordStay) {
  const std::string_view malayalam = "\u0D05\u0D35\u0D28\u0D4D\u200D \u0D15\u0D4D\u200C.";
  EXPECT_EQ(printable(malayalam), malayalam);
  const std::string_view sinhala = "\u0D9A\u0DCA\u200D";
  EXPECT_EQ(printable(sinhala), sinhala);
  EXPECT_EQ(printable("\u0D28\u200D \u0645\u200C \u0D28\u0D4D\u200D\u200D"),
            "\u0D28\\u200d \u0645\\u200c \u0D28\u0D4D\u200D\\u200d");
}

TEST(Visible, WidthIsInColumns) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("漢字"), 4U);
  EXPECT_EQ(display_width("\U0001F600"), 2U);
  EXPECT_EQ(display_width("e\u0301"), 1U);       // a combining accent
  EXPECT_EQ(display_width("\u0E01\u0E31"), 1U);  // a Thai vowel above
  EXPECT_EQ(display_width("\u200B"), 0U);
  EXPECT_EQ(display_width("é–…"), 3U);
}

TEST(Visible, Padding) {
  EXPECT_EQ(pad_right("漢", 4), "漢  ");
  EXPECT_EQ(pad_left("漢", 4), "  漢");
  EXPECT_EQ(pad_left("long", 2), "long");
}

TEST(Visible, FittedTextsKeepBothEnds) {
  EXPECT_EQ(fitted("v0.11.0/openai_gpt-oss-120b", 16), "v0.11....ss-120b");
  EXPECT_EQ(fitted("short", 8), "short");
  EXPECT_EQ(fitted("漢字漢字漢字", 9), "漢...漢字");
  EXPECT_LE(display_width(fitted("漢字漢字漢字", 9)), 9U);
  // A name may be as long as an archive says.
  EXPECT_EQ(display_width(fitted(std::string(4 << 20, 'x'), 40)), 40U);
}

TEST(Visible, WrappedRowsStayWithinTheWidth) {
  EXPECT_EQ(wrapped("one two three four", 2, 12), "  one two\n  three four\n");
  EXPECT_EQ(wrapped("abcdefghijkl", 0, 8), "abcdefgh\nijkl\n");
  EXPECT_EQ(wrapped("漢字漢字漢字", 0, 8), "漢字漢字\n漢字\n");
  EXPECT_EQ(wrapped("", 2, 20), "\n");
}

TEST(Visible, LongNamesAreBrokenAtTheirJoints) {
  EXPECT_EQ(wrapped("1 irrelevance_error:decoder_success", 0, 19),
            "1 irrelevance_\nerror:decoder_\nsuccess\n");
  EXPECT_EQ(wrapped("2 type_error:simple, +1", 0, 19), "2 type_error:\nsimple, +1\n");
  EXPECT_EQ(wrapped("12 execution_response_mismatch", 0, 20), "12 execution_\nresponse_mismatch\n");
  EXPECT_EQ(wrapped("one two three_four", 0, 10), "one two\nthree_four\n");
  EXPECT_EQ(wrapped("tests/data/generation", 0, 12), "tests/data/\ngeneration\n");
  EXPECT_EQ(wrapped("one two three_four_fifth_six", 0, 12), "one two\nthree_four_\nfifth_six\n");
  // What fits into a row of its own stays whole where rows are long.
  const std::string path = "some/folder/of/results/that/has/a/long/path";
  EXPECT_EQ(wrapped("in " + path, 0, 44), "in\n" + path + "\n");
  EXPECT_EQ(wrapped("____________", 0, 8), "________\n____\n");
}

}  // namespace
}  // namespace bfclx
