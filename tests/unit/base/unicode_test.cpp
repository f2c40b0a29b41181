#include "core/base/unicode.h"

#include <gtest/gtest.h>

#include <string>

#include "core/base/fnv.h"
#include "core/base/utf8.h"

namespace bfclx {
namespace {

TEST(Unicode, PropertiesAreCPythons) {
  struct Case {
    char32_t c;
    bool space, printable, word, id_start, id_continue;
    int decimal;
  };
  const Case cases[] = {
      {U' ', true, true, false, false, false, -1},
      {U'\n', true, false, false, false, false, -1},
      {U'\x1C', true, false, false, false, false, -1},
      {0x85, true, false, false, false, false, -1},
      {0xA0, true, false, false, false, false, -1},
      {0x200B, false, false, false, false, false, -1},
      {0x3000, true, false, false, false, false, -1},
      {U'_', false, true, true, true, true, -1},
      {U'7', false, true, true, false, true, 7},
      {U'$', false, true, false, false, false, -1},
      {U'é', false, true, true, true, true, -1},
      {U'²', false, true, true, false, false, -1},
      {0x0669, false, true, true, false, true, 9},
      {0x0301, false, true, false, false, true, -1},
      {0x2118, false, true, false, true, true, -1},  // Other_ID_Start
      {0x0E33, false, true, true, false, true, -1},  // starts no identifier under NFKC
      {0x4E00, false, true, true, true, true, -1},
      {0x1F600, false, true, false, false, false, -1},
      {0x1D7FF, false, true, true, false, true, 9},
      {0xD800, false, false, false, false, false, -1},
      {0x10FFFF, false, false, false, false, false, -1},
      {0x110000, false, false, false, false, false,
       -1},  // no code point: reads no table past its end
      {0x1FFFFF, false, false, false, false, false, -1},
      {0xFFFFFFFF, false, false, false, false, false, -1},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(is_space(c.c), c.space) << std::hex << static_cast<unsigned>(c.c);
    EXPECT_EQ(is_printable(c.c), c.printable) << std::hex << static_cast<unsigned>(c.c);
    EXPECT_EQ(is_word(c.c), c.word) << std::hex << static_cast<unsigned>(c.c);
    EXPECT_EQ(is_id_start(c.c), c.id_start) << std::hex << static_cast<unsigned>(c.c);
    EXPECT_EQ(is_id_continue(c.c), c.id_continue) << std::hex << static_cast<unsigned>(c.c);
    EXPECT_EQ(decimal_value(c.c), c.decimal) << std::hex << static_cast<unsigned>(c.c);
  }
}

// How many code points have each property, counted with CPython 3.11.
TEST(Unicode, TablesAreThoseOfVersion14) {
  int spaces = 0;
  int printables = 0;
  int words = 0;
  int id_starts = 0;
  int id_continues = 0;
  int decimals = 0;
  for (char32_t c = 0; c < 0x110000; ++c) {
    spaces += is_space(c);
    printables += is_printable(c);
    words += is_word(c);
    id_starts += is_id_start(c);
    id_continues += is_id_continue(c);
    decimals += decimal_value(c) >= 0;
  }
  EXPECT_EQ(spaces, 29);
  EXPECT_EQ(printables, 144516);
  EXPECT_EQ(words, 133548);
  EXPECT_EQ(id_starts, 131975);
  EXPECT_EQ(id_continues, 135053);
  EXPECT_EQ(decimals, 660);
}

TEST(Unicode, ChangesCaseAsStr) {
  struct Case {
    std::string_view text;
    std::string_view lower;
    std::string_view upper;
  };
  const Case cases[] = {
      {"Hello, World 1", "hello, world 1", "HELLO, WORLD 1"},
      {"ÀÉ ß", "àé ß", "ÀÉ SS"},
      {"İ", "i\u0307", "İ"},
      {"ŉ ﬁ ΐ", "ŉ ﬁ ΐ", "ʼN FI \u0399\u0308\u0301"},
      {"ΑΣ", "ας", "ΑΣ"},
      {"ΑΣΑ", "ασα", "ΑΣΑ"},
      {"Σ", "σ", "Σ"},
      {"Α.Σ.", "α.ς.", "Α.Σ."},
      {"Α.Σ.Β", "α.σ.β", "Α.Σ.Β"},
      {"ΑΣ’ Σ", "ας’ σ", "ΑΣ’ Σ"},
      {"𐐀", "𐐨", "𐐀"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(lower(c.text), c.lower);
    EXPECT_EQ(upper(c.text), c.upper);
  }
}

// What Python 3.11 gives for str.lower, str.upper and NFKC of each code point, one behind the
// other.
TEST(Unicode, EveryCodePointChangesAsInPython) {
  std::uint64_t lowered = kFnvStart;
  std::uint64_t uppered = kFnvStart;
  std::uint64_t normal = kFnvStart;
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, c);
    lowered = fnv1a(lower(text), lowered);
    uppered = fnv1a(upper(text), uppered);
    normal = fnv1a(nfkc(text), normal);
  }
  EXPECT_EQ(lowered, 0xc319d02e8283b91eu);
  EXPECT_EQ(uppered, 0xf1a6102c65729830u);
  EXPECT_EQ(normal, 0x5364fa106afa5a5du);
}

TEST(Unicode, FinalSigmaTakesLinearTime) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "Σ.";  // quadratic would take minutes
  EXPECT_EQ(lower("Α" + text).substr(0, 5), "ασ.");
}

