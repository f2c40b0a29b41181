// Calculation: Python's operations on values of any type, one after the other, for the executable
// functions.
//
// The first operation that raises ends the calculation: all later ones do nothing and give None,
// and `result` gives the error. So a function reads like the formula that it computes. Operands are
// evaluated in the order of the statements: no two operations in one expression, where the order
// of evaluation would decide which error is the first.
#ifndef BFCLX_CORE_SIMULATORS_APIS_CALCULATION_H_
#define BFCLX_CORE_SIMULATORS_APIS_CALCULATION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/python/objects/operators.h"
#include "core/value/value.h"

namespace bfclx {

// What the calls of one response may take together: operations, and one for each 64 bytes that an
// operation reads or makes. Past it every call is an Error of kind "Limit".
class WorkBudget {
 public:
  static constexpr std::size_t kSteps = 20'000'000;

  explicit WorkBudget(std::size_t steps = kSteps) : left_(steps) {}
  Status spend(std::size_t steps) {
    if (take(steps)) return {};
    return Error{"Limit", "the call takes too many steps"};
  }
  // The same as a bool: false past the budget.
  bool take(std::size_t steps) {
    left_ = steps < left_ ? left_ - steps : 0;
    return left_ > 0;
  }
  std::size_t left() const { return left_; }

 private:
  std::size_t left_;
};

class Calculation {
 public:
  explicit Calculation(WorkBudget& budget) : budget_(budget) {}

  Value add(const Value& a, const Value& b) { return operation(Operator::kAdd, a, b); }
  Value subtract(const Value& a, const Value& b) { return operation(Operator::kSub, a, b); }
  Value multiply(const Value& a, const Value& b) { return operation(Operator::kMult, a, b); }
  Value divide(const Value& a, const Value& b) { return operation(Operator::kDiv, a, b); }
  Value modulo(const Value& a, const Value& b) { return operation(Operator::kMod, a, b); }
  Value power(const Value& a, const Value& b) { return operation(Operator::kPow, a, b); }
  // a += b and a *= b: the names of the operators in the messages, and lists are extended.
  Value add_in_place(const Value& a, const Value& b);
  Value multiply_in_place(const Value& a, const Value& b);
  Value negative(const Value& a);
  Value absolute(const Value& a);  // abs(a)
  Value item(const Value& object, const Value& index);
  Value item(const Value& object, std::int64_t index) {
    return item(object, Value::integer(index));
  }
  bool compare(python::CompareOperator op, const Value& a, const Value& b);
  bool is_equal(const Value& a, const Value& b) { return ok() && equal(a, b); }
  std::int64_t length(const Value& object);  // len(object)
  List items(const Value& iterable);         // of a loop over it
  Value sum(const List& items);              // left to right, from 0
  // The bounds of range(first, last): "'float' object cannot be interpreted as an integer". Those
  // that do not fit into 64 bits are clipped to them.
  std::int64_t range_bound(const Value& bound);

  void fail(Error error) {
    if (!error_) error_ = std::move(error);
  }
  // Pays; false when the calculation has ended.
  bool step(std::size_t steps = 1) {
    if (ok() && budget_.take(steps)) return true;
    return end_of_budget();
  }
  bool ok() const { return !error_.has_value(); }
  Value take(Result<Value> result);
  Result<Value> result(Value value) const {
    if (error_) return *error_;
    return value;
  }
  WorkBudget& budget() { return budget_; }

 private:
  using Operator = python::BinaryOperator;
  Value operation(Operator op, const Value& a, const Value& b);
  void pay_for(const Value& value) {
    // What sits inside of a Value and what refers to others is less than a step.
    if (value.identity() != nullptr && !value.is_sequence()) pay_for_bytes(value);
  }
  void pay_for_bytes(const Value& value);
  bool end_of_budget();

  WorkBudget& budget_;
  std::optional<Error> error_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_CALCULATION_H_
