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

}  // namespace

bool Calculation::step(std::size_t steps) {
  if (!ok()) return false;
  if (Status paid = budget_.spend(steps); !paid.ok()) fail(std::move(paid).error());
  return ok();
}

void Calculation::pay_for(const Value& value) {
  constexpr std::size_t kBytesPerStep = 64;
  if (value.identity() == nullptr) return;
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
  pay_for(a);
  pay_for(b);
  Result<Value> result = python::binary_operation(op, a, b, kMaxBytes);
  if (!result.ok() && op == Operator::kMult) {
    return take(of_repetition(a, b, std::move(result).error()));
  }
  return take(std::move(result));
}

Value Calculation::add_in_place(const Value& a, const Value& b) {
  return step() ? take(arithmetic_in_place(Operator::kAdd, a, b)) : Value();
}

Value Calculation::multiply_in_place(const Value& a, const Value& b) {
  return step() ? take(arithmetic_in_place(Operator::kMult, a, b)) : Value();
}

Value Calculation::negative(const Value& a) {
  return step() ? take(python::unary_operation(python::UnaryOperator::kUSub, a)) : Value();
}

Value Calculation::absolute(const Value& a) { return step() ? take(builtin("abs", {a})) : Value(); }

Value Calculation::item(const Value& object, const Value& index) {
  return step() ? take(python::subscript(object, index)) : Value();
}

bool Calculation::compare(python::CompareOperator op, const Value& a, const Value& b) {
  if (!step()) return false;
  const Result<bool> holds = python::compare_operation(op, a, b);
  if (!holds.ok()) fail(holds.error());
  return holds.ok() && *holds;
}

std::int64_t Calculation::length(const Value& object) {
  const Value length = step() ? take(builtin("len", {object})) : Value();
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
