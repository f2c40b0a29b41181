#include "core/base/text_search.h"

#include <gtest/gtest.h>

#include <string>

namespace bfclx {
namespace {

// All texts of two letters up to a length, found as std::string_view finds them.
TEST(FindText, AgreesWithTheNaiveSearch) {
  const std::string front(64, 'a');  // long enough for the other search
  for (unsigned bits = 0; bits < 64; ++bits) {
    std::string part = front;
    for (unsigned i = 0; i < 6; ++i) part += (bits >> i & 1) != 0 ? 'a' : 'b';
    for (const std::string& text :
         {part, "b" + part, front + part + part, part + "a" + part, front + front, front + "ab",
          std::string("ab") + front + "aabab" + front + "babab", std::string()}) {
      for (std::size_t from = 0; from <= text.size() + 1; ++from) {
        ASSERT_EQ(find_text(text, part, from), text.find(part, from)) << text << " " << part;
      }
    }
  }
}

TEST(FindText, FindsNothingAtTheEnd) {
  EXPECT_EQ(find_text("abc", "", 3), 3U);
  EXPECT_EQ(find_text("abc", "", 4), std::string::npos);
  EXPECT_EQ(find_text("abcabc", "c", 3), 5U);
}

// The product of the lengths is 10 to the 13.
TEST(FindText, TakesTimeInProportionToTheLengths) {
  const std::string text(4'000'000, 'a');
  const std::string part = std::string(2'500'000, 'a') + "b" + std::string(1000, 'a');
  EXPECT_EQ(find_text(text, part), std::string::npos);
}

}  // namespace
}  // namespace bfclx
