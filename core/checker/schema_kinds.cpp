#include "core/checker/schema_kinds.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

struct NamedKind {
  string_view name;
  KindSet kinds;
  bool bfcl = false;  // of that dialect alone
};

constexpr NamedKind kNamedKinds[] = {{"string", kStringKind},
                                     {"integer", kIntegerKind},
                                     {"number", kIntegerKind | kFractionKind},
                                     {"boolean", kBooleanKind},
                                     {"array", kArrayKind},
                                     {"object", kObjectKind},
                                     {"null", kNullKind},
                                     {"float", kIntegerKind | kFractionKind, true},
                                     {"dict", kObjectKind, true},
                                     {"tuple", kArrayKind, true},
                                     {"any", kAnyKind, true}};

std::string type_list(bool is_bfcl) {
  std::string text;
  for (const NamedKind& kind : kNamedKinds) {
    if (kind.bfcl && !is_bfcl) continue;
    if (!text.empty()) text += ", ";
    text += kind.name;
  }
  return text;
}

bool is_number(const Value& value) { return value.is_int() || value.is_float(); }

// A number of characters, items or properties.
Status read_size(std::size_t& size, const Value& given, string_view name, const std::string& at) {
  const Value* value = given_member(given, name);
  if (value == nullptr) return {};
  const bool whole = value->is_small_int() ||
                     (value->is_float() && value->as_float() == std::floor(value->as_float()));
  const double number = value->is_small_int() ? static_cast<double>(value->as_int64())
                        : value->is_float()   ? value->as_float()
                                              : -1;
  if (!whole || !(number >= 0)) {
    return schema_error(concat({at, ".", name}),
                        concat({"expected a count, got ", brief_repr(*value)}));
  }
  size = number < 1e15 ? static_cast<std::size_t>(number) : SIZE_MAX;
  return {};
}

Status read_number(Value& number, const Value& given, string_view name, const std::string& at) {
  const Value* value = given_member(given, name);
  if (value == nullptr) return {};
  if (!is_number(*value)) {
    return schema_error(concat({at, ".", name}),
                        concat({"expected a number, got ", brief_repr(*value)}));
  }
  number = *value;
  return {};
}

// A bound that is exclusive by itself, or, before 2019, says so of the other one.
Status read_exclusive(Value& bound, Value& inclusive, const Value& given, string_view name,
                      const std::string& at) {
  const Value* value = given_member(given, name);
  if (value != nullptr && value->is_bool()) {
    if (value->as_bool()) bound = std::exchange(inclusive, Value());
    return {};
  }
  return read_number(bound, given, name, at);
}

// Whether nothing lies between the two; `touching` is nothing too.
bool excludes(const Value& low, const Value& high, bool touching) {
  if (low.is_none() || high.is_none()) return false;
  const std::optional<int> order = compare_numbers(low, high);
  return !order || *order > 0 || (touching && *order == 0);
}

// ---- the graph of schemas of the same value ----

class KindDeclaration {
 public:
  explicit KindDeclaration(Schema& schema)
      : nodes_(schema.nodes), state_(schema.nodes.size(), kNew) {}

  Status run() {
    for (NodeIndex i = 0; i < nodes_.size(); ++i) BFCLX_RETURN_IF_ERROR(visit(i, 0));
    return {};
  }

 private:
  enum State : std::uint8_t { kNew, kOpen, kDone };
  // Chains of $ref are as long as their document; each step of them is a call here.
  static constexpr int kMaxChain = 1000;

  Status visit(NodeIndex index, int depth) {
    if (state_[index] == kDone) return {};
    SchemaNode& node = nodes_[index];
    if (state_[index] == kOpen) {
      return schema_error(node.place, "the schema refers to itself, so it describes nothing");
    }
    if (depth > kMaxChain) {
      return schema_error(node.place,
                          concat({"it ends a chain of more than ", std::to_string(kMaxChain),
                                  " schemas of one value, which is too long"}));
    }
    state_[index] = kOpen;
    KindSet kinds = node.refuses_all ? 0 : node.kinds;
    for (const NodeIndex part : node.all_of) {
      BFCLX_RETURN_IF_ERROR(visit(part, depth + 1));
      kinds &= nodes_[part].declared_kinds;
    }
    for (const std::vector<NodeIndex>* choices : {&node.any_of, &node.one_of}) {
      KindSet together = 0;
      for (const NodeIndex choice : *choices) {
        BFCLX_RETURN_IF_ERROR(visit(choice, depth + 1));
        together |= nodes_[choice].declared_kinds;
      }
      if (!choices->empty()) kinds &= together;
    }
    node.declared_kinds = kinds;
    state_[index] = kDone;
    if (kinds == 0 && !node.refuses_all && !refused_part(node)) {
      return schema_error(node.place, "the types of its parts exclude each other: no value fits");
    }
    return {};
  }

