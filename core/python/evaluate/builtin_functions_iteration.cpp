// The builtins that look at items one after the other.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/python/evaluate/builtin_functions.h"
#include "core/python/evaluate/callable.h"
#include "core/python/objects/operators.h"

namespace bfclx::python {
namespace {

// Calls `visit(item)` for the items up to the first for which it gives false.
template <typename Visit>
Status for_items(const Value& iterable, const Visit& visit) {
  if (Iterator* const iterator = iterator_in(iterable)) {
    while (true) {
      BFCLX_ASSIGN_OR_RETURN(const std::optional<Value> item, iterator->next());
      if (!item) return {};
      BFCLX_ASSIGN_OR_RETURN(const bool more, visit(*item));
      if (!more) return {};
    }
  }
  BFCLX_ASSIGN_OR_RETURN(const List items, iterate(iterable));
  for (const Value& item : items) {
    BFCLX_ASSIGN_OR_RETURN(const bool more, visit(item));
    if (!more) return {};
  }
  return {};
}

Result<bool> is_less(const Value& a, const Value& b) {
  return compare_operation(CompareOperator::kLt, a, b);
}

// What is sorted: a key and what goes with it.
struct Keyed {
  Value key;
  Value item;
};
using KeyedList = std::vector<Keyed>;

// Objects/listobject.c: count_run and binarysort, which is all that happens to fewer than 64 items.
// The order of the comparisons shows in the text of an error.
Status sort_few(KeyedList& items) {
  std::size_t sorted = 1;
  BFCLX_ASSIGN_OR_RETURN(const bool descending, is_less(items[1].key, items[0].key));
  for (sorted = 2; sorted < items.size(); ++sorted) {
    BFCLX_ASSIGN_OR_RETURN(const bool less, is_less(items[sorted].key, items[sorted - 1].key));
    if (less != descending) break;
  }
  if (descending) std::reverse(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(sorted));
  for (; sorted < items.size(); ++sorted) {
    std::size_t left = 0, right = sorted;
    while (left < right) {
      const std::size_t middle = left + (right - left) / 2;
      BFCLX_ASSIGN_OR_RETURN(const bool less, is_less(items[sorted].key, items[middle].key));
      (less ? right : left) = less ? middle : middle + 1;
    }
    const auto begin = items.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(left),
                begin + static_cast<std::ptrdiff_t>(sorted),
                begin + static_cast<std::ptrdiff_t>(sorted + 1));
  }
  return {};
}

// Merge sort from the bottom, because a comparison may fail.
Status sort_many(KeyedList& items) {
  KeyedList merged(items.size());
  for (std::size_t width = 1; width < items.size(); width *= 2) {
    for (std::size_t begin = 0; begin < items.size(); begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, items.size());
      const std::size_t end = std::min(begin + 2 * width, items.size());
      std::size_t left = begin, right = middle;
      for (std::size_t out = begin; out < end; ++out) {
        bool take_right = left >= middle;
        if (!take_right && right < end) {
          BFCLX_ASSIGN_OR_RETURN(take_right, is_less(items[right].key, items[left].key));
        }
        merged[out] = take_right ? items[right++] : items[left++];
      }
    }
    items.swap(merged);
  }
  return {};
}

Result<Value> key_of(const Value* function, const Value& item, const Arguments& arguments) {
  if (function == nullptr || function->is_none()) return item;
  return call_value(*function, {item}, arguments);
}

Result<Value> extreme(CompareOperator better_than, Arguments& arguments) {
  const std::string name = better_than == CompareOperator::kGt ? "max" : "min";
  const Value* const function = arguments.keywords.find("key");
  const Value* const fallback = arguments.keywords.find("default");
  const bool several = arguments.positional.size() > 1;
  if (several && fallback != nullptr) {
    return type_error("Cannot specify a default for " + name +
                      "() with multiple positional arguments");
  }
  std::optional<Keyed> best;
  const Value items = several ? Value::list(arguments.positional) : arguments.positional[0];
  BFCLX_RETURN_IF_ERROR(for_items(items, [&](const Value& item) -> Result<bool> {
    BFCLX_ASSIGN_OR_RETURN(Value key, key_of(function, item, arguments));
    bool better = !best;
    if (best) {
      BFCLX_ASSIGN_OR_RETURN(better, compare_operation(better_than, key, best->key));
    }
    if (better) best = Keyed{std::move(key), item};
    return true;
  }));
  if (best) return best->item;
  if (fallback != nullptr) return *fallback;
  return value_error(name + "() arg is an empty sequence");
}

template <bool kStop>
Result<Value> first_that_is(const Value& items) {
  bool found = false;
  BFCLX_RETURN_IF_ERROR(for_items(items, [&](const Value& item) -> Result<bool> {
    found = truthy(item) == kStop;
    return !found;
  }));
  return Value::boolean(found == kStop);
}

}  // namespace

Result<Value> builtin_all(Arguments& arguments) {
  return first_that_is<false>(arguments.positional[0]);
}
Result<Value> builtin_any(Arguments& arguments) {
  return first_that_is<true>(arguments.positional[0]);
}
Result<Value> builtin_max(Arguments& arguments) { return extreme(CompareOperator::kGt, arguments); }
Result<Value> builtin_min(Arguments& arguments) { return extreme(CompareOperator::kLt, arguments); }

Result<Value> builtin_sum(Arguments& arguments) {
  Value total = arguments.positional.size() > 1 ? arguments.positional[1] : Value::integer(0);
  if (!is_iterable(arguments.positional[0])) return not_iterable(arguments.positional[0]);
  if (total.is_str() || total.is_bytes()) {
    return type_error(total.is_str() ? "sum() can't sum strings [use ''.join(seq) instead]"
                                     : "sum() can't sum bytes [use b''.join(seq) instead]");
  }
  std::size_t copied = 0;  // of lists
  BFCLX_RETURN_IF_ERROR(for_items(arguments.positional[0], [&](const Value& item) -> Result<bool> {
    if (total.is_sequence()) copied += total.items().size() * sizeof(Value);
    if (copied / 16 > arguments.max_bytes) return Error{"Limit", "sum() of too many lists"};
    BFCLX_ASSIGN_OR_RETURN(
        total, binary_operation(BinaryOperator::kAdd, total, item, arguments.max_bytes));
    return true;
  }));
  return total;
}

Result<Value> builtin_sorted(Arguments& arguments) {
  const Value* const function = arguments.keywords.find("key");
  BFCLX_ASSIGN_OR_RETURN(const List items, iterate(arguments.positional[0]));
  const Value* const reverse = arguments.keywords.find("reverse");
  if (reverse != nullptr && !is_integer(*reverse)) {
    return not_an_integer(*reverse);
  }
  KeyedList keyed;
  keyed.reserve(items.size());
  for (const Value& item : items) {
    BFCLX_ASSIGN_OR_RETURN(Value key, key_of(function, item, arguments));
    keyed.push_back({std::move(key), item});
  }
  const bool descending = reverse != nullptr && truthy(*reverse);
  if (descending) std::reverse(keyed.begin(), keyed.end());
  constexpr std::size_t kMany = 64;
  if (keyed.size() > 1) {
    BFCLX_RETURN_IF_ERROR(keyed.size() < kMany ? sort_few(keyed) : sort_many(keyed));
  }
  if (descending) std::reverse(keyed.begin(), keyed.end());
  List result;
  result.reserve(keyed.size());
  for (Keyed& entry : keyed) result.push_back(std::move(entry.item));
  return Value::list(std::move(result));
}

}  // namespace bfclx::python
