// Checks one argument of a call against its possible answers. The checker looks at each parameter
// separately, so the result holds in any call.
#ifndef BFCLX_CORE_FINDINGS_ARGUMENT_CHECK_H_
#define BFCLX_CORE_FINDINGS_ARGUMENT_CHECK_H_

#include "core/base/result.h"
#include "core/check/verdict.h"
#include "core/dataset/category.h"
#include "core/value/value.h"

namespace bfclx {

class ArgumentCheck {
 public:
  // `function` is a function doc, `name` the function's name as calls have it.
  ArgumentCheck(const Value& function, Value name, Language language);

  // Whether `value` passes for the parameter, whatever else the call has.
  Result<Verdict> check(const Value& parameter, const Value& value,
                        const Value& alternatives) const;

  const List& required() const { return required_; }
  Language language() const { return language_; }

 private:
  Value name_;
  Language language_;
  Value functions_;  // the doc alone, without required parameters
  List required_;
};

// [{name: arguments}]
Value one_call(const Value& name, Dict arguments);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_ARGUMENT_CHECK_H_
