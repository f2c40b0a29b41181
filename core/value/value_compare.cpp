// Comparison and hashing of values.
#include <cmath>
#include <cstring>

#include "core/value/bigint.h"
#include "core/value/cpython_hash.h"
#include "core/value/dict.h"
#include "core/value/number_hash.h"
#include "core/value/value.h"

namespace bfclx {

// --- Comparison ----------------------------------------------------------------------------------

namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;

template <typename T>
int three_way(T a, T b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

std::int64_t small_int_of(const Value& value) {
  return value.is_bool() ? static_cast<std::int64_t>(value.as_bool()) : value.as_int64();
}

// An integer against a double that is not NaN.
int compare_int_float(std::int64_t a, double b) {
  if (b >= kTwoTo63) return -1;
  if (b < -kTwoTo63) return 1;
  const double whole = std::trunc(b);
  const int order = three_way(a, static_cast<std::int64_t>(whole));
  return order != 0 ? order : three_way(whole, b);
}

int compare_int_float(const BigInt& a, double b) {
  if (std::isinf(b)) return b > 0 ? -1 : 1;
  const double whole = std::trunc(b);
  const int order = compare(a, BigInt::from_double(whole));
  return order != 0 ? order : three_way(whole, b);
}

int compare_with_float(const Value& a, double b) {
  if (a.is_bool() || a.is_small_int()) return compare_int_float(small_int_of(a), b);
  return compare_int_float(a.as_bigint(), b);
}

bool is_number(const Value& value) { return value.is_real_number() || value.is_complex(); }

bool equal_numbers(const Value& a, const Value& b) {
  if (a.is_complex() && b.is_complex()) {
    return a.as_complex().real == b.as_complex().real && a.as_complex().imag == b.as_complex().imag;
  }
  if (b.is_complex()) return equal_numbers(b, a);
  if (a.is_complex()) {
    return a.as_complex().imag == 0 && equal_numbers(Value::real(a.as_complex().real), b);
  }
  return compare_numbers(a, b) == 0;
}

// Deeper than anything that can be parsed: CPython raises RecursionError long before.
constexpr int kMaxCompareDepth = 4000;

bool equal_at(const Value& a, const Value& b, int depth);

bool same_or_equal_at(const Value& a, const Value& b, int depth) {
  return a.same_object(b) || equal_at(a, b, depth);
}

bool equal_lists(const List& a, const List& b, int depth) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same_or_equal_at(a[i], b[i], depth)) return false;
  }
  return true;
}

bool equal_dicts(const Dict& a, const Dict& b, int depth) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Dict::Entry& entry = a.entry(i);
    // Most often both have their keys in one order.
    const bool same_place = b.entry(i).key.same_object(entry.key);
    const Value* other = same_place ? &b.entry(i).value : b.find(entry.key);
    if (other == nullptr || !same_or_equal_at(entry.value, *other, depth)) return false;
  }
  return true;
}

bool equal_sets(const Set& a, const Set& b) {
  if (a.size() != b.size()) return false;
  for (const Value& item : a) {
    if (!b.contains(item)) return false;
  }
  return true;
}

bool equal_at(const Value& a, const Value& b, int depth) {
  if (a.kind() != b.kind()) return is_number(a) && is_number(b) && equal_numbers(a, b);
  switch (a.kind()) {
    case Value::Kind::kNone:
    case Value::Kind::kEllipsis:
      return true;
    case Value::Kind::kStr:
      return a.as_str() == b.as_str();
    case Value::Kind::kBytes:
      return a.as_bytes() == b.as_bytes();
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return depth < kMaxCompareDepth && equal_lists(a.items(), b.items(), depth + 1);
    case Value::Kind::kDict:
      return depth < kMaxCompareDepth && equal_dicts(a.as_dict(), b.as_dict(), depth + 1);
    case Value::Kind::kSet:
      return equal_sets(a.as_set(), b.as_set());
    case Value::Kind::kOpaque: {
      if (a.same_object(b)) return true;
      const auto& content = a.as_opaque().content;
      return content != nullptr && depth < kMaxCompareDepth && content->equals(b);
    }
    default:
      return equal_numbers(a, b);
  }
}

}  // namespace

namespace internal {
bool equal_slow(const Value& a, const Value& b) { return equal_at(a, b, 0); }
}  // namespace internal

bool same_or_equal(const Value& a, const Value& b) { return same_or_equal_at(a, b, 0); }

