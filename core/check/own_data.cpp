#include "core/check/own_data.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/check/findings.h"
#include "core/check/parameter_value.h"
#include "core/check/places.h"
#include "core/check/type_check.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using std::string_view;
using Kind = Value::Kind;

Error problem(string_view place, string_view what) {
  return placed_error("ConfigurationError", place, what);
}

// Without the members that are None.
Dict without_none(const Dict& given) {
  Dict kept;
  for (const auto& [key, value] : given) {
    if (!value.is_none()) kept.set(key, value);
  }
  return kept;
}

// ---- function docs ----

class DocReader {
 public:
  explicit DocReader(Language language) : language_(language) {}

  Result<Value> read_wrapped(const Value& given, std::string place) const {
    const Value* doc = &given;
    if (const Value* inner = given_member(given, "function");
        inner != nullptr && inner->is_dict()) {
      doc = inner;
      place += ".function";
    }
    return read(*doc, {place, place + ".parameters"});
  }

  Result<Value> read(const Value& doc, const OwnPlace& place) const {
    if (!doc.is_dict()) {
      return problem(place.whole, "expected a function doc: a dict with `name` and `parameters`");
    }
    if (find_text(doc, "name").empty()) return problem(place.whole, "the function has no `name`");
    BFCLX_ASSIGN_OR_RETURN(Value parameters,
                           read_parameters(given_member(doc, "parameters"), place.parameters));
    Dict read = without_none(doc.as_dict());
    read.set("parameters", std::move(parameters));
    return Value::dict(std::move(read));
  }

 private:
  Result<Value> read_parameters(const Value* given, const std::string& place) const {
    static const Value kNone;
    if (given == nullptr) given = &kNone;
    if (!given->is_none() && !given->is_dict()) return problem(place, "expected a dict");
    BFCLX_ASSIGN_OR_RETURN(Dict properties, read_properties(given_member(*given, "properties"),
                                                            place + ".properties"));
    const Value* listed = given_member(*given, "required");
    Value required = listed != nullptr ? *listed : Value::list();
    BFCLX_RETURN_IF_ERROR(check_required(required, properties, place + ".required"));
    Dict read;
    if (given->is_dict()) read = without_none(given->as_dict());
    read.set("properties", Value::dict(std::move(properties)));
    read.set("required", std::move(required));
    return Value::dict(std::move(read));
  }

  static Status check_required(const Value& required, const Dict& properties,
                               const std::string& place) {
    if (!required.is_sequence()) return problem(place, "expected a list of parameter names");
    for (std::size_t i = 0; i < required.items().size(); ++i) {
      const Value& name = required.items()[i];
      if (name.is_str() && properties.contains(name)) continue;
      return problem(place_of_item(place, i),
                     concat({brief_repr(name), " is not one of the properties"}));
    }
    return {};
  }

  Result<Dict> read_properties(const Value* given, const std::string& place) const {
    Dict read;
    if (given == nullptr) return read;
    if (!given->is_dict()) return problem(place, "expected a dict of parameters");
    for (const auto& [name, details] : given->as_dict()) {
      if (details.is_none()) continue;
      const std::string here = place_of_member(place, name);
      BFCLX_ASSIGN_OR_RETURN(Value typed, read_type(details, here));
      const string_view type = typed.as_dict().find("type")->as_str();
      if (has_element_type(language_, type)) {
        const Value* items = given_member(details, "items");
        if (items == nullptr) {
          return problem(here, concat({"the type \"", type,
                                       "\" needs an element type: add `items` with a `type`"}));
        }
        BFCLX_ASSIGN_OR_RETURN(Value element, read_type(*items, here + ".items"));
        typed.mutable_dict().set("items", std::move(element));
      }
      read.set(name, std::move(typed));
    }
    return read;
  }

  // A copy of `details` whose `type` is one of BFCL's.
  Result<Value> read_type(const Value& details, const std::string& place) const {
    if (!details.is_dict()) return problem(place, "expected a dict with a `type`");
    const Value* type = given_member(details, "type");
    if (type == nullptr) return problem(place, no_type(details));
    if (!type->is_str()) {
      return problem(place + ".type",
                     concat({brief_repr(*type), " is not a single type; ", kOneType, names()}));
    }
    const string_view name = bfcl_type(type->as_str());
    if (!python_type_of(language_, Value::str(name)).ok()) {
      return problem(place + ".type",
                     concat({"\"", name, "\" is not a BFCL type; use one of ", names()}));
    }
    Dict read = without_none(details.as_dict());
    read.set("type", Value::str(name));
    return Value::dict(std::move(read));
  }

