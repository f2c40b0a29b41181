// Dates and times as far as the simulated classes need Python's datetime.
#ifndef BFCLX_CORE_SIMULATORS_ENGINE_DATES_H_
#define BFCLX_CORE_SIMULATORS_ENGINE_DATES_H_

#include <cstdint>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

struct DateTime {
  int year = 1900;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;

  friend bool operator==(const DateTime& a, const DateTime& b) = default;
};

// -1, 0, 1: the order of time.
int compare(const DateTime& a, const DateTime& b);

// Midnight of a day counted from 1970-01-01 (proleptic Gregorian calendar).
DateTime date_of_day(std::int64_t days_since_1970);

// datetime.strptime(text, format) for formats of %Y %m %d %H %M %S, white space and plain ASCII.
// Errors with CPython's texts: "TypeError" where `text` is no str; "ValueError" ("time data ...
// does not match format ...", "unconverted data remains: ...", "day is out of range for month").
Result<DateTime> strptime(const Value& text, std::string_view format);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_ENGINE_DATES_H_
