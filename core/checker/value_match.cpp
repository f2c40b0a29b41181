// Values of a call against what is expected, with the reason of a difference.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/checker/date_time.h"
#include "core/checker/expected_value.h"
#include "core/checker/schema_kinds.h"

namespace bfclx {
namespace {

using Form = ExpectedValue::Form;

// What would have passed, as a list of alternatives.
Value alternatives(const ExpectedValue& expected) {
  return expected.form == Form::kAnyOf ? expected.value : Value::list({expected.value});
}

void prepend(Reason* why, const Value& step) {
  if (why != nullptr) why->path.insert(why->path.begin(), step);
}

bool means_the_same(const TextMeaning& meaning, const Value& found) {
  if (meaning_of(meaning.format, found.as_str()) != meaning.text) return false;
  const std::size_t length = count_code_points(found.as_str());
  return length >= meaning.min_length && length <= meaning.max_length &&
         std::all_of(meaning.allowed.begin(), meaning.allowed.end(), [&](const List& values) {
           return std::any_of(values.begin(), values.end(),
                              [&](const Value& value) { return json_equal(value, found); });
         });
}

}  // namespace

std::optional<Reason> ValueMatch::compare_arguments(const ExpectedValue& expected,
                                                    const Value& arguments) {
  Reason why;
  depth_ = 0;
  if (is_equal(expected, arguments, &why)) return std::nullopt;
  return why;
}

bool ValueMatch::matches_value(const ExpectedValue& expected, const Value& found) {
  return is_equal(expected, found, nullptr);
}

bool ValueMatch::is_equal(const ExpectedValue& expected, const Value& found, Reason* why) {
  const int deeper = expected.form == Form::kAnyOf ? 0 : 1;
  depth_ += deeper;
  bool equal = false;
  switch (expected.form) {
    case Form::kScalar:
      equal = is_equal_scalar(expected, found) || fail_value(expected, found, why);
      break;
    case Form::kArray:
      equal = is_equal_array(expected, found, why);
      break;
    case Form::kObject:
      equal = is_equal_object(expected, found, why);
      break;
    case Form::kAnyOf:
      equal = has_any(expected, found, why);
      break;
  }
  depth_ -= deeper;
  if (equal) ++progress_;
  return equal;
}

bool ValueMatch::is_equal_scalar(const ExpectedValue& expected, const Value& found) const {
  const Value& value = expected.value;
  if (json_equal(value, found)) return !is_exact_ || value.kind() == found.kind();
  return expected.meaning && found.is_str() && means_the_same(*expected.meaning, found);
}

bool ValueMatch::is_equal_array(const ExpectedValue& expected, const Value& found, Reason* why) {
  if (!found.is_sequence() || found.items().size() != expected.items.size()) {
    return fail_value(expected, found, why);
  }
  for (std::size_t i = 0; i < expected.items.size(); ++i) {
    if (is_equal(expected.items[i], found.items()[i], why)) continue;
    prepend(why, index_value(i));
    return false;
  }
  return true;
}

bool ValueMatch::is_equal_object(const ExpectedValue& expected, const Value& found, Reason* why) {
  if (!found.is_dict()) return fail_value(expected, found, why);
  const Dict& given = found.as_dict();
  for (const ExpectedMember& member : expected.members) {
    if (!member.required) continue;
    if (!given.contains(member.name)) return fail_absent(member, why);
    ++progress_;
  }
  for (const auto& [name, value] : given) {
    const Value* position = expected.positions.find(name);
    if (position == nullptr) return fail_unexpected(name, value, why);
    const auto index = static_cast<std::size_t>(position->as_int64());
    if (is_equal(expected.members[index].value, value, why)) continue;
    prepend(why, name);
    return false;
  }
  for (const ExpectedMember& member : expected.members) {
    if (!member.can_be_absent && !given.contains(member.name)) return fail_absent(member, why);
  }
  return true;
}

// The reason is that of the alternative which differs furthest inside, of equals the one of which
// most is equal; where all differ as a whole, all of them are named.
bool ValueMatch::has_any(const ExpectedValue& expected, const Value& found, Reason* why) {
  std::optional<Reason> furthest;
  std::size_t most = 0;
  for (const ExpectedValue& alternative : expected.items) {
    Reason reason;
    const std::size_t before = progress_;
    if (is_equal(alternative, found, why != nullptr ? &reason : nullptr)) return true;
    const std::size_t inside = furthest ? furthest->path.size() : 0;
    const std::size_t equal = progress_ - before;
    if (reason.path.size() < inside || reason.path.empty()) continue;
    if (reason.path.size() == inside && equal <= most) continue;
    most = equal;
    furthest = std::move(reason);
  }
  if (!furthest) return fail_value(expected, found, why);
  *why = *std::move(furthest);
  return false;
}

bool ValueMatch::fail_value(const ExpectedValue& expected, const Value& found, Reason* why) const {
  if (why == nullptr) return false;
  why->found = found;
  if ((kind_of(found) & expected.kinds) == 0) {
    const std::string names = kind_names(expected.kinds);
    why->rule = rules::kType;
    why->expected = Value::str(names);
    why->text = concat({"The value ", brief_repr(found), " is not of the type ", names, "."});
    return false;
  }
  why->rule = rules::kValue;
  why->expected = alternatives(expected);
  why->text =
      concat({"The value ", brief_repr(found), " is not ",
              expected.form == Form::kAnyOf ? "one of the expected values " : "the expected value ",
              brief_repr(expected.value), "."});
  return false;
}

bool ValueMatch::fail_absent(const ExpectedMember& member, Reason* why) const {
  if (why == nullptr) return false;
  const bool is_argument = depth_ == 1;
  why->rule = !is_argument      ? rules::kMissingDictKey
              : member.required ? rules::kMissingRequired
                                : rules::kMissingOptional;
  why->path = {member.name};
  why->expected = alternatives(member.value);
  why->text = concat({is_argument ? "Parameter " : "The property ", brief_repr(member.name),
                      member.required ? ", which the schema requires, is missing."
                                      : " is missing, and it is expected."});
  return false;
}

bool ValueMatch::fail_unexpected(const Value& name, const Value& found, Reason* why) const {
  if (why == nullptr) return false;
  const bool is_argument = depth_ == 1;
  why->rule = is_argument ? rules::kUnexpectedParam : rules::kDictKey;
  why->path = {name};
  why->found = found;
  why->detail = std::string(kDeclared);
  why->text = concat({is_argument ? "The parameter " : "The property ", brief_repr(name),
                      " is given, but not expected."});
  return false;
}

}  // namespace bfclx