  // A part that no value fits on purpose, as in {"anyOf": [false]}.
  bool refused_part(const SchemaNode& node) const {
    const auto refuses = [&](NodeIndex part) { return nodes_[part].declared_kinds == 0; };
    return std::any_of(node.all_of.begin(), node.all_of.end(), refuses) ||
           (!node.any_of.empty() && std::all_of(node.any_of.begin(), node.any_of.end(), refuses)) ||
           (!node.one_of.empty() && std::all_of(node.one_of.begin(), node.one_of.end(), refuses));
  }

  std::vector<SchemaNode>& nodes_;
  std::vector<State> state_;
};

constexpr int kMaxEqualDepth = 600;  // deeper values than Python hands over equal nothing

bool equal_to_depth(const Value& a, const Value& b, int depth) {
  if (depth > kMaxEqualDepth) return false;
  if (is_number(a) && is_number(b)) return compare_numbers(a, b) == 0;
  if (a.is_sequence() && b.is_sequence()) {
    return std::equal(
        a.items().begin(), a.items().end(), b.items().begin(), b.items().end(),
        [&](const Value& x, const Value& y) { return equal_to_depth(x, y, depth + 1); });
  }
  if (a.is_dict() && b.is_dict()) {
    const Dict& other = b.as_dict();
    if (a.as_dict().size() != other.size()) return false;
    return std::all_of(a.as_dict().begin(), a.as_dict().end(), [&](const Dict::Entry& entry) {
      const Value* value = other.find(entry.key);
      return value != nullptr && equal_to_depth(entry.value, *value, depth + 1);
    });
  }
  if (a.kind() != b.kind()) return false;
  if (a.is_str()) return a.as_str() == b.as_str();
  return a.is_none() || (a.is_bool() && a.as_bool() == b.as_bool());
}

}  // namespace

KindSet kind_of(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNone:
      return kNullKind;
    case Value::Kind::kBool:
      return kBooleanKind;
    case Value::Kind::kInt:
      return kIntegerKind;
    case Value::Kind::kFloat:
      return value.as_float() == std::floor(value.as_float()) && std::isfinite(value.as_float())
                 ? kIntegerKind
                 : kFractionKind;
    case Value::Kind::kStr:
      return kStringKind;
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return kArrayKind;
    case Value::Kind::kDict:
      return kObjectKind;
    default:
      return 0;
  }
}

std::string kind_names(KindSet kinds) {
  std::string text;
  if ((kinds & kAnyKind) == kAnyKind) return "any value";
  for (const NamedKind& kind : kNamedKinds) {
    if (kind.bfcl || (kinds & kind.kinds) != kind.kinds) continue;
    if (kind.kinds == kIntegerKind && (kinds & kFractionKind) != 0) continue;
    if (!text.empty()) text += " or ";
    text += kind.name;
  }
  return text.empty() ? "nothing" : text;
}

KindSet kind_of_type(string_view name, bool is_bfcl) {
  const bool capitals = !name.empty() && std::all_of(name.begin(), name.end(), is_upper_letter);
  const std::string lower = capitals ? lower_ascii(name) : std::string();
  for (const NamedKind& kind : kNamedKinds) {
    if (kind.bfcl ? is_bfcl && kind.name == name : kind.name == name || kind.name == lower) {
      return kind.kinds;
    }
  }
  return 0;
}

std::string unknown_type(string_view name, bool is_bfcl) {
  const std::string shown = brief_repr(Value::str(name));
  if (!is_bfcl && kind_of_type(name, true) != 0) {
    return concat({shown, " is a type of BFCL: use the dialect `bfcl`"});
  }
  std::vector<string_view> names;
  for (const NamedKind& kind : kNamedKinds) {
    if (!kind.bfcl || is_bfcl) names.push_back(kind.name);
  }
  const std::string hint = name.size() < 50 ? did_you_mean(name, names) : std::string();
  return concat(
      {shown, " is not a type; use one of ", type_list(is_bfcl), hint.empty() ? "" : ".", hint});
}

