#include "core/check/ast_checker.h"

#include <string>
#include <utility>
#include <vector>

#include "core/check/call_check.h"
#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/python/objects/protocol.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

// ast_checker.py:find_description. A list without that name gives None, which the caller finds no
// name in; what is no list is taken for the one function there is.
Result<const Value*> find_description(const Value& functions, const Value& name) {
  static const Value kNothing;
  if (!functions.is_list()) return &functions;
  for (const Value& doc : functions.items()) {
    BFCLX_ASSIGN_OR_RETURN(const Value* const doc_name, python::subscript(doc, "name"));
    if (equal(*doc_name, name)) return &doc;
  }
  return &kNothing;
}

// The doc of the function that an item of the ground truth names.
Result<const Value*> doc_of_answer(const Value& functions, const Value& answer) {
  BFCLX_ASSIGN_OR_RETURN(const Dict* const names, python::dict_method(answer, "keys"));
  if (names->empty()) return python::index_error("list index out of range");
  return find_description(functions, names->entry(0).key);
}

Verdict verdict_of(Findings&& findings) {
  Verdict verdict;
  verdict.error_type = findings.error_type;
  verdict.error = Value::list(std::move(findings.errors));
  if (findings.reason) verdict.why = std::move(findings.why);
  return verdict;
}

Verdict valid_verdict() {
  Verdict verdict;
  verdict.valid = true;
  return verdict;
}

Verdict finish(Outcome outcome, Findings&& findings) {
  return outcome == Outcome::kPass ? valid_verdict() : verdict_of(std::move(findings));
}

Verdict wrong_count(const AstCheck& check, std::size_t found, std::size_t expected) {
  Findings findings;
  findings.reason = check.reason;
  call_errors::wrong_count(check.count, findings);
  if (check.reason) {
    findings.why = Reason{.rule = rules::kWrongCount,
                          .path = {},
                          .expected = index_value(expected),
                          .found = index_value(found),
                          .text = concat({"Calls expected: ", std::to_string(expected),
                                          ", calls made: ", std::to_string(found), "."})};
  }
  return verdict_of(std::move(findings));
}

// The only call against the only item of the ground truth.
Result<Verdict> check_one(const Value& doc, const Value& call, const Value& answer,
                          const AstCheck& check) {
  Findings findings;
  findings.reason = check.reason;
  BFCLX_ASSIGN_OR_RETURN(const Outcome outcome, check_call(doc, call, answer, check, findings));
  if (outcome == Outcome::kFail) findings.prepend_to_path(index_value(0));
  return finish(outcome, std::move(findings));
}

Result<Verdict> check_simple(const Value& functions, const List& calls, const Value& answers,
                             const AstCheck& check) {
  if (calls.size() != 1) {
    return wrong_count(check, calls.size(), 1);
  }
  Value doc_storage;
  Value answer_storage;
  BFCLX_ASSIGN_OR_RETURN(const Value* const doc,
                         python::subscript(functions, Value::integer(0), doc_storage));
  BFCLX_ASSIGN_OR_RETURN(const Value* const answer,
                         python::subscript(answers, Value::integer(0), answer_storage));
  return check_one(*doc, calls[0], *answer, check);
}

Result<Verdict> check_multiple(const Value& functions, const List& calls, const Value& answers,
                               const AstCheck& check) {
  BFCLX_ASSIGN_OR_RETURN(const std::size_t expected, python::length(answers));
  if (calls.size() != expected) {
    return wrong_count(check, calls.size(), expected);
  }
  Value storage;
  BFCLX_ASSIGN_OR_RETURN(const Value* const answer,
                         python::subscript(answers, Value::integer(0), storage));
  BFCLX_ASSIGN_OR_RETURN(const Value* const doc, doc_of_answer(functions, *answer));
  return check_one(*doc, calls[0], *answer, check);
}

// parallel_function_checker_no_order: each item of the ground truth, in order, takes the first call
// that is still free and fits (quirk greedy_pairs).
class ParallelCheck {
 public:
  ParallelCheck(const Value& functions, const List& calls, const AstCheck& check)
      : functions_(functions), calls_(calls), check_(check), taken_(calls.size(), false) {}

  Result<Verdict> run(const List& answers) {
    for (std::size_t i = 0; i < answers.size(); ++i) {
      BFCLX_ASSIGN_OR_RETURN(const Value* const doc, doc_of_answer(functions_, answers[i]));
      BFCLX_ASSIGN_OR_RETURN(const Outcome outcome, take_match(*doc, answers[i]));
      if (outcome == Outcome::kFail) return report(i, *doc, answers[i]);
    }
    return valid_verdict();
  }

 private:
  // Nothing is built for calls that do not fit: most entries pass in the end.
  Result<Outcome> take_match(const Value& doc, const Value& answer) {
    for (std::size_t index = 0; index < calls_.size(); ++index) {
      if (taken_[index]) continue;
      Findings findings{.explain = false};
      BFCLX_ASSIGN_OR_RETURN(const Outcome outcome,
                             check_call(doc, calls_[index], answer, check_, findings));
      if (outcome == Outcome::kFail) continue;
      taken_[index] = true;
      return outcome;
    }
    return Outcome::kFail;
  }

