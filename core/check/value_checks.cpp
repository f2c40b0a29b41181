#include "core/check/value_checks.h"

#include <algorithm>
#include <span>
#include <string>

#include "core/check/rules.h"
#include "core/check/standardize.h"
#include "core/python/objects/protocol.h"
#include "core/value/dict.h"
#include "core/value/repr.h"
#include "core/value/value.h"

namespace bfclx {
namespace {

std::string invalid_value_text(const Value& param, const Value& value, const Value& answers,
                               std::string_view after) {
  return concat({"Invalid value for parameter ", repr(param), ": ", repr(value),
                 ". Expected one of ", str(answers), after});
}

Reason value_reason(std::string_view rule, const Value& param, const Value& value,
                    const Value& answers) {
  return Reason{.rule = rule,
                .path = {},
                .expected = answers,
                .found = value,
                .text = concat({"The value ", brief_repr(value), " of ", brief_repr(param),
                                " is none of the possible answers ", brief_repr(answers), "."})};
}

bool standardized_lists_equal(const List& value, const List& answer) {
  return value.size() == answer.size() &&
         std::equal(value.begin(), value.end(), answer.begin(),
                    [](const Value& a, const Value& b) { return standardized_equal(a, b); });
}

// Of the answers of the same length, the one that agrees longest: the index where it differs.
// nullopt when no length agrees.
std::optional<std::size_t> nearest_difference(const List& value, const List& answers) {
  std::optional<std::size_t> nearest;
  for (const Value& answer : answers) {
    if (!answer.is_list() || answer.items().size() != value.size()) continue;
    const auto differs =
        std::mismatch(value.begin(), value.end(), answer.items().begin(),
                      [](const Value& a, const Value& b) { return standardized_equal(a, b); });
    const auto index = static_cast<std::size_t>(differs.first - value.begin());
    if (!nearest || index > *nearest) nearest = index;
  }
  return nearest;
}

// One dict against one answer that is not "": the body of dict_checker's outer loop.
class DictCheck {
 public:
  DictCheck(const Value& answer, Findings& findings) : answer_(answer), findings_(findings) {}

  Result<Outcome> run(const Value& value) {
    BFCLX_ASSIGN_OR_RETURN(const Dict* const dict, python::dict_method(value, "items"));
    passed_ = true;
    BFCLX_RETURN_IF_ERROR(check_given(*dict));
    // Looked at even where a key or value has failed: both texts are kept.
    BFCLX_RETURN_IF_ERROR(check_missing(*dict));
    return passed_ ? Outcome::kPass : Outcome::kFail;
  }

 private:
  Status check_given(const Dict& dict) {
    for (const Dict::Entry& entry : dict) {
      BFCLX_ASSIGN_OR_RETURN(const bool known, python::is_member(entry.key, answer_));
      if (!known) {
        report_key(rules::kDictKey, "Unexpected dict key parameter: '", entry.key, entry.value);
        return {};
      }
      Value alternatives_storage;
      BFCLX_ASSIGN_OR_RETURN(const Value* const alternatives,
                             python::subscript(answer_, entry.key, alternatives_storage));
      List storage;
      BFCLX_ASSIGN_OR_RETURN(const List* const items, python::sequence(*alternatives, storage));
      const bool found = std::any_of(items->begin(), items->end(), [&](const Value& item) {
        return standardized_equal(entry.value, item);
      });
      if (!found) {
        report_value(entry, *items);
        return {};
      }
    }
    return {};
  }

  Status check_missing(const Dict& dict) {
    BFCLX_ASSIGN_OR_RETURN(const Dict* const answer, python::dict_method(answer_, "items"));
    for (const Dict::Entry& entry : *answer) {
      if (dict.contains(entry.key)) continue;
      BFCLX_ASSIGN_OR_RETURN(const bool optional, python::is_member(Value::str(""), entry.value));
      if (optional) continue;
      report_key(rules::kMissingDictKey, "Missing dict key parameter: '", entry.key, Value());
      return {};
    }
    return {};
  }

