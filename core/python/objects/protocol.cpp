#include "core/python/objects/protocol.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/base/text_search.h"
#include "core/python/evaluate/builtins.h"
#include "core/python/evaluate/callable.h"
#include "core/python/extensions/views.h"
#include "core/python/objects/arithmetic.h"
#include "core/python/objects/range.h"
#include "core/value/bigint.h"

namespace bfclx::python {
namespace {

// ---- Membership.

// Takes the items up to the one that is asked for.
Result<bool> is_next(const Value& item, Iterator& iterator) {
  while (true) {
    BFCLX_ASSIGN_OR_RETURN(const std::optional<Value> next, iterator.next());
    if (!next) return false;
    if (same_or_equal(*next, item)) return true;
  }
}

Result<bool> is_octet(const Value& item, std::string_view octets) {
  if (item.is_bytes()) return find_text(octets, item.as_bytes()) != std::string_view::npos;
  const std::optional<Value> index = as_index(item);
  if (!index) {
    return type_error(concat({"a bytes-like object is required, not '", type_name(item), "'"}));
  }
  if (!index->is_small_int() || index->as_int64() < 0 || index->as_int64() > 255) {
    return value_error("byte must be in range(0, 256)");
  }
  return octets.find(static_cast<char>(index->as_int64())) != std::string_view::npos;
}

// ---- Subscripts.

bool has_places(const Value& value) {
  return value.is_str() || value.is_list() || value.is_tuple() || value.is_bytes() ||
         range_of(value).has_value();
}

std::size_t places_of(const Value& value) {
  if (value.is_str()) return count_code_points(value.as_str());
  if (value.is_bytes()) return value.as_bytes().size();
  if (const std::optional<Range> range = range_of(value)) return range_length(*range);
  return value.items().size();
}

Error index_out_of_range(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kStr:
      return index_error("string index out of range");
    case Value::Kind::kBytes:
      return index_error("index out of range");
    default:
      return index_error(
          concat({type_name(value), range_of(value) ? " object" : "", " index out of range"}));
  }
}

Error no_subscripts(const Value& value) {
  if (type_name(value) != "type") return not_subscriptable(value);
  static constexpr std::string_view kGeneric[] = {"dict", "enumerate", "filter",   "frozenset",
                                                  "list", "map",       "reversed", "set",
                                                  "type", "tuple",     "zip"};
  const std::string_view name = builtin_name(value);
  if (std::find(std::begin(kGeneric), std::end(kGeneric), name) != std::end(kGeneric)) {
    return Error{"Limit", "generic types are not supported"};
  }
  return type_error(concat({"type '", name, "' is not subscriptable"}));
}

// Where value[index] is, of what has places.
Result<std::size_t> place_of(const Value& value, const Value& index) {
  const std::optional<Value> number = as_index(index);
  if (!number) {
    if (range_of(value)) {
      return type_error(
          concat({"range indices must be integers or slices, not ", type_name(index)}));
    }
    return bad_subscript(value, type_name(index));
  }
  if (!number->is_small_int()) {
    if (range_of(value)) return index_out_of_range(value);
    return index_error("cannot fit 'int' into an index-sized integer");
  }
  const auto size = static_cast<std::int64_t>(places_of(value));
  std::int64_t place = number->as_int64();
  if (place < 0) place += size;
  if (place < 0 || place >= size) return index_out_of_range(value);
  return static_cast<std::size_t>(place);
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

struct Places {
  std::int64_t begin;
  std::int64_t end;
  std::int64_t step;
};

Result<Places> places_between(std::int64_t size, const Value& lower, const Value& upper,
                              const Value& step) {
  Places places{0, size, 1};
  if (!step.is_none()) {
    BFCLX_ASSIGN_OR_RETURN(places.step, slice_bound(step));
    if (places.step == 0) return value_error("slice step cannot be zero");
  }
  const bool forwards = places.step > 0;
  if (!forwards) {
    places.begin = size - 1;
    places.end = -1;
  }
  const auto clip = [&](std::int64_t bound) {
    if (bound < 0) bound += size;
    return forwards ? std::clamp<std::int64_t>(bound, 0, size)
                    : std::clamp<std::int64_t>(bound, -1, size - 1);
  };
  if (!lower.is_none()) {
    BFCLX_ASSIGN_OR_RETURN(places.begin, slice_bound(lower));
    places.begin = clip(places.begin);
  }
  if (!upper.is_none()) {
    BFCLX_ASSIGN_OR_RETURN(places.end, slice_bound(upper));
    places.end = clip(places.end);
  }
  return places;
}

Result<Value> slice_of_range(const Range& range, const Places& places, const Value& step) {
  const bool clipped = !step.is_none() && !as_index(step)->is_small_int();
  Range part{0, 0, 1};
  if (clipped || __builtin_mul_overflow(range.step, places.step, &part.step) ||
      __builtin_mul_overflow(places.begin, range.step, &part.start) ||
      __builtin_mul_overflow(places.end, range.step, &part.stop) ||
      __builtin_add_overflow(part.start, range.start, &part.start) ||
      __builtin_add_overflow(part.stop, range.start, &part.stop)) {
    return Error{"Limit", "a range of large integers is not supported"};
  }
  return make_range(part);
}

// Calls `take` with each place of the slice.
template <typename Take>
void for_each_place(const Places& places, const Take& take) {
  // Counted first: a step behind the last place may be past the largest number.
  const std::size_t count = range_length({places.begin, places.end, places.step});
  for (std::size_t i = 0; i < count; ++i) {
    take(static_cast<std::size_t>(places.begin + static_cast<std::int64_t>(i) * places.step));
  }
}

Value slice_of_text(std::string_view text, const Places& places) {
  if (places.step == 1) {
    return Value::str(
        slice_code_points(text, static_cast<std::size_t>(places.begin),
                          static_cast<std::size_t>(std::max(places.begin, places.end))));
  }
  std::vector<std::size_t> offsets;  // of code points, so that each is found at once
  for (std::size_t offset = 0; offset < text.size();) {
    offsets.push_back(offset);
    next_code_point(text, offset);
  }
  offsets.push_back(text.size());
  std::string part;
  for_each_place(places, [&](std::size_t place) {
    part += text.substr(offsets[place], offsets[place + 1] - offsets[place]);
  });
  return Value::str(part);
}

}  // namespace

Status check_hashable(const Value& value) {
  if (hashable(value)) return {};
  return unhashable(value);
}

std::optional<Value> as_index(const Value& value) {
  if (value.is_int()) return value;
  if (value.is_bool()) return Value::integer(static_cast<std::int64_t>(value.as_bool()));
  return std::nullopt;
}

Result<Value> index_of(const Value& value) {
  if (std::optional<Value> index = as_index(value)) return *std::move(index);
  return not_an_integer(value);
}

Result<std::size_t> length(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kStr:
      return count_code_points(value.as_str());
    case Value::Kind::kBytes:
      return value.as_bytes().size();
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return value.items().size();
    case Value::Kind::kDict:
      return value.as_dict().size();
    case Value::Kind::kSet:
      return value.as_set().size();
    default:
      if (const std::optional<Range> range = range_of(value)) return range_length(*range);
      if (const std::optional<View> view = view_of(value)) return view->dict.as_dict().size();
      return no_length(value);
  }
}

