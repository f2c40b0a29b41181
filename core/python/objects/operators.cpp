#include "core/python/objects/operators.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/python/extensions/percent_format.h"
#include "core/python/extensions/views.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"

namespace bfclx::python {
namespace {

// ---- Sequences, sets, dicts.

bool is_sequence(const Value& value) {
  return value.is_str() || value.is_list() || value.is_tuple() || value.is_bytes();
}

std::string_view octets_of(const Value& value) {
  return value.is_str() ? value.as_str() : value.as_bytes();
}
Value text_like(const Value& model, std::string_view text) {
  return model.is_str() ? Value::str(text) : Value::bytes(text);
}
Value list_like(const Value& model, List items) {
  return model.is_list() ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}
std::size_t size_in_bytes(const Value& value) {
  if (value.is_list() || value.is_tuple()) return value.items().size() * sizeof(Value);
  return octets_of(value).size();
}

Error too_large() { return {"Limit", "result is too large"}; }

Result<Value> concatenate(const Value& a, const Value& b, std::size_t max_bytes) {
  if (a.kind() != b.kind()) {
    if (!a.is_bytes()) return cannot_concatenate(a, b);
    return type_error(concat({"can't concat ", type_name(b), " to bytes"}));
  }
  if (size_in_bytes(a) + size_in_bytes(b) > max_bytes) return too_large();
  if (a.is_list() || a.is_tuple()) {
    List items = a.items();
    items.insert(items.end(), b.items().begin(), b.items().end());
    return list_like(a, std::move(items));
  }
  return text_like(a, std::string(octets_of(a)) + std::string(octets_of(b)));
}

Result<Value> repeat(const Value& sequence, const Value& times, std::size_t max_bytes) {
  const std::optional<Value> index = as_index(times);
  if (!index) {
    return type_error(
        concat({"can't multiply sequence by non-int of type '", type_name(times), "'"}));
  }
  if (!index->is_small_int()) {
    return Error{"OverflowError", "cannot fit 'int' into an index-sized integer"};
  }
  const std::size_t unit = size_in_bytes(sequence);
  const std::size_t count =
      unit == 0 ? 0 : static_cast<std::size_t>(std::max<std::int64_t>(index->as_int64(), 0));
  if (count > 0 && unit > max_bytes / count) return too_large();
  if (sequence.is_list() || sequence.is_tuple()) {
    List items;
    items.reserve(sequence.items().size() * count);
    for (std::size_t i = 0; i < count; ++i) {
      items.insert(items.end(), sequence.items().begin(), sequence.items().end());
    }
    return list_like(sequence, std::move(items));
  }
  std::string text;
  text.reserve(unit * count);
  for (std::size_t i = 0; i < count; ++i) text += octets_of(sequence);
  return text_like(sequence, text);
}

Result<Value> set_operation(BinaryOperator op, const Value& a, const Value& b) {
  Value result = Value::set();
  Set& target = result.mutable_set();
  switch (op) {
    case BinaryOperator::kBitOr:
      for (const Value& item : a.as_set()) target.insert(item);
      for (const Value& item : b.as_set()) target.insert(item);
      return result;
    case BinaryOperator::kBitAnd:
    case BinaryOperator::kSub:
      for (const Value& item : a.as_set()) {
        if (b.as_set().contains(item) == (op == BinaryOperator::kBitAnd)) target.insert(item);
      }
      return result;
    case BinaryOperator::kBitXor:
      for (const Value& item : a.as_set()) {
        if (!b.as_set().contains(item)) target.insert(item);
      }
      for (const Value& item : b.as_set()) {
        if (!a.as_set().contains(item)) target.insert(item);
      }
      return result;
    default:
      return unsupported_operands(op, a, b);
  }
}

// ---- Comparison.

constexpr std::string_view kCompareNames[] = {"==", "!=", "<", "<=", ">", ">="};

bool holds(CompareOperator op, int order) {
  switch (op) {
    case CompareOperator::kLt:
      return order < 0;
    case CompareOperator::kLtE:
      return order <= 0;
    case CompareOperator::kGt:
      return order > 0;
    default:
      return order >= 0;
  }
}

// The order of two real numbers, exactly; a NaN has none.
std::optional<int> real_order(const Value& a, const Value& b) {
  if (is_integer(a) && is_integer(b)) return compare_integers(a, b);
  if (a.is_float() && b.is_float()) {
    const double x = a.as_float();
    const double y = b.as_float();
    if (std::isnan(x) || std::isnan(y)) return std::nullopt;
    return x < y ? -1 : x > y ? 1 : 0;
  }
  if (!a.is_float()) {
    const std::optional<int> order = real_order(b, a);
    if (!order) return std::nullopt;
    return -*order;
  }
  const double x = a.as_float();
  if (std::isnan(x)) return std::nullopt;
  if (std::isinf(x)) return x < 0 ? -1 : 1;
  const int order = compare_integers(Value::integer(BigInt::from_double(x)), b);
  if (order != 0) return order;
  const double fraction = x - std::trunc(x);
  return fraction < 0 ? -1 : fraction > 0 ? 1 : 0;
}

Result<bool> order_lists(CompareOperator op, const Value& a, const Value& b) {
  const List& left = a.items();
  const List& right = b.items();
  const std::size_t common = std::min(left.size(), right.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (left[i].same_object(right[i]) || equal(left[i], right[i])) continue;
    return compare_operation(op, left[i], right[i]);
  }
  return holds(op, left.size() < right.size() ? -1 : left.size() > right.size() ? 1 : 0);
}

bool is_subset(const Set& a, const Set& b) {
  return std::all_of(a.begin(), a.end(), [&](const Value& item) { return b.contains(item); });
}

bool order_sets(CompareOperator op, const Set& a, const Set& b) {
  switch (op) {
    case CompareOperator::kLt:
      return a.size() < b.size() && is_subset(a, b);
    case CompareOperator::kLtE:
      return is_subset(a, b);
    case CompareOperator::kGt:
      return b.size() < a.size() && is_subset(b, a);
    default:
      return is_subset(b, a);
  }
}

Result<bool> order(CompareOperator op, const Value& a, const Value& b) {
  if (is_real_number(a) && is_real_number(b)) {
    const std::optional<int> result = real_order(a, b);
    return result && holds(op, *result);
  }
  if (a.kind() == b.kind()) {
    switch (a.kind()) {
      case Value::Kind::kStr:
        return holds(op, a.as_str().compare(b.as_str()));  // UTF-8 keeps the order of code points
      case Value::Kind::kBytes:
        return holds(op, a.as_bytes().compare(b.as_bytes()));
      case Value::Kind::kList:
      case Value::Kind::kTuple:
        return order_lists(op, a, b);
      case Value::Kind::kSet:
        return order_sets(op, a.as_set(), b.as_set());
      default:
        break;
    }
  }
  if (like_a_set(a) && like_a_set(b)) return compare_like_sets(op, a, b);
  return type_error(
      concat({"'", kCompareNames[static_cast<int>(op)], "' not supported between instances of '",
              type_name(a), "' and '", type_name(b), "'"}));
}

}  // namespace

Result<Value> binary_operation(BinaryOperator op, const Value& a, const Value& b,
                               std::size_t max_bytes) {
  if (is_integer(a) && is_integer(b)) return integer_operation(op, a, b);
  if (is_real_number(a) && is_real_number(b)) return float_operation(op, a, b);
  if (is_complex_number(a) && is_complex_number(b)) return complex_operation(op, a, b);
  if (op == BinaryOperator::kMod && (a.is_str() || a.is_bytes())) {
    return a.is_str() ? percent_format(a.as_str(), b, max_bytes)
                      : Result<Value>(Error{"Limit", "formatting of bytes is not supported"});
  }
  if (op == BinaryOperator::kAdd && is_sequence(a)) return concatenate(a, b, max_bytes);
  if (op == BinaryOperator::kMult && is_sequence(a)) return repeat(a, b, max_bytes);
  if (op == BinaryOperator::kMult && is_sequence(b)) return repeat(b, a, max_bytes);
  if (a.is_set() && b.is_set()) {
    return set_operation(op, a, b);
  }
  if (a.is_dict() && b.is_dict() && op == BinaryOperator::kBitOr) {
    Dict merged = a.as_dict();
    for (const Dict::Entry& entry : b.as_dict()) merged.set(entry.key, entry.value);
    return Value::dict(std::move(merged));
  }
  const bool of_sets = op == BinaryOperator::kBitOr || op == BinaryOperator::kBitAnd ||
                       op == BinaryOperator::kBitXor || op == BinaryOperator::kSub;
  const auto is_view = [](const Value& value) {
    const std::optional<View> view = view_of(value);
    return view && view->like_a_set();
  };
  if (of_sets && (is_view(a) || is_view(b))) return view_operation(op, a, b);
  return unsupported_operands(op, a, b);
}

Result<bool> compare_operation(CompareOperator op, const Value& a, const Value& b) {
  switch (op) {
    case CompareOperator::kEq:
    case CompareOperator::kNotEq:
      if (a.kind() != b.kind() && like_a_set(a) && like_a_set(b)) {
        return compare_like_sets(op, a, b);
      }
      return equal(a, b) == (op == CompareOperator::kEq);
    case CompareOperator::kIs:
      return a.same_object(b);
    case CompareOperator::kIsNot:
      return !a.same_object(b);
    case CompareOperator::kIn:
      return is_member(a, b);
    case CompareOperator::kNotIn: {
      BFCLX_ASSIGN_OR_RETURN(const bool inside, is_member(a, b));
      return !inside;
    }
    default:
      return order(op, a, b);
  }
}

}  // namespace bfclx::python