Status read_allowed(SchemaNode& node, const Value& given, bool is_bfcl) {
  const Value* constant = find_member(given, "const");
  const Value* values = given_member(given, "enum");
  if (values != nullptr) {
    const std::string place = node.place + ".enum";
    if (!values->is_sequence() || values->items().empty()) {
      return schema_error(place, "expected a list of values that is not empty");
    }
    const List& items = values->items();
    const bool fits = std::any_of(items.begin(), items.end(), [&](const Value& value) {
      return (kind_of(value) & node.kinds) != 0;
    });
    if (!fits && !is_bfcl) {
      return schema_error(place, concat({"none of the values is of the type ",
                                         kind_names(node.kinds), ", so no value fits"}));
    }
    if (fits) node.allowed = items;
    if (fits && (node.kinds & kNullKind) != 0 && given_member(given, "nullable") != nullptr) {
      node.allowed->push_back(Value());  // OpenAPI: beside the values
    }
  }
  if (constant == nullptr) return {};
  const std::string place = node.place + ".const";
  if ((kind_of(*constant) & node.kinds) == 0) {
    return schema_error(place, concat({brief_repr(*constant), " is not of the type ",
                                       kind_names(node.kinds), ", so no value fits"}));
  }
  if (node.allowed && std::none_of(node.allowed->begin(), node.allowed->end(),
                                   [&](const Value& one) { return json_equal(one, *constant); })) {
    return schema_error(place, "the value is not in `enum`, so no value fits");
  }
  node.allowed = List{*constant};
  return {};
}

Status read_bounds(SchemaNode& node, const Value& given) {
  const std::string& at = node.place;
  BFCLX_RETURN_IF_ERROR(read_number(node.minimum, given, "minimum", at));
  BFCLX_RETURN_IF_ERROR(read_number(node.maximum, given, "maximum", at));
  BFCLX_RETURN_IF_ERROR(read_exclusive(node.above, node.minimum, given, "exclusiveMinimum", at));
  BFCLX_RETURN_IF_ERROR(read_exclusive(node.below, node.maximum, given, "exclusiveMaximum", at));
  BFCLX_RETURN_IF_ERROR(read_number(node.multiple_of, given, "multipleOf", at));
  BFCLX_RETURN_IF_ERROR(read_size(node.min_length, given, "minLength", at));
  BFCLX_RETURN_IF_ERROR(read_size(node.max_length, given, "maxLength", at));
  BFCLX_RETURN_IF_ERROR(read_size(node.min_items, given, "minItems", at));
  BFCLX_RETURN_IF_ERROR(read_size(node.max_items, given, "maxItems", at));
  BFCLX_RETURN_IF_ERROR(read_size(node.min_properties, given, "minProperties", at));
  BFCLX_RETURN_IF_ERROR(read_size(node.max_properties, given, "maxProperties", at));
  const Value* unique = given_member(given, "uniqueItems");
  node.unique_items = unique != nullptr && unique->is_bool() && unique->as_bool();
  const struct {
    bool is_crossed;
    string_view lower, upper;
  } pairs[] = {{excludes(node.minimum, node.maximum, false), "minimum", "maximum"},
               {excludes(node.above, node.maximum, true), "exclusiveMinimum", "maximum"},
               {excludes(node.minimum, node.below, true), "minimum", "exclusiveMaximum"},
               {excludes(node.above, node.below, true), "exclusiveMinimum", "exclusiveMaximum"},
               {node.min_length > node.max_length, "minLength", "maxLength"},
               {node.min_items > node.max_items, "minItems", "maxItems"},
               {node.min_properties > node.max_properties, "minProperties", "maxProperties"}};
  for (const auto& [is_crossed, lower, upper] : pairs) {
    if (!is_crossed) continue;
    return schema_error(concat({at, ".", lower}),
                        concat({"no value lies between it and `", upper, "`"}));
  }
  if (!node.multiple_of.is_none() &&
      compare_numbers(node.multiple_of, Value::integer(0)).value_or(0) <= 0) {
    return schema_error(at + ".multipleOf", "expected a number above 0");
  }
  return {};
}

Status declare_kinds(Schema& schema) { return KindDeclaration(schema).run(); }

bool json_equal(const Value& a, const Value& b) { return equal_to_depth(a, b, 0); }

}  // namespace bfclx
