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

// ---- one value against one node ----

struct SchemaCheck::Fault {
  std::string place;
  std::string text;
};

class SchemaCheck::Run {
 public:
  Run(SchemaCheck& check, Fault* fault) : check_(check), nodes_(check.nodes_), fault_(fault) {}

  // `place` is kept only where a fault is wanted.
  SchemaFit fits(const Value& value, NodeIndex index, const std::string& place, Reading reading) {
    if (++check_.steps_ > kMaxSchemaSteps) return fail(place, "the value is too complex");
    const SchemaNode& node = nodes_[index];
    if (const std::optional<Alternatives> any = alternatives_of(value, reading)) {
      return fits_any(value, *any->items, index, place);
    }
    const bool chooses = !node.any_of.empty() || !node.one_of.empty() || !node.all_of.empty();
    if (chooses && fault_ == nullptr) {
      auto& known = check_.known_[&value];
      if (const auto found = known.find(index); found != known.end()) return found->second;
      const SchemaFit result = fits_node(value, node, place, reading);
      return check_.known_[&value][index] = result;
    }
    return fits_node(value, node, place, reading);
  }

  SchemaFit fits_itself(const Value& value, const SchemaNode& node, const std::string& place,
                        Reading reading) {
    SchemaFit fit = fits_kind(value, node, place);
    if (!fit.none() && fit.narrow(fits_allowed(value, node, place, reading))) {
      fit.narrow(fits_form(value, node, place, reading));
    }
    return fit;
  }

  SchemaFit fits_choice(const Value& value, const std::vector<NodeIndex>& choices,
                        const std::string& place, bool one_alone, Reading reading) {
    if (choices.empty()) return {};
    SchemaFit undecided;
    std::size_t fitting = 0;
    const NodeIndex* only = nullptr;  // of the value's kind
    std::size_t of_kind = 0;
    KindSet kinds = 0;
    for (const NodeIndex& choice : choices) {
      const SchemaFit one = Run(check_, nullptr).fits(value, choice, place, reading);
      if (one.all()) ++fitting;
      if (one.some()) undecided = one;
      if (fitting > 0 && !one_alone) return {};
      kinds |= nodes_[choice].declared_kinds;
      if ((nodes_[choice].declared_kinds & kind_of(value)) == 0) continue;
      only = &choice;
      ++of_kind;
    }
    if (fitting > 1) {
      if (fault_ == nullptr) return SchemaFit::nothing();
      return fail(place, concat({brief_repr(value), " fits ", std::to_string(fitting),
                                 " of the schemas of `oneOf`, which allows one"}));
    }
    if (undecided.some()) return undecided;
    if (fitting == 1) return {};
    if (fault_ == nullptr) return SchemaFit::nothing();
    // Of {"anyOf": [{...}, {"type": "null"}]} the one that was meant says what is wrong.
    if (of_kind == 1) return fits(value, *only, place, reading);
    if (of_kind == 0) {
      return fail(place, concat({brief_repr(value), " is not of the type ", kind_names(kinds)}));
    }
    return fail(place,
                concat({brief_repr(value), " fits none of the ", std::to_string(choices.size()),
                        " schemas of `", one_alone ? "oneOf`" : "anyOf`"}));
  }

 private:
  SchemaFit fail(const std::string& place, std::string text) {
    if (fault_ != nullptr && fault_->text.empty()) *fault_ = {place, std::move(text)};
    return SchemaFit::nothing();
  }
  SchemaFit fail_plainly(const std::string& place, string_view text) {
    return fault_ == nullptr ? SchemaFit::nothing() : fail(place, std::string(text));
  }

  SchemaFit equal(const ChosenAlternatives::ReadValue& a, const ChosenAlternatives::ReadValue& b) {
    return check_.chosen_.equal(a, b, check_.steps_);
  }

  std::string item_place(const std::string& place, std::size_t index) const {
    return fault_ == nullptr ? std::string() : place_of_item(place, index);
  }
  std::string alternative_place(const std::string& place, std::size_t index) const {
    return fault_ == nullptr ? std::string() : place_of_alternative(place, index, check_.written_);
  }
  std::string member_place(const std::string& place, const Value& key) const {
    return fault_ == nullptr ? std::string() : place_of_member(place, key);
  }