Result<bool> is_member(const Value& needle, const Value& container) {
  switch (container.kind()) {
    case Value::Kind::kStr:
      if (!needle.is_str()) {
        return type_error(
            concat({"'in <string>' requires string as left operand, not ", type_name(needle)}));
      }
      return find_text(container.as_str(), needle.as_str()) != std::string_view::npos;
    case Value::Kind::kBytes:
      return is_octet(needle, container.as_bytes());
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return contains(container.items(), needle);
    case Value::Kind::kDict:
      BFCLX_RETURN_IF_ERROR(check_hashable(needle));
      return container.as_dict().contains(needle);
    case Value::Kind::kSet:
      if (needle.is_set()) return false;  // no set holds one
      BFCLX_RETURN_IF_ERROR(check_hashable(needle));
      return container.as_set().contains(needle);
    default:
      if (const std::optional<View> view = view_of(container)) return view_contains(*view, needle);
      if (Iterator* const iterator = iterator_in(container)) return is_next(needle, *iterator);
      if (range_of(container)) {
        BFCLX_ASSIGN_OR_RETURN(const List items, iterate(container));
        return contains(items, needle);
      }
      return not_a_container(container);
  }
}

Result<const Value*> subscript(const Value& value, const Value& key, Value& storage) {
  if (value.is_dict()) {
    BFCLX_RETURN_IF_ERROR(check_hashable(key));
    const Value* const found = value.as_dict().find(key);
    if (found == nullptr) return key_error(key);
    return found;
  }
  if (!has_places(value)) return no_subscripts(value);
  BFCLX_ASSIGN_OR_RETURN(const std::size_t place, place_of(value, key));
  if (value.is_list() || value.is_tuple()) return &value.items()[place];
  if (value.is_str()) {
    storage = Value::str(slice_code_points(value.as_str(), place, place + 1));
  } else if (value.is_bytes()) {
    storage = Value::integer(static_cast<unsigned char>(value.as_bytes()[place]));
  } else {
    const std::optional<Range> range = range_of(value);
    storage = Value::integer(range->start + static_cast<std::int64_t>(place) * range->step);
  }
  return &storage;
}

