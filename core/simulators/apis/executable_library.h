// Call texts of the executable categories, evaluated: what the official checker gives to exec() and
// eval() (executable_checker.py).
//
// A text is parsed and evaluated in the closed subset of core/python, with the 51 functions, `math`
// and `requests.get` in sight. Nothing else is reachable, and all of it is bounded.
#ifndef BFCLX_CORE_SIMULATORS_APIS_EXECUTABLE_LIBRARY_H_
#define BFCLX_CORE_SIMULATORS_APIS_EXECUTABLE_LIBRARY_H_

#include <memory>
#include <string_view>

#include "core/base/result.h"
#include "core/simulators/apis/executable.h"
#include "core/value/value.h"

namespace bfclx {

// The value of a call text. Errors: what Python would raise (kind and text); "Effect" where the
// store has no answer to a request (EffectStore::wanted); "Limit" for what is outside of the subset
// or of the bounds. `budget` is of all texts of one response.
Result<Value> execute_call(std::string_view text, EffectStore& effects, WorkBudget& budget);
// The same for a REST text, where `requests_get` stands for `requests.get`, and only what the
// checker's own module knows is in sight.
Result<Value> execute_rest(std::string_view text, EffectStore& effects, WorkBudget& budget);

// function(*positional, **keywords). Errors of binding are CPython 3.11's TypeErrors.
Result<Value> call_executable(const ExecutableFunction& function, ExecutableContext& context,
                              const List& positional, const Dict& keywords);

// A text that evaluates to a function: "lambda x: x**2".
class EvaluatedFunction {
 public:
  // eval(text) inside of estimate_derivative(function=text, x=x): the library's module and these
  // two names are in sight. What is no function is only noticed by `call`.
  static Result<EvaluatedFunction> evaluate(const Value& text, const Value& x,
                                            const ExecutableContext& context);
  Result<Value> call(const Value& argument) const;

 private:
  struct State;
  explicit EvaluatedFunction(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_EXECUTABLE_LIBRARY_H_
