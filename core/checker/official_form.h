// Expected arguments as plain values, and as BFCL's possible answers: either from the other
// (internal to core/checker).
//
//   {"city": {"any_of": ["Rome", "Roma"]}, "unit": "c"}
//   {"city": ["Rome", "Roma"], "unit": ["c"]}
#ifndef BFCLX_CORE_CHECKER_OFFICIAL_FORM_H_
#define BFCLX_CORE_CHECKER_OFFICIAL_FORM_H_

#include <string>

#include "core/base/result.h"
#include "core/checker/json_schema.h"
#include "core/value/value.h"

namespace bfclx {

// {parameter: [alternatives]}; "" among them says that it can be left out. An Error where
// alternatives lie deeper than the official rules look: in an argument, under a key of an object,
// or under a key of an object in a list; and for "" as a value of what can be left out and is not
// `optional`.
Result<Value> possible_answers_of(const Value& arguments, const Schema& schema,
                                  const std::string& place);

// The other direction. An Error where an alternative has not BFCL's form.
Result<Value> arguments_of_possible_answers(const Value& possible, const Schema& schema,
                                            const std::string& place);

// The arguments with the first of all alternatives.
Value first_alternatives(const Value& arguments);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_OFFICIAL_FORM_H_
