// The iterators that builtins make: zip, map, filter, enumerate and their like.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/python/evaluate/callable.h"
#include "core/python/extensions/more_builtins.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/range.h"

namespace bfclx::python {
namespace {

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

}  // namespace

Result<Value> builtin_enumerate(Arguments& arguments) {
  for (const std::string_view name : {"iterable", "start"}) {
    const Value* const given = arguments.keywords.find(name);
    if (given != nullptr) arguments.positional.push_back(*given);
  }
  const std::size_t count = arguments.positional.size();
  if (count == 0) return type_error("enumerate() missing required argument 'iterable'");
  if (count > 2) {
    return type_error("enumerate() takes at most 2 arguments (" + std::to_string(count) +
                      " given)");
  }
  Value start = Value::integer(0);
  if (arguments.positional.size() > 1) {
    BFCLX_ASSIGN_OR_RETURN(start, index_of(arguments.positional[1]));
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
