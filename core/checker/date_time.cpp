#include "core/checker/date_time.h"

#include <cstddef>
#include <cstdint>

#include "core/base/calendar.h"
#include "core/base/text.h"

namespace bfclx {
namespace {

using std::string_view;

// Takes characters from the front; what does not fit makes all of it fail.
class Scanner {
 public:
  explicit Scanner(string_view text) : rest_(text) {}

  int number(std::size_t digits, int least, int most) {
    int value = 0;
    if (rest_.size() < digits) return fail();
    for (std::size_t i = 0; i < digits; ++i) {
      if (!is_digit(rest_[i])) return fail();
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(digits);
    return value < least || value > most ? fail() : value;
  }
  // One of the characters; '\0' where it is none.
  char one_of(string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == string_view::npos) {
      fail();
      return '\0';
    }
    const char taken = rest_.front();
    rest_.remove_prefix(1);
    return taken;
  }
  // ".500" as "5"; empty where there is none, or only zeros.
  string_view fraction() {
    if (!rest_.starts_with('.')) return {};
    std::size_t end = 1;
    while (end < rest_.size() && is_digit(rest_[end])) ++end;
    if (end == 1) fail();
    string_view digits = rest_.substr(1, end - 1);
    rest_.remove_prefix(end);
    while (digits.ends_with('0')) digits.remove_suffix(1);
    return digits;
  }
  bool succeeded() const { return !failed_ && rest_.empty(); }

 private:
  int fail() {
    failed_ = true;
    return 0;
  }

  string_view rest_;
  bool failed_ = false;
};

}  // namespace

std::optional<std::string> meaning_of(ValueFormat format, string_view text) {
  switch (format) {
    case ValueFormat::kDateTime:
      return moment_of(text);
    case ValueFormat::kUuid:
      return uuid_of(text);
    case ValueFormat::kOther:
      break;
  }
  return std::nullopt;
}

std::optional<std::string> moment_of(string_view text) {
  constexpr std::size_t kLongest = 64;
  if (text.size() > kLongest) return std::nullopt;
  Scanner scanner(text);
  const int year = scanner.number(4, 0, 9999);
  scanner.one_of("-");
  const int month = scanner.number(2, 1, 12);
  scanner.one_of("-");
  const int day = scanner.number(2, 1, 31);
  scanner.one_of("Tt ");
  const int hour = scanner.number(2, 0, 23);
  scanner.one_of(":");
  const int minute = scanner.number(2, 0, 59);
  scanner.one_of(":");
  const int second = scanner.number(2, 0, 60);
  const string_view fraction = scanner.fraction();
  const char zone = scanner.one_of("Zz+-");
  int offset = 0;
  if (zone == '+' || zone == '-') {
    offset = scanner.number(2, 0, 23) * 60;
    scanner.one_of(":");
    offset += scanner.number(2, 0, 59);
    if (zone == '-') offset = -offset;
  }
  if (!scanner.succeeded() || day > days_in_month(year, month)) return std::nullopt;
  const std::int64_t minutes =
      (day_since_1970(year, month, day) * 24 + hour) * 60 + minute - offset;
  // A leap second is the last of a day in UTC, and a second of its own.
  constexpr std::int64_t kMinutesOfDay = 24 * 60;
  const bool ends_day = (minutes + 1) % kMinutesOfDay == 0;
  if (second == 60 && !ends_day) return std::nullopt;
  return concat({std::to_string(minutes), ":", std::to_string(second), ".", fraction});
}

std::optional<std::string> uuid_of(string_view text) {
  constexpr std::size_t kSize = 36;
  if (text.size() != kSize) return std::nullopt;
  for (std::size_t i = 0; i < kSize; ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_hex_digit(text[i])) return std::nullopt;
  }
  return lower_ascii(text);
}

}  // namespace bfclx
