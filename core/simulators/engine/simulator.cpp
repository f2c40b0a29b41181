#include "core/simulators/engine/simulator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/value/json.h"

namespace bfclx {

namespace {

// {"__py__": "Ellipsis"} -> Ellipsis, at any depth.
Value restore_python_objects(const Value& value) {
  if (value.is_list()) {
    List items;
    items.reserve(value.items().size());
    for (const Value& item : value.items()) items.push_back(restore_python_objects(item));
    return Value::list(std::move(items));
  }
  if (!value.is_dict()) return value;
  const Value* mark = value.as_dict().find("__py__");
  if (mark != nullptr && mark->is_str() && mark->as_str() == "Ellipsis") return Value::ellipsis();
  Dict entries;
  for (const auto& [key, item] : value.as_dict()) entries.set(key, restore_python_objects(item));
  return Value::dict(std::move(entries));
}

// Tables that calls change, some by way of an instance's state.
bool is_changed_by_calls(std::string_view name) {
  return name == "CREDIT_CARD_EXTENSION" || name == "BOOKING_RECORD_EXTENSION" ||
         name == "LONG_WEATHER_EXTENSION";
}

// Whether the value's kind alone says that it equals each copy of it.
bool is_surely_equal(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNone:
    case Value::Kind::kBool:
    case Value::Kind::kInt:
    case Value::Kind::kEllipsis:
    case Value::Kind::kStr:
      return true;
    default:
      return false;
  }
}

// Whether the value equals each deep copy of it: it is of plain data, without a NaN.
bool has_equality(const Value& value, std::size_t depth) {
  constexpr std::size_t kMaxDepth = 100;
  const auto items_have = [&](const auto& items) {
    return depth < kMaxDepth && std::all_of(items.begin(), items.end(), [&](const Value& item) {
             return is_surely_equal(item) || has_equality(item, depth + 1);
           });
  };
  if (is_surely_equal(value)) return true;
  switch (value.kind()) {
    case Value::Kind::kFloat:
      return !std::isnan(value.as_float());
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return items_have(value.items());
    case Value::Kind::kSet:
      return items_have(value.as_set());
    case Value::Kind::kDict: {
      const Dict& entries = value.as_dict();
      return depth < kMaxDepth &&
             std::all_of(entries.begin(), entries.end(), [&](const Dict::Entry& entry) {
               return (is_surely_equal(entry.key) || has_equality(entry.key, depth + 1)) &&
                      (is_surely_equal(entry.value) || has_equality(entry.value, depth + 1));
             });
    }
    default:
      return false;
  }
}

}  // namespace

Result<LongContext> LongContext::load(std::string_view json) {
  BFCLX_ASSIGN_OR_RETURN(const Value document, json_loads(json));
  const Value* constants = document.is_dict() ? document.as_dict().find("constants") : nullptr;
  if (constants == nullptr || !constants->is_dict()) {
    return Error{"ValueError", "long_context.json: no object \"constants\" in it"};
  }
  LongContext tables;
  for (const auto& [name, value] : constants->as_dict()) {
    tables.constants_.set(name, restore_python_objects(value));
    const std::string_view known = name.as_str();
    if (!is_changed_by_calls(known)) tables.texts_.add(*tables.constants_.find(known));
  }
  return tables;
}

Value EpisodeModules::shared_list(std::string_view class_name, std::int64_t which) {
  for (const SharedList& list : lists_) {
    if (list.class_name == class_name && list.which == which) return list.value;
  }
  lists_.push_back({class_name, which, Value::list()});
  return lists_.back().value;
}

Value EpisodeModules::table(std::string_view name) {
  const Value* found = tables_ != nullptr ? tables_->find(name) : nullptr;
  if (found == nullptr) return Value::none();
  if (!is_changed_by_calls(name)) return *found;
  for (const auto& [known, copy] : copies_) {
    if (known == name) return copy;
  }
  copies_.emplace_back(name, found->deep_copy());
  return copies_.back().second;
}

const KnownTexts* EpisodeModules::known_texts() const {
  return tables_ != nullptr ? &tables_->known_texts() : nullptr;
}

void EpisodeModules::will_change(const Value& object) {
  if (!before_sharing_) return;
  const void* const changed = object.identity();
  const auto is_in = [changed](const Value& table) {
    if (table.identity() == changed) return true;
    if (!table.is_dict()) return false;
    return std::any_of(
        table.as_dict().begin(), table.as_dict().end(),
        [changed](const Dict::Entry& row) { return row.value.identity() == changed; });
  };
  const bool is_shared = changed != nullptr &&
                         (std::any_of(lists_.begin(), lists_.end(),
                                      [&](const SharedList& list) { return is_in(list.value); }) ||
                          std::any_of(copies_.begin(), copies_.end(),
                                      [&](const auto& copy) { return is_in(copy.second); }));
  if (is_shared) will_share();
}

void EpisodeModules::will_share() {
  const std::function<void()> hook = std::exchange(before_sharing_, nullptr);
  if (hook) hook();
}

Result<PythonRandom> EpisodeModules::random(const Value& seed) {
  for (const auto& [known, generator] : generators_) {
    if (known.same_object(seed)) return generator;
  }
  BFCLX_ASSIGN_OR_RETURN(PythonRandom generator, PythonRandom::seeded(seed));
  generators_.emplace_back(seed, generator);
  return generator;
}

bool Simulator::attributes_equal(std::size_t index, const Simulator& other) const {
  const Attribute& attribute = table().attributes[index];
  return equal(attribute.get(*this), attribute.get(other));
}

bool Simulator::equals_a_copy() const {
  const std::span<const Attribute> attributes = table().attributes;
  return std::all_of(attributes.begin(), attributes.end(), [&](const Attribute& attribute) {
    return has_equality(attribute.get(*this), 0);
  });
}

const Method* Simulator::find_method(std::string_view name) const {
  for (const Method& method : table().methods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

Value Simulator::state() const {
  Dict entries;
  for (const Attribute& attribute : table().attributes) {
    entries.set(attribute.name, attribute.get(*this));
  }
  return Value::dict(std::move(entries));
}

}  // namespace bfclx