std::optional<int> compare_numbers(const Value& a, const Value& b) {
  assert(a.is_real_number() && b.is_real_number());
  if (a.is_float() && b.is_float()) {
    if (std::isnan(a.as_float()) || std::isnan(b.as_float())) return std::nullopt;
    return three_way(a.as_float(), b.as_float());
  }
  if (b.is_float()) {
    if (std::isnan(b.as_float())) return std::nullopt;
    return compare_with_float(a, b.as_float());
  }
  if (a.is_float()) {
    const auto order = compare_numbers(b, a);
    return order ? std::optional<int>(-*order) : std::nullopt;
  }
  const bool both_small = !(a.is_int() && !a.is_small_int()) && !(b.is_int() && !b.is_small_int());
  if (both_small) return three_way(small_int_of(a), small_int_of(b));
  const auto wide = [](const Value& v) {
    return v.is_bool() ? BigInt(small_int_of(v)) : v.as_bigint();
  };
  return compare(wide(a), wide(b));
}

bool contains(const List& items, const Value& value) {
  for (const Value& item : items) {
    if (same_or_equal(item, value)) return true;
  }
  return false;
}

bool hashable(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kList:
    case Value::Kind::kDict:
    case Value::Kind::kSet:
      return false;
    case Value::Kind::kTuple:
      for (const Value& item : value.items()) {
        if (!hashable(item)) return false;
      }
      return true;
    case Value::Kind::kOpaque:
      return value.as_opaque().content == nullptr || value.as_opaque().content->hashable();
    default:
      return true;
  }
}

// --- Hashing -------------------------------------------------------------------------------------

namespace {

// A word at a time. It need not be CPython's, which depends on a random seed.
std::uint64_t hash_chars(std::string_view text, std::uint64_t seed) {
  if (text.empty()) return 0;  // as CPython
  constexpr std::uint64_t kPrime = 0x9e3779b97f4a7c15;
  std::uint64_t result = seed ^ text.size();
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    result = (result ^ word) * kPrime;
    result ^= result >> 29;
  }
  std::uint64_t word = 0;
  if (left > 0) std::memcpy(&word, at, left);
  result = (result ^ word) * kPrime;
  return result ^ (result >> 32);
}

std::uint64_t hash_complex(Complex value) {
  constexpr std::uint64_t kImagMultiplier = 1000003;
  const std::uint64_t sum =
      hash_of_double(value.real) + kImagMultiplier * hash_of_double(value.imag);
  return sum == static_cast<std::uint64_t>(-1) ? static_cast<std::uint64_t>(-2) : sum;
}

}  // namespace

std::uint64_t hash_of_str(std::string_view text) { return hash_chars(text, 0x27d4eb2f165667c5); }

std::uint64_t hash(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kBool:
      return value.as_bool() ? 1 : 0;
    case Value::Kind::kInt:
      return value.is_small_int() ? hash_of_int64(value.as_int64()) : value.as_bigint().hash();
    case Value::Kind::kFloat:
      return hash_of_double(value.as_float());
    case Value::Kind::kComplex:
      return hash_complex(value.as_complex());
    case Value::Kind::kStr:
      return hash_of_str(value.as_str());
    case Value::Kind::kBytes:
      return hash_chars(value.as_bytes(), 0x165667b19e3779f9);
    case Value::Kind::kTuple:
      return hash_of_tuple(value.items(), [](const Value& item) { return hash(item); });
    case Value::Kind::kOpaque:
      if (value.as_opaque().type_name == "type") return hash_of_str(value.as_opaque().repr);
      return reinterpret_cast<std::uintptr_t>(value.identity()) >> 4;
    case Value::Kind::kNone:
      return 0xfca86420;
    case Value::Kind::kEllipsis:
      return 0xe111e5;
    default:
      return 0;  // Not hashable in Python; asked for by nobody.
  }
}

bool truthy(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNone:
      return false;
    case Value::Kind::kBool:
      return value.as_bool();
    case Value::Kind::kInt:
      return !value.is_small_int() || value.as_int64() != 0;
    case Value::Kind::kFloat:
      return value.as_float() != 0;
    case Value::Kind::kComplex:
      return value.as_complex().real != 0 || value.as_complex().imag != 0;
    case Value::Kind::kStr:
      return !value.as_str().empty();
    case Value::Kind::kBytes:
      return !value.as_bytes().empty();
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return !value.items().empty();
    case Value::Kind::kDict:
      return !value.as_dict().empty();
    case Value::Kind::kSet:
      return !value.as_set().empty();
    case Value::Kind::kOpaque:
      return value.as_opaque().content == nullptr || value.as_opaque().content->truthy();
    case Value::Kind::kEllipsis:
      break;
  }
  return true;
}

std::string_view type_name(const Value& value) {
  static constexpr std::string_view kNames[] = {
      "NoneType", "bool",  "int",  "float", "complex", "ellipsis",
      "str",      "bytes", "list", "tuple", "dict",    "set",
  };
  if (value.kind() == Value::Kind::kOpaque) return value.as_opaque().type_name;
  return kNames[static_cast<std::size_t>(value.kind())];
}

}  // namespace bfclx
