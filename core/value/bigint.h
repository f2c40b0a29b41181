// BigInt: Python's unbounded int, for the few that do not fit in 64 bits.
//
// A thin wrapper over Boost.Multiprecision's cpp_int, which only bigint.cpp sees. Sizes are bounded
// by kMaxBits: an operation whose result would be larger gives an Error of kind "Limit" (CPython
// would go on until memory ends).
#ifndef BFCLX_CORE_VALUE_BIGINT_H_
#define BFCLX_CORE_VALUE_BIGINT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace bfclx {

class BigInt {
 public:
  // About 30,000 decimal digits: past every limit that CPython itself sets on int <-> str.
  static constexpr std::size_t kMaxBits = 100'000;
  // sys.get_int_max_str_digits() of CPython 3.11.
  static constexpr std::size_t kMaxStrDigits = 4300;

  BigInt();  // 0
  explicit BigInt(std::int64_t value);
  BigInt(const BigInt& other);
  BigInt(BigInt&& other) noexcept;
  BigInt& operator=(BigInt other) noexcept;
  ~BigInt();

  // Digits only (no sign, no underscores), base 2 to 36. Error "ValueError" with CPython's
  // text past kMaxStrDigits decimal digits, "Limit" past kMaxBits.
  static Result<BigInt> parse(std::string_view digits, int base);
  // int(x): truncates. The double must be finite.
  static BigInt from_double(double value);

  std::optional<std::int64_t> to_int64() const;
  // Correctly rounded; infinite when out of range (Python raises OverflowError there).
  double to_double() const;
  std::string to_decimal() const;  // "-123"
  std::string to_hex() const;      // "-7b"
  std::size_t bit_length() const;
  bool negative() const;
  bool zero() const;
  std::uint64_t hash() const;      // equal to hash(double) and hash(int64) of an equal number
  std::uint64_t low_bits() const;  // the value modulo 2**64

  friend int compare(const BigInt& a, const BigInt& b);  // -1, 0, 1

  // Python's operators: // and % floor; ** needs a non-negative exponent; >> floors.
  // Errors: "ZeroDivisionError" and "ValueError" with CPython's texts, "Limit".
  static Result<BigInt> add(const BigInt& a, const BigInt& b);
  static Result<BigInt> subtract(const BigInt& a, const BigInt& b);
  static Result<BigInt> multiply(const BigInt& a, const BigInt& b);
  static Result<BigInt> floor_divide(const BigInt& a, const BigInt& b);
  static Result<BigInt> modulo(const BigInt& a, const BigInt& b);
  static Result<BigInt> power(const BigInt& base, const BigInt& exponent);
  static Result<BigInt> shift_left(const BigInt& a, const BigInt& count);
  static Result<BigInt> shift_right(const BigInt& a, const BigInt& count);
  static BigInt bit_and(const BigInt& a, const BigInt& b);
  static BigInt bit_or(const BigInt& a, const BigInt& b);
  static BigInt bit_xor(const BigInt& a, const BigInt& b);
  BigInt negated() const;
  BigInt inverted() const;  // ~x

 private:
  struct Rep;
  explicit BigInt(std::unique_ptr<Rep> rep);
  std::unique_ptr<Rep> rep_;
};

int compare(const BigInt& a, const BigInt& b);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_BIGINT_H_
