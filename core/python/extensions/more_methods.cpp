// Methods of lists, dicts, sets and numbers beyond those of objects/methods.cpp.
#include <cmath>
#include <cstdint>

#include "core/python/extensions/extensions.h"
#include "core/python/extensions/more_str_methods.h"
#include "core/python/extensions/views.h"
#include "core/python/objects/methods.h"
#include "core/python/objects/operators.h"
#include "core/value/bigint.h"

namespace bfclx::python {
namespace {

template <ViewKind kKind>
Result<Value> dict_view(const Value& value, Arguments&) {
  return make_view(kKind, value);
}

// What takes something out of a container that nothing else refers to. Of a shared one, which may
// be part of the state of a service, it would change the state.
Status check_own(const Value& value) {
  if (!value.shared()) return {};
  return Error{"Limit", "a change of an object is not supported"};
}

Result<Value> list_pop(const Value& value, Arguments& arguments) {
  BFCLX_RETURN_IF_ERROR(check_own(value));
  const auto length = static_cast<std::int64_t>(value.items().size());
  std::int64_t place = -1;
  if (!arguments.positional.empty()) {
    BFCLX_ASSIGN_OR_RETURN(place, index_argument(arguments.positional[0]));
  }
  if (length == 0) return index_error("pop from empty list");
  if (place < 0) place += length;
  if (place < 0 || place >= length) return index_error("pop index out of range");
  return value.items()[static_cast<std::size_t>(place)];
}

Result<Value> dict_pop(const Value& value, Arguments& arguments) {
  BFCLX_RETURN_IF_ERROR(check_own(value));
  BFCLX_RETURN_IF_ERROR(check_hashable(arguments.positional[0]));
  const Value* const found = value.as_dict().find(arguments.positional[0]);
  if (found != nullptr) return *found;
  if (arguments.positional.size() > 1) return arguments.positional[1];
  return key_error(arguments.positional[0]);
}

// ---- set

// union, difference and the like: with one iterable after the other.
template <BinaryOperator kOperator>
Result<Value> set_with(const Value& value, Arguments& arguments) {
  Value result = value;
  if (arguments.positional.empty()) {
    BFCLX_ASSIGN_OR_RETURN(
        result, binary_operation(BinaryOperator::kBitOr, value, Value::set(), arguments.max_bytes));
  }
  for (const Value& other : arguments.positional) {
    Value items = Value::set();
    BFCLX_ASSIGN_OR_RETURN(const List list, iterate(other));
    for (const Value& item : list) {
      BFCLX_RETURN_IF_ERROR(check_hashable(item));
      items.mutable_set().insert(item);
    }
    BFCLX_ASSIGN_OR_RETURN(result, binary_operation(kOperator, result, items, arguments.max_bytes));
  }
  return result;
}

// isdisjoint, issubset, issuperset; isdisjoint also of views.
template <char kTest>
Result<Value> set_test(const Value& value, Arguments& arguments) {
  Arguments one{{arguments.positional[0]}, {}, arguments.max_bytes};
  BFCLX_ASSIGN_OR_RETURN(const Value other, set_with<BinaryOperator::kBitOr>(Value::set(), one));
  if (kTest != 'd') {
    BFCLX_ASSIGN_OR_RETURN(const bool holds, compare_operation(kTest == '<' ? CompareOperator::kLtE
                                                                            : CompareOperator::kGtE,
                                                               value, other));
    return Value::boolean(holds);
  }
  BFCLX_ASSIGN_OR_RETURN(const Value both, binary_operation(BinaryOperator::kBitAnd, value, other,
                                                            arguments.max_bytes));
  return Value::boolean(!truthy(both));
}

// ---- numbers

Result<Value> float_is_integer(const Value& value, Arguments&) {
  const double number = value.as_float();
  return Value::boolean(std::isfinite(number) && number == std::floor(number));
}
Result<Value> int_bit_length(const Value& value, Arguments&) {
  return Value::integer(static_cast<std::int64_t>(as_index(value)->as_bigint().bit_length()));
}
Result<Value> conjugate(const Value& value, Arguments&) {
  if (!value.is_complex()) return unary_operation(UnaryOperator::kUAdd, value);
  return Value::complex(value.as_complex().real, -value.as_complex().imag);
}

using Kind = Value::Kind;
using enum MethodArity;
constexpr MethodRow kMoreMethods[] = {
    {Kind::kList, "pop", list_pop, 0, 1, kExpected},
    {Kind::kDict, "items", dict_view<ViewKind::kItems>, 0, 0},
    {Kind::kDict, "keys", dict_view<ViewKind::kKeys>, 0, 0},
    {Kind::kDict, "pop", dict_pop, 1, 2, kExpected},
    {Kind::kDict, "values", dict_view<ViewKind::kValues>, 0, 0},
    {Kind::kSet, "copy", set_with<BinaryOperator::kBitOr>, 0, 0},
    {Kind::kSet, "difference", set_with<BinaryOperator::kSub>, 0, kAnyNumber},
    {Kind::kSet, "intersection", set_with<BinaryOperator::kBitAnd>, 0, kAnyNumber},
    {Kind::kSet, "isdisjoint", set_test<'d'>, 1, 1},
    {Kind::kSet, "issubset", set_test<'<'>, 1, 1},
    {Kind::kSet, "issuperset", set_test<'>'>, 1, 1},
    {Kind::kSet, "symmetric_difference", set_with<BinaryOperator::kBitXor>, 1, 1},
    {Kind::kSet, "union", set_with<BinaryOperator::kBitOr>, 0, kAnyNumber},
    {Kind::kOpaque, "isdisjoint", set_test<'d'>, 1, 1},
    {Kind::kInt, "bit_length", int_bit_length, 0, 0},
    {Kind::kInt, "conjugate", conjugate, 0, 0},
    {Kind::kFloat, "conjugate", conjugate, 0, 0},
    {Kind::kFloat, "is_integer", float_is_integer, 0, 0},
    {Kind::kComplex, "conjugate", conjugate, 0, 0},
};

}  // namespace

const MethodRow* find_more_methods(Value::Kind kind, std::string_view name) {
  const bool text = kind == Kind::kStr;
  return find_row(text ? more_str_methods() : std::span<const MethodRow>(kMoreMethods), kind, name);
}

}  // namespace bfclx::python
