#include "core/findings/argument_check.h"

#include <utility>

#include "core/check/ast_checker.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

Value* member(Value& object, std::string_view name) {
  return object.is_dict() ? object.mutable_dict().find(name) : nullptr;
}

}  // namespace

Value one_call(const Value& name, Dict arguments) {
  Dict call;
  call.set(name, Value::dict(std::move(arguments)));
  return Value::list({Value::dict(std::move(call))});
}

ArgumentCheck::ArgumentCheck(const Value& function, Value name, Language language)
    : name_(std::move(name)), language_(language) {
  Value lenient = function.deep_copy();
  Value* parameters = member(lenient, "parameters");
  if (parameters != nullptr && parameters->is_dict()) {
    if (const Value* required = parameters->as_dict().find("required")) {
      if (required->is_list()) required_ = required->items();
    }
    parameters->mutable_dict().set("required", Value::list());
  }
  functions_ = Value::list({std::move(lenient)});
}

Result<Verdict> ArgumentCheck::check(const Value& parameter, const Value& value,
                                     const Value& alternatives) const {
  Dict arguments;
  arguments.set(parameter, value);
  Dict possible;
  possible.set(parameter, alternatives);
  return check_calls(functions_, one_call(name_, std::move(arguments)),
                     one_call(name_, std::move(possible)),
                     AstCheck{language_, CallCount::kSimple, false});
}

}  // namespace bfclx
