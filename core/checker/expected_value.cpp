#include "core/checker/expected_value.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/checker/date_time.h"
#include "core/checker/schema_check.h"

namespace bfclx {
namespace {

using std::string_view;
using Nodes = std::vector<NodeIndex>;
using Form = ExpectedValue::Form;

class Compiler {
 public:
  Compiler(const Schema& schema, ValueMatching match, std::size_t& parts)
      : nodes_(schema.nodes), check_(schema), match_(match), parts_(parts) {}

  Result<ExpectedValue> run(const Value& arguments, const std::string& place) {
    BFCLX_RETURN_IF_ERROR(check_.check(arguments, 0, place, true));
    place_ = place;
    return compile(arguments, {0}, true);
  }

 private:
  bool is_exact() const { return match_ == ValueMatching::kExact; }

  // The value fits all of `schemas`.
  Result<ExpectedValue> compile(const Value& value, const Nodes& schemas, bool is_alternative) {
    if (++parts_ > kMaxExpectedParts || check_.exhausted()) {
      return schema_error(place_, "the expected calls and their schemas are too large");
    }
    ExpectedValue expected;
    expected.value = value;
    for (const NodeIndex schema : schemas) expected.kinds &= nodes_[schema].declared_kinds;
    if (!is_alternative) {
      if (const std::optional<Alternatives> any = alternatives_of(value)) {
        expected.form = Form::kAnyOf;
        expected.value = Value::list(*any->items);
        for (const Value& item : *any->items) {
          BFCLX_ASSIGN_OR_RETURN(ExpectedValue alternative, compile(item, schemas, true));
          expected.items.push_back(std::move(alternative));
        }
        return expected;
      }
    }
    Nodes applied;
    for (const NodeIndex schema : schemas) add_applied(value, schema, applied);
    if (value.is_dict()) {
      BFCLX_RETURN_IF_ERROR(compile_object(expected, value.as_dict(), applied));
    } else if (value.is_sequence()) {
      BFCLX_RETURN_IF_ERROR(compile_array(expected, value.items(), applied));
    } else if (value.is_str() && !is_exact()) {
      add_meaning(expected, applied);
    }
    return expected;
  }

  // The schema, and those of its parts and choices that the value fits.
  void add_applied(const Value& value, NodeIndex index, Nodes& applied) {
    check_.pay(applied.size());
    if (check_.exhausted()) return;
    if (std::find(applied.begin(), applied.end(), index) != applied.end()) return;
    applied.push_back(index);
    const SchemaNode& node = nodes_[index];
    for (const NodeIndex part : node.all_of) add_applied(value, part, applied);
    for (const Nodes* choices : {&node.any_of, &node.one_of}) {
      for (const NodeIndex choice : *choices) {
        if (check_.fits(value, choice, true)) add_applied(value, choice, applied);
      }
    }
  }

  void add_meaning(ExpectedValue& expected, const Nodes& applied) const {
    for (const NodeIndex index : applied) {
      const ValueFormat format = nodes_[index].format;
      std::optional<std::string> meaning;
      if (format == ValueFormat::kDateTime) meaning = moment_of(expected.value.as_str());
      if (format == ValueFormat::kUuid) meaning = uuid_of(expected.value.as_str());
      if (!meaning) continue;
      expected.format = format;
      expected.meaning = *std::move(meaning);
      return;
    }
  }

  Status compile_array(ExpectedValue& expected, const List& items, const Nodes& applied) {
    expected.form = Form::kArray;
    for (std::size_t i = 0; i < items.size(); ++i) {
      Nodes schemas;
      for (const NodeIndex index : applied) {
        const SchemaNode& node = nodes_[index];
        if (i < node.prefix.size()) {
          schemas.push_back(node.prefix[i]);
        } else if (node.items) {
          schemas.push_back(*node.items);
        }
      }
      BFCLX_ASSIGN_OR_RETURN(ExpectedValue item, compile(items[i], schemas, false));
      expected.items.push_back(std::move(item));
    }
    return {};
  }

  Nodes schemas_of(const Value& name, const Nodes& applied) {
    Nodes schemas;
    check_.pay(applied.size());
    for (const NodeIndex index : applied) {
      const std::optional<NodeIndex> property = nodes_[index].property(name);
      const std::optional<NodeIndex> schema = property ? property : nodes_[index].rest;
      if (schema) schemas.push_back(*schema);
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
      return check_.fits(*value, schema, true);
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

  Status compile_object(ExpectedValue& expected, const Dict& value, const Nodes& applied) {
    expected.form = Form::kObject;
    for (const auto& [name, item] : value) {
      const Nodes schemas = schemas_of(name, applied);
      const std::optional<Alternatives> any = alternatives_of(item);
      BFCLX_ASSIGN_OR_RETURN(ExpectedValue compiled, compile(item, schemas, false));
      ExpectedMember member{.name = name, .value = std::move(compiled)};
      member.required = is_required(name, applied);
      if (!member.required) {
        member.can_be_absent = (any && any->optional) || is_default(member.value, schemas);
      }
      add(expected, std::move(member));
    }
    if (is_exact() || in_default_) return {};
    for (const NodeIndex index : applied) {
      for (const auto& [name, unused] : nodes_[index].properties) {
        if (check_.exhausted()) break;
        if (expected.positions.contains(name) || is_required(name, applied)) continue;
        BFCLX_RETURN_IF_ERROR(add_default(expected, name, schemas_of(name, applied)));
      }
    }
    return {};
  }

  bool is_default(const ExpectedValue& compiled, const Nodes& schemas) {
    if (is_exact() || in_default_) return false;
    const Value* value = default_of(schemas);
    return value != nullptr && ValueMatch(match_).matches_value(compiled, *value);
  }

  Status add_default(ExpectedValue& expected, const Value& name, const Nodes& schemas) {
    const Value* value = default_of(schemas);
    if (value == nullptr) return {};
    in_default_ = true;
    Result<ExpectedValue> compiled = compile(*value, schemas, true);
    in_default_ = false;
    if (!compiled.ok()) return std::move(compiled).error();
    add(expected, {.name = name,
                   .value = std::move(compiled).value(),
                   .can_be_absent = true,
                   .required = false});
    return {};
  }

  static void add(ExpectedValue& expected, ExpectedMember member) {
    const auto position = static_cast<std::int64_t>(expected.members.size());
    expected.positions.set(member.name, Value::integer(position));
    expected.members.push_back(std::move(member));
  }

  const std::vector<SchemaNode>& nodes_;
  SchemaCheck check_;
  const ValueMatching match_;
  std::size_t& parts_;
  std::string place_;
  bool in_default_ = false;
};

}  // namespace

Result<ExpectedValue> compile_arguments(const Value& arguments, const Schema& schema,
                                        string_view place, ValueMatching match,
                                        std::size_t& parts) {
  return Compiler(schema, match, parts).run(arguments, std::string(place));
}

}  // namespace bfclx
