// Comparison, membership, subscripts and iteration.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/text_search.h"
#include "core/base/utf8.h"
#include "core/python/evaluate/callable.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/range.h"
#include "core/python/objects/views.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

constexpr std::string_view kCompareNames[] = {"==", "!=", "<", "<=", ">", ">="};

std::string name_of(const Value& value) { return std::string(type_name(value)); }

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
  return type_error("'" + std::string(kCompareNames[static_cast<int>(op)]) +
                    "' not supported between instances of '" + name_of(a) + "' and '" + name_of(b) +
                    "'");
}

// Takes the items up to the one that is asked for.
Result<bool> is_next(const Value& item, Iterator& iterator) {
  while (true) {
    BFCLX_ASSIGN_OR_RETURN(const std::optional<Value> next, iterator.next());
    if (!next) return false;
    if (same_or_equal(*next, item)) return true;
  }
}

Result<bool> is_in(const Value& item, const Value& container) {
  switch (container.kind()) {
    case Value::Kind::kStr:
      if (!item.is_str()) {
        return type_error("'in <string>' requires string as left operand, not " + name_of(item));
      }
      return find_text(container.as_str(), item.as_str()) != std::string_view::npos;
    case Value::Kind::kBytes: {
      if (item.kind() == Value::Kind::kBytes) {
        return find_text(container.as_bytes(), item.as_bytes()) != std::string_view::npos;
      }
      const std::optional<Value> index = as_index(item);
      if (!index) {
        return type_error("a bytes-like object is required, not '" + name_of(item) + "'");
      }
      if (!index->is_small_int() || index->as_int64() < 0 || index->as_int64() > 255) {
        return Error{"ValueError", "byte must be in range(0, 256)"};
      }
      return container.as_bytes().find(static_cast<char>(index->as_int64())) !=
             std::string_view::npos;
    }
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return contains(container.items(), item);
    case Value::Kind::kDict:
      BFCLX_RETURN_IF_ERROR(check_hashable(item));
      return container.as_dict().contains(item);
    case Value::Kind::kSet:
      if (item.kind() == Value::Kind::kSet) return false;  // no set holds one
      BFCLX_RETURN_IF_ERROR(check_hashable(item));
      return container.as_set().contains(item);
    default:
      if (const std::optional<View> view = view_of(container)) return view_contains(*view, item);
      if (Iterator* const iterator = iterator_in(container)) return is_next(item, *iterator);
      if (range_of(container)) {
        BFCLX_ASSIGN_OR_RETURN(const List items, iterate(container));
        return contains(items, item);
      }
      return type_error("argument of type '" + name_of(container) + "' is not iterable");
  }
}

// ---- Subscripts.

std::size_t length_of(const Value& value) {
  if (value.is_str()) return count_code_points(value.as_str());
  if (value.kind() == Value::Kind::kBytes) return value.as_bytes().size();
  if (const std::optional<Range> range = range_of(value)) return range_length(*range);
  return value.items().size();
}

Value item_at(const Value& value, std::size_t index) {
  if (value.is_str()) return Value::str(slice_code_points(value.as_str(), index, index + 1));
  if (value.kind() == Value::Kind::kBytes) {
    return Value::integer(static_cast<unsigned char>(value.as_bytes()[index]));
  }
  if (const std::optional<Range> range = range_of(value)) {
    return Value::integer(range->start + static_cast<std::int64_t>(index) * range->step);
  }
  return value.items()[index];
}

Error bad_index(const Value& value, const Value& index) {
  switch (value.kind()) {
    case Value::Kind::kStr:
      return type_error("string indices must be integers, not '" + name_of(index) + "'");
    case Value::Kind::kBytes:
      return type_error("byte indices must be integers or slices, not " + name_of(index));
    default:
      return type_error(name_of(value) + " indices must be integers or slices, not " +
                        name_of(index));
  }
}

Error index_out_of_range(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kStr:
      return {"IndexError", "string index out of range"};
    case Value::Kind::kBytes:
      return {"IndexError", "index out of range"};
    default:
      return {"IndexError",
              name_of(value) + (range_of(value) ? " object" : "") + " index out of range"};
  }
}

Error not_subscriptable(const Value& value) {
  if (type_name(value) == "type") {
    const std::string_view name = builtin_name(value);
    if (name == "list" || name == "dict" || name == "tuple" || name == "set" || name == "type" ||
        name == "frozenset" || name == "enumerate" || name == "filter" || name == "map" ||
        name == "zip" || name == "reversed") {
      return Error{"Limit", "generic types are not supported"};
    }
    return type_error("type '" + std::string(name) + "' is not subscriptable");
  }
  return type_error("'" + name_of(value) + "' object is not subscriptable");
}

bool is_sequence(const Value& value) {
  return value.is_str() || value.is_list() || value.is_tuple() ||
         value.kind() == Value::Kind::kBytes || range_of(value).has_value();
}

// A bound of a slice as a number that fits; very large ones are clipped.
Result<std::int64_t> slice_bound(const Value& value) {
  const std::optional<Value> index = as_index(value);
  if (!index) {
    return type_error("slice indices must be integers or None or have an __index__ method");
  }
  if (index->is_small_int()) return index->as_int64();
  constexpr std::int64_t kFar = std::int64_t{1} << 62;
  return index->as_bigint().negative() ? -kFar : kFar;
}

}  // namespace

