#include "core/value/key_order.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "core/value/bigint.h"
#include "core/value/cpython_hash.h"

namespace bfclx {

namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;

template <typename T>
int three_way(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Of a number what Python's hash drops: its lowest 64 bits if it is whole, else the float's own.
std::uint64_t low_bits_of(double value) {
  if (std::isnan(value) || std::isinf(value) || std::trunc(value) != value) return bits_of(value);
  if (value >= -kTwoTo63 && value < kTwoTo63) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  }
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  exponent -= 53;
  if (exponent >= 64) return 0;
  const std::uint64_t magnitude = static_cast<std::uint64_t>(std::ldexp(fraction, 53)) << exponent;
  return value < 0 ? std::uint64_t{0} - magnitude : magnitude;
}

std::uint64_t with_low_bits(std::uint64_t hash, std::uint64_t low_bits) {
  constexpr std::uint64_t kSpread = 0xff51afd7ed558ccd;
  const std::uint64_t mixed = low_bits * kSpread;
  return hash ^ mixed ^ (mixed >> 32);
}

// What is compared with each other; a tie between two of different ranks is none.
enum class Rank : std::uint8_t { kNone, kEllipsis, kNumber, kNaN, kStr, kBytes, kTuple, kOther };

double real_part(const Value& value) {
  return value.is_complex() ? value.as_complex().real : value.as_float();
}
double imaginary_part(const Value& value) {
  return value.is_complex() ? value.as_complex().imag : 0;
}

Rank rank_of(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNone:
      return Rank::kNone;
    case Value::Kind::kEllipsis:
      return Rank::kEllipsis;
    case Value::Kind::kBool:
    case Value::Kind::kInt:
      return Rank::kNumber;
    case Value::Kind::kFloat:
    case Value::Kind::kComplex:
      return std::isnan(real_part(value)) || std::isnan(imaginary_part(value)) ? Rank::kNaN
                                                                               : Rank::kNumber;
    case Value::Kind::kStr:
      return Rank::kStr;
    case Value::Kind::kBytes:
      return Rank::kBytes;
    case Value::Kind::kTuple:
      return Rank::kTuple;
    default:
      return Rank::kOther;
  }
}

Value real_number(const Value& value) {
  return value.is_complex() ? Value::real(value.as_complex().real) : value;
}

int order_of_numbers(const Value& a, const Value& b) {
  const int order = compare_numbers(real_number(a), real_number(b)).value_or(0);
  return order != 0 ? order : three_way(imaginary_part(a), imaginary_part(b));
}

// Such are equal when all their bits are.
int order_of_nans(const Value& a, const Value& b) {
  int order = three_way(a.kind(), b.kind());
  if (order == 0) order = three_way(bits_of(real_part(a)), bits_of(real_part(b)));
  return order != 0 ? order : three_way(bits_of(imaginary_part(a)), bits_of(imaginary_part(b)));
}

int order_of_objects(const Value& a, const Value& b) {
  if (same_or_equal(a, b)) return 0;
  const std::less<const void*> before;
  if (before(a.identity(), b.identity())) return -1;
  return before(b.identity(), a.identity()) ? 1 : 0;
}

// Deeper tuples are told apart by nothing.
constexpr int kMaxDepth = 1000;

int order_at(const Value& a, const Value& b, int depth);

int order_of_tuples(const List& a, const List& b, int depth) {
  const std::size_t count = depth < kMaxDepth ? std::min(a.size(), b.size()) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (const int order = order_at(a[i], b[i], depth + 1); order != 0) return order;
  }
  return three_way(a.size(), b.size());
}

int order_at(const Value& a, const Value& b, int depth) {
  const Rank rank = rank_of(a);
  if (const int order = three_way(rank, rank_of(b)); order != 0) return order;
  switch (rank) {
    case Rank::kNone:
    case Rank::kEllipsis:
      return 0;
    case Rank::kNumber:
      return order_of_numbers(a, b);
    case Rank::kNaN:
      return order_of_nans(a, b);
    case Rank::kStr:
      return three_way(a.as_str(), b.as_str());
    case Rank::kBytes:
      return three_way(a.as_bytes(), b.as_bytes());
    case Rank::kTuple:
      return a.same_object(b) ? 0 : order_of_tuples(a.items(), b.items(), depth);
    case Rank::kOther:
      break;
  }
  return order_of_objects(a, b);
}

}  // namespace

std::uint64_t key_hash(const Value& key) {
  switch (key.kind()) {
    case Value::Kind::kStr:
      return hash_of_str(key.as_str());
    case Value::Kind::kBool:
      return with_low_bits(hash(key), key.as_bool() ? 1 : 0);
    case Value::Kind::kInt:
      return with_low_bits(hash(key), key.is_small_int()
                                          ? static_cast<std::uint64_t>(key.as_int64())
                                          : key.as_bigint().low_bits());
    case Value::Kind::kFloat:
      return with_low_bits(hash(key), low_bits_of(key.as_float()));
    case Value::Kind::kComplex: {
      const Complex value = key.as_complex();
      if (value.imag == 0) return with_low_bits(hash(key), low_bits_of(value.real));
      return with_low_bits(hash(key), bits_of(value.real + 0.0) ^ ~bits_of(value.imag));
    }
    case Value::Kind::kTuple:
      return hash_of_tuple(key.items(), [](const Value& item) { return key_hash(item); });
    default:
      return hash(key);
  }
}

int order_of_keys(const Value& a, const Value& b) { return order_at(a, b, 0); }

}  // namespace bfclx
