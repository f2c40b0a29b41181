// How long a server asks to wait, in the forms that are in use.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>

#include "core/base/text.h"
#include "core/generation/request_outcome.h"

namespace bfclx {
namespace {

// A plain decimal number of seconds, which may be negative; nothing for anything else. In no
// locale.
std::optional<double> number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.find_first_of("0123456789") == std::string_view::npos) return {};
  double value = 0;
  double place = 0;  // of the next digit behind the point
  for (const char c : text) {
    if (c == '.' && place == 0) {
      place = 0.1;
    } else if (c < '0' || c > '9') {
      return {};
    } else if (place == 0) {
      value = value * 10 + (c - '0');
    } else {
      value += place * (c - '0');
      place /= 10;
    }
  }
  if (!std::isfinite(value)) return {};
  return negative ? -value : value;
}

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr Unit kUnits[] = {{"ms", 0.001}, {"h", 3600}, {"m", 60}, {"s", 1}, {"d", 86400}};

// "6m0s", "20ms", "1.5s", "1h2m": durations as OpenAI's headers have them.
std::optional<double> duration(std::string_view text) {
  double total = 0;
  if (text.empty()) return {};
  while (!text.empty()) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::optional<double> value = number(text.substr(0, digits));
    if (!value) return {};
    text.remove_prefix(digits);
    const Unit* unit = std::find_if(std::begin(kUnits), std::end(kUnits), [text](const Unit& one) {
      return text.substr(0, one.name.size()) == one.name;
    });
    if (unit == std::end(kUnits)) return {};
    total += *value * unit->seconds;
    text.remove_prefix(unit->name.size());
  }
  return total;
}

// Days since 1970-01-01 in the Gregorian calendar, for any year from 0 on.
std::int64_t days_of(int year, int month, int day) {
  const std::int64_t y = month <= 2 ? year - 1 : year;
  const std::int64_t era = y / 400;
  const std::int64_t of_era = y - era * 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

constexpr std::string_view kMonths[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                        "jul", "aug", "sep", "oct", "nov", "dec"};

// A whole number of at most four digits; -1 for anything else.
int small_number(std::string_view text) {
  if (text.empty() || text.size() > 4) return -1;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

struct Date {
  int year = -1, month = -1, day = -1, second_of_day = -1;

  // In the order of the text: a time is told by its colons, a month by its name, and of two numbers
  // the first is the day.
  void take(std::string_view word) {
    if (contains(word, ":")) {
      const int hour = small_number(word.substr(0, 2));
      const int minute = word.size() >= 5 ? small_number(word.substr(3, 2)) : -1;
      const int second = word.size() >= 8 ? small_number(word.substr(6, 2)) : 0;
      const bool valid = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0;
      if (valid && second <= 60) second_of_day = hour * 3600 + minute * 60 + second;
      return;
    }
    const std::string name = lower_ascii(word.substr(0, 3));
    const auto* found = std::find(std::begin(kMonths), std::end(kMonths), name);
    if (found != std::end(kMonths)) month = static_cast<int>(found - std::begin(kMonths)) + 1;
    const int value = small_number(word);
    if (value < 0) return;
    if (day < 0) {
      day = value;
    } else if (year < 0) {
      // RFC 9110, 5.6.7: of two digits, the century that is nearer.
      year = word.size() > 2 ? value : value + (value < 70 ? 2000 : 1900);
    }
  }

  std::optional<double> seconds() const {
    const bool valid = year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
    if (!valid || second_of_day < 0) return {};
    return static_cast<double>(days_of(year, month, day)) * 86400 + second_of_day;
  }
};

// "Sun, 06 Nov 1994 08:49:37 GMT" and the two older forms of RFC 9110.
std::optional<double> http_date(std::string_view text) {
  Date date;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" ,-\t"), text.size());
    if (end > 0) date.take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return date.seconds();
}

// "2026-11-22T06:10:00Z", with fractions and offsets left out.
std::optional<double> iso_date(std::string_view text) {
  if (text.size() < 19 || text[4] != '-' || text[7] != '-' || text[10] != 'T') return {};
  Date date;
  date.take(text.substr(11, 8));
  date.year = small_number(text.substr(0, 4));
  date.month = small_number(text.substr(5, 2));
  date.day = small_number(text.substr(8, 2));
  return date.seconds();
}

// A time to wait in any of the forms: seconds, a duration, a date, or a Unix time.
std::optional<double> wait_of(std::string_view text, double unix_now) {
  if (const std::optional<double> seconds = number(text)) {
    if (*seconds > 1e11) return *seconds / 1000 - unix_now;  // milliseconds since 1970
    if (*seconds > 1e8) return *seconds - unix_now;
    return seconds;
  }
  if (const std::optional<double> length = duration(text)) return length;
  if (const std::optional<double> when = iso_date(text)) return *when - unix_now;
  if (const std::optional<double> when = http_date(text)) return *when - unix_now;
  return {};
}

// Pairs of headers: what is left of a limit, and when it is whole again.
struct LimitHeaders {
  std::string_view left;
  std::string_view reset;
};
constexpr LimitHeaders kLimits[] = {
    {"x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"},
    {"x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"},
    {"x-ratelimit-remaining", "x-ratelimit-reset"},
    {"ratelimit-remaining", "ratelimit-reset"},
    {"anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"},
    {"anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"},
    {"anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"},
    {"anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"},
};

}  // namespace

std::optional<double> requested_wait(const HeaderList& headers, double unix_now) {
  const auto bounded = [](double wait) { return std::clamp(wait, 0.0, kLongestWait); };
  if (const auto milliseconds = number(header_of(headers, "retry-after-ms"))) {
    return bounded(*milliseconds / 1000);
  }
  if (const auto wait = wait_of(header_of(headers, "retry-after"), unix_now)) {
    return bounded(*wait);
  }
  std::optional<double> longest;
  for (const LimitHeaders& limit : kLimits) {
    const auto left = number(header_of(headers, limit.left));
    if (!left || *left > 0) continue;
    const auto wait = wait_of(header_of(headers, limit.reset), unix_now);
    if (wait) longest = std::max(longest.value_or(0), bounded(*wait));
  }
  return longest;
}

}  // namespace bfclx