  SchemaFit fits_any(const Value& open, const List& items, NodeIndex index,
                     const std::string& place) {
    const auto fit = [&](std::size_t i, Fault* fault) {
      return Run(check_, fault)
          .fits(items[i], index, alternative_place(place, i), Reading::kAlternative);
    };
    if (const std::size_t* chosen = check_.chosen_.find(open)) return fit(*chosen, fault_);
    std::size_t fitting = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const SchemaFit one = fit(i, nullptr);
      if (one.all()) ++fitting;
      if (one.some() || (!one.all() && fitting > 0)) return SchemaFit::depends_on(open);
    }
    if (fitting > 0) return fitting == items.size() ? SchemaFit() : SchemaFit::depends_on(open);
    return fit(0, fault_);
  }

  SchemaFit fits_node(const Value& value, const SchemaNode& node, const std::string& place,
                      Reading reading) {
    SchemaFit fit = fits_kind(value, node, place);
    if (fit.none()) return fit;
    for (const NodeIndex part : node.all_of) {
      if (!fit.narrow(fits(value, part, place, reading))) return fit;
    }
    if (fit.narrow(fits_choice(value, node.any_of, place, false, reading)) &&
        fit.narrow(fits_choice(value, node.one_of, place, true, reading)) &&
        fit.narrow(fits_allowed(value, node, place, reading)) &&
        fit.narrow(fits_form(value, node, place, reading))) {
      fit.narrow(fits_inside(value, node, place, inside(reading)));
    }
    return fit;
  }

  SchemaFit fits_kind(const Value& value, const SchemaNode& node, const std::string& place) {
    if (node.refuses_all) return fail_plainly(place, "the schema allows no value here");
    if ((kind_of(value) & node.kinds) != 0) return {};
    if (fault_ == nullptr) return SchemaFit::nothing();
    return fail(place, concat({brief_repr(value), " is not of the type ",
                               kind_names(node.declared_kinds)}));
  }

  SchemaFit fits_allowed(const Value& value, const SchemaNode& node, const std::string& place,
                         Reading reading) {
    if (!node.allowed) return {};
    SchemaFit undecided = SchemaFit::nothing();
    for (const Value& one : *node.allowed) {
      if (check_.exhausted()) return SchemaFit::nothing();
      const SchemaFit same = equal({value, reading}, {one, Reading::kPlain});
      if (same.all()) return {};
      if (same.some()) undecided = same;
    }
    if (undecided.some() || fault_ == nullptr) return undecided;
    return fail(place, concat({brief_repr(value), " is not one of the allowed values ",
                               brief_repr(Value::list(*node.allowed))}));
  }

  // Bounds, names and counts.
  SchemaFit fits_form(const Value& value, const SchemaNode& node, const std::string& place,
                      Reading reading) {
    if (value.is_dict()) return fits_object(value.as_dict(), node, place, inside(reading));
    if (value.is_sequence()) return fits_array(value.items(), node, place, inside(reading));
    return fits_bounds(value, kind_of(value), node, place);
  }

  // Properties and items.
  SchemaFit fits_inside(const Value& value, const SchemaNode& node, const std::string& place,
                        Reading reading) {
    SchemaFit fit;
    if (value.is_dict()) {
      for (const auto& [key, item] : value.as_dict()) {
        ++check_.steps_;
        const std::optional<NodeIndex> schema = node.schema_of(key);
        const SchemaFit presence = check_.chosen_.presence(item, reading);
        if (!schema || presence.none()) continue;
        // What can be left out does not make all of them unfit.
        const SchemaFit one = presence.some()
                                  ? Run(check_, nullptr).fits(item, *schema, place, reading)
                                  : fits(item, *schema, member_place(place, key), reading);
        if (!fit.narrow(one.none() && presence.some() ? presence : one)) return fit;
      }
    } else if (value.is_sequence()) {
      for (std::size_t i = 0; i < value.items().size(); ++i) {
        ++check_.steps_;
        const std::optional<NodeIndex> schema = node.schema_of_item(i);
        if (!schema) continue;
        if (!fit.narrow(fits(value.items()[i], *schema, item_place(place, i), reading))) break;
      }
    }
    return fit;
  }

  SchemaFit fits_bounds(const Value& value, KindSet kind, const SchemaNode& node,
                        const std::string& place) {
    const auto outside = [&](string_view what) {
      return fault_ == nullptr ? SchemaFit::nothing()
                               : fail(place, concat({brief_repr(value), what}));
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
      if (node.min_length == 0 && node.max_length == SIZE_MAX) return {};
      const std::size_t length = count_code_points(value.as_str());
      if (length < node.min_length) return outside(" is shorter than `minLength`");
      if (length > node.max_length) return outside(" is longer than `maxLength`");
    }
    return {};
  }

  SchemaFit fits_object(const Dict& value, const SchemaNode& node, const std::string& place,
                        Reading reading) {
    SchemaFit fit;
    std::size_t least = 0;
    std::size_t most = 0;
    SchemaFit count;  // of the properties
    check_.pay(value.size());
    // A misspelled name says more than the one that is missing for it.
    for (const auto& [key, item] : value) {
      const SchemaFit presence = check_.chosen_.presence(item, reading);
      if (presence.none()) continue;
      ++most;
      if (presence.all()) ++least;
      count.narrow(presence);
      if (!node.closed || node.property(key)) continue;
      if (presence.all()) return fail(place, unknown_property(key, node));
      fit.narrow(presence);
    }
    for (const Value& name : node.required) {
      ++check_.steps_;
      const Value* given = value.find(name);
      if (given == nullptr) {
        return fail(place, concat({brief_repr(name), ", which is required, is missing"}));
      }
      const SchemaFit presence = check_.chosen_.presence(*given, reading);
      if (presence.none()) {
        return fail(member_place(place, name) + ".optional",
                    "the schema requires it, so it cannot be left out");
      }
      fit.narrow(presence);
    }
    if (most < node.min_properties) {
      return fail_plainly(place, "fewer properties than `minProperties`");
    }
    if (least > node.max_properties) {
      return fail_plainly(place, "more properties than `maxProperties`");
    }
    if (least < node.min_properties || most > node.max_properties) fit.narrow(count);
    if (!node.names) return fit;
    for (const auto& [key, item] : value) {
      const SchemaFit presence = check_.chosen_.presence(item, reading);
      if (presence.none()) continue;
      Run run(check_, presence.some() ? nullptr : fault_);
      const SchemaFit one = run.fits(key, *node.names, place, Reading::kPlain);
      if (!fit.narrow(one.none() && presence.some() ? presence : one)) break;
    }
    return fit;
  }

  std::string unknown_property(const Value& key, const SchemaNode& node) const {
    if (fault_ == nullptr) return {};
    std::vector<string_view> names;
    for (const auto& [name, index] : node.properties) names.push_back(name.as_str());
    constexpr std::size_t kLong = 100;
    const bool can_suggest = key.is_str() && key.as_str().size() < kLong && names.size() < kLong;
    const std::string hint = can_suggest ? did_you_mean(key.as_str(), names) : std::string();
    return concat({"unknown property ", brief_repr(key), hint.empty() ? "" : ".", hint});
  }

  SchemaFit fits_array(const List& value, const SchemaNode& node, const std::string& place,
                       Reading reading) {
    if (value.size() < node.min_items) return fail_plainly(place, "fewer items than `minItems`");
    if (value.size() > node.max_items) return fail_plainly(place, "more items than `maxItems`");
    if (node.no_more_items && value.size() > node.prefix.size()) {
      return fail_plainly(place, "more items than the schema names");
    }
    SchemaFit fit;
    if (!node.unique_items) return fit;
    for (std::size_t i = 0; i < value.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (check_.exhausted()) return SchemaFit::nothing();
        const SchemaFit same = equal({value[i], reading}, {value[j], reading});
        if (same.all()) return fail_plainly(place, "an item occurs twice (`uniqueItems`)");
        if (same.some()) fit.narrow(same);
      }
    }
    return fit;
  }

  SchemaCheck& check_;
  const std::vector<SchemaNode>& nodes_;
  Fault* fault_;
};

