#include "core/base/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace bfclx {
namespace {

constexpr std::string_view kMixed = "aé€😀\xED\xA0\x80z";  // six code points, one a surrogate

TEST(Utf8, OneByteOrderMarkIsTakenOff) {
  EXPECT_EQ(without_byte_order_mark("\xEF\xBB\xBF\xEF\xBB\xBFx"), "\xEF\xBB\xBFx");
  EXPECT_EQ(without_byte_order_mark("\xEF\xBBx"), "\xEF\xBBx");
  EXPECT_EQ(without_byte_order_mark(""), "");
}

TEST(Utf8, EncodesAndDecodesEveryLength) {
  const char32_t code_points[] = {0,      0x7F,   0x80,   0x7FF,   0x800,   0xD7FF,
                                  0xD800, 0xDFFF, 0xFFFF, 0x10000, 0x10FFFF};
  std::string text;
  for (const char32_t c : code_points) append_utf8(text, c);
  std::size_t at = 0;
  for (const char32_t c : code_points) EXPECT_EQ(next_code_point(text, at), c);
  EXPECT_EQ(at, text.size());
  EXPECT_EQ(count_code_points(text), std::size(code_points));
}

// Bytes that are no UTF-8 must not reach past the tables of Unicode.
TEST(Utf8, GivesNoCodePointPastTheLast) {
  for (int lead = 0x80; lead <= 0xFF; ++lead) {
    for (const int fill : {0x00, 0x41, 0x80, 0x8F, 0x90, 0xBF, 0xFF}) {
      const std::string text = static_cast<char>(lead) + std::string(3, static_cast<char>(fill));
      for (std::size_t size = 1; size <= text.size(); ++size) {
        for (std::size_t at = 0; at < size;) {
          EXPECT_LE(next_code_point(std::string_view(text).substr(0, size), at), kLastCodePoint);
        }
      }
    }
  }
}

TEST(Utf8, CountsAndFindsCodePoints) {
  EXPECT_EQ(count_code_points(kMixed), 6u);
  EXPECT_EQ(byte_offset_of(kMixed, 0), 0u);
  EXPECT_EQ(byte_offset_of(kMixed, 3), 6u);
  EXPECT_EQ(byte_offset_of(kMixed, 5), 13u);
  EXPECT_EQ(byte_offset_of(kMixed, 99), kMixed.size());
  EXPECT_EQ(byte_offset_of("0123456789abcdefé", 17), 18u);
}

TEST(Utf8, SlicesAsPython) {
  EXPECT_EQ(slice_code_points(kMixed, 1, 3), "é€");
  EXPECT_EQ(slice_code_points(kMixed, 5, 99), "z");
  EXPECT_EQ(slice_code_points(kMixed, 3, 3), "");
  EXPECT_EQ(slice_code_points(kMixed, 4, 2), "");
  EXPECT_EQ(slice_code_points(kMixed, 50, 60), "");
}

// bytes.decode('utf-8', 'replace') of CPython, and the place of its first error.
TEST(Utf8, ReplacesMaximalInvalidParts) {
  struct Case {
    std::string_view bytes;
    std::string_view decoded;
    int error_at;  // -1: valid
  };
  const Case cases[] = {
      {"plain", "plain", -1},
      {"é€😀", "é€😀", -1},
      {"a\x80z", "a\uFFFDz", 1},
      {"\xC0\x80", "\uFFFD\uFFFD", 0},
      {"\xE2\x82", "\uFFFD", 0},
      {"\xE2\x82z", "\uFFFDz", 0},
      {"\xF0\x9F\x98", "\uFFFD", 0},
      {"\xF0\x80\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", 0},
      {"ab\xED\xA0\x80", "ab\uFFFD\uFFFD\uFFFD", 2},
      {"\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", 0},
      {"\xFF", "\uFFFD", 0},
      {"0123456789\xE9", "0123456789\uFFFD", 10},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(sanitize_utf8(c.bytes), c.decoded);
    const auto invalid = find_invalid_utf8(c.bytes);
    EXPECT_EQ(invalid ? static_cast<int>(*invalid) : -1, c.error_at) << c.decoded;
  }
}

TEST(Utf8, KnowsAsciiAndSurrogates) {
  EXPECT_TRUE(is_ascii("only ascii, of some length"));
  EXPECT_FALSE(is_ascii("only ascii, of some length\xC3\xA9"));
  EXPECT_TRUE(has_surrogate(kMixed));
  EXPECT_FALSE(has_surrogate("\xED\x9F\xBF 가 \xED\x95\x9C"));
}

}  // namespace
}  // namespace bfclx
