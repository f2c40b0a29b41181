// Which values differ only in how they are written: never those with other numbers or dates.
#include "core/audit/spelling.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace bfclx {
namespace {

bool texts(std::string_view truth, std::string_view found) {
  const bool is = is_same_but_spelling(Value::str(truth), Value::str(found));
  EXPECT_EQ(is, is_same_but_spelling(Value::str(found), Value::str(truth))) << truth;
  return is;
}

TEST(Spelling, TextsThatNearlyAgree) {
  const std::pair<std::string_view, std::string_view> same[] = {
      {"London", "London, UK"},
      {"colour of the sky", "color of the sky"},
      {"March 5, 2024", "Mar 5 2024"},
      {"7:30 pm", "7:30pm."},
      {"New York, NY 10001", "New York 10001"},
      {"$1,000 in total", "1000 in total"},
      {"3.50 EUR", "3.5 EUR"},
  };
  for (const auto& [truth, found] : same) EXPECT_TRUE(texts(truth, found)) << truth;
}

TEST(Spelling, OtherNumbersAndDatesAreOtherValues) {
  const std::pair<std::string_view, std::string_view> other[] = {
      {"2024-05-01", "2024-06-01"},
      {"2024-05-01", "2024-05-10"},
      {"flight BA 2490", "flight BA 2491"},
      {"Chapter", "Chapter 2"},
      {"room 12", "room 1"},
      {"15 June 2024", "15 July 2024"},
      {"5 May 2024", "5 Mar 2024"},
      {"May 2024", "2024"},
      {"next monday", "next sunday"},
      {"10:00 AM", "10:00 PM"},
      {"-5", "5"},
      {"1.5", "15"},
      {"about 1.5 km", "about 15 km"},
      {"Paris", "Rome"},
      {"", "Rome"},
  };
  for (const auto& [truth, found] : other) EXPECT_FALSE(texts(truth, found)) << truth;
}

TEST(Spelling, NumbersOfAnotherType) {
  EXPECT_TRUE(is_same_but_spelling(Value::integer(3), Value::str("3")));
  EXPECT_TRUE(is_same_but_spelling(Value::str("1,000"), Value::integer(1000)));
  EXPECT_TRUE(is_same_but_spelling(Value::real(1.5), Value::str("1.5")));
  EXPECT_FALSE(is_same_but_spelling(Value::integer(-3), Value::str("3")));
  EXPECT_FALSE(is_same_but_spelling(Value::integer(15), Value::str("1.5")));
  EXPECT_FALSE(is_same_but_spelling(Value::integer(15), Value::real(1.5)));
  EXPECT_FALSE(is_same_but_spelling(Value::integer(12), Value::str("123")));
}

TEST(Spelling, LongNumbersDiffer) {
  const std::string digits(1 << 20, '7');
  EXPECT_FALSE(texts(digits, digits + "8"));
}

}  // namespace
}  // namespace bfclx
