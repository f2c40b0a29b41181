#include "core/checker/schema_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/check/findings.h"
#include "core/checker/schema_kinds.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr int kMaxDepth = 100;  // of a value, alternatives included

bool is_any_of(const Value& value) {
  if (!value.is_dict()) return false;
  const Dict& dict = value.as_dict();
  return dict.contains("any_of") && dict.size() == (dict.contains("optional") ? 2U : 1U);
}

Status check_shape(const Value& value, const std::string& place, bool is_member,
                   bool is_alternative, int depth) {
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
      BFCLX_RETURN_IF_ERROR(check_shape(items.items()[i], place_of_item(place + ".any_of", i),
                                        false, true, depth + 1));
    }
    return {};
  }
  if (value.is_dict()) {
    for (const auto& [key, item] : value.as_dict()) {
      const std::string here = place_of_member(place, key);
      if (!key.is_str()) return schema_error(here, "the name of a property must be a string");
      BFCLX_RETURN_IF_ERROR(check_shape(item, here, true, false, depth + 1));
    }
    return {};
  }
  if (value.is_sequence()) {
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      BFCLX_RETURN_IF_ERROR(
          check_shape(value.items()[i], place_of_item(place, i), false, false, depth + 1));
    }
    return {};
  }
  if (kind_of(value) == 0 || (value.is_float() && std::isnan(value.as_float()))) {
    return schema_error(place, concat({brief_repr(value), " is not a value of JSON"}));
  }
  return {};
}

double number_of(const Value& value) {
  if (value.is_float()) return value.as_float();
  return value.is_small_int() ? static_cast<double>(value.as_int64()) : HUGE_VAL;
}

std::optional<std::int64_t> whole_number(const Value& value) {
  if (value.is_small_int()) return value.as_int64();
  constexpr double kLimit = 9223372036854775808.0;  // 2 ** 63
  if (!value.is_float() || !(std::fabs(value.as_float()) < kLimit)) return std::nullopt;
  if (value.as_float() != std::floor(value.as_float())) return std::nullopt;
  return static_cast<std::int64_t>(value.as_float());
}

bool is_multiple(const Value& value, const Value& divisor) {
  const std::optional<std::int64_t> whole = whole_number(value);
  const std::optional<std::int64_t> whole_divisor = whole_number(divisor);
  if (whole && whole_divisor) return *whole % *whole_divisor == 0;
  const double quotient = number_of(value) / number_of(divisor);
  // 0.3 is a multiple of 0.1, by a few roundings; of what double cannot tell nothing is said.
  constexpr double kRoundings = 4 * std::numeric_limits<double>::epsilon();
  return !std::isfinite(quotient) ||
         std::fabs(quotient - std::round(quotient)) <= kRoundings * std::fabs(quotient);
}

}  // namespace

std::optional<Alternatives> alternatives_of(const Value& value) {
  if (!is_any_of(value)) return std::nullopt;
  const Value& items = *value.as_dict().find("any_of");
  const Value* optional = value.as_dict().find("optional");
  if (!items.is_sequence()) return std::nullopt;
  return Alternatives{&items.items(),
                      optional != nullptr && optional->is_bool() && optional->as_bool()};
}

Status check_alternatives(const Value& value, string_view place, bool is_member) {
  return check_shape(value, std::string(place), is_member, false, 0);
}

// ---- one value against one node ----

struct SchemaCheck::Fault {
  std::string place;
  std::string text;
};

class SchemaCheck::Run {
 public:
  Run(SchemaCheck& check, Fault* fault) : check_(check), nodes_(check.nodes_), fault_(fault) {}

  // `place` is kept only where a fault is wanted.
  bool fits(const Value& value, NodeIndex index, const std::string& place, bool is_alternative) {
    if (++check_.steps_ > kMaxSchemaSteps) return fail(place, "the value is too complex");
    const SchemaNode& node = nodes_[index];
    if (!is_alternative) {
      if (const std::optional<Alternatives> any = alternatives_of(value)) {
        for (std::size_t i = 0; i < any->items->size(); ++i) {
          if (!fits((*any->items)[i], index, item_place(place, ".any_of", i), true)) return false;
        }
        return true;
      }
    }
    const bool chooses = !node.any_of.empty() || !node.one_of.empty() || !node.all_of.empty();
    if (chooses && fault_ == nullptr) {
      auto& known = check_.known_[&value];
      if (const auto found = known.find(index); found != known.end()) return found->second;
      const bool result = fits_node(value, node, place);
      return check_.known_[&value][index] = result;
    }
    return fits_node(value, node, place);
  }

