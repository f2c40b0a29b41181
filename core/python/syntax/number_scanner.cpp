#include "core/python/syntax/number_scanner.h"

#include "core/python/syntax/char_classes.h"

namespace bfclx::python {
namespace {

class NumberScanner {
 public:
  NumberScanner(std::string_view source, std::size_t& position, std::string& message)
      : source_(source), position_(position), message_(message) {}

  bool number();

 private:
  int at(std::size_t offset) const {
    return offset < source_.size() ? static_cast<unsigned char>(source_[offset]) : kEof;
  }
  int current() const { return at(position_); }
  bool fail(std::string message) {
    message_ = std::move(message);
    return false;
  }

  bool zero_number();
  bool based_number(int base, std::string_view name);
  bool fraction();
  bool exponent();
  bool decimal_tail();
  bool end_of_number(std::string_view kind);

  std::string_view source_;
  std::size_t& position_;
  std::string& message_;
};

bool NumberScanner::number() {
  if (current() == '.') {
    ++position_;
    return fraction();
  }
  if (current() == '0') return zero_number();
  if (!decimal_tail()) return false;
  if (current() == '.') {
    ++position_;
    return fraction();
  }
  return exponent();
}

bool NumberScanner::zero_number() {
  ++position_;
  switch (current()) {
    case 'x':
    case 'X':
      return based_number(16, "hexadecimal");
    case 'o':
    case 'O':
      return based_number(8, "octal");
    case 'b':
    case 'B':
      return based_number(2, "binary");
    default:
      break;
  }
  while (current() == '0' || current() == '_') {
    if (current() == '_') {
      ++position_;
      if (!is_digit(current())) return fail("invalid decimal literal");
    }
    if (current() != '0') break;
    ++position_;
  }
  bool nonzero = false;
  if (is_digit(current())) {
    nonzero = true;
    if (!decimal_tail()) return false;
  }
  switch (current()) {
    case '.':
      ++position_;
      return fraction();
    case 'e':
    case 'E':
    case 'j':
    case 'J':
      return exponent();
    default:
      break;
  }
  if (nonzero) {
    return fail(
        "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal "
        "integers");
  }
  return end_of_number("decimal");
}

// At the letter behind the zero.
bool NumberScanner::based_number(int base, std::string_view name) {
  const auto is_base_digit = [base](int c) {
    if (base == 16) return has_class(c, kDigit | kHexLetter);
    return c >= '0' && c < '0' + base;
  };
  const auto bad_digit = [&] {
    return fail("invalid digit '" + std::string(1, static_cast<char>(current())) + "' in " +
                std::string(name) + " literal");
  };
  ++position_;
  do {
    if (current() == '_') ++position_;
    if (!is_base_digit(current())) {
      if (is_digit(current())) return bad_digit();
      return fail("invalid " + std::string(name) + " literal");
    }
    while (is_base_digit(current())) ++position_;
  } while (current() == '_');
  if (is_digit(current())) return bad_digit();
  return end_of_number(name);
}

// Behind the point.
bool NumberScanner::fraction() {
  if (is_digit(current()) && !decimal_tail()) return false;
  return exponent();
}

// Behind the digits: an exponent, an imaginary unit, or nothing.
bool NumberScanner::exponent() {
  if ((current() | 0x20) == 'e') {
    const int sign = at(position_ + 1);
    if (sign == '+' || sign == '-') {
      position_ += 2;
      if (!is_digit(current())) return fail("invalid decimal literal");
    } else if (is_digit(sign)) {
      ++position_;
    } else {
      return end_of_number("decimal");
    }
    if (!decimal_tail()) return false;
  }
  if ((current() | 0x20) == 'j') {
    ++position_;
    return end_of_number("imaginary");
  }
  return end_of_number("decimal");
}

// Digits with single underscores between them.
bool NumberScanner::decimal_tail() {
  for (;;) {
    while (is_digit(current())) ++position_;
    if (current() != '_') return true;
    ++position_;
    if (!is_digit(current())) return fail("invalid decimal literal");
  }
}

// A number ends before what cannot be part of a name, or before a keyword that may follow it: two
// letters are enough for those with `i`, others must be whole words.
bool NumberScanner::end_of_number(std::string_view kind) {
  static constexpr std::string_view kFollowing[] = {"and", "else", "for", "or", "not"};
  if (is_identifier_char(current())) {
    const int next = at(position_ + 1);
    bool keyword = current() == 'i' && (next == 'f' || next == 'n' || next == 's');
    for (const std::string_view word : kFollowing) {
      keyword |= source_.substr(position_, word.size()) == word &&
                 !is_identifier_char(at(position_ + word.size()));
    }
    if (!keyword) return fail("invalid " + std::string(kind) + " literal");
  }
  return true;
}

}  // namespace

bool scan_number(std::string_view source, std::size_t& position, std::string& message) {
  return NumberScanner(source, position, message).number();
}

}  // namespace bfclx::python
