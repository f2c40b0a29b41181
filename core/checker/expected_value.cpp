#include "core/checker/expected_value.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/checker/alternatives.h"
#include "core/checker/date_time.h"
#include "core/checker/schema_check.h"

namespace bfclx {
namespace {

using std::string_view;
using Nodes = std::vector<NodeIndex>;
using Form = ExpectedValue::Form;

class Compiler {
 public:
  Compiler(const Schema& schema, WrittenAs written, ValueMatching match, std::size_t& parts)
      : nodes_(schema.nodes),
        check_(schema, written),
        written_(written),
        match_(match),
        parts_(parts) {}

  Result<ExpectedValue> run(const Value& arguments, const std::string& place) {
    const Reading reading = Reading::kAlternative;  // the arguments themselves
    BFCLX_ASSIGN_OR_RETURN(Compiled compiled, compile(arguments, {0}, place, reading));
    if (!compiled) return check_.fault(arguments, {0}, place, reading, place);
    return *std::move(compiled);
  }

 private:
  // nullopt: no combination of the alternatives inside fits.
  using Compiled = std::optional<ExpectedValue>;

  bool is_exact() const { return match_ == ValueMatching::kExact; }
  const ChosenAlternatives& chosen() const { return check_.chosen(); }
  bool is_combination() const { return chosen().size() > 0; }

  // The value fits all of `schemas`.
  Result<Compiled> compile(const Value& value, const Nodes& schemas, const std::string& place,
                           Reading reading) {
    if (++parts_ > kMaxExpectedParts || check_.exhausted()) return schema_error(place, kTooLarge);
    if (const std::optional<Alternatives> any = alternatives_of(value, reading)) {
      return compile_any(value, *any, schemas, place);
    }
    Nodes applied;
    SchemaFit fit;
    for (const NodeIndex schema : schemas) apply(value, schema, reading, applied, fit);
    if (check_.exhausted()) return schema_error(place, kTooLarge);
    if (fit.none()) return refuse(value, schemas, place, reading);
    if (fit.some()) return split(value, *fit.open, schemas, place, reading);
    ExpectedValue expected = started(value, schemas, reading);
    bool fits = true;
    if (value.is_dict()) {
      BFCLX_ASSIGN_OR_RETURN(
          fits, compile_object(expected, value.as_dict(), applied, place, inside(reading)));
    } else if (value.is_sequence()) {
      BFCLX_ASSIGN_OR_RETURN(
          fits, compile_array(expected, value.items(), applied, place, inside(reading)));
    } else if (value.is_str() && !is_exact()) {
      add_meaning(expected, applied);
    }
    return fits ? Compiled(std::move(expected)) : Compiled();
  }

  ExpectedValue started(const Value& value, const Nodes& schemas, Reading reading) {
    ExpectedValue expected;
    expected.value = is_combination() ? check_.resolved(value, reading) : value;
    for (const NodeIndex schema : schemas) expected.kinds &= nodes_[schema].declared_kinds;
    return expected;
  }

  // Where alternatives are chosen others may fit; where none are, nothing does.
  Result<Compiled> refuse(const Value& value, const Nodes& schemas, const std::string& place,
                          Reading reading) {
    if (is_combination() || reading == Reading::kPlain) return Compiled();
    return check_.fault(value, schemas, place, reading, place);
  }

  Result<Compiled> compile_any(const Value& open, const Alternatives& any, const Nodes& schemas,
                               const std::string& place) {
    const auto compile_one = [&](std::size_t i) {
      return compile((*any.items)[i], schemas, place_of_alternative(place, i, written_),
                     Reading::kAlternative);
    };
    if (const std::size_t* index = chosen().find(open)) return compile_one(*index);
    ExpectedValue expected = started(open, schemas, Reading::kAlternative);
    expected.form = Form::kAnyOf;
    expected.value = Value::list(*any.items);
    for (std::size_t i = 0; i < any.items->size(); ++i) {
      const std::size_t known = fitting_.size();
      BFCLX_ASSIGN_OR_RETURN(Compiled alternative, compile_one(i));
      if (!alternative) {
        fitting_.resize(known);
        continue;
      }
      note(open, i);
      expected.items.push_back(*std::move(alternative));
    }
    if (any.optional) note(open, any.items->size());
    return expected.items.empty() ? Compiled() : Compiled(std::move(expected));
  }

