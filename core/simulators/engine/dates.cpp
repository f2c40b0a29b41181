#include "core/simulators/engine/dates.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/base/calendar.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/objects/errors.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using python::value_error;

// A directive of the format: what its number may look like, alternatives in the order in which
// CPython's regular expression tries them. An alternative is a pair of characters for each place,
// the first and the last that may stand there; "**" is a decimal digit of any script.
struct Directive {
  char letter;
  int DateTime::*field;
  std::span<const std::string_view> alternatives;
};

constexpr std::array<std::string_view, 1> kYear = {"********"};
constexpr std::array<std::string_view, 3> kMonth = {"1102", "0019", "19"};
constexpr std::array<std::string_view, 5> kDay = {"3301", "12**", "0019", "19", "  19"};
constexpr std::array<std::string_view, 3> kHour = {"2203", "01**", "**"};
constexpr std::array<std::string_view, 2> kMinute = {"05**", "**"};
constexpr std::array<std::string_view, 3> kSecond = {"6601", "05**", "**"};
constexpr std::array<Directive, 6> kDirectives = {{
    {'Y', &DateTime::year, kYear},
    {'m', &DateTime::month, kMonth},
    {'d', &DateTime::day, kDay},
    {'H', &DateTime::hour, kHour},
    {'M', &DateTime::minute, kMinute},
    {'S', &DateTime::second, kSecond},
}};

const Directive& directive_of(char letter) {
  for (const Directive& directive : kDirectives) {
    if (directive.letter == letter) return directive;
  }
  assert(false && "no such directive");
  return kDirectives[0];
}

// re.match of the regular expression that CPython makes of the format: a prefix of the text.
class Matcher {
 public:
  Matcher(std::string_view text, std::string_view format) : text_(text), format_(format) {}

  // Where the match ends; nullopt when there is none.
  std::optional<std::size_t> match(DateTime& time) { return match_at(0, 0, time); }

 private:
  std::optional<std::size_t> match_at(std::size_t at, std::size_t place, DateTime& time) {
    if (place == format_.size()) return at;
    if (format_[place] == ' ') return match_space(at, place, time);
    if (format_[place] == '%') return match_number(at, place, time);
    if (at == text_.size() || text_[at] != format_[place]) return std::nullopt;
    return match_at(at + 1, place + 1, time);
  }

  // One white space character or more, as many as there are: none of the formats has a directive
  // behind it that begins with one.
  std::optional<std::size_t> match_space(std::size_t at, std::size_t place, DateTime& time) {
    std::size_t end = at;
    while (end < text_.size()) {
      std::size_t next = end;
      if (!is_space(next_code_point(text_, next))) break;
      end = next;
    }
    if (end == at) return std::nullopt;
    return match_at(end, place + 1, time);
  }

  std::optional<std::size_t> match_number(std::size_t at, std::size_t place, DateTime& time) {
    const Directive& directive = directive_of(format_[place + 1]);
    for (const std::string_view alternative : directive.alternatives) {
      int number = 0;
      const std::optional<std::size_t> end = match_alternative(at, alternative, number);
      if (!end) continue;
      time.*directive.field = number;
      if (auto matched = match_at(*end, place + 2, time)) return matched;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> match_alternative(std::size_t at, std::string_view alternative,
                                               int& number) const {
    for (std::size_t i = 0; i < alternative.size(); i += 2) {
      if (at == text_.size()) return std::nullopt;
      const char32_t c = next_code_point(text_, at);
      const char32_t first = static_cast<unsigned char>(alternative[i]);
      const char32_t last = static_cast<unsigned char>(alternative[i + 1]);
      const int digit = decimal_value(c);
      if (first == U'*' ? digit < 0 : c < first || c > last) return std::nullopt;
      if (digit >= 0) number = number * 10 + digit;
    }
    return at;
  }

  std::string_view text_;
  std::string_view format_;
};

}  // namespace

int compare(const DateTime& a, const DateTime& b) {
  static constexpr std::array<int DateTime::*, 6> kFields = {&DateTime::year,   &DateTime::month,
                                                             &DateTime::day,    &DateTime::hour,
                                                             &DateTime::minute, &DateTime::second};
  for (const auto field : kFields) {
    if (a.*field != b.*field) return a.*field < b.*field ? -1 : 1;
  }
  return 0;
}

DateTime date_of_day(std::int64_t days_since_1970) {
  // Years begin in March, so that the leap day is the last; 400 years are an era.
  const std::int64_t days = days_since_1970 + 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const std::int64_t day_of_era = days - era * 146097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month = (5 * day_of_year + 2) / 153;  // 0 is March
  DateTime date;
  date.day = static_cast<int>(day_of_year - (153 * month + 2) / 5 + 1);
  date.month = static_cast<int>(month < 10 ? month + 3 : month - 9);
  date.year = static_cast<int>(year_of_era + era * 400 + (date.month <= 2 ? 1 : 0));
  return date;
}

Result<DateTime> strptime(const Value& text, std::string_view format) {
  if (!text.is_str()) {
    return Error{"TypeError", "strptime() argument 1 must be str, not " +
                                  (text.is_none() ? "None" : std::string(type_name(text)))};
  }
  const std::string_view source = text.as_str();
  DateTime time;
  const std::optional<std::size_t> end = Matcher(source, format).match(time);
  if (!end) {
    std::string message = "time data ";
    append_repr_str(message, source);
    message += " does not match format ";
    append_repr_str(message, format);
    return value_error(std::move(message));
  }
  if (*end != source.size()) {
    return value_error("unconverted data remains: " + std::string(source.substr(*end)));
  }
  if (time.year == 0) return value_error("year 0 is out of range");
  if (time.day > days_in_month(time.year, time.month)) {
    return value_error("day is out of range for month");
  }
  if (time.second > 59) return value_error("second must be in 0..59");
  return time;
}

}  // namespace bfclx
