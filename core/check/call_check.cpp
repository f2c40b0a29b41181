#include "core/check/call_check.h"

#include <string>

#include "core/check/parameter_value.h"
#include "core/check/rules.h"
#include "core/check/type_check.h"
#include "core/check/value_checks.h"
#include "core/python/objects/protocol.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using Kind = Value::Kind;

// convert_func_name: what the expected function is called in the responses of the model.
std::string name_in_responses(std::string_view name, bool underscore_to_dot) {
  std::string converted(name);
  for (char& c : converted) {
    if (underscore_to_dot && c == '.') c = '_';
  }
  return converted;
}

// The value of `key`, a str as a rule, or nullptr: dict.find(key) that looks at entry number `hint`
// first. Calls, docs and answers mostly name their parameters in the same order.
const Value* find_near(const Dict& dict, const Value& key, std::size_t hint) {
  if (hint < dict.size() && key.is_str()) {
    const Dict::Entry& entry = dict.entry(hint);
    if (entry.key.is_str() && entry.key.as_str() == key.as_str()) return &entry.value;
  }
  return dict.find(key);
}

class CallCheck {
 public:
  CallCheck(const Value& call, const AstCheck& check, Findings& findings)
      : whole_(call),
        call_(call.is_dict() ? call.as_dict() : kNoCall),
        check_(check),
        findings_(findings) {}

  // `doc` is the function's doc, `answer` {name: {parameter: possible values}}.
  Result<Outcome> run(const Value& doc, const Value& answer) {
    BFCLX_RETURN_IF_ERROR(open_answer(answer));
    BFCLX_RETURN_IF_ERROR(open_doc(doc));
    BFCLX_ASSIGN_OR_RETURN(const Outcome name, check_name());
    if (name != Outcome::kPass) return name;
    BFCLX_ASSIGN_OR_RETURN(const Outcome outcome, check_parameters());
    if (outcome == Outcome::kFail && findings_.explain) {
      findings_.prepend_to_path(call_.entry(0).key);
    }
    return outcome;
  }

 private:
  Status open_answer(const Value& answer) {
    BFCLX_ASSIGN_OR_RETURN(const Dict* const functions, python::dict_method(answer, "values"));
    if (functions->empty()) return python::index_error("list index out of range");
    answers_ = &functions->entry(0).value;
    return {};
  }

  Status open_doc(const Value& doc) {
    BFCLX_ASSIGN_OR_RETURN(name_, python::subscript(doc, "name"));
    BFCLX_ASSIGN_OR_RETURN(const Value* const parameters, python::subscript(doc, "parameters"));
    BFCLX_ASSIGN_OR_RETURN(properties_, python::subscript(*parameters, "properties"));
    BFCLX_ASSIGN_OR_RETURN(required_, python::subscript(*parameters, "required"));
    return {};
  }

  // `name in call` and `call[name]` of a call that is no dict.
  Result<Outcome> check_name_in_other() {
    const Value name = expected_name();
    BFCLX_ASSIGN_OR_RETURN(const bool known, python::is_member(name, whole_));
    if (known) {
      BFCLX_ASSIGN_OR_RETURN(given_, python::subscript(whole_, name, given_storage_));
      return Outcome::kPass;
    }
    if (findings_.explain) report_name();
    return Outcome::kFail;
  }

  Value expected_name() const {
    return name_->is_str()
               ? Value::str(name_in_responses(name_->as_str(), check_.underscore_to_dot))
               : *name_;
  }