Status check_hashable(const Value& value) {
  if (hashable(value)) return {};
  // A tuple is unhashable because of something inside.
  const Value* culprit = &value;
  while (culprit->is_tuple()) {
    const List& items = culprit->items();
    culprit = &*std::find_if(items.begin(), items.end(),
                             [](const Value& item) { return !hashable(item); });
  }
  return type_error("unhashable type: '" + name_of(*culprit) + "'");
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
      return is_in(a, b);
    case CompareOperator::kNotIn: {
      BFCLX_ASSIGN_OR_RETURN(const bool inside, is_in(a, b));
      return !inside;
    }
    default:
      return order(op, a, b);
  }
}

Result<Value> subscript(const Value& value, const Value& index) {
  if (value.is_dict()) {
    BFCLX_RETURN_IF_ERROR(check_hashable(index));
    const Value* const found = value.as_dict().find(index);
    if (found == nullptr) return Error{"KeyError", repr(index)};
    return *found;
  }
  if (!is_sequence(value)) return not_subscriptable(value);
  const std::optional<Value> number = as_index(index);
  if (!number) return bad_index(value, index);
  if (!number->is_small_int()) {
    return Error{"IndexError", "cannot fit 'int' into an index-sized integer"};
  }
  const auto length = static_cast<std::int64_t>(length_of(value));
  std::int64_t position = number->as_int64();
  if (position < 0) position += length;
  if (position < 0 || position >= length) return index_out_of_range(value);
  return item_at(value, static_cast<std::size_t>(position));
}

Result<Value> slice(const Value& value, const Value& lower, const Value& upper,
                    const Value& step_value) {
  if (value.is_dict()) return type_error("unhashable type: 'slice'");
  if (!is_sequence(value)) return not_subscriptable(value);
  const auto length = static_cast<std::int64_t>(length_of(value));
  std::int64_t step = 1;
  if (!step_value.is_none()) {
    BFCLX_ASSIGN_OR_RETURN(step, slice_bound(step_value));
    if (step == 0) return Error{"ValueError", "slice step cannot be zero"};
  }
  const auto clip = [&](std::int64_t bound) {
    if (bound < 0) bound += length;
    return step > 0 ? std::clamp<std::int64_t>(bound, 0, length)
                    : std::clamp<std::int64_t>(bound, -1, length - 1);
  };
  std::int64_t begin = step > 0 ? 0 : length - 1;
  std::int64_t end = step > 0 ? length : -1;
  if (!lower.is_none()) {
    BFCLX_ASSIGN_OR_RETURN(begin, slice_bound(lower));
    begin = clip(begin);
  }
  if (!upper.is_none()) {
    BFCLX_ASSIGN_OR_RETURN(end, slice_bound(upper));
    end = clip(end);
  }
  if (const std::optional<Range> range = range_of(value)) {
    Range part{0, 0, 1};
    if (__builtin_mul_overflow(range->step, step, &part.step) ||
        __builtin_mul_overflow(begin, range->step, &part.start) ||
        __builtin_mul_overflow(end, range->step, &part.stop) ||
        __builtin_add_overflow(part.start, range->start, &part.start) ||
        __builtin_add_overflow(part.stop, range->start, &part.stop)) {
      return Error{"Limit", "a range of large integers is not supported"};
    }
    return make_range(part);
  }
  if (value.is_str() && step == 1) {
    return Value::str(slice_code_points(value.as_str(), static_cast<std::size_t>(begin),
                                        static_cast<std::size_t>(std::max(begin, end))));
  }
  std::vector<std::size_t> offsets;  // of code points, so that each is found at once
  if (value.is_str()) {
    for (std::size_t offset = 0; offset < value.as_str().size();) {
      offsets.push_back(offset);
      next_code_point(value.as_str(), offset);
    }
    offsets.push_back(value.as_str().size());
  }
  List items;
  std::string text;
  for (std::int64_t i = begin; step > 0 ? i < end : i > end; i += step) {
    const auto index = static_cast<std::size_t>(i);
    if (value.is_str()) {
      text += value.as_str().substr(offsets[index], offsets[index + 1] - offsets[index]);
    } else if (value.kind() == Value::Kind::kBytes) {
      text += value.as_bytes()[index];
    } else {
      items.push_back(value.items()[index]);
    }
  }
  if (value.is_str()) return Value::str(text);
  if (value.kind() == Value::Kind::kBytes) return Value::bytes(text);
  return value.is_list() ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

// ---- Iteration.

bool is_iterable(const Value& value) {
  if (value.kind() == Value::Kind::kOpaque) {
    const auto& content = value.as_opaque().content;
    return content != nullptr && content->role < OpaqueContent::Role::kFunction;
  }
  return is_sequence(value) || value.is_dict() || value.is_set();
}

Result<List> iterate(const Value& value) {
  List items;
  switch (value.kind()) {
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return value.items();
    case Value::Kind::kSet:
      return value.as_set().ordered_items();
    case Value::Kind::kDict:
      for (const Dict::Entry& entry : value.as_dict()) items.push_back(entry.key);
      return items;
    case Value::Kind::kStr:
      for (std::size_t offset = 0; offset < value.as_str().size();) {
        const std::size_t begin = offset;
        next_code_point(value.as_str(), offset);
        items.push_back(Value::str(value.as_str().substr(begin, offset - begin)));
      }
      return items;
    case Value::Kind::kBytes:
      for (const char octet : value.as_bytes()) {
        items.push_back(Value::integer(static_cast<unsigned char>(octet)));
      }
      return items;
    default:
      if (const std::optional<Range> range = range_of(value)) return range_items(*range);
      if (const std::optional<View> view = view_of(value)) return view_items(*view);
      if (Iterator* const iterator = iterator_in(value)) return iterator->rest();
      return type_error("'" + name_of(value) + "' object is not iterable");
  }
}

}  // namespace bfclx::python