TEST(Unicode, NormalisesToNfkc) {
  struct Case {
    std::string_view text;
    std::string_view normal;
  };
  const Case cases[] = {
      {"plain", "plain"},
      {"ｆｕｌｌ", "full"},
      {"ﬁ", "fi"},
      {"e\u0301", "é"},
      {"é", "é"},
      {"a\u0323\u0307", "\u1EA1\u0307"},
      {"a\u0307\u0323", "\u1EA1\u0307"},
      {"\u1E9B\u0323", "\u1E69"},
      {"\u2126", "Ω"},
      {"\u0958", "\u0915\u093C"},  // excluded from composition
      {"\u1112\u1161\u11AB", "한"},
      {"한", "한"},
      {"하\u11AB", "한"},
      {"하\u11A7", "하\u11A7"},
      {"㌀", "アパート"},
      {"𝔘𝔫𝔦", "Uni"},
      {"a\u0315\u0300\u05AE\u0300b", "à\u05AE\u0300\u0315b"},
      {"\xED\xA0\x80", "\xED\xA0\x80"},
  };
  for (const Case& c : cases) EXPECT_EQ(nfkc(c.text), c.normal) << c.text;
}

TEST(Unicode, Strips) {
  EXPECT_EQ(strip(" \t\x1C\u2003x y\u3000\xC2\x85\n"), "x y");
  EXPECT_EQ(lstrip("  x "), "x ");
  EXPECT_EQ(rstrip(" x\xC2\xA0"), " x");
  EXPECT_EQ(strip(" \u2003"), "");
  EXPECT_EQ(strip("\u200Bx"), "\u200Bx");
  EXPECT_EQ(strip_chars("`\n [a] `", "`\n "), "[a]");
  EXPECT_EQ(strip_chars("```", "`"), "");
}

TEST(Unicode, Replaces) {
  EXPECT_EQ(replace_all("aXbXX", "X", "--"), "a--b----");
  EXPECT_EQ(replace_all("aaa", "aa", "b"), "ba");
  EXPECT_EQ(replace_all("abc", "x", "y"), "abc");
}

TEST(Unicode, ReadsNumbersOfAnyScript) {
  std::string buffer;
  EXPECT_EQ(ascii_number_text(" 12 ", buffer), "12");
  EXPECT_EQ(ascii_number_text("\u2003١٢.٣", buffer), "12.3");
  EXPECT_EQ(ascii_number_text("1é", buffer), "1?");
}

}  // namespace
}  // namespace bfclx