SchemaFit SchemaCheck::fit(const Value& value, NodeIndex node, Reading reading) {
  return Run(*this, nullptr).fits(value, node, {}, reading);
}

SchemaFit SchemaCheck::own_fit(const Value& value, NodeIndex node, Reading reading) {
  return Run(*this, nullptr).fits_itself(value, nodes_[node], {}, reading);
}

SchemaFit SchemaCheck::choice_fit(const Value& value, const std::vector<NodeIndex>& choices,
                                  bool one_alone, Reading reading) {
  return Run(*this, nullptr).fits_choice(value, choices, {}, one_alone, reading);
}

Error SchemaCheck::fault(const Value& value, const std::vector<NodeIndex>& nodes,
                         const std::string& place, Reading reading, const std::string& otherwise) {
  for (const NodeIndex node : nodes) {
    Fault fault;
    if (exhausted()) break;
    if (Run(*this, &fault).fits(value, node, place, reading).none() && !exhausted()) {
      return schema_error(fault.place, fault.text);
    }
  }
  if (exhausted()) return schema_error(place, kTooLarge);
  return schema_error(otherwise,
                      "the schema does not allow it together with any of the other "
                      "alternatives");
}

void SchemaCheck::choose(const Value& open, std::size_t index) {
  chosen_.choose(open, index);
  known_.clear();
}

void SchemaCheck::release(const Value& open) {
  chosen_.release(open);
  known_.clear();
}

}  // namespace bfclx