  static constexpr string_view kOneType = "BFCL's rules check values of a single type: use one of ";

  std::string no_type(const Value& details) const {
    for (const string_view keyword : {"anyOf", "oneOf", "allOf", "$ref", "enum", "const"}) {
      if (given_member(details, keyword) == nullptr) continue;
      return concat({"`", keyword, "` without a `type`; ", kOneType, names()});
    }
    return concat({"`type` is missing; ", kOneType, names()});
  }

  string_view bfcl_type(string_view name) const {
    if (language_ != Language::kPython) return name;
    if (name == "number") return "float";
    if (name == "object") return "dict";
    return name;
  }

  std::string names() const {
    std::string text;
    for (const string_view name : type_names(language_)) {
      if (!text.empty()) text += ", ";
      text += name;
    }
    return text;
  }

  const Language language_;
};

// ---- ground truth ----

class AnswerReader {
 public:
  AnswerReader(const List& functions, const AstCheck& check)
      : functions_(functions), check_(check) {}

  Result<Value> read(const Value& given, const std::string& place) const {
    if (!given.is_dict()) return problem(place, "expected {name: {parameter: [alternatives]}}");
    const Dict named = without_none(given.as_dict());
    if (named.size() != 1) {
      return problem(place, concat({"expected one function, got ", std::to_string(named.size()),
                                    ": give each call a separate dict"}));
    }
    const auto& [name, parameters] = named.entry(0);
    return read_call(name, parameters, {place, place_of_member(place, name)});
  }

  Result<Value> read_call(const Value& name, const Value& parameters, const OwnPlace& place) const {
    const std::string& here = place.parameters;
    BFCLX_ASSIGN_OR_RETURN(const Value* const doc, doc_of(name, place.whole));
    if (!parameters.is_dict()) return problem(here, "expected {parameter: [alternatives]}");
    const Value& schema = *doc->as_dict().find("parameters");
    const Value& properties = *find_member(schema, "properties");
    BFCLX_ASSIGN_OR_RETURN(Dict read, read_parameters(parameters, properties, here));
    for (const Value& required : find_member(schema, "required")->items()) {
      const Value* alternatives = read.find(required);
      if (alternatives == nullptr) {
        return problem(here, concat({"the required parameter ", brief_repr(required),
                                     " has no alternatives, so every call fails"}));
      }
      if (!can_be_met(required, *alternatives, properties.as_dict().find(required))) {
        return problem(
            place_of_member(here, required),
            "the parameter is required and \"\", its only alternative, does not match its "
            "type, so every call fails");
      }
    }
    Dict answer;
    answer.set(name, Value::dict(std::move(read)));
    return Value::dict(std::move(answer));
  }

 private:
  Result<const Value*> doc_of(const Value& name, const std::string& place) const {
    std::vector<string_view> names;
    for (const Value& doc : functions_) {
      const Value& known = *doc.as_dict().find("name");
      if (equal(known, name)) {
        // Of several functions the simple rule takes the first, whatever the ground truth names.
        if (check_.count == CallCount::kSimple && &doc != &functions_.front()) {
          return problem(place, concat({brief_repr(name),
                                        " is not the first function, the only one that a simple "
                                        "category checks: use \"multiple\""}));
        }
        return &doc;
      }
      names.push_back(known.as_str());
    }
    const std::string hint = name.is_str() ? did_you_mean(name.as_str(), names) : std::string();
    return problem(place, concat({"unknown function ", brief_repr(name), ".", hint}));
  }

  Result<Dict> read_parameters(const Value& given, const Value& properties,
                               const std::string& place) const {
    Dict read;
    for (const auto& [name, alternatives] : given.as_dict()) {
      if (alternatives.is_none()) continue;
      const std::string here = place_of_member(place, name);
      const Value* details = properties.as_dict().find(name);
      if (!alternatives.is_sequence()) {
        return problem(here,
                       concat({"expected a list of alternatives, got ", brief_repr(alternatives),
                               ": write [", brief_repr(alternatives), "]"}));
      }
      if (alternatives.items().empty()) {
        return problem(here, "the list of alternatives is empty, so every call fails");
      }
      if (details == nullptr) {
        if (!std::any_of(alternatives.items().begin(), alternatives.items().end(), is_empty_text)) {
          return problem(here, "the function has no such parameter, so every call fails");
        }
        read.set(name, alternatives);  // a call may leave it out
        continue;
      }
      BFCLX_ASSIGN_OR_RETURN(List items, read_alternatives(name, alternatives, *details, here));
      read.set(name, Value::list(std::move(items)));
    }
    return read;
  }