 private:
  bool fail(const std::string& place, std::string text) {
    if (fault_ != nullptr && fault_->text.empty()) *fault_ = {place, std::move(text)};
    return false;
  }

  std::string item_place(const std::string& place, string_view part, std::size_t index) const {
    return fault_ == nullptr ? std::string() : place_of_item(concat({place, part}), index);
  }
  std::string member_place(const std::string& place, const Value& key) const {
    return fault_ == nullptr ? std::string() : place_of_member(place, key);
  }

  bool fits_node(const Value& value, const SchemaNode& node, const std::string& place) {
    if (node.refuses_all) return fail(place, "the schema allows no value here");
    const KindSet kind = kind_of(value);
    if ((kind & node.kinds) == 0) {
      if (fault_ == nullptr) return false;
      return fail(place, concat({brief_repr(value), " is not of the type ",
                                 kind_names(node.declared_kinds)}));
    }
    return fits_combined(value, node, place) && fits_allowed(value, node, place) &&
           fits_bounds(value, kind, node, place) &&
           (kind != kObjectKind || fits_object(value.as_dict(), node, place)) &&
           (kind != kArrayKind || fits_array(value.items(), node, place));
  }

  bool fits_allowed(const Value& value, const SchemaNode& node, const std::string& place) {
    if (!node.allowed) return true;
    check_.steps_ += node.allowed->size();
    for (const Value& one : *node.allowed) {
      if (json_equal(one, value)) return true;
    }
    if (fault_ == nullptr) return false;
    return fail(place, concat({brief_repr(value), " is not one of the allowed values ",
                               brief_repr(Value::list(*node.allowed))}));
  }

  bool fits_combined(const Value& value, const SchemaNode& node, const std::string& place) {
    for (const NodeIndex part : node.all_of) {
      if (!fits(value, part, place, true)) return false;
    }
    return fits_choice(value, node.any_of, place, false) &&
           fits_choice(value, node.one_of, place, true);
  }

  bool fits_choice(const Value& value, const std::vector<NodeIndex>& choices,
                   const std::string& place, bool one_alone) {
    if (choices.empty()) return true;
    std::size_t fitting = 0;
    const NodeIndex* only = nullptr;  // of the value's kind
    std::size_t of_kind = 0;
    KindSet kinds = 0;
    for (const NodeIndex& choice : choices) {
      if (Run(check_, nullptr).fits(value, choice, place, true)) ++fitting;
      if (fitting > 0 && !one_alone) return true;
      kinds |= nodes_[choice].declared_kinds;
      if ((nodes_[choice].declared_kinds & kind_of(value)) == 0) continue;
      only = &choice;
      ++of_kind;
    }
    if (fitting == 1) return true;
    if (fault_ == nullptr) return false;
    if (fitting > 1) {
      return fail(place, concat({brief_repr(value), " fits ", std::to_string(fitting),
                                 " of the schemas of `oneOf`, which allows one"}));
    }
    // Of {"anyOf": [{...}, {"type": "null"}]} the one that was meant says what is wrong.
    if (of_kind == 1) return fits(value, *only, place, true);
    if (of_kind == 0) {
      return fail(place, concat({brief_repr(value), " is not of the type ", kind_names(kinds)}));
    }
    return fail(place,
                concat({brief_repr(value), " fits none of the ", std::to_string(choices.size()),
                        " schemas of `", one_alone ? "oneOf`" : "anyOf`"}));
  }

  bool fits_bounds(const Value& value, KindSet kind, const SchemaNode& node,
                   const std::string& place) {
    const auto outside = [&](string_view what) {
      return fault_ == nullptr ? false : fail(place, concat({brief_repr(value), what}));
    };
    const auto order = [&](const Value& bound) {
      return compare_numbers(value, bound).value_or(0);
    };
    if (kind == kIntegerKind || kind == kFractionKind) {
      if (!node.minimum.is_none() && order(node.minimum) < 0) return outside(" is below `minimum`");
      if (!node.maximum.is_none() && order(node.maximum) > 0) return outside(" is above `maximum`");
      if (!node.above.is_none() && order(node.above) <= 0) {
        return outside(" is not above `exclusiveMinimum`");
      }
      if (!node.below.is_none() && order(node.below) >= 0) {
        return outside(" is not below `exclusiveMaximum`");
      }
      if (!node.multiple_of.is_none() && !is_multiple(value, node.multiple_of)) {
        return outside(" is not a multiple of `multipleOf`");
      }
    } else if (kind == kStringKind) {
      if (node.min_length == 0 && node.max_length == SIZE_MAX) return true;
      const std::size_t length = count_code_points(value.as_str());
      if (length < node.min_length) return outside(" is shorter than `minLength`");
      if (length > node.max_length) return outside(" is longer than `maxLength`");
    }
    return true;
  }

