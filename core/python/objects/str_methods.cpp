#include "core/python/objects/str_methods.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text_search.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/objects/operators.h"

namespace bfclx::python {
namespace {

// ---- The same text in other letters.

Result<Value> str_upper(const Value& self, Arguments&) { return Value::str(upper(self.as_str())); }
Result<Value> str_lower(const Value& self, Arguments&) { return Value::str(lower(self.as_str())); }

// ---- Tests of each character.

bool is_alphanumeric(char32_t c) { return c != '_' && is_word(c); }

// ---- Parts.

std::vector<std::string_view> code_points_of(std::string_view text) {
  std::vector<std::string_view> points;
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t begin = offset;
    next_code_point(text, offset);
    points.push_back(text.substr(begin, offset - begin));
  }
  return points;
}

enum class Side { kLeft, kRight, kBoth };

template <Side kSide>
Result<Value> str_strip(const Value& self, Arguments& arguments) {
  const std::string_view text = self.as_str();
  if (arguments.positional.empty() || arguments.positional[0].is_none()) {
    return Value::str(kSide == Side::kLeft    ? lstrip(text)
                      : kSide == Side::kRight ? rstrip(text)
                                              : strip(text));
  }
  const Value& chars = arguments.positional[0];
  if (!chars.is_str()) {
    constexpr std::string_view kName = kSide == Side::kLeft    ? "lstrip"
                                       : kSide == Side::kRight ? "rstrip"
                                                               : "strip";
    return type_error(std::string(kName) + " arg must be None or str");
  }
  const std::vector<std::string_view> points = code_points_of(text);
  std::vector<std::string_view> set = code_points_of(chars.as_str());
  std::sort(set.begin(), set.end());
  const auto stripped = [&](std::string_view point) {
    return std::binary_search(set.begin(), set.end(), point);
  };
  std::size_t begin = 0, end = points.size();
  if (kSide != Side::kRight) {
    while (begin < end && stripped(points[begin])) ++begin;
  }
  if (kSide != Side::kLeft) {
    while (end > begin && stripped(points[end - 1])) --end;
  }
  std::string result;
  for (; begin < end; ++begin) result += points[begin];
  return Value::str(result);
}

Result<Value> str_replace(const Value& self, Arguments& arguments) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (!arguments.positional[i].is_str()) {
      return type_error("replace() argument " + std::to_string(i + 1) + " must be str, not " +
                        kind_of(arguments.positional[i]));
    }
  }
  std::int64_t most = -1;
  if (arguments.positional.size() > 2) {
    BFCLX_ASSIGN_OR_RETURN(most, index_argument(arguments.positional[2]));
  }
  const std::string_view text = self.as_str();
  const std::string_view from = arguments.positional[0].as_str();
  const std::string_view to = arguments.positional[1].as_str();
  std::string out;
  std::size_t at = 0;
  for (std::size_t begin = 0; most != 0; --most) {
    // Of nothing there is one before each character and one at the end.
    const std::size_t found = find_text(text, from, begin);
    if (found == std::string_view::npos) break;
    out += text.substr(at, found - at);
    out += to;
    at = found + from.size();
    begin = at;
    if (out.size() > arguments.max_bytes) return too_large();
    if (!from.empty()) continue;
    if (begin >= text.size()) break;
    next_code_point(text, begin);
  }
  out += text.substr(at);
  return Value::str(out);
}

// The last places of a part, one before the other, in time proportional to the text.
class LastPlaces {
 public:
  LastPlaces(std::string_view text, std::string_view part)
      : text_(text.rbegin(), text.rend()), part_(part.rbegin(), part.rend()) {}
  // Where the last one that ends at `end` or before begins; npos when there is none.
  std::size_t before(std::size_t end) const {
    const std::size_t found = find_text(text_, part_, text_.size() - end);
    if (found == std::string_view::npos) return found;
    return text_.size() - found - part_.size();
  }

 private:
  std::string text_;
  std::string part_;
};
}  // namespace

std::size_t last_text(std::string_view text, std::string_view part) {
  return LastPlaces(text, part).before(text.size());
}

