#include "core/checker/official_form.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/checker/alternatives.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

bool is_required(const Schema& schema, const Value& name) {
  const std::vector<Value>& required = schema.root().required;
  return std::any_of(required.begin(), required.end(),
                     [&](const Value& one) { return equal(one, name); });
}

// ---- to possible answers ----

bool has_alternatives(const Value& value) {
  if (alternatives_of(value)) return true;
  if (value.is_dict()) {
    return std::any_of(value.as_dict().begin(), value.as_dict().end(),
                       [](const Dict::Entry& entry) { return has_alternatives(entry.value); });
  }
  return value.is_sequence() &&
         std::any_of(value.items().begin(), value.items().end(), has_alternatives);
}

Status check_plain(const Value& value, const std::string& place) {
  if (!has_alternatives(value)) return {};
  return schema_error(place,
                      "the official rules support alternatives only in arguments and their keys");
}

// "" among the alternatives says that the argument or the key can be left out.
Status add_leaving_out(const std::optional<Alternatives>& any, const std::string& place,
                       List& items) {
  const auto empty = std::find_if(items.begin(), items.end(), is_empty_text);
  if (any && any->optional) {
    if (empty == items.end()) items.push_back(Value::str(""));
    return {};
  }
  if (empty == items.end()) return {};
  const auto index = static_cast<std::size_t>(empty - items.begin());
  return schema_error(any ? place_of_alternative(place, index, WrittenAs::kAnyOf) : place,
                      "the official rules read \"\" as optional; if it can be left out, write "
                      "{\"any_of\": [\"\"], \"optional\": true}");
}

// {key: [alternatives]}
Result<Value> keys_of(const Dict& object, const std::string& place) {
  Dict keys;
  for (const auto& [key, value] : object) {
    const std::string here = place_of_member(place, key);
    const std::optional<Alternatives> any = alternatives_of(value);
    List items = any ? *any->items : List{value};
    for (const Value& item : items) BFCLX_RETURN_IF_ERROR(check_plain(item, here));
    BFCLX_RETURN_IF_ERROR(add_leaving_out(any, here, items));
    keys.set(key, Value::list(std::move(items)));
  }
  return Value::dict(std::move(keys));
}

Result<Value> alternative_of(const Value& value, const std::string& place) {
  if (value.is_dict()) return keys_of(value.as_dict(), place);
  const bool has_objects =
      value.is_sequence() && std::any_of(value.items().begin(), value.items().end(),
                                         [](const Value& item) { return item.is_dict(); });
  if (!has_objects) {
    BFCLX_RETURN_IF_ERROR(check_plain(value, place));
    return value;
  }
  List items = value.items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string here = place_of_item(place, i);
    if (alternatives_of(items[i])) BFCLX_RETURN_IF_ERROR(check_plain(items[i], here));
    if (!items[i].is_dict()) continue;
    BFCLX_ASSIGN_OR_RETURN(items[i], keys_of(items[i].as_dict(), here));
  }
  return Value::list(std::move(items));
}

// ---- from possible answers ----

Result<Value> plain_alternative(const Value& given, const std::string& place);

// [alternatives] as {"any_of": [...]}; nullopt where there is nothing but leaving out.
Result<std::optional<Value>> plain_choice(const Value& given, bool is_required,
                                          const std::string& place) {
  if (!given.is_sequence()) {
    return schema_error(
        place, concat({"expected a list of alternatives, got ", brief_repr(given), ": write [",
                       brief_repr(given), "], or the call as {\"name\", \"arguments\"}"}));
  }
  List items;
  bool optional = false;
  for (std::size_t i = 0; i < given.items().size(); ++i) {
    const Value& item = given.items()[i];
    if (is_empty_text(item)) {
      optional = true;
      continue;
    }
    BFCLX_ASSIGN_OR_RETURN(Value plain, plain_alternative(item, place_of_item(place, i)));
    items.push_back(std::move(plain));
  }
  if (items.empty() && !optional) return schema_error(place, "the list of alternatives is empty");
  if (items.empty() && !is_required) return std::optional<Value>();
  if (items.empty()) items.push_back(Value::str(""));
  return std::optional(dict_of({{"any_of", Value::list(std::move(items))},
                                {"optional", Value::boolean(optional && !is_required)}}));
}

Result<Value> plain_alternative(const Value& given, const std::string& place) {
  if (given.is_dict()) {
    Dict object;
    for (const auto& [key, alternatives] : given.as_dict()) {
      if (alternatives.is_none()) continue;
      BFCLX_ASSIGN_OR_RETURN(std::optional<Value> choice,
                             plain_choice(alternatives, false, place_of_member(place, key)));
      if (choice) object.set(key, *std::move(choice));
    }
    return Value::dict(std::move(object));
  }
  if (!given.is_sequence()) return given;
  List items = given.items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].is_dict()) continue;
    BFCLX_ASSIGN_OR_RETURN(items[i], plain_alternative(items[i], place_of_item(place, i)));
  }
  return Value::list(std::move(items));
}

}  // namespace

Result<Value> possible_answers_of(const Value& arguments, const Schema& schema,
                                  const std::string& place) {
  Dict possible;
  for (const auto& [name, value] : arguments.as_dict()) {
    const std::string here = place_of_member(place, name);
    const std::optional<Alternatives> any = alternatives_of(value);
    List items = any ? *any->items : List{value};
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string item_place = any ? place_of_alternative(here, i, WrittenAs::kAnyOf) : here;
      BFCLX_ASSIGN_OR_RETURN(items[i], alternative_of(items[i], item_place));
    }
    // Of a required one "" is a value like others.
    if (!is_required(schema, name)) BFCLX_RETURN_IF_ERROR(add_leaving_out(any, here, items));
    possible.set(name, Value::list(std::move(items)));
  }
  return Value::dict(std::move(possible));
}

Result<Value> arguments_of_possible_answers(const Value& possible, const Schema& schema,
                                            const std::string& place) {
  if (!possible.is_dict()) {
    return schema_error(place, "expected {parameter: [alternatives]}");
  }
  Dict arguments;
  for (const auto& [name, alternatives] : possible.as_dict()) {
    if (alternatives.is_none()) continue;  // Parquet adds them
    BFCLX_ASSIGN_OR_RETURN(
        std::optional<Value> choice,
        plain_choice(alternatives, is_required(schema, name), place_of_member(place, name)));
    if (choice) arguments.set(name, *std::move(choice));
  }
  return Value::dict(std::move(arguments));
}

Value first_alternatives(const Value& arguments) {
  const std::optional<Alternatives> any = alternatives_of(arguments);
  const Value& value = any ? any->items->front() : arguments;
  if (value.is_dict()) {
    Dict object;
    for (const auto& [key, item] : value.as_dict()) object.set(key, first_alternatives(item));
    return Value::dict(std::move(object));
  }
  if (!value.is_sequence()) return value;
  List items = value.items();
  for (Value& item : items) item = first_alternatives(item);
  return Value::list(std::move(items));
}

}  // namespace bfclx
