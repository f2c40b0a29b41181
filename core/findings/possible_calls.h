// Calls made from the ground truth: the responses that a perfect model could give.
//
// The checker looks at each parameter of a call alone, so a call that passes is found, or ruled
// out, parameter by parameter; no combinations need be tried.
#ifndef BFCLX_CORE_FINDINGS_POSSIBLE_CALLS_H_
#define BFCLX_CORE_FINDINGS_POSSIBLE_CALLS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/value/value.h"

namespace bfclx {

// Values of one parameter that might pass, likeliest first: the alternatives as they stand, those
// of dictionaries (lists of alternatives for each key) put together, whole numbers as floats and
// the reverse; for Java and JavaScript all of them as source text. At most `limit`.
std::vector<Value> candidates(const Value& alternatives, Language language, std::size_t limit);

// The doc of the function that a call of the ground truth names, and for one call the only function
// there is; nullptr: none.
const Value* function_of(const Entry& entry, const Value& name);

struct PossibleResponse {
  Value calls;  // list of {name: {parameter: value}}
  bool passes = false;
  // Why not: name of the rule that no candidate satisfies, and a sentence.
  std::string rule;
  std::string reason;
  // Passes, but not as the ground truth reads: it allows to leave a parameter out that the function
  // requires, or its first alternative fails. What fails then, a sentence; empty when nothing does.
  std::string trap_rule;
  std::string trap;
};

// The calls of an entry's ground truth, with the first value of each parameter that passes;
// optional parameters are left out. The entry's category is judged by calls.
PossibleResponse possible_response(const Entry& entry);

// "[f(a=1, b='x'), g()]".
std::string python_text(const Value& calls);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_POSSIBLE_CALLS_H_