  bool fits_object(const Dict& value, const SchemaNode& node, const std::string& place) {
    const auto fault = [&](string_view text) {
      return fault_ == nullptr ? false : fail(place, std::string(text));
    };
    // A misspelled name says more than the one that is missing for it.
    for (const auto& [key, item] : value) {
      if (node.closed && !node.property(key)) return fail(place, unknown_property(key, node));
    }
    for (const Value& name : node.required) {
      ++check_.steps_;
      const Value* given = value.find(name);
      if (given == nullptr) {
        return fail(place, concat({brief_repr(name), ", which is required, is missing"}));
      }
      const std::optional<Alternatives> any = alternatives_of(*given);
      if (any && any->optional) {
        return fail(member_place(place, name) + ".optional",
                    "the schema requires it, so it cannot be left out");
      }
    }
    if (value.size() < node.min_properties) return fault("fewer properties than `minProperties`");
    if (value.size() > node.max_properties) return fault("more properties than `maxProperties`");
    for (const auto& [key, item] : value) {
      ++check_.steps_;
      if (node.names && !fits(key, *node.names, place, true)) return false;
      const std::optional<NodeIndex> property = node.property(key);
      const std::optional<NodeIndex> schema = property ? property : node.rest;
      if (schema && !fits(item, *schema, member_place(place, key), false)) return false;
    }
    return true;
  }

  std::string unknown_property(const Value& key, const SchemaNode& node) const {
    if (fault_ == nullptr) return {};
    std::vector<string_view> names;
    for (const auto& [name, index] : node.properties) names.push_back(name.as_str());
    constexpr std::size_t kLong = 100;
    const bool can_suggest = key.is_str() && key.as_str().size() < kLong && names.size() < kLong;
    const std::string hint = can_suggest ? did_you_mean(key.as_str(), names) : std::string();
    return concat(
        {"there is no ", brief_repr(key), " among the properties", hint.empty() ? "" : ".", hint});
  }

  bool fits_array(const List& value, const SchemaNode& node, const std::string& place) {
    const auto fault = [&](string_view text) {
      return fault_ == nullptr ? false : fail(place, std::string(text));
    };
    if (value.size() < node.min_items) return fault("fewer items than `minItems`");
    if (value.size() > node.max_items) return fault("more items than `maxItems`");
    if (node.no_more_items && value.size() > node.prefix.size()) {
      return fault("more items than the schema names");
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      ++check_.steps_;
      const std::optional<NodeIndex> schema =
          i < node.prefix.size() ? std::optional(node.prefix[i]) : node.items;
      if (schema && !fits(value[i], *schema, item_place(place, "", i), false)) return false;
    }
    if (!node.unique_items) return true;
    check_.steps_ += value.size() * value.size();
    if (check_.exhausted()) return fault("too many items to compare them for `uniqueItems`");
    for (std::size_t i = 0; i < value.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (json_equal(value[i], value[j])) return fault("an item occurs twice (`uniqueItems`)");
      }
    }
    return true;
  }

  SchemaCheck& check_;
  const std::vector<SchemaNode>& nodes_;
  Fault* fault_;
};

Status SchemaCheck::check(const Value& value, NodeIndex node, const std::string& place,
                          bool is_alternative) {
  if (fits(value, node, is_alternative) && !exhausted()) return {};
  Fault fault;
  if (!exhausted()) (void)Run(*this, &fault).fits(value, node, place, is_alternative);
  if (fault.text.empty()) {
    fault = {place, "the value and its schema are too large to be compared"};
  }
  return schema_error(fault.place, fault.text);
}

bool SchemaCheck::fits(const Value& value, NodeIndex node, bool is_alternative) {
  return Run(*this, nullptr).fits(value, node, {}, is_alternative);
}

}  // namespace bfclx
