#include "core/python/objects/range.h"

#include <memory>
#include <string>

namespace bfclx::python {
namespace {

class RangeContent final : public OpaqueContent {
 public:
  explicit RangeContent(const Range& given) : OpaqueContent(Role::kRange), range(given) {}

  bool truthy() const override { return range_length(range) > 0; }
  // Two are equal when they give the same numbers.
  bool equals(const Value& other) const override {
    const std::optional<Range> second = range_of(other);
    if (!second || range_length(*second) != range_length(range)) return false;
    const std::size_t length = range_length(range);
    return length == 0 ||
           (range.start == second->start && (length == 1 || range.step == second->step));
  }

  const Range range;
};

}  // namespace

Value make_range(const Range& range) {
  std::string text = "range(" + std::to_string(range.start) + ", " + std::to_string(range.stop);
  if (range.step != 1) text += ", " + std::to_string(range.step);
  text += ")";
  return Value::opaque({"range", text, text, std::make_shared<RangeContent>(range)});
}

std::optional<Range> range_of(const Value& value) {
  if (value.kind() != Value::Kind::kOpaque) return std::nullopt;
  const OpaqueContent* const content = value.as_opaque().content.get();
  if (content == nullptr || content->role != OpaqueContent::Role::kRange) return std::nullopt;
  return static_cast<const RangeContent*>(content)->range;
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
