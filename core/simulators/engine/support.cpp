#include "core/simulators/engine/support.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/evaluate/builtins.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Code points of numeric type "Digit" that are no decimal digits (Unicode 14.0).
constexpr std::array<Range, 20> kOtherDigits = {{
    {0xb2, 0xb3},       {0xb9, 0xb9},       {0x1369, 0x1371},   {0x19da, 0x19da},
    {0x2070, 0x2070},   {0x2074, 0x2079},   {0x2080, 0x2089},   {0x2460, 0x2468},
    {0x2474, 0x247c},   {0x2488, 0x2490},   {0x24ea, 0x24ea},   {0x24f5, 0x24fd},
    {0x24ff, 0x24ff},   {0x2776, 0x277e},   {0x2780, 0x2788},   {0x278a, 0x2792},
    {0x10a40, 0x10a43}, {0x10e60, 0x10e68}, {0x11052, 0x1105a}, {0x1f100, 0x1f10a},
}};

bool is_any_digit(char32_t c) {
  if (decimal_value(c) >= 0) return true;
  for (const Range& range : kOtherDigits) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

Error type_error(const Value& object, std::string_view problem) {
  return python::type_error("'" + std::string(type_name(object)) + "' object " +
                            std::string(problem));
}

// Where list[index] is, for assignment and deletion.
Result<std::size_t> place_in_list(const List& items, const Value& index, std::string_view action) {
  const std::optional<Value> number = python::as_index(index);
  if (!number) {
    return python::bad_subscript(Value::list(), type_name(index));
  }
  if (!number->is_small_int()) {
    return Error{"IndexError", "cannot fit 'int' into an index-sized integer"};
  }
  const auto size = static_cast<std::int64_t>(items.size());
  const std::int64_t place = number->as_int64() + (number->as_int64() < 0 ? size : 0);
  if (place >= 0 && place < size) return static_cast<std::size_t>(place);
  return Error{"IndexError", "list " + std::string(action) + " index out of range"};
}

}  // namespace

Result<Value> arithmetic_in_place(python::BinaryOperator op, const Value& a, const Value& b) {
  if (op == python::BinaryOperator::kAdd && a.is_list()) {
    BFCLX_ASSIGN_OR_RETURN(const List items, python::iterate(b));
    List& list = a.mutable_list();
    if (items.size() > python::EvaluateLimits{}.bytes / sizeof(Value) - list.size()) {
      return Error{"Limit", "the list is too long"};
    }
    list.insert(list.end(), items.begin(), items.end());
    return a;
  }
  Result<Value> result = arithmetic(op, a, b);
  if (result.ok()) return result;
  // "... operand type(s) for -: 'int' and 'str'" names the operator that was written.
  static constexpr std::string_view kUnsupported = "unsupported operand type(s) for ";
  Error error = result.error();
  if (error.message.rfind(kUnsupported, 0) == 0) {
    error.message.insert(error.message.find(':'), "=");
  }
  return error;
}

Result<Value> builtin(std::string_view name, List positional) {
  python::Arguments arguments{std::move(positional), {}, python::EvaluateLimits{}.bytes};
  return python::call_builtin(name, arguments);
}

Status set_item(const Value& object, const Value& key, Value value) {
  if (object.is_dict()) {
    BFCLX_RETURN_IF_ERROR(python::check_hashable(key));
    object.mutable_dict().set(key, std::move(value));
    return {};
  }
  if (!object.is_list()) return type_error(object, "does not support item assignment");
  List& items = object.mutable_list();
  BFCLX_ASSIGN_OR_RETURN(const std::size_t place, place_in_list(items, key, "assignment"));
  items[place] = std::move(value);
  return {};
}

Status delete_item(const Value& object, const Value& key) {
  if (object.is_dict()) {
    BFCLX_RETURN_IF_ERROR(python::check_hashable(key));
    if (!object.mutable_dict().erase(key)) return Error{"KeyError", repr(key)};
    return {};
  }
  if (!object.is_list()) return type_error(object, "doesn't support item deletion");
  List& items = object.mutable_list();
  BFCLX_ASSIGN_OR_RETURN(const std::size_t place, place_in_list(items, key, "assignment"));
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(place));
  return {};
}

bool str_isdigit(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_any_digit(next_code_point(text, at))) return false;
  }
  return !text.empty();
}

}  // namespace bfclx
