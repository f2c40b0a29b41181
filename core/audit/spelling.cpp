#include "core/audit/spelling.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/audit/meaning.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/check/ast_checker.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxCompared = 64;  // bytes of texts whose distance is measured

// Words of dates and times in full. A shorter form has at least three letters ("Sept").
constexpr std::array<std::string_view, 21> kCalendarWords = {
    "january",   "february",  "march",   "april",    "may",      "june",   "july",
    "august",    "september", "october", "november", "december", "monday", "tuesday",
    "wednesday", "thursday",  "friday",  "saturday", "sunday",   "am",     "pm"};

std::string text_of(const Value& value) {
  return value.is_str() ? std::string(value.as_str()) : canonical_value(value);
}

// "1,000.50" is "1000.5". `at` is behind the number afterwards.
std::string number_at(std::string_view text, std::size_t& at) {
  std::string number;
  bool has_point = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    const bool goes_on = at + 1 < text.size() && is_digit(text[at + 1]);
    if (is_digit(c)) {
      number += c;
    } else if (c == '.' && goes_on && !has_point) {
      has_point = true;
      number += c;
    } else if (c != ',' || !goes_on || has_point) {
      break;
    }
  }
  if (has_point) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
  }
  return number;
}

// All numbers, with a minus sign that does not join two words, as in 2024-05-01.
std::vector<std::string> numbers_of(std::string_view text) {
  std::vector<std::string> numbers;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      ++at;
      continue;
    }
    const char before = at > 0 ? text[at - 1] : ' ';
    const char farther = at > 1 ? text[at - 2] : ' ';
    const bool is_negative = before == '-' && !is_digit(farther) && !is_letter(farther);
    numbers.push_back((is_negative ? "-" : "") + number_at(text, at));
  }
  return numbers;
}

// Places in kCalendarWords, in the order of the text.
std::vector<std::size_t> calendar_of(const std::string& text) {
  std::vector<std::size_t> found;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_lower_letter(text[end])) ++end;
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    const auto* const known =
        std::find_if(kCalendarWords.begin(), kCalendarWords.end(), [&](std::string_view full) {
          return word == full || (word.size() >= 3 && full.substr(0, word.size()) == word);
        });
    if (known != kCalendarWords.end()) {
      found.push_back(static_cast<std::size_t>(known - kCalendarWords.begin()));
    }
    begin = std::max(end, begin + 1);
  }
  return found;
}

bool says_the_same_numbers(const std::string& a, const std::string& b) {
  return numbers_of(a) == numbers_of(b) &&
         calendar_of(lower_ascii(a)) == calendar_of(lower_ascii(b));
}

}  // namespace

bool is_same_but_spelling(const Value& truth, const Value& found) {
  const std::string truth_text = text_of(truth);
  const std::string found_text = text_of(found);
  const std::string a = standardize_string(truth_text);
  const std::string b = standardize_string(found_text);
  if (a.empty() || b.empty()) return false;
  const std::size_t longer = std::max(a.size(), b.size());
  const bool are_texts = truth.is_str() && found.is_str();
  const bool are_near =
      a == b || (are_texts && (contains(a, b) || contains(b, a) ||
                               (longer <= kMaxCompared && edit_distance(a, b) * 5 <= longer)));
  return are_near && says_the_same_numbers(truth_text, found_text);
}

}  // namespace bfclx
