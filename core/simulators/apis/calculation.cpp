#include "core/simulators/apis/calculation.h"

#include <limits>
#include <string>

#include "core/python/evaluate/builtins.h"
#include "core/python/python.h"
#include "core/simulators/engine/support.h"
#include "core/value/bigint.h"
#include "core/value/extent.h"

namespace bfclx {

namespace {

constexpr std::size_t kMaxBytes = python::EvaluateLimits{}.bytes;

// What CPython says of a repetition that no machine has the memory for; smaller ones that are too
// large for us keep the error of the bound.
Error of_repetition(const Value& a, const Value& b, Error error) {
  constexpr double kNoMemory = 4e9;
  const bool repeats = !a.is_real_number() || !b.is_real_number();
  const Value& times = a.is_real_number() ? a : b;
  if (error.kind != "Limit" || !repeats || !times.is_int()) return error;
  const Value& sequence = a.is_real_number() ? b : a;
  const double bytes = static_cast<double>(own_bytes(sequence)) * times.as_bigint().to_double();
  if (bytes < kNoMemory) return error;
  return Error{"MemoryError", ""};
}

using Operator = python::BinaryOperator;

// base ** exponent for small numbers; nullopt where the result is none.
std::optional<Value> small_power(std::int64_t base, std::int64_t exponent) {
  constexpr std::int64_t kMaxExponent = 63;
  if (exponent < 0 || exponent > kMaxExponent) return std::nullopt;
  std::int64_t result = 1;
  for (; exponent > 0; --exponent) {
    if (__builtin_mul_overflow(result, base, &result)) return std::nullopt;
  }
  return Value::integer(result);
}

std::optional<Value> of_integers(Operator op, std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  const auto is_exact = [](std::int64_t x) { return -kExact <= x && x <= kExact; };
  std::int64_t result = 0;
  switch (op) {
    case Operator::kAdd:
      if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
      return Value::integer(result);
    case Operator::kSub:
      if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
      return Value::integer(result);
    case Operator::kMult:
      if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
      return Value::integer(result);
    case Operator::kDiv:
      if (b == 0 || !is_exact(a) || !is_exact(b)) return std::nullopt;
      return Value::real(static_cast<double>(a) / static_cast<double>(b));
    case Operator::kPow:
      return small_power(a, b);
    default:
      return std::nullopt;
  }
}

std::optional<Value> of_floats(Operator op, double a, double b) {
  switch (op) {
    case Operator::kAdd:
      return Value::real(a + b);
    case Operator::kSub:
      return Value::real(a - b);
    case Operator::kMult:
      return Value::real(a * b);
    case Operator::kDiv:
      if (b == 0) return std::nullopt;
      return Value::real(a / b);
    default:
      return std::nullopt;
  }
}

bool is_plain(const Value& value) { return value.is_small_int() || value.is_float(); }

double to_double(const Value& value) {
  return value.is_float() ? value.as_float() : static_cast<double>(value.as_int64());
}

// The operation on two numbers that sit inside of their Values, where nothing can go wrong: most of
// them. What it gives is what python::binary_operation gives; nullopt for all others.
std::optional<Value> plain_operation(Operator op, const Value& a, const Value& b) {
  if (!is_plain(a) || !is_plain(b)) return std::nullopt;
  if (a.is_float() || b.is_float()) return of_floats(op, to_double(a), to_double(b));
  return of_integers(op, a.as_int64(), b.as_int64());
}

}  // namespace

bool Calculation::end_of_budget() {
  if (Status paid = budget_.spend(0); !paid.ok()) fail(std::move(paid).error());
  return false;
}

void Calculation::pay_for_bytes(const Value& value) {
  constexpr std::size_t kBytesPerStep = 64;
  std::size_t bytes = own_bytes(value);
  if (value.is_int()) bytes *= 1 + bytes / kBytesPerStep;
  step(bytes / kBytesPerStep);
}

Value Calculation::take(Result<Value> result) {
  if (!ok()) return {};
  if (!result.ok()) {
    fail(std::move(result).error());
    return {};
  }
  pay_for(*result);
  return std::move(result).value();
}

Value Calculation::operation(Operator op, const Value& a, const Value& b) {
  if (!step()) return {};
  if (std::optional<Value> plain = plain_operation(op, a, b)) return *std::move(plain);
  pay_for(a);
  pay_for(b);
  Result<Value> result = python::binary_operation(op, a, b, kMaxBytes);
  if (!result.ok() && op == Operator::kMult) {
    return take(of_repetition(a, b, std::move(result).error()));
  }
  return take(std::move(result));
}

Value Calculation::add_in_place(const Value& a, const Value& b) {
  if (!step()) return {};
  if (std::optional<Value> plain = plain_operation(Operator::kAdd, a, b)) return *std::move(plain);
  return take(arithmetic_in_place(Operator::kAdd, a, b));
}

Value Calculation::multiply_in_place(const Value& a, const Value& b) {
  if (!step()) return {};
  if (std::optional<Value> plain = plain_operation(Operator::kMult, a, b)) return *std::move(plain);
  return take(arithmetic_in_place(Operator::kMult, a, b));
}

Value Calculation::negative(const Value& a) {
  return step() ? take(python::unary_operation(python::UnaryOperator::kUSub, a)) : Value();
}

Value Calculation::absolute(const Value& a) { return step() ? take(builtin("abs", {a})) : Value(); }

Value Calculation::item(const Value& object, const Value& index) {
  if (!step()) return {};
  if (object.is_sequence() && index.is_small_int()) {
    const List& items = object.items();
    const std::int64_t place = index.as_int64();
    if (place >= 0 && static_cast<std::size_t>(place) < items.size()) {
      const Value& item = items[static_cast<std::size_t>(place)];
      pay_for(item);
      return ok() ? item : Value();
    }
  }
  return take(python::subscript(object, index));
}

bool Calculation::compare(python::CompareOperator op, const Value& a, const Value& b) {
  if (!step()) return false;
  const Result<bool> holds = python::compare_operation(op, a, b);
  if (!holds.ok()) fail(holds.error());
  return holds.ok() && *holds;
}

std::int64_t Calculation::length(const Value& object) {
  if (!step()) return 0;
  if (object.is_sequence()) return static_cast<std::int64_t>(object.items().size());
  const Value length = take(builtin("len", {object}));
  return length.is_small_int() ? length.as_int64() : 0;
}

List Calculation::items(const Value& iterable) {
  if (!step()) return {};
  Result<List> items = python::iterate(iterable);
  if (!items.ok()) {
    fail(std::move(items).error());
    return {};
  }
  step(items->size());
  return std::move(items).value();
}

Value Calculation::sum(const List& items) {
  Value total = Value::integer(0);
  for (const Value& item : items) total = add(total, item);
  return total;
}

std::int64_t Calculation::range_bound(const Value& bound) {
  if (!ok()) return 0;
  const std::optional<Value> index = python::as_index(bound);
  if (!index) {
    fail(python::not_an_integer(bound));
    return 0;
  }
  if (index->is_small_int()) return index->as_int64();
  using Limits = std::numeric_limits<std::int64_t>;
  return index->as_bigint().negative() ? Limits::min() : Limits::max();
}

}  // namespace bfclx
