// The Gregorian calendar, also before it was in use.
#ifndef BFCLX_CORE_BASE_CALENDAR_H_
#define BFCLX_CORE_BASE_CALENDAR_H_

#include <cstdint>

namespace bfclx {

constexpr bool is_leap_year(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

// `month`: 1 to 12.
constexpr int days_in_month(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1] + (month == 2 && is_leap_year(year) ? 1 : 0);
}

// Days since 1970-01-01; `year` is not negative.
constexpr std::int64_t day_since_1970(int year, int month, int day) {
  constexpr std::int64_t kDaysTo1970 = 719528;  // from the first day of year 0
  std::int64_t days = 365LL * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
  for (int before = 1; before < month; ++before) days += days_in_month(year, before);
  return days + day - 1 - kDaysTo1970;
}

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_CALENDAR_H_
