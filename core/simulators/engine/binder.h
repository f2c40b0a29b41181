// Binding of arguments to parameters, as CPython calls a method.
#ifndef BFCLX_CORE_SIMULATORS_ENGINE_BINDER_H_
#define BFCLX_CORE_SIMULATORS_ENGINE_BINDER_H_

#include <optional>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/python/evaluate/simple_calls.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

// What is called, as messages name it: "TicketAPI.close_ticket()", "math_gcd()".
struct Signature {
  std::string_view class_name;  // empty for a function; then there is no `self`
  std::string_view name;
  std::span<const Parameter> parameters;
};

// One value for each parameter; `modules` may be nullptr where no parameter has a shared list.
Result<List> bind_arguments(const Signature& signature, const List& positional,
                            const Dict& keywords, EpisodeModules* modules);

// The same where nothing is wrong; nullopt where there is an error, which is for bind_arguments to
// tell. No parameter has a shared list.
std::optional<List> bind_plain(const Signature& signature, const PlainCall& call);

// One value for each parameter. Errors are CPython 3.11's TypeErrors, in its order of precedence:
//   TicketAPI.close_ticket() got an unexpected keyword argument 'bogus'
//   GorillaFileSystem.cd() got multiple values for argument 'folder'
//   GorillaFileSystem.cd() takes 2 positional arguments but 3 were given
//   TravelAPI.book_flight() missing 2 required positional arguments: 'card_id' and 'travel_date'
// Counts include `self`.
Result<List> bind_arguments(const ClassTable& table, const Method& method, const List& positional,
                            const Dict& keywords, EpisodeModules& modules);

// instance.method(*positional, **keywords), paid from the budget of the moment.
Result<Value> call_method(Simulator& instance, const Method& method, const List& positional,
                          const Dict& keywords, EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_ENGINE_BINDER_H_