  // The verdict for an item that no free call fits. The reason is that of the nearest call: the one
  // that passed most tests, the first of equals.
  Verdict report(std::size_t answer_index, const Value& doc, const Value& answer) {
    Findings all;
    all.reason = check_.reason;
    int furthest = -1;
    std::size_t nearest = 0;
    List considered;
    List sub_errors;
    for (std::size_t index = 0; index < calls_.size(); ++index) {
      if (taken_[index]) continue;
      considered.push_back(index_value(index));
      Findings findings;
      findings.reason = check_.reason;
      // What it gives is known: take_match() has tried this call too.
      (void)check_call(doc, calls_[index], answer, check_, findings);
      sub_errors.push_back(sub_error(index, findings, answer));
      if (findings.progress <= furthest) continue;
      furthest = findings.progress;
      nearest = index;
      all.why = std::move(findings.why);
    }
    all.add_error("parallel_function_checker_no_order:cannot_find_match",
                  concat({"Could not find a matching function among index ",
                          repr(Value::list(std::move(considered))), " of model output for index ",
                          std::to_string(answer_index), " of possible answers."}));
    for (Value& error : sub_errors) all.errors.push_back(std::move(error));
    if (!check_.reason) return verdict_of(std::move(all));
    all.prepend_to_path(index_value(nearest));
    all.why.text = concat({"No call fits item ", std::to_string(answer_index),
                           " of the ground truth; the nearest is call ", std::to_string(nearest),
                           ": ", all.why.text});
    return verdict_of(std::move(all));
  }

  Value sub_error(std::size_t index, const Findings& findings, const Value& answer) const {
    Dict details;
    details.set("sub_error", Value::list(findings.errors));
    details.set("sub_error_type", Value::str(findings.error_type));
    details.set("model_output_item", calls_[index]);
    details.set("possible_answer_item", answer);
    Dict item;
    item.set(concat({"Model Result Index ", std::to_string(index)}),
             Value::dict(std::move(details)));
    return Value::dict(std::move(item));
  }

  const Value& functions_;
  const List& calls_;
  const AstCheck& check_;
  std::vector<bool> taken_;
};

Result<Verdict> check_parallel(const Value& functions, const List& calls, const Value& answers,
                               const AstCheck& check) {
  BFCLX_ASSIGN_OR_RETURN(const std::size_t expected, python::length(answers));
  if (calls.size() != expected) {
    return wrong_count(check, calls.size(), expected);
  }
  List storage;
  BFCLX_ASSIGN_OR_RETURN(const List* const items, python::sequence(answers, storage));
  return ParallelCheck(functions, calls, check).run(*items);
}

// len(calls) and calls[i], where these are no list.
Result<Value> list_of_calls(const Value& calls) {
  BFCLX_ASSIGN_OR_RETURN(const std::size_t count, python::length(calls));
  if (calls.is_tuple()) return Value::list(calls.items());
  // What has no items by number is told by the first; its length may be found to be wrong before.
  const bool numbered = python::subscript(calls, Value::integer(0)).ok();
  List items(count);
  for (std::size_t i = 0; numbered && i < count; ++i) {
    BFCLX_ASSIGN_OR_RETURN(items[i], python::subscript(calls, index_value(i)));
  }
  return Value::list(std::move(items));
}

// Calls that are no list: as many as are expected are taken one by one.
Result<Verdict> check_other_calls(const Value& functions, const Value& calls,
                                  const Value& possible_answers, const AstCheck& check) {
  BFCLX_ASSIGN_OR_RETURN(const Value list, list_of_calls(calls));
  std::size_t expected = 1;
  if (check.count != CallCount::kSimple) {
    BFCLX_ASSIGN_OR_RETURN(expected, python::length(possible_answers));
  }
  if (list.items().size() == expected && expected > 0) {
    BFCLX_RETURN_IF_ERROR(python::subscript(calls, Value::integer(0)));
  }
  return check_calls(functions, list, possible_answers, check);
}

}  // namespace

void call_errors::wrong_count(CallCount count, Findings& findings) {
  findings.start_over({});
  constexpr std::string_view kSimple = "simple_function_checker:wrong_count";
  constexpr std::string_view kMultiple = "multiple_function_checker:wrong_count";
  constexpr std::string_view kParallel = "parallel_function_checker_no_order:wrong_count";
  findings.add_error(count == CallCount::kSimple     ? kSimple
                     : count == CallCount::kMultiple ? kMultiple
                                                     : kParallel,
                     "Wrong number of functions.");
}

Result<Verdict> check_calls(const Value& functions, const Value& calls,
                            const Value& possible_answers, const AstCheck& check) {
  if (!calls.is_list()) return check_other_calls(functions, calls, possible_answers, check);
  switch (check.count) {
    case CallCount::kParallel:
      return check_parallel(functions, calls.items(), possible_answers, check);
    case CallCount::kMultiple:
      return check_multiple(functions, calls.items(), possible_answers, check);
    case CallCount::kSimple:
      break;
  }
  return check_simple(functions, calls.items(), possible_answers, check);
}

bool is_function_calling_format(const Value& decoded) {
  if (!decoded.is_list()) return false;
  for (const Value& item : decoded.items()) {
    if (!item.is_dict() || item.as_dict().size() != 1) return false;
    if (!item.as_dict().entry(0).value.is_dict()) return false;
  }
  return true;
}

bool is_empty_output(const Value& decoded) {
  return !is_function_calling_format(decoded) || decoded.items().empty();
}

}  // namespace bfclx