  void report_key(std::string_view rule, std::string_view text, const Value& key,
                  const Value& found) {
    const bool first = passed_;
    passed_ = false;
    if (!findings_.explain) return;
    findings_.add_error("value_error:dict_key", concat({text, str(key), "'."}));
    if (!first || !findings_.reason) return;
    findings_.why = Reason{.rule = rule, .path = {key}, .expected = {}, .found = found, .text = {}};
    if (rule == rules::kDictKey) {
      findings_.why.text = concat({"The dictionary has the key ", brief_repr(key),
                                   ", which the possible answer does not have."});
      return;
    }
    const Value* expected = answer_.is_dict() ? answer_.as_dict().find(key) : nullptr;
    if (expected != nullptr) findings_.why.expected = *expected;
    findings_.why.text = concat({"The dictionary lacks the key ", brief_repr(key), "."});
  }

  void report_value(const Dict::Entry& entry, const List& alternatives) {
    passed_ = false;
    if (!findings_.explain) return;
    List shown;
    shown.reserve(alternatives.size());
    for (const Value& item : alternatives) shown.push_back(standardized(item));
    findings_.add_error(
        "value_error:dict_value",
        invalid_value_text(entry.key, entry.value, Value::list(std::move(shown)), "."));
    if (!findings_.reason) return;
    findings_.why =
        value_reason(rules::kDictValue, entry.key, entry.value, Value::list(alternatives));
    findings_.why.path = {entry.key};
  }

