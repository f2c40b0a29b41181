// The functions that the executable categories of v1 to v3 call: 32 that compute and 19 that ask a
// service on the network (executable_python_function.py, last version at the parent of 4ed459c0).
//
// Arguments come straight from the model, so a function sees what the Python function would see:
// any type in any place. Where Python would raise, there is an Error with the exception's class and
// text. What Python would compute for hours, or for ever, ends with an Error of kind "Limit".
#ifndef BFCLX_CORE_SIMULATORS_APIS_EXECUTABLE_H_
#define BFCLX_CORE_SIMULATORS_APIS_EXECUTABLE_H_

#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/simulators/apis/calculation.h"
#include "core/simulators/engine/effects.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/value.h"

namespace bfclx {

// What a call has around it.
struct ExecutableContext {
  WorkBudget& budget;
  EffectStore& effects;
  unsigned depth = 0;  // of evaluations inside each other (estimate_derivative)
};

// Credentials that some functions and REST questions need.
struct ApiKey {
  std::string_view variable;     // of the environment: "RAPID_API_KEY"
  std::string_view placeholder;  // "YOUR-RAPID-API-KEY"
};
std::span<const ApiKey> api_keys();
// The one whose placeholder is in the text; nullptr for none.
const ApiKey* api_key_in(std::string_view text);

struct ExecutableFunction {
  std::string_view name;
  std::span<const Parameter> parameters;
  Result<Value> (*call)(ExecutableContext& context, Arguments arguments);
  bool network = false;
  std::string_view key = {};  // the variable that it needs; empty for none
};

// nullptr when there is none.
const ExecutableFunction* find_executable_function(std::string_view name);

// The tables of the parts: 51 in all, of which those of executable_network ask a service.
std::span<const ExecutableFunction> executable_numbers();    // executable_numbers.cpp
std::span<const ExecutableFunction> executable_sequences();  // executable_sequences.cpp
std::span<const ExecutableFunction> executable_services();   // executable_services.cpp
std::span<const ExecutableFunction> executable_network();    // executable_network.cpp

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_EXECUTABLE_H_
