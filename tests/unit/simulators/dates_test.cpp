#include "core/simulators/engine/dates.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace bfclx {
namespace {

constexpr std::string_view kDate = "%Y-%m-%d";
constexpr std::string_view kTime = "%Y-%m-%d %H:%M:%S";

std::string text_of(const DateTime& time) {
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d:%02d", time.year, time.month, time.day,
                time.hour, time.minute, time.second);
  return text;
}

std::string parsed(const Value& text, std::string_view format) {
  const Result<DateTime> time = strptime(text, format);
  if (time.ok()) return text_of(*time);
  return std::string(time.error().kind) + ": " + time.error().message;
}

// Expected texts are CPython 3.11's.
TEST(Strptime, ReadsWhatPythonReads) {
  struct Case {
    std::string text;
    std::string_view format;
    std::string expected;
  };
  const Case cases[] = {
      {"2026-11-05", kDate, "2026-11-05 00:00:00"},
      {"2026-1-5", kDate, "2026-01-05 00:00:00"},
      {"2026-11- 5", kDate, "2026-11-05 00:00:00"},
      {"２０２６-11-0５", kDate,
       "ValueError: time data '２０２６-11-0５' does not match format '%Y-%m-%d'"},
      {"2024-02-29", kDate, "2024-02-29 00:00:00"},
      {"2023-02-29", kDate, "ValueError: day is out of range for month"},
      {"2026-04-31", kDate, "ValueError: day is out of range for month"},
      {"0000-01-01", kDate, "ValueError: year 0 is out of range"},
      {"2026-13-01", kDate, "ValueError: time data '2026-13-01' does not match format '%Y-%m-%d'"},
      {"2026-00-10", kDate, "ValueError: time data '2026-00-10' does not match format '%Y-%m-%d'"},
      {"2026-011-01", kDate,
       "ValueError: time data '2026-011-01' does not match format '%Y-%m-%d'"},
      {"26-01-01", kDate, "ValueError: time data '26-01-01' does not match format '%Y-%m-%d'"},
      {"2026-11-055", kDate, "ValueError: unconverted data remains: 5"},
      {"2026-11-05 ", kDate, "ValueError: unconverted data remains:  "},
      {"2026/11/05", kDate, "ValueError: time data '2026/11/05' does not match format '%Y-%m-%d'"},
      {"", kDate, "ValueError: time data '' does not match format '%Y-%m-%d'"},
      {"2026-11-1１", kDate, "2026-11-11 00:00:00"},
      {"2026-1１-05", kDate,
       "ValueError: time data '2026-1１-05' does not match format '%Y-%m-%d'"},
      {"2026-11-3２", kDate, "ValueError: unconverted data remains: ２"},
      {"it's", kDate, "ValueError: time data \"it's\" does not match format '%Y-%m-%d'"},
      {"2024-09-01 10:30:00", kTime, "2024-09-01 10:30:00"},
      {"2024-09-01  \t1:2:3", kTime, "2024-09-01 01:02:03"},
      {"2024-09-01　23:59:59", kTime, "2024-09-01 23:59:59"},
      {"2024-09-01 24:00:00", kTime,
       "ValueError: time data '2024-09-01 24:00:00' does not match format '%Y-%m-%d %H:%M:%S'"},
      {"2024-09-01 10:30:60", kTime, "ValueError: second must be in 0..59"},
      {"2024-09-01 10:30:62", kTime, "ValueError: unconverted data remains: 2"},
      {"2024-09-01 10:60:00", kTime,
       "ValueError: time data '2024-09-01 10:60:00' does not match format '%Y-%m-%d %H:%M:%S'"},
      {"2024-09-0110:30:00", kTime,
       "ValueError: time data '2024-09-0110:30:00' does not match format '%Y-%m-%d %H:%M:%S'"},
      {"2024-09-01 10:30", kTime,
       "ValueError: time data '2024-09-01 10:30' does not match format '%Y-%m-%d %H:%M:%S'"},
      {"2024-09-01 10:30:00.5", kTime, "ValueError: unconverted data remains: .5"},
  };
  for (const Case& c : cases) EXPECT_EQ(parsed(Value::str(c.text), c.format), c.expected) << c.text;
}

TEST(Strptime, WantsAStr) {
  const std::string wanted = "TypeError: strptime() argument 1 must be str, not ";
  EXPECT_EQ(parsed(Value::none(), kDate), wanted + "None");
  EXPECT_EQ(parsed(Value::integer(20261105), kDate), wanted + "int");
  EXPECT_EQ(parsed(Value::bytes("2026-11-05"), kDate), wanted + "bytes");
}

TEST(DateOfDay, IsTheGregorianCalendar) {
  EXPECT_EQ(text_of(date_of_day(0)), "1970-01-01 00:00:00");
  EXPECT_EQ(text_of(date_of_day(-1)), "1969-12-31 00:00:00");
  EXPECT_EQ(text_of(date_of_day(11016)), "2000-02-29 00:00:00");
  EXPECT_EQ(text_of(date_of_day(11017)), "2000-03-01 00:00:00");
  EXPECT_EQ(text_of(date_of_day(20778)), "2026-11-21 00:00:00");
  EXPECT_EQ(text_of(date_of_day(-719162)), "0001-01-01 00:00:00");
}

TEST(CompareDates, IsTheOrderOfTime) {
  const DateTime early = {.year = 2024, .month = 9, .day = 1, .hour = 23};
  const DateTime late = {.year = 2024, .month = 10};
  EXPECT_EQ(compare(early, late), -1);
  EXPECT_EQ(compare(late, early), 1);
  EXPECT_EQ(compare(late, late), 0);
}

}  // namespace
}  // namespace bfclx
