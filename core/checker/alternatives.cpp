#include "core/checker/alternatives.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/checker/json_schema.h"
#include "core/checker/schema_kinds.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr int kMaxDepth = 100;  // of a value, alternatives included

bool is_any_of(const Value& value) {
  if (!value.is_dict()) return false;
  const Dict& dict = value.as_dict();
  return dict.contains("any_of") && dict.size() == (dict.contains("optional") ? 2U : 1U);
}

struct Shape {
  const WrittenAs written;
  Status check(const Value& value, const std::string& place, bool is_member, bool is_alternative,
               int depth) const;
};

Status Shape::check(const Value& value, const std::string& place, bool is_member,
                    bool is_alternative, int depth) const {
  if (depth > kMaxDepth) {
    return schema_error(place, concat({"the value is nested more than ", std::to_string(kMaxDepth),
                                       " levels deep"}));
  }
  if (!is_alternative && is_any_of(value)) {
    const Value& items = *value.as_dict().find("any_of");
    const Value* optional = value.as_dict().find("optional");
    if (!items.is_sequence() || items.items().empty()) {
      return schema_error(place + ".any_of", "expected a list of values that is not empty");
    }
    if (optional != nullptr && !optional->is_bool()) {
      return schema_error(place + ".optional", "expected true or false");
    }
    if (optional != nullptr && optional->as_bool() && !is_member) {
      return schema_error(place + ".optional", "only an argument or a property can be left out");
    }
    for (std::size_t i = 0; i < items.items().size(); ++i) {
      BFCLX_RETURN_IF_ERROR(
          check(items.items()[i], place_of_alternative(place, i, written), false, true, depth + 1));
    }
    return {};
  }
  if (value.is_dict()) {
    for (const auto& [key, item] : value.as_dict()) {
      const std::string here = place_of_member(place, key);
      if (!key.is_str()) return schema_error(here, "the name of a property must be a string");
      BFCLX_RETURN_IF_ERROR(check(item, here, true, false, depth + 1));
    }
    return {};
  }
  if (value.is_sequence()) {
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      BFCLX_RETURN_IF_ERROR(
          check(value.items()[i], place_of_item(place, i), false, false, depth + 1));
    }
    return {};
  }
  if (kind_of(value) == 0 || (value.is_float() && std::isnan(value.as_float()))) {
    return schema_error(place, concat({brief_repr(value), " is not a value of JSON"}));
  }
  return {};
}

}  // namespace

std::optional<Alternatives> alternatives_of(const Value& value, Reading reading) {
  if (reading != Reading::kExpected || !is_any_of(value)) return std::nullopt;
  const Value& items = *value.as_dict().find("any_of");
  const Value* optional = value.as_dict().find("optional");
  if (!items.is_sequence()) return std::nullopt;
  return Alternatives{&items.items(),
                      optional != nullptr && optional->is_bool() && optional->as_bool()};
}

std::string place_of_alternative(const std::string& place, std::size_t index, WrittenAs written) {
  return place_of_item(written == WrittenAs::kAnyOf ? place + ".any_of" : place, index);
}

Status check_alternatives(const Value& value, string_view place, bool is_member,
                          WrittenAs written) {
  return Shape{written}.check(value, std::string(place), is_member, false, 0);
}

bool SchemaFit::narrow(SchemaFit other) {
  if (other.none() || all()) *this = other;
  return !none();
}

const std::size_t* ChosenAlternatives::find(const Value& open) const {
  const auto found = chosen_.find(&open);
  return found == chosen_.end() ? nullptr : &found->second;
}

SchemaFit ChosenAlternatives::presence(const Value& item, Reading reading) const {
  const std::optional<Alternatives> any = alternatives_of(item, reading);
  if (!any || !any->optional) return {};
  const std::size_t* index = find(item);
  return index == nullptr ? SchemaFit::depends_on(item)
                          : SchemaFit::when(*index < any->items->size());
}

Value ChosenAlternatives::resolved(const Value& value, Reading reading, std::size_t& steps) const {
  if (++steps > kMaxSchemaSteps) return value;
  if (const std::optional<Alternatives> any = alternatives_of(value, reading)) {
    const std::size_t* index = find(value);
    return index == nullptr ? value : resolved((*any->items)[*index], Reading::kAlternative, steps);
  }
  const Reading inner = inside(reading);
  if (value.is_dict()) {
    Dict object;
    for (const auto& [key, item] : value.as_dict()) {
      if (!presence(item, inner).none()) object.set(key, resolved(item, inner, steps));
    }
    return Value::dict(std::move(object));
  }
  if (!value.is_sequence()) return value;
  List items;
  for (const Value& item : value.items()) items.push_back(resolved(item, inner, steps));
  return Value::list(std::move(items));
}

SchemaFit ChosenAlternatives::equal(const ReadValue& a, const ReadValue& b,
                                    std::size_t& steps) const {
  if (++steps > kMaxSchemaSteps) return SchemaFit::nothing();
  if (const std::optional<Alternatives> any = alternatives_of(a.value, a.reading)) {
    return equal_to_any(a.value, *any->items, b, steps);
  }
  if (const std::optional<Alternatives> any = alternatives_of(b.value, b.reading)) {
    return equal_to_any(b.value, *any->items, a, steps);
  }
  const Reading in_a = inside(a.reading);
  const Reading in_b = inside(b.reading);
  SchemaFit fit;
  if (a.value.is_dict() && b.value.is_dict()) {
    const Dict& other = b.value.as_dict();
    for (const auto& [key, item] : a.value.as_dict()) {
      if (!fit.narrow(equal_members(&item, in_a, other.find(key), in_b, steps))) return fit;
    }
    for (const auto& [key, item] : other) {
      ++steps;
      if (a.value.as_dict().contains(key)) continue;
      if (!fit.narrow(equal_members(nullptr, in_a, &item, in_b, steps))) return fit;
    }
    return fit;
  }
  if (!a.value.is_sequence() || !b.value.is_sequence()) {
    return SchemaFit::when(json_equal(a.value, b.value));
  }
  const List& items = a.value.items();
  if (items.size() != b.value.items().size()) return SchemaFit::nothing();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!fit.narrow(equal({items[i], in_a}, {b.value.items()[i], in_b}, steps))) break;
  }
  return fit;
}

SchemaFit ChosenAlternatives::equal_to_any(const Value& open, const List& items,
                                           const ReadValue& other, std::size_t& steps) const {
  if (const std::size_t* index = find(open)) {
    return equal({items[*index], Reading::kAlternative}, other, steps);
  }
  std::size_t equals = 0;
  for (const Value& item : items) {
    const SchemaFit one = equal({item, Reading::kAlternative}, other, steps);
    if (one.some()) return SchemaFit::depends_on(open);
    if (one.all()) ++equals;
  }
  return equals == 0 || equals == items.size() ? SchemaFit::when(equals > 0)
                                               : SchemaFit::depends_on(open);
}

// nullptr: there is no such member.
SchemaFit ChosenAlternatives::equal_members(const Value* a, Reading in_a, const Value* b,
                                            Reading in_b, std::size_t& steps) const {
  ++steps;
  const SchemaFit here = a == nullptr ? SchemaFit::nothing() : presence(*a, in_a);
  const SchemaFit there = b == nullptr ? SchemaFit::nothing() : presence(*b, in_b);
  if (here.some() || there.some()) return here.some() ? here : there;
  if (here.none() || there.none()) return SchemaFit::when(here.none() && there.none());
  return equal({*a, in_a}, {*b, in_b}, steps);
}

}  // namespace bfclx
