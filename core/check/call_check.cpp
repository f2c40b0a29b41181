#include "core/check/call_check.h"

#include <optional>
#include <string>
#include <utility>

#include "core/check/java_types.h"
#include "core/check/javascript_types.h"
#include "core/check/object_protocol.h"
#include "core/check/rules.h"
#include "core/check/type_check.h"
#include "core/check/value_checks.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using Kind = Value::Kind;

// convert_func_name: what the expected function is called in the replies of the model.
std::string name_in_replies(std::string_view name, bool underscore_to_dot) {
  std::string converted(name);
  for (char& c : converted) {
    if (underscore_to_dot && c == '.') c = '_';
  }
  return converted;
}

class CallCheck {
 public:
  CallCheck(const Dict& call, const AstCheck& check, Findings& findings)
      : call_(call), check_(check), findings_(findings) {}

  // `doc` is the function's doc, `answer` {name: {parameter: possible values}}.
  Outcome run(const Value& doc, const Value& answer) {
    if (!open_answer(answer) || !open_doc(doc)) return Outcome::kRaise;
    if (const Outcome outcome = check_name(); outcome != Outcome::kPass) return outcome;
    const Outcome outcome = check_parameters();
    if (outcome == Outcome::kFail && findings_.explain) {
      findings_.prepend_to_path(call_.entry(0).key);
    }
    return outcome;
  }

 private:
  bool open_answer(const Value& answer) {
    const Dict* functions = dict_with(answer, "values", findings_.raised);
    if (functions == nullptr) return false;
    if (functions->empty()) {
      findings_.raise("IndexError", "list index out of range");
      return false;
    }
    answers_ = &functions->entry(0).value;
    return true;
  }

  bool open_doc(const Value& doc) {
    Error& raised = findings_.raised;
    name_ = subscript(doc, "name", raised);
    if (name_ == nullptr) return false;
    const Value* parameters = subscript(doc, "parameters", raised);
    if (parameters == nullptr) return false;
    properties_ = subscript(*parameters, "properties", raised);
    if (properties_ == nullptr) return false;
    parameters = subscript(doc, "parameters", raised);
    required_ = subscript(*parameters, "required", raised);
    return required_ != nullptr;
  }

  Outcome check_name() {
    if (name_->is_str()) {
      given_ = find_call(name_->as_str());
    } else {
      // `"." in name` asks for a container; only a str can be a name after that.
      is_member(Value::str("."), *name_, findings_.raised);
      if (findings_.has_raised()) return Outcome::kRaise;
      if (!hashable(*name_)) {
        return findings_.raise("TypeError", concat({"unhashable type: '", type_name(*name_), "'"}));
      }
      given_ = call_.find(*name_);
    }
    if (given_ != nullptr) {
      ++findings_.progress;
      return Outcome::kPass;
    }
    if (findings_.explain) report_name();
    return Outcome::kFail;
  }

  // The parameters of the call of `name`, without building the converted name.
  const Value* find_call(std::string_view name) const {
    if (!check_.underscore_to_dot || name.find('.') == std::string_view::npos) {
      return call_.find(name);
    }
    for (const Dict::Entry& entry : call_) {
      if (entry.key.is_str() && equals_converted(entry.key.as_str(), name)) return &entry.value;
    }
    return nullptr;
  }