  const Value& answer_;
  Findings& findings_;
  bool passed_ = true;
};

void report_unclear(const Value& param, std::string_view error_type, const Value& value,
                    Findings& findings) {
  findings.start_over(error_type);
  if (!findings.reason) return;
  findings.why =
      Reason{.rule = rules::kNoAnswer,
             .path = {},
             .expected = {},
             .found = value,
             .text = concat({"No possible answer is known for ", brief_repr(param), "."})};
}

// dict_checker over some answers.
Result<Outcome> check_dict_against(const Value& param, const Value& value,
                                   std::span<const Value> answers, Findings& findings) {
  if (findings.explain) report_unclear(param, "dict_checker:unclear", value, findings);
  for (const Value& answer : answers) {
    if (answer.is_str() && answer.as_str().empty()) continue;
    if (findings.explain) findings.start_over("dict_checker:unclear");
    BFCLX_ASSIGN_OR_RETURN(const Outcome outcome, DictCheck(answer, findings).run(value));
    if (outcome != Outcome::kFail) return outcome;
  }
  return Outcome::kFail;
}

void report_count(const Value& param, std::size_t found, std::size_t expected, Findings& findings) {
  findings.start_over({});
  findings.add_error("value_error:list_dict_count", "Wrong number of dictionaries in the list.");
  if (!findings.reason) return;
  findings.why = Reason{
      .rule = rules::kListDictCount,
      .path = {},
      .expected = Value::integer(static_cast<std::int64_t>(expected)),
      .found = Value::integer(static_cast<std::int64_t>(found)),
      .text = concat({"The list of ", brief_repr(param), " should have ", std::to_string(expected),
                      " dictionaries and has ", std::to_string(found), "."})};
}

}  // namespace

Result<Outcome> check_string(const Value& param, const Value& value, const Value& answers,
                             Findings& findings) {
  List storage;
  BFCLX_ASSIGN_OR_RETURN(const List* const items, python::sequence(answers, storage));
  const std::string_view text = value.as_str();
  for (const Value& answer : *items) {
    if (answer.is_str() && standardized_equal(text, answer.as_str())) return Outcome::kPass;
  }
  if (!findings.explain) return Outcome::kFail;
  findings.start_over({});
  findings.add_error("value_error:string",
                     invalid_value_text(param, value, answers, ". Case insensitive."));
  if (!findings.reason) return Outcome::kFail;
  findings.why = value_reason(rules::kStringValue, param, value, answers);
  return Outcome::kFail;
}

Result<Outcome> check_list(const Value& param, const Value& value, const Value& answers,
                           Findings& findings) {
  List storage;
  BFCLX_ASSIGN_OR_RETURN(const List* const items, python::sequence(answers, storage));
  bool found = false;
  for (const Value& answer : *items) {
    // All are looked at, also behind the one that fits: an answer without a length raises.
    List answer_storage;
    BFCLX_ASSIGN_OR_RETURN(const List* const elements, python::sequence(answer, answer_storage));
    found = found || standardized_lists_equal(value.items(), *elements);
  }
  if (found) return Outcome::kPass;
  if (!findings.explain) return Outcome::kFail;
  findings.start_over({});
  findings.add_error("value_error:list/tuple", invalid_value_text(param, value, answers, "."));
  if (!findings.reason) return Outcome::kFail;
  findings.why = value_reason(rules::kListValue, param, value, answers);
  if (const auto index = nearest_difference(value.items(), *items)) {
    findings.why.path = {Value::integer(static_cast<std::int64_t>(*index))};
  }
  return Outcome::kFail;
}

Result<Outcome> check_dict(const Value& param, const Value& value, const Value& answers,
                           Findings& findings) {
  List storage;
  BFCLX_ASSIGN_OR_RETURN(const List* const items, python::sequence(answers, storage));
  return check_dict_against(param, value, *items, findings);
}

Result<Outcome> check_list_of_dicts(const Value& param, const Value& value, const Value& answers,
                                    Findings& findings) {
  List storage;
  BFCLX_ASSIGN_OR_RETURN(const List* const items, python::sequence(answers, storage));
  const List& dicts = value.items();
  if (findings.explain) report_unclear(param, "list_dict_checker:unclear", value, findings);
  for (const Value& answer : *items) {
    BFCLX_ASSIGN_OR_RETURN(const std::size_t expected_count, python::length(answer));
    if (expected_count != dicts.size()) {
      if (findings.explain) report_count(param, dicts.size(), expected_count, findings);
      continue;
    }
    List answer_storage;
    BFCLX_ASSIGN_OR_RETURN(const List* const answer_items,
                           python::sequence(answer, answer_storage));
    Outcome outcome = Outcome::kPass;
    for (std::size_t i = 0; i < dicts.size() && outcome == Outcome::kPass; ++i) {
      BFCLX_ASSIGN_OR_RETURN(
          outcome, check_dict_against(param, dicts[i], {&(*answer_items)[i], 1}, findings));
      if (outcome == Outcome::kFail && findings.explain) {
        findings.prepend_to_path(Value::integer(static_cast<std::int64_t>(i)));
      }
    }
    if (outcome != Outcome::kFail) return outcome;
  }
  return Outcome::kFail;
}

Result<Outcome> check_plain(const Value& param, const Value& value, const Value& answers,
                            Findings& findings) {
  BFCLX_ASSIGN_OR_RETURN(const bool found, python::is_member(value, answers));
  if (found) return Outcome::kPass;
  if (!findings.explain) return Outcome::kFail;
  findings.start_over({});
  findings.add_error("value_error:others", invalid_value_text(param, value, answers, "."));
  if (!findings.reason) return Outcome::kFail;
  findings.why = value_reason(rules::kValue, param, value, answers);
  return Outcome::kFail;
}

namespace {

using ValueCheck = Result<Outcome> (*)(const Value&, const Value&, const Value&, Findings&);

ValueCheck value_check_of(const ExpectedType& expected) {
  switch (expected.type) {
    case Value::Kind::kDict:
      return &check_dict;
    case Value::Kind::kStr:
      return &check_string;
    case Value::Kind::kList:
      return expected.nested == Value::Kind::kDict ? &check_list_of_dicts : &check_list;
    default:
      return &check_plain;
  }
}

}  // namespace

Result<Outcome> check_value(const Value& param, const Value& value, const Value& answers,
                            const ExpectedType& expected, Findings& findings) {
  bool is_variable = false;
  BFCLX_ASSIGN_OR_RETURN(const Outcome typed,
                         check_type(param, value, answers, expected, is_variable, findings));
  if (typed != Outcome::kPass) return typed;
  ++findings.progress;
  const auto check = is_variable ? &check_plain : value_check_of(expected);
  BFCLX_ASSIGN_OR_RETURN(const Outcome outcome, check(param, value, answers, findings));
  if (outcome == Outcome::kPass) ++findings.progress;
  return outcome;
}

}  // namespace bfclx