  ExpectedType expected_of(const Value& name, const Value& details) const {
    const Value text = Value::str("");
    TypedValue typed(text);  // only its type is wanted
    Findings quiet{.explain = false};
    (void)read_value(check_.language, name, details, typed, quiet);
    return typed.expected;
  }

  // Whether a required parameter has an alternative that is given: "" stands for left out, unless
  // it is a text.
  bool can_be_met(const Value& name, const Value& alternatives, const Value* details) const {
    const List& items = alternatives.items();
    return details == nullptr || !std::all_of(items.begin(), items.end(), is_empty_text) ||
           expected_of(name, *details).type == Kind::kStr;
  }

  Result<List> read_alternatives(const Value& name, const Value& given, const Value& details,
                                 const std::string& place) const {
    const ExpectedType expected = expected_of(name, details);
    List items = given.items();
    for (Value& item : items) {
      if (item.is_tuple() && expected.type == Kind::kList) item = Value::list(item.items());
    }
    const auto first = std::find_if_not(items.begin(), items.end(), is_empty_text);
    // Of another type than the parameter: names of variables, which are compared as they are.
    if (first == items.end() || first->kind() != expected.type) return items;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (is_empty_text(items[i])) continue;
      if (expected.type != Kind::kList && expected.type != Kind::kDict) continue;
      BFCLX_ASSIGN_OR_RETURN(items[i],
                             read_alternative(items[i], expected, place_of_item(place, i)));
    }
    return items;
  }

  static Result<Value> read_alternative(const Value& given, const ExpectedType& expected,
                                        const std::string& place) {
    if (expected.type == Kind::kDict) return read_dict(given, place);
    if (!given.is_sequence()) {
      return problem(place, concat({"expected a list, got ", brief_repr(given)}));
    }
    if (expected.nested != Kind::kDict) return Value::list(given.items());
    List items = given.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (is_empty_text(items[i])) continue;
      BFCLX_ASSIGN_OR_RETURN(items[i], read_dict(items[i], place_of_item(place, i)));
    }
    return Value::list(std::move(items));
  }

  // {key: [alternatives]}
  static Result<Value> read_dict(const Value& given, const std::string& place) {
    if (!given.is_dict()) {
      return problem(place, concat({"expected {key: [alternatives]}, got ", brief_repr(given)}));
    }
    Dict read = without_none(given.as_dict());
    for (const auto& [key, alternatives] : read) {
      if (alternatives.is_sequence() && !alternatives.items().empty()) continue;
      if (alternatives.is_sequence()) {
        return problem(place_of_member(place, key),
                       "the list of alternatives is empty, so every call fails");
      }
      return problem(place_of_member(place, key),
                     concat({"expected a list of alternatives, got ", brief_repr(alternatives),
                             ": write [", brief_repr(alternatives), "]"}));
    }
    return Value::dict(std::move(read));
  }

  const List& functions_;
  const AstCheck& check_;
};

Result<List> listed(const Value& given, string_view place) {
  if (given.is_dict()) return List{given};
  if (given.is_sequence()) return List(given.items());
  return problem(place, concat({"expected a list, got ", type_name(given)}));
}

}  // namespace

Result<Value> read_own_function(const Value& doc, Language language, const OwnPlace& place) {
  return DocReader(language).read(doc, place);
}

Result<Value> read_own_answer(const Value& functions, const Value& name, const Value& parameters,
                              const AstCheck& check, const OwnPlace& place) {
  return AnswerReader(functions.items(), check).read_call(name, parameters, place);
}

Result<OwnData> read_own_data(const Value& functions, const Value& possible_answers,
                              const AstCheck& check) {
  BFCLX_ASSIGN_OR_RETURN(List docs, listed(functions, "functions"));
  if (docs.empty()) return problem("functions", "the list is empty");
  const DocReader doc_reader(check.language);
  for (std::size_t i = 0; i < docs.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(docs[i],
                           doc_reader.read_wrapped(docs[i], place_of_item("functions", i)));
  }
  BFCLX_ASSIGN_OR_RETURN(List answers, listed(possible_answers, "possible_answer"));
  if (answers.empty()) {
    return problem("possible_answer",
                   "the list is empty: that a response makes no call cannot be checked here");
  }
  if (check.count != CallCount::kParallel && answers.size() > 1) {
    return problem("possible_answer", "there are " + std::to_string(answers.size()) +
                                          " calls: use a parallel category");
  }
  const AnswerReader answer_reader(docs, check);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(answers[i],
                           answer_reader.read(answers[i], place_of_item("possible_answer", i)));
  }
  return OwnData{Value::list(std::move(docs)), Value::list(std::move(answers))};
}

}  // namespace bfclx