  Result<Outcome> check_name() {
    if (!whole_.is_dict()) return check_name_in_other();
    if (name_->is_str()) {
      given_ = find_call(name_->as_str());
    } else {
      // `"." in name` asks for a container; only a str can be a name after that.
      BFCLX_RETURN_IF_ERROR(python::is_member(Value::str("."), *name_));
      BFCLX_RETURN_IF_ERROR(python::check_hashable(*name_));
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
    const Value name = expected_name();
    const Value& given = call_.empty() ? whole_ : call_.entry(0).key;
    call_errors::wrong_name(name, findings_);
    if (!findings_.reason) return;
    findings_.why = Reason{.rule = rules::kWrongFuncName,
                           .path = {given},
                           .expected = name,
                           .found = given,
                           .text = concat({"The function ", brief_repr(name),
                                           " should be called, not ", brief_repr(given), "."})};
  }

  Result<Outcome> check_parameters() {
    BFCLX_ASSIGN_OR_RETURN(const Outcome required, check_required());
    if (required != Outcome::kPass) return required;
    BFCLX_ASSIGN_OR_RETURN(const Dict* const given, python::dict_method(*given_, "items"));
    for (std::size_t i = 0; i < given->size(); ++i) {
      const Dict::Entry& entry = given->entry(i);
      BFCLX_ASSIGN_OR_RETURN(const Outcome outcome, check_parameter(entry, i));
      if (outcome == Outcome::kFail && findings_.explain) findings_.prepend_to_path(entry.key);
      if (outcome != Outcome::kPass) return outcome;
    }
    return check_left_out();
  }

  // `param in given`, where it stands at `hint` as a rule.
  Result<bool> is_given(const Value& param, std::size_t hint) {
    if (param.is_str() && given_->is_dict()) {
      return find_near(given_->as_dict(), param, hint) != nullptr;
    }
    return python::is_member(param, *given_);
  }

  Result<Outcome> check_required() {
    List storage;
    BFCLX_ASSIGN_OR_RETURN(const List* const required, python::iterate(*required_, storage));
    for (std::size_t i = 0; i < required->size(); ++i) {
      const Value& param = (*required)[i];
      BFCLX_ASSIGN_OR_RETURN(const bool given, is_given(param, i));
      if (!given) return report_absent(param, kMissingRequired);
      ++findings_.progress;
    }
    return Outcome::kPass;
  }

  // Parameters that the call leaves out must be optional: "" stands among their answers.
  Result<Outcome> check_left_out() {
    // All that are given have answers: as many answers, and none is left out.
    if (answers_->is_dict() && answers_->as_dict().size() == given_->as_dict().size()) {
      return Outcome::kPass;
    }
    List storage;
    BFCLX_ASSIGN_OR_RETURN(const List* const params, python::iterate(*answers_, storage));
    for (std::size_t i = 0; i < params->size(); ++i) {
      const Value& param = (*params)[i];
      BFCLX_ASSIGN_OR_RETURN(const bool given, is_given(param, i));
      if (given) continue;
      Value answers_storage;
      BFCLX_ASSIGN_OR_RETURN(const Value* const answers,
                             python::subscript(*answers_, param, answers_storage));
      BFCLX_ASSIGN_OR_RETURN(const bool optional, python::is_member(Value::str(""), *answers));
      if (!optional) return report_absent(param, kMissingOptional);
    }
    return Outcome::kPass;
  }

  struct AbsenceTexts {
    std::string_view rule;
    void (*add_error)(const Value& param, Findings& findings);
    std::string_view sentence_end;
  };
  static constexpr AbsenceTexts kMissingRequired = {rules::kMissingRequired,
                                                    &call_errors::missing_required,
                                                    ", which the function requires, is missing."};
  static constexpr AbsenceTexts kMissingOptional = {
      rules::kMissingOptional, &call_errors::missing_optional,
      " is missing, and no possible answer leaves it out."};

  Outcome report_absent(const Value& param, const AbsenceTexts& texts) {
    if (!findings_.explain) return Outcome::kFail;
    texts.add_error(param, findings_);
    if (!findings_.reason) return Outcome::kFail;
    const Value* expected =
        answers_->is_dict() && hashable(param) ? answers_->as_dict().find(param) : nullptr;
    findings_.why = Reason{.rule = texts.rule,
                           .path = {param},
                           .expected = expected != nullptr ? *expected : Value(),
                           .found = {},
                           .text = concat({"Parameter ", brief_repr(param), texts.sentence_end})};
    return Outcome::kFail;
  }

  // What `key in container`, and then `container[key]`, find.
  struct Member {
    bool known = false;
    const Value* value = nullptr;  // nullptr when the container is no dict: not looked up yet
  };

  static Result<Member> find_member(const Value& key, const Value& container, std::size_t hint) {
    if (container.is_dict()) {
      const Value* value = find_near(container.as_dict(), key, hint);
      return Member{value != nullptr, value};
    }
    BFCLX_ASSIGN_OR_RETURN(const bool known, python::is_member(key, container));
    return Member{known, nullptr};
  }

  static Result<const Value*> value_of(const Member& member, const Value& key,
                                       const Value& container, Value& storage) {
    if (member.value != nullptr) return member.value;
    return python::subscript(container, key, storage);
  }

  Result<Outcome> check_parameter(const Dict::Entry& entry, std::size_t index) {
    BFCLX_ASSIGN_OR_RETURN(const Member property, find_member(entry.key, *properties_, index));
    Member answer;
    if (property.known) {
      BFCLX_ASSIGN_OR_RETURN(answer, find_member(entry.key, *answers_, index));
    }
    if (!answer.known) return report_unexpected(entry);
    Value storage;
    BFCLX_ASSIGN_OR_RETURN(const Value* const details,
                           value_of(property, entry.key, *properties_, storage));

    TypedValue typed(entry.value);
    BFCLX_ASSIGN_OR_RETURN(const Outcome outcome,
                           read_value(check_.language, entry.key, *details, typed, findings_));
    if (outcome != Outcome::kPass) return outcome;
    Value answer_storage;
    BFCLX_ASSIGN_OR_RETURN(const Value* const answers,
                           value_of(answer, entry.key, *answers_, answer_storage));
    return check_value(entry.key, *typed.value, *answers, typed.expected, findings_);
  }

  Outcome report_unexpected(const Dict::Entry& entry) {
    if (!findings_.explain) return Outcome::kFail;
    call_errors::unexpected(entry.key, findings_);
    if (!findings_.reason) return Outcome::kFail;
    const Result<bool> member = python::is_member(entry.key, *properties_);
    const bool declared = member.ok() && *member;
    findings_.why = Reason{.rule = rules::kUnexpectedParam,
                           .path = {},
                           .expected = {},
                           .found = entry.value,
                           .text = concat({declared ? "No possible answer gives the parameter "
                                                    : "The function has no parameter ",
                                           brief_repr(entry.key), "."}),
                           .more = {},
                           .detail = std::string(declared ? kDeclared : std::string_view())};
    return Outcome::kFail;
  }

  static inline const Dict kNoCall;

  const Value& whole_;
  const Dict& call_;  // empty where it is no dict
  const AstCheck& check_;
  Findings& findings_;
  const Value* answers_ = nullptr;     // of the expected function: {parameter: possible values}
  const Value* name_ = nullptr;        // in the doc
  const Value* properties_ = nullptr;  // in the doc
  const Value* required_ = nullptr;    // in the doc
  const Value* given_ = nullptr;       // the call's parameters
  Value given_storage_;
};

}  // namespace

void call_errors::wrong_name(const Value& name, Findings& findings) {
  findings.start_over({});
  findings.add_error("simple_function_checker:wrong_func_name",
                     concat({"Function name ", repr(name), " not found in model output."}));
}

void call_errors::missing_required(const Value& param, Findings& findings) {
  findings.start_over({});
  findings.add_error("simple_function_checker:missing_required",
                     concat({"Missing required parameter: ", repr(param), "."}));
}

void call_errors::missing_optional(const Value& param, Findings& findings) {
  findings.start_over({});
  findings.add_error(
      "simple_function_checker:missing_optional",
      concat({"Optional parameter ", repr(param), " not provided and not marked as optional."}));
}

void call_errors::unexpected(const Value& param, Findings& findings) {
  findings.start_over({});
  findings.add_error("simple_function_checker:unexpected_param",
                     concat({"Unexpected parameter: ", repr(param), "."}));
}

Result<Outcome> check_call(const Value& doc, const Value& call, const Value& answer,
                           const AstCheck& check, Findings& findings) {
  return CallCheck(call, check, findings).run(doc, answer);
}

}  // namespace bfclx