namespace {

// split and rsplit: pieces between white space, or between separators.
std::vector<std::string_view> split_space(std::string_view text, std::int64_t most, bool right) {
  std::vector<std::string_view> pieces;
  std::string_view rest = right ? rstrip(text) : lstrip(text);
  for (; !rest.empty(); --most) {
    if (most == 0) {
      pieces.push_back(right ? rstrip(rest) : lstrip(rest));
      break;
    }
    if (right) {
      std::size_t begin = rest.size();
      while (begin > 0) {
        const std::size_t before = code_point_begin(rest, begin - 1);
        std::size_t offset = before;
        if (is_space(next_code_point(rest, offset))) break;
        begin = before;
      }
      pieces.push_back(rest.substr(begin));
      rest = rstrip(rest.substr(0, begin));
    } else {
      std::size_t end = 0;
      for (std::size_t offset = 0; offset < rest.size(); end = offset) {
        if (is_space(next_code_point(rest, offset))) break;
      }
      pieces.push_back(rest.substr(0, end));
      rest = lstrip(rest.substr(end));
    }
  }
  return pieces;
}

std::vector<std::string_view> split_at(std::string_view text, std::string_view separator,
                                       std::int64_t most, bool right) {
  std::vector<std::string_view> pieces;
  const LastPlaces last(right ? text : "", separator);
  std::size_t begin = 0, end = text.size();  // of what is left
  for (; most != 0; --most) {
    const std::size_t found = right ? last.before(end) : find_text(text, separator, begin);
    if (found == std::string_view::npos) break;
    const std::size_t behind = found + separator.size();
    pieces.push_back(right ? text.substr(behind, end - behind) : text.substr(begin, found - begin));
    (right ? end : begin) = right ? found : behind;
  }
  pieces.push_back(text.substr(begin, end - begin));
  return pieces;
}

template <bool kRight>
Result<Value> str_split(const Value& self, Arguments& arguments) {
  std::int64_t most = -1;
  if (arguments.positional.size() > 1) {
    BFCLX_ASSIGN_OR_RETURN(most, index_argument(arguments.positional[1]));
  }
  const Value& separator = given(arguments, 0);
  if (!separator.is_none() && !separator.is_str()) {
    return type_error("must be str or None, not " + name_of(separator));
  }
  if (separator.is_str() && separator.as_str().empty()) return value_error("empty separator");
  std::vector<std::string_view> pieces =
      separator.is_none() ? split_space(self.as_str(), most, kRight)
                          : split_at(self.as_str(), separator.as_str(), most, kRight);
  if (kRight) std::reverse(pieces.begin(), pieces.end());
  List items;
  for (const std::string_view piece : pieces) items.push_back(Value::str(piece));
  return Value::list(std::move(items));
}

Result<Value> str_join(const Value& self, Arguments& arguments) {
  if (!is_iterable(arguments.positional[0])) return type_error("can only join an iterable");
  BFCLX_ASSIGN_OR_RETURN(const List items, iterate(arguments.positional[0]));
  std::string result;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].is_str()) {
      return type_error("sequence item " + std::to_string(i) + ": expected str instance, " +
                        name_of(items[i]) + " found");
    }
    if (i > 0) result += self.as_str();
    result += items[i].as_str();
    if (result.size() > arguments.max_bytes) return Error{"Limit", "result is too large"};
  }
  return Value::str(result);
}

// ---- Search, between bounds.

struct Part {
  std::string_view text;
  std::size_t before = 0;  // code points before it
  bool outside = false;    // the bounds leave nothing, not even the empty text
};

Result<Part> part_of(const Value& self, const Arguments& arguments) {
  Part part{self.as_str()};
  if (given(arguments, 1).is_none() && given(arguments, 2).is_none()) return part;
  const auto length = static_cast<std::int64_t>(count_code_points(part.text));
  std::int64_t bounds[2] = {0, length};
  for (std::size_t i = 0; i < 2; ++i) {
    const Value& bound = given(arguments, i + 1);
    if (bound.is_none()) continue;
    if (!is_integer(bound)) {
      return type_error("slice indices must be integers or None or have an __index__ method");
    }
    bounds[i] = clipped_index(bound);
    if (bounds[i] < 0) bounds[i] = std::max<std::int64_t>(bounds[i] + length, 0);
  }
  bounds[1] = std::min(bounds[1], length);
  part.outside = bounds[0] > bounds[1];
  if (part.outside) return part;
  part.before = static_cast<std::size_t>(bounds[0]);
  part.text = slice_code_points(part.text, part.before, static_cast<std::size_t>(bounds[1]));
  return part;
}