  // Whether the value fits depends on what is chosen of `open`: each choice is a value of its own.
  Result<Compiled> split(const Value& value, const Value& open, const Nodes& schemas,
                         const std::string& place, Reading reading) {
    constexpr std::size_t kMaxChosen = 64;
    if (chosen().size() == kMaxChosen) return schema_error(place, kTooLarge);
    const bool is_first = !is_combination();
    ExpectedValue expected = started(value, schemas, reading);
    expected.form = Form::kAnyOf;
    List values;
    for (std::size_t i = 0; i < alternatives_of(open)->count(); ++i) {
      const std::size_t known = fitting_.size();
      check_.choose(open, i);
      BFCLX_ASSIGN_OR_RETURN(Compiled one, compile(value, schemas, place, reading));
      if (one) note(open, i);
      check_.release(open);
      if (!one) {
        fitting_.resize(known);
      } else if (one->form == Form::kAnyOf) {  // split further
        for (ExpectedValue& item : one->items) expected.items.push_back(std::move(item));
      } else {
        expected.items.push_back(*std::move(one));
      }
    }
    if (is_first) {
      std::sort(fitting_.begin(), fitting_.end());
      BFCLX_RETURN_IF_ERROR(
          check_each_fits({value, schemas, place, reading}, value, place, reading));
      fitting_.clear();
    }
    if (expected.items.size() < 2) {
      return expected.items.empty() ? Compiled() : Compiled(std::move(expected.items.front()));
    }
    for (const ExpectedValue& item : expected.items) values.push_back(item.value);
    expected.value = Value::list(std::move(values));
    return Compiled(std::move(expected));
  }

  void note(const Value& open, std::size_t index) {
    if (is_combination()) fitting_.emplace_back(&open, index);
  }

  struct Split {
    const Value& value;
    const Nodes& schemas;
    const std::string& place;
    Reading reading;
  };

  // Each alternative inside of a value that was split fits in a combination.
  Status check_each_fits(const Split& split, const Value& value, const std::string& place,
                         Reading reading) {
    if (const std::optional<Alternatives> any = alternatives_of(value, reading)) {
      for (std::size_t i = 0; i < any->count(); ++i) {
        const bool is_left_out = i == any->items->size();
        const std::string here =
            is_left_out ? place + ".optional" : place_of_alternative(place, i, written_);
        check_.choose(value, i);
        if (!std::binary_search(fitting_.begin(), fitting_.end(), std::pair(&value, i))) {
          return check_.fault(split.value, split.schemas, split.place, split.reading, here);
        }
        if (!is_left_out) {
          BFCLX_RETURN_IF_ERROR(
              check_each_fits(split, (*any->items)[i], here, Reading::kAlternative));
        }
        check_.release(value);
      }
    } else if (value.is_dict()) {
      for (const auto& [name, item] : value.as_dict()) {
        BFCLX_RETURN_IF_ERROR(
            check_each_fits(split, item, place_of_member(place, name), inside(reading)));
      }
    } else if (value.is_sequence()) {
      for (std::size_t i = 0; i < value.items().size(); ++i) {
        BFCLX_RETURN_IF_ERROR(
            check_each_fits(split, value.items()[i], place_of_item(place, i), inside(reading)));
      }
    }
    return {};
  }

  // The schema, and those of its parts and choices that the value fits in every combination.
  void apply(const Value& value, NodeIndex index, Reading reading, Nodes& applied, SchemaFit& fit) {
    check_.pay(applied.size());
    if (check_.exhausted() || fit.none()) return;
    if (std::find(applied.begin(), applied.end(), index) != applied.end()) return;
    applied.push_back(index);
    const SchemaNode& node = nodes_[index];
    fit.narrow(check_.own_fit(value, index, reading));
    for (const NodeIndex part : node.all_of) apply(value, part, reading, applied, fit);
    for (const bool one_alone : {false, true}) {
      const Nodes& choices = one_alone ? node.one_of : node.any_of;
      if (!fit.narrow(check_.choice_fit(value, choices, one_alone, reading))) return;
      for (const NodeIndex choice : choices) {
        const SchemaFit one = check_.fit(value, choice, reading);
        if (one.all()) apply(value, choice, reading, applied, fit);
        if (one.some()) fit.narrow(one);
      }
    }
  }

  void add_meaning(ExpectedValue& expected, const Nodes& applied) {
    std::optional<TextMeaning> meaning;
    for (const NodeIndex index : applied) {
      const ValueFormat format = nodes_[index].format;
      std::optional<std::string> text = meaning_of(format, expected.value.as_str());
      if (!text) continue;
      meaning = TextMeaning{.format = format, .text = *std::move(text), .allowed = {}};
      break;
    }
    if (!meaning) return;
    for (const NodeIndex index : applied) {
      const SchemaNode& node = nodes_[index];
      if (node.allowed) {
        check_.pay(node.allowed->size());
        meaning->allowed.push_back(*node.allowed);
      }
      meaning->min_length = std::max(meaning->min_length, node.min_length);
      meaning->max_length = std::min(meaning->max_length, node.max_length);
    }
    expected.meaning = std::move(meaning);
  }

  // false: no combination fits.
  Result<bool> compile_array(ExpectedValue& expected, const List& items, const Nodes& applied,
                             const std::string& place, Reading reading) {
    expected.form = Form::kArray;
    for (std::size_t i = 0; i < items.size(); ++i) {
      Nodes schemas;
      for (const NodeIndex index : applied) {
        if (const auto schema = nodes_[index].schema_of_item(i)) schemas.push_back(*schema);
      }
      BFCLX_ASSIGN_OR_RETURN(Compiled item,
                             compile(items[i], schemas, place_of_item(place, i), reading));
      if (!item) return false;
      expected.items.push_back(*std::move(item));
    }
    return true;
  }