Result<const Value*> subscript(const Value& value, std::string_view key) {
  if (value.is_dict()) {
    const Value* const found = value.as_dict().find(key);
    if (found == nullptr) return key_error(key);
    return found;
  }
  Value storage;  // stays empty: no other object has an item of that name
  return subscript(value, Value::str(key), storage);
}

Result<Value> subscript(const Value& value, const Value& key) {
  Value storage;
  BFCLX_ASSIGN_OR_RETURN(const Value* const item, subscript(value, key, storage));
  return *item;
}

Result<Value> slice(const Value& value, const Value& lower, const Value& upper, const Value& step) {
  if (value.is_dict()) return type_error("unhashable type: 'slice'");
  if (!has_places(value)) return no_subscripts(value);
  BFCLX_ASSIGN_OR_RETURN(
      const Places places,
      places_between(static_cast<std::int64_t>(places_of(value)), lower, upper, step));
  if (const std::optional<Range> range = range_of(value))
    return slice_of_range(*range, places, step);
  if (value.is_str()) return slice_of_text(value.as_str(), places);
  if (value.is_bytes()) {
    std::string octets;
    for_each_place(places, [&](std::size_t place) { octets += value.as_bytes()[place]; });
    return Value::bytes(octets);
  }
  List items;
  for_each_place(places, [&](std::size_t place) { items.push_back(value.items()[place]); });
  return value.is_list() ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

// ---- Iteration.

bool is_iterable(const Value& value) {
  if (value.kind() == Value::Kind::kOpaque) {
    const auto& content = value.as_opaque().content;
    return content != nullptr && content->role < OpaqueContent::Role::kFunction;
  }
  return value.is_str() || value.is_bytes() || value.is_sequence() || value.is_dict() ||
         value.is_set();
}

Result<List> iterate(const Value& value) {
  if (value.is_list() || value.is_tuple()) return value.items();
  if (value.is_set()) return value.as_set().ordered_items();
  if (value.kind() == Value::Kind::kOpaque) {
    if (const std::optional<Range> range = range_of(value)) return range_items(*range);
    if (const std::optional<View> view = view_of(value)) return view_items(*view);
    if (Iterator* const iterator = iterator_in(value)) return iterator->rest();
  }
  if (!is_iterable(value)) return not_iterable(value);
  List items;
  BFCLX_RETURN_IF_ERROR(for_each_item(value, [&](const Value& item) {
    items.push_back(item);
    return Status();
  }));
  return items;
}

Result<const List*> iterate(const Value& value, List& storage) {
  if (value.is_list() || value.is_tuple()) return &value.items();
  BFCLX_ASSIGN_OR_RETURN(storage, iterate(value));
  return &storage;
}

Result<const List*> sequence(const Value& value, List& storage) {
  if (value.is_list()) return &value.items();
  BFCLX_ASSIGN_OR_RETURN(const std::size_t size, length(value));
  if (value.is_dict()) {
    storage.clear();
    for (std::size_t index = 0; index < size; ++index) {
      BFCLX_ASSIGN_OR_RETURN(Value item,
                             subscript(value, Value::integer(static_cast<std::int64_t>(index))));
      storage.push_back(std::move(item));
    }
    return &storage;
  }
  if (value.is_set() && size > 0) return not_subscriptable(value);
  return iterate(value, storage);
}

}  // namespace bfclx::python