template <bool kStart>
Result<Value> str_starts_or_ends(const Value& self, Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Part within, part_of(self, arguments));
  const Value& wanted = arguments.positional[0];
  const auto matches = [&](std::string_view part) {
    const std::string_view text = within.text;
    if (within.outside || part.size() > text.size()) return false;
    return (kStart ? text.substr(0, part.size()) : text.substr(text.size() - part.size())) == part;
  };
  const std::string name = kStart ? "startswith" : "endswith";
  if (wanted.is_str()) return Value::boolean(matches(wanted.as_str()));
  if (!wanted.is_tuple()) {
    return type_error(name + " first arg must be str or a tuple of str, not " + name_of(wanted));
  }
  for (const Value& item : wanted.items()) {
    if (!item.is_str()) {
      return type_error("tuple for " + name + " must only contain str, not " + name_of(item));
    }
    if (matches(item.as_str())) return Value::boolean(true);
  }
  return Value::boolean(false);
}

template <bool kRaises, bool kLast>
Result<Value> str_find(const Value& self, Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Part within, part_of(self, arguments));
  const Value& wanted = arguments.positional[0];
  if (!wanted.is_str()) return must_be_str(wanted);
  const std::size_t found = within.outside ? std::string_view::npos
                            : kLast        ? last_text(within.text, wanted.as_str())
                                           : find_text(within.text, wanted.as_str());
  if (found == std::string_view::npos) {
    if (kRaises) return value_error("substring not found");
    return Value::integer(-1);
  }
  return integer_of(within.before + count_code_points(within.text.substr(0, found)));
}

Result<Value> str_count(const Value& self, Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Part within, part_of(self, arguments));
  const Value& wanted = arguments.positional[0];
  if (!wanted.is_str()) return must_be_str(wanted);
  if (within.outside) return Value::integer(0);
  const std::string_view part = wanted.as_str();
  if (part.empty()) return integer_of(count_code_points(within.text) + 1);
  std::size_t count = 0;
  for (std::size_t at = find_text(within.text, part); at != std::string_view::npos;
       at = find_text(within.text, part, at + part.size())) {
    ++count;
  }
  return integer_of(count);
}

using Kind = Value::Kind;
using enum MethodArity;
constexpr MethodRow kStrMethods[] = {
    {Kind::kStr, "count", str_count, 1, 3, kTakes},
    {Kind::kStr, "endswith", str_starts_or_ends<false>, 1, 3, kTakes},
    {Kind::kStr, "find", str_find<false, false>, 1, 3, kTakes},
    {Kind::kStr, "index", str_find<true, false>, 1, 3, kTakes},
    {Kind::kStr, "isalnum", str_all<is_alphanumeric>, 0, 0},
    {Kind::kStr, "isalpha", str_all_ascii<is_letter_char>, 0, 0},
    {Kind::kStr, "isdigit", str_all_ascii<is_digit_char>, 0, 0},
    {Kind::kStr, "isspace", str_all<is_space>, 0, 0},
    {Kind::kStr, "join", str_join, 1, 1},
    {Kind::kStr, "lower", str_lower, 0, 0},
    {Kind::kStr, "lstrip", str_strip<Side::kLeft>, 0, 1, kExpected},
    {Kind::kStr, "replace", str_replace, 2, 3, kExpected},
    {Kind::kStr, "rstrip", str_strip<Side::kRight>, 0, 1, kExpected},
    {Kind::kStr, "split", str_split<false>, 0, 2, kTakes, " sep maxsplit "},
    {Kind::kStr, "startswith", str_starts_or_ends<true>, 1, 3, kTakes},
    {Kind::kStr, "strip", str_strip<Side::kBoth>, 0, 1, kExpected},
    {Kind::kStr, "upper", str_upper, 0, 0},
};
}  // namespace

std::span<const MethodRow> str_methods() { return kStrMethods; }

Result<Value> str_rsplit(const Value& self, Arguments& arguments) {
  return str_split<true>(self, arguments);
}
Result<Value> str_rfind(const Value& self, Arguments& arguments) {
  return str_find<false, true>(self, arguments);
}
Result<Value> str_rindex(const Value& self, Arguments& arguments) {
  return str_find<true, true>(self, arguments);
}

}  // namespace bfclx::python