  Nodes schemas_of(const Value& name, const Nodes& applied) {
    Nodes schemas;
    check_.pay(applied.size());
    for (const NodeIndex index : applied) {
      if (const auto schema = nodes_[index].schema_of(name)) schemas.push_back(*schema);
    }
    return schemas;
  }

  bool is_required(const Value& name, const Nodes& applied) {
    return std::any_of(applied.begin(), applied.end(), [&](NodeIndex index) {
      const std::vector<Value>& required = nodes_[index].required;
      check_.pay(required.size() + 1);
      return std::any_of(required.begin(), required.end(),
                         [&](const Value& one) { return equal(one, name); });
    });
  }

  // The default that the schemas give a property, where they all allow it.
  const Value* default_of(const Nodes& schemas) {
    const Value* value = nullptr;
    for (const NodeIndex schema : schemas) {
      if (value == nullptr) value = default_of(schema, 0);
    }
    if (value == nullptr) return nullptr;
    const bool fits = std::all_of(schemas.begin(), schemas.end(), [&](NodeIndex schema) {
      return check_.fit(*value, schema, Reading::kPlain).all();
    });
    return fits ? value : nullptr;
  }

  const Value* default_of(NodeIndex index, int depth) {
    check_.pay(1);
    constexpr int kLongestChain = 20;  // of $ref
    const SchemaNode& node = nodes_[index];
    if (node.default_value) return &*node.default_value;
    for (const NodeIndex part : node.all_of) {
      if (depth == kLongestChain || check_.exhausted()) break;
      if (const Value* value = default_of(part, depth + 1)) return value;
    }
    return nullptr;
  }

  Result<bool> compile_object(ExpectedValue& expected, const Dict& value, const Nodes& applied,
                              const std::string& place, Reading reading) {
    expected.form = Form::kObject;
    for (const auto& [name, item] : value) {
      const SchemaFit presence = chosen().presence(item, reading);
      if (presence.none()) continue;
      const Nodes schemas = schemas_of(name, applied);
      BFCLX_ASSIGN_OR_RETURN(Compiled compiled,
                             compile(item, schemas, place_of_member(place, name), reading));
      if (!compiled && presence.some()) continue;  // can only be left out
      if (!compiled) return false;
      ExpectedMember member{.name = name, .value = *std::move(compiled)};
      member.required = is_required(name, applied);
      if (!member.required) {
        member.can_be_absent = presence.some() || is_default(member.value, schemas, reading);
      }
      add(expected, std::move(member));
    }
    // Defaults inside of a default are not filled in.
    if (is_exact() || reading == Reading::kPlain) return true;
    for (const NodeIndex index : applied) {
      for (const auto& [name, unused] : nodes_[index].properties) {
        if (check_.exhausted()) break;
        if (expected.positions.contains(name) || is_required(name, applied)) continue;
        BFCLX_RETURN_IF_ERROR(
            add_default(expected, name, schemas_of(name, applied), place_of_member(place, name)));
      }
    }
    return true;
  }

  bool is_default(const ExpectedValue& compiled, const Nodes& schemas, Reading reading) {
    if (is_exact() || reading == Reading::kPlain) return false;
    const Value* value = default_of(schemas);
    return value != nullptr && ValueMatch(match_).matches_value(compiled, *value);
  }

  Status add_default(ExpectedValue& expected, const Value& name, const Nodes& schemas,
                     const std::string& place) {
    const Value* value = default_of(schemas);
    if (value == nullptr) return {};
    BFCLX_ASSIGN_OR_RETURN(Compiled compiled, compile(*value, schemas, place, Reading::kPlain));
    if (!compiled) return {};
    add(expected,
        {.name = name, .value = *std::move(compiled), .can_be_absent = true, .required = false});
    return {};
  }

  static void add(ExpectedValue& expected, ExpectedMember member) {
    const auto position = static_cast<std::int64_t>(expected.members.size());
    expected.positions.set(member.name, Value::integer(position));
    expected.members.push_back(std::move(member));
  }

  const std::vector<SchemaNode>& nodes_;
  SchemaCheck check_;
  const WrittenAs written_;
  const ValueMatching match_;
  std::size_t& parts_;
  // Of the combinations that fit: alternatives, and which of them is chosen.
  std::vector<std::pair<const Value*, std::size_t>> fitting_;
};

}  // namespace

Result<ExpectedValue> compile_arguments(const Value& arguments, const Schema& schema,
                                        string_view place, WrittenAs written, ValueMatching match,
                                        std::size_t& parts) {
  return Compiler(schema, written, match, parts).run(arguments, std::string(place));
}

}  // namespace bfclx