  static bool equals_converted(std::string_view given, std::string_view name) {
    if (given.size() != name.size()) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (given[i] != (name[i] == '.' ? '_' : name[i])) return false;
    }
    return true;
  }

  void report_name() {
    const Value name = name_->is_str()
                           ? Value::str(name_in_replies(name_->as_str(), check_.underscore_to_dot))
                           : *name_;
    const Value& given = call_.entry(0).key;
    findings_.start_over({});
    findings_.add_error("simple_function_checker:wrong_func_name",
                        concat({"Function name ", repr(name), " not found in model output."}));
    findings_.why = Reason{.rule = rules::kWrongFuncName,
                           .path = {given},
                           .expected = name,
                           .found = given,
                           .text = concat({"The function ", brief_repr(name),
                                           " should be called, not ", brief_repr(given), "."})};
  }

  Outcome check_parameters() {
    if (const Outcome outcome = check_required(); outcome != Outcome::kPass) return outcome;
    for (const Dict::Entry& entry : given_->as_dict()) {
      const Outcome outcome = check_parameter(entry);
      if (outcome == Outcome::kFail && findings_.explain) findings_.prepend_to_path(entry.key);
      if (outcome != Outcome::kPass) return outcome;
    }
    return check_left_out();
  }

  Outcome check_required() {
    List storage;
    const List* required = iterate(*required_, storage, findings_.raised);
    if (required == nullptr) return Outcome::kRaise;
    for (const Value& param : *required) {
      const bool given = is_member(param, *given_, findings_.raised);
      if (findings_.has_raised()) return Outcome::kRaise;
      if (!given) {
        return report_absent(param, rules::kMissingRequired,
                             "simple_function_checker:missing_required",
                             concat({"Missing required parameter: ", repr(param), "."}),
                             ", which the function requires, is missing.");
      }
      ++findings_.progress;
    }
    return Outcome::kPass;
  }

  // Parameters that the call leaves out must be optional: "" stands among their answers.
  Outcome check_left_out() {
    List storage;
    const List* params = iterate(*answers_, storage, findings_.raised);
    if (params == nullptr) return Outcome::kRaise;
    for (const Value& param : *params) {
      const bool given = is_member(param, *given_, findings_.raised);
      if (findings_.has_raised()) return Outcome::kRaise;
      if (given) continue;
      const Value* answers = subscript(*answers_, param, findings_.raised);
      if (answers == nullptr) return Outcome::kRaise;
      const bool optional = is_member(Value::str(""), *answers, findings_.raised);
      if (findings_.has_raised()) return Outcome::kRaise;
      if (!optional) {
        return report_absent(param, rules::kMissingOptional,
                             "simple_function_checker:missing_optional",
                             concat({"Optional parameter ", repr(param),
                                     " not provided and not marked as optional."}),
                             " is missing, and no possible answer leaves it out.");
      }
    }
    return Outcome::kPass;
  }

  Outcome report_absent(const Value& param, std::string_view rule, std::string_view error_type,
                        std::string_view official_text, std::string_view sentence_end) {
    if (!findings_.explain) return Outcome::kFail;
    findings_.start_over({});
    findings_.add_error(error_type, official_text);
    const Value* expected =
        answers_->is_dict() && hashable(param) ? answers_->as_dict().find(param) : nullptr;
    findings_.why = Reason{.rule = rule,
                           .path = {param},
                           .expected = expected != nullptr ? *expected : Value(),
                           .found = {},
                           .text = concat({"Parameter ", brief_repr(param), sentence_end})};
    return Outcome::kFail;
  }

  Outcome check_parameter(const Dict::Entry& entry) {
    Error& raised = findings_.raised;
    bool known = is_member(entry.key, *properties_, raised);
    if (known && !findings_.has_raised()) known = is_member(entry.key, *answers_, raised);
    if (findings_.has_raised()) return Outcome::kRaise;
    if (!known) return report_unexpected(entry);
    const Value* details = subscript(*properties_, entry.key, raised);
    if (details == nullptr) return Outcome::kRaise;

    ExpectedType expected;
    Value converted;
    const Value* value = &entry.value;
    const Outcome outcome = read_type(entry, *details, expected, converted, value);
    if (outcome != Outcome::kPass) return outcome;
    const Value* answers = subscript(*answers_, entry.key, raised);
    if (answers == nullptr) return Outcome::kRaise;
    return check_value(entry.key, *value, *answers, expected);
  }

  Outcome report_unexpected(const Dict::Entry& entry) {
    if (!findings_.explain) return Outcome::kFail;
    findings_.start_over({});
    findings_.add_error("simple_function_checker:unexpected_param",
                        concat({"Unexpected parameter: ", repr(entry.key), "."}));
    Error ignored;
    const bool declared = is_member(entry.key, *properties_, ignored);
    findings_.why = Reason{.rule = rules::kUnexpectedParam,
                           .path = {},
                           .expected = {},
                           .found = entry.value,
                           .text = concat({declared ? "No possible answer gives the parameter "
                                                    : "The function has no parameter ",
                                           brief_repr(entry.key), "."})};
    return Outcome::kFail;
  }

  // Finds out the type of a parameter; `value` is moved to `converted` where the value that is
  // compared is not the one that was given.
  Outcome read_type(const Dict::Entry& entry, const Value& details, ExpectedType& expected,
                    Value& converted, const Value*& value) {
    Error& raised = findings_.raised;
    const Value* description = subscript(details, "type", raised);
    if (description == nullptr) return Outcome::kRaise;
    const std::optional<Kind> type = python_type_of(check_.language, *description, raised);
    if (!type) return Outcome::kRaise;
    expected.description = description->as_str();
    expected.type = *type;
    const bool is_source = check_.language != Language::kPython;
    if (is_source && !value->is_str()) return report_not_text(entry);

    const Value* element_type = nullptr;
    if (has_element_type(expected.description)) {
      const Value* items = subscript(details, "items", raised);
      if (items == nullptr) return Outcome::kRaise;
      element_type = subscript(*items, "type", raised);
      if (element_type == nullptr) return Outcome::kRaise;
      expected.nested = python_type_of(check_.language, *element_type, raised);
      if (!expected.nested) return Outcome::kRaise;
    }
    if (is_source) return convert_source(expected, element_type, converted, value);
    return convert_python(expected, converted, value);
  }

  bool has_element_type(std::string_view description) const {
    if (description == "array") return check_.language != Language::kJava;
    if (check_.language == Language::kPython) return description == "tuple";
    return description == "Array" || description == "ArrayList";
  }

  Outcome convert_source(const ExpectedType& expected, const Value* element_type, Value& converted,
                         const Value*& value) {
    const std::string_view nested =
        element_type != nullptr ? element_type->as_str() : std::string_view();
    const auto convert = check_.language == Language::kJava ? &java_value : &javascript_value;
    Result<Value> result = convert(value->as_str(), expected.description, nested);
    if (!result.ok()) {
      findings_.raised = std::move(result).error();
      return Outcome::kRaise;
    }
    converted = std::move(result).value();
    value = &converted;
    return Outcome::kPass;
  }

  // JSON turned the tuples of the possible answers into lists; and Python itself takes an int for a
  // float.
  Outcome convert_python(const ExpectedType& expected, Value& converted, const Value*& value) {
    if (value->is_tuple() && expected.description == "tuple") {
      converted = Value::list(value->items());
      value = &converted;
    } else if (value->is_int() && expected.type == Kind::kFloat) {
      const double number = value->is_small_int() ? static_cast<double>(value->as_int64())
                                                  : value->as_bigint().to_double();
      if (number - number != 0) {
        return findings_.raise("OverflowError", "int too large to convert to float");
      }
      converted = Value::real(number);
      value = &converted;
    }
    return Outcome::kPass;
  }

  Outcome report_not_text(const Dict::Entry& entry) {
    if (!findings_.explain) return Outcome::kFail;
    const bool is_java = check_.language == Language::kJava;
    const std::string_view type = type_name(entry.value);
    findings_.start_over({});
    findings_.add_error(
        is_java ? "type_error:java" : "type_error:js",
        concat({"Incorrect type for parameter ", repr(entry.key), ". Expected type String, got ",
                type, ". Parameter value: ", repr(entry.value), "."}));
    findings_.why = Reason{.rule = rules::kNotText,
                           .path = {},
                           .expected = Value::str("String"),
                           .found = entry.value,
                           .text = concat({"Parameter ", brief_repr(entry.key), " takes ",
                                           is_java ? "Java" : "JavaScript", " source text, but ",
                                           brief_repr(entry.value), " is ", type, "."})};
    return Outcome::kFail;
  }

  Outcome check_value(const Value& param, const Value& value, const Value& answers,
                      const ExpectedType& expected) {
    bool is_variable = false;
    const Outcome typed = check_type(param, value, answers, expected, is_variable, findings_);
    if (typed != Outcome::kPass) return typed;
    ++findings_.progress;
    const auto check = is_variable ? &check_plain : value_check_of(expected);
    const Outcome outcome = check(param, value, answers, findings_);
    if (outcome == Outcome::kPass) ++findings_.progress;
    return outcome;
  }

  using ValueCheck = Outcome (*)(const Value&, const Value&, const Value&, Findings&);

  static ValueCheck value_check_of(const ExpectedType& expected) {
    switch (expected.type) {
      case Kind::kDict:
        return &check_dict;
      case Kind::kStr:
        return &check_string;
      case Kind::kList:
        return expected.nested == Kind::kDict ? &check_list_of_dicts : &check_list;
      default:
        return &check_plain;
    }
  }

  const Dict& call_;
  const AstCheck& check_;
  Findings& findings_;
  const Value* answers_ = nullptr;     // of the expected function: {parameter: possible values}
  const Value* name_ = nullptr;        // in the doc
  const Value* properties_ = nullptr;  // in the doc
  const Value* required_ = nullptr;    // in the doc
  const Value* given_ = nullptr;       // the call's parameters
};

}  // namespace

Outcome check_call(const Value& doc, const Value& call, const Value& answer, const AstCheck& check,
                   Findings& findings) {
  return CallCheck(call.as_dict(), check, findings).run(doc, answer);
}

}  // namespace bfclx
