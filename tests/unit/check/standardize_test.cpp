// The standard form of texts. Expectations are those of the official standardize_string.
#include "core/check/standardize.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/check/ast_checker.h"

namespace bfclx {
namespace {

TEST(Standardize, DropsLowersAndTurnsQuotes) {
  const struct {
    std::string_view text;
    std::string_view standard;
  } cases[] = {
      {"", ""},
      {"April 1, 2024", "april12024"},
      {"a.b/c-d_e*f^g", "abcdefg"},
      {"It's \"x\"", "it\"s\"x\""},
      {"tab\tand\nline", "tab\tand\nline"},
      {"(a)!?;:", "(a)!?;:"},
      {"Straße ÜBER", "straßeüber"},
      {"ΑΣ", "ας"},
      {"ΑΣ Β", "ασβ"},
      {"\u0130", "i\u0307"},
      {"\u212a", "k"},
      {"\u00a0x", "\u00a0x"},
  };
  for (const auto& row : cases) {
    EXPECT_EQ(standardize_string(row.text), row.standard) << row.text;
    EXPECT_TRUE(standardized_equal(row.text, row.text)) << row.text;
  }
}

TEST(Standardize, ComparesAsTheStandardFormsDo) {
  const std::string_view texts[] = {"",
                                    " ",
                                    "a",
                                    "A.",
                                    "ab",
                                    "a b",
                                    "k",
                                    "\u212a",
                                    "'",
                                    "\"",
                                    std::string_view("a\0", 2),
                                    "é",
                                    "É",
                                    "aé",
                                    "αςβ",
                                    "ΑΣΒ",
                                    "ΑΣ",
                                    "ασ",
                                    "\u0130",
                                    "i\u0307",
                                    "_-"};
  for (const std::string_view a : texts) {
    for (const std::string_view b : texts) {
      EXPECT_EQ(standardized_equal(a, b), standardize_string(a) == standardize_string(b))
          << a << " and " << b;
    }
  }
}

}  // namespace
}  // namespace bfclx
