// The builtins that take items one after the other, and the iterators that they make.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "core/python/evaluate/builtin_functions.h"
#include "core/python/evaluate/callable.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/range.h"

namespace bfclx::python {
namespace {

Error value_error(std::string message) { return {"ValueError", std::move(message)}; }

// Calls `visit(item)` for the items up to the first for which it gives false.
template <typename Visit>
Status for_each_item(const Value& iterable, const Visit& visit) {
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

// zip, map, filter and enumerate: held are the iterators, for map and filter with the function
// behind them.
enum class Lazy : std::uint8_t { kZip, kStrictZip, kMap, kFilter, kEnumerate };

class LazyIterator final : public Iterator {
 public:
  LazyIterator(Lazy kind, const Arguments& arguments, List held_values, Value first)
      : Iterator(arguments.run, std::move(held_values)),
        kind_(kind),
        max_bytes_(arguments.max_bytes),
        count_(std::move(first)) {}

 protected:
  Result<std::optional<Value>> advance() override {
    const bool calls = kind_ == Lazy::kMap || kind_ == Lazy::kFilter;
    const std::size_t iterators = held.size() - (calls ? 1 : 0);
    if (iterators == 0) return std::optional<Value>();
    while (true) {
      List items;
      for (std::size_t i = 0; i < iterators; ++i) {
        BFCLX_ASSIGN_OR_RETURN(std::optional<Value> item, next_item(held[i]));
        if (!item) return ended(i);
        items.push_back(*std::move(item));
      }
      if (!calls) return made(std::move(items));
      const Value item = items[0];
      Value result = item;
      if (kind_ == Lazy::kMap || !held[iterators].is_none()) {
        const Arguments like{{}, {}, max_bytes_, run()};
        BFCLX_ASSIGN_OR_RETURN(result, call_value(held[iterators], std::move(items), like));
      }
      if (kind_ == Lazy::kMap) return std::optional<Value>(std::move(result));
      if (bfclx::truthy(result)) return std::optional<Value>(item);
      BFCLX_RETURN_IF_ERROR(run()->meter->step(1));
    }
  }

 private:
  Result<std::optional<Value>> made(List items) {
    if (kind_ != Lazy::kEnumerate) return std::optional<Value>(Value::tuple(std::move(items)));
    const Value number = count_;
    BFCLX_ASSIGN_OR_RETURN(
        count_, binary_operation(BinaryOperator::kAdd, number, Value::integer(1), max_bytes_));
    return std::optional<Value>(Value::tuple({number, std::move(items[0])}));
  }

  // The iterator at the place has no more items.
  Result<std::optional<Value>> ended(std::size_t place) {
    if (kind_ != Lazy::kStrictZip) return std::optional<Value>();
    const auto differs = [&](std::size_t argument, std::string_view how) {
      return value_error("zip() argument " + std::to_string(argument + 1) + " is " +
                         std::string(how) + " than argument" +
                         (argument == 1 ? " 1" : "s 1-" + std::to_string(argument)));
    };
    if (place > 0) return differs(place, "shorter");
    for (std::size_t i = 1; i < held.size(); ++i) {
      BFCLX_ASSIGN_OR_RETURN(const std::optional<Value> item, next_item(held[i]));
      if (item) return differs(i, "longer");
    }
    return std::optional<Value>();
  }

  Lazy kind_;
  std::size_t max_bytes_;
  Value count_;
};

Result<Value> make_lazy(Lazy kind, std::string_view type, const Arguments& arguments,
                        std::size_t first, Value count = {}) {
  List held;
  for (std::size_t i = first; i < arguments.positional.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(Value iterator, iterator_of(arguments.positional[i], arguments.run));
    held.push_back(std::move(iterator));
  }
  if (first > 0) held.push_back(arguments.positional[0]);
  return object_at_address(
      type, std::make_shared<LazyIterator>(kind, arguments, std::move(held), std::move(count)));
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
  BFCLX_RETURN_IF_ERROR(for_each_item(items, [&](const Value& item) -> Result<bool> {
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
  BFCLX_RETURN_IF_ERROR(for_each_item(items, [&](const Value& item) -> Result<bool> {
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
  if (const Value* const start = arguments.keywords.find("start")) {
    arguments.positional.push_back(*start);
  }
  Value total = arguments.positional.size() > 1 ? arguments.positional[1] : Value::integer(0);
  if (!is_iterable(arguments.positional[0])) return iterate(arguments.positional[0]).error();
  if (total.is_str() || total.is_bytes()) {
    return type_error(total.is_str() ? "sum() can't sum strings [use ''.join(seq) instead]"
                                     : "sum() can't sum bytes [use b''.join(seq) instead]");
  }
  std::size_t copied = 0;  // of lists
  BFCLX_RETURN_IF_ERROR(
      for_each_item(arguments.positional[0], [&](const Value& item) -> Result<bool> {
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
    return type_error("'" + std::string(type_name(*reverse)) +
                      "' object cannot be interpreted as an integer");
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

Result<Value> builtin_enumerate(Arguments& arguments) {
  for (const std::string_view name : {"iterable", "start"}) {
    const Value* const given = arguments.keywords.find(name);
    if (given != nullptr) arguments.positional.push_back(*given);
  }
  if (arguments.positional.empty()) {
    return type_error("enumerate() missing required argument 'iterable'");
  }
  Value start = Value::integer(0);
  if (arguments.positional.size() > 1) {
    const std::optional<Value> index = as_index(arguments.positional[1]);
    if (!index) {
      return type_error("'" + std::string(type_name(arguments.positional[1])) +
                        "' object cannot be interpreted as an integer");
    }
    start = *index;
    arguments.positional.pop_back();
  }
  return make_lazy(Lazy::kEnumerate, "enumerate", arguments, 0, start);
}

Result<Value> builtin_zip(Arguments& arguments) {
  const Value* const strict = arguments.keywords.find("strict");
  const bool is_strict = strict != nullptr && truthy(*strict);
  return make_lazy(is_strict ? Lazy::kStrictZip : Lazy::kZip, "zip", arguments, 0);
}

Result<Value> builtin_map(Arguments& arguments) {
  if (arguments.positional.size() < 2) {
    return type_error("map() must have at least two arguments.");
  }
  return make_lazy(Lazy::kMap, "map", arguments, 1);
}

Result<Value> builtin_filter(Arguments& arguments) {
  return make_lazy(Lazy::kFilter, "filter", arguments, 1);
}

Result<Value> builtin_iter(Arguments& arguments) {
  if (arguments.positional.size() > 1) return Error{"Limit", "iter() of two is not supported"};
  return iterator_of(arguments.positional[0], arguments.run);
}

Result<Value> builtin_next(Arguments& arguments) {
  Iterator* const iterator = iterator_in(arguments.positional[0]);
  if (iterator == nullptr) {
    return type_error("'" + std::string(type_name(arguments.positional[0])) +
                      "' object is not an iterator");
  }
  BFCLX_ASSIGN_OR_RETURN(const std::optional<Value> item, iterator->next());
  if (item) return *item;
  if (arguments.positional.size() > 1) return arguments.positional[1];
  return Error{"StopIteration", ""};
}

Result<Value> builtin_reversed(Arguments& arguments) {
  const Value& value = arguments.positional[0];
  const std::string name(type_name(value));
  std::string type = "reversed";
  if (value.is_list()) type = "list_reverseiterator";
  if (value.is_dict()) type = "dict_reversekeyiterator";
  if (name == "dict_keys") type = "dict_reversekeyiterator";
  if (name == "dict_values") type = "dict_reversevalueiterator";
  if (name == "dict_items") type = "dict_reverseitemiterator";
  if (range_of(value)) type = "range_iterator";
  if (!is_iterable(value) || value.is_set() || iterator_in(value) != nullptr) {
    return type_error("'" + name + "' object is not reversible");
  }
  BFCLX_ASSIGN_OR_RETURN(List items, iterate(value));
  std::reverse(items.begin(), items.end());
  return make_items_iterator(type, Value::list(std::move(items)), arguments.run);
}

}  // namespace bfclx::python
