#include "core/python/range.h"

#include <charconv>
#include <string>
#include <string_view>

namespace bfclx::python {
namespace {

// Moves behind the number that the text begins with, and the ", " behind it.
bool read_number(std::string_view& text, std::int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.substr(0, 2) == ", ") text.remove_prefix(2);
  return true;
}

}  // namespace

Value make_range(const Range& range) {
  std::string text = "range(" + std::to_string(range.start) + ", " + std::to_string(range.stop);
  if (range.step != 1) text += ", " + std::to_string(range.step);
  text += ")";
  return Value::opaque({"range", text, text});
}

std::optional<Range> range_of(const Value& value) {
  if (value.kind() != Value::Kind::kOpaque || value.as_opaque().type_name != "range") {
    return std::nullopt;
  }
  std::string_view text = value.as_opaque().repr;
  text.remove_prefix(std::string_view("range(").size());
  Range range{0, 0, 1};
  if (!read_number(text, range.start) || !read_number(text, range.stop)) return std::nullopt;
  (void)read_number(text, range.step);
  return range;
}

std::size_t range_length(const Range& range) {
  // Unsigned, because the distance may not fit.
  const auto start = static_cast<std::uint64_t>(range.start);
  const auto stop = static_cast<std::uint64_t>(range.stop);
  const auto step = static_cast<std::uint64_t>(range.step);
  if (range.step > 0) {
    return range.start < range.stop ? static_cast<std::size_t>((stop - start - 1) / step + 1) : 0;
  }
  return range.start > range.stop ? static_cast<std::size_t>((start - stop - 1) / (0 - step) + 1)
                                  : 0;
}

Result<List> range_items(const Range& range) {
  const std::size_t count = range_length(range);
  if (count > kMaxRangeItems) return Error{"Limit", "range is too long"};
  List items;
  items.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    items.push_back(Value::integer(range.start + static_cast<std::int64_t>(i) * range.step));
  }
  return items;
}

}  // namespace bfclx::python
