// CallPlan: what an entry's calls must be, made ready once so that right ones are recognised
// quickly.
//
// Most replies to most entries are right, and to see that needs neither the function docs as they
// stand nor any error text. A plan only ever says "passes"; whatever it does not recognise goes
// through the checker itself (ast_checker.h), which gives every failure and every odd case.
#ifndef BFCLX_CORE_CHECK_CALL_PLAN_H_
#define BFCLX_CORE_CHECK_CALL_PLAN_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/check/ast_checker.h"
#include "core/check/type_check.h"
#include "core/value/value.h"

namespace bfclx {

class CallPlan {
 public:
  // nullptr where docs or answers do not have the ordinary form, and for languages other than
  // Python. Looks into both as long as it lives.
  static std::unique_ptr<const CallPlan> make(const Value& functions, const Value& possible_answers,
                                              Language language, CallCount count);

  // True when the checker finds these calls valid. False says nothing. `calls` has the form of
  // is_function_calling_format.
  bool passes(const Value& calls, bool underscore_to_dot) const;

 private:
  struct Parameter {
    const Value* name = nullptr;
    const Value* answers = nullptr;  // the list of alternatives
    ExpectedType expected;
    bool declared = false;  // has a type in the doc
    bool required = false;
    bool optional = false;  // may be left out: "" is among the alternatives
    // For strings that no variable can stand for: the alternatives in standard form (ASCII only).
    bool plain_text = false;
    std::vector<std::string> standard_texts;
    // For ints that no variable can stand for.
    bool plain_int = false;
  };
  struct Answer {
    std::string_view name;    // of the function
    std::string underscored;  // with '.' as '_'
    std::vector<Parameter> parameters;
  };
  enum class Match { kYes, kNo, kUnknown };

  static bool add_answer(const Value& functions, const Value& answer, bool by_name, CallPlan& plan);
  static bool add_parameter(const Value& name, const Value& alternatives, const Value& properties,
                            const Value& required, Answer& answer);
  static Match match_call(const Answer& answer, const Value& call, bool underscore_to_dot);
  static Match match_value(const Parameter& parameter, const Value& value);

  bool parallel_ = false;
  std::vector<Answer> answers_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_CALL_PLAN_H_
