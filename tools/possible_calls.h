// Calls made from the ground truth: the replies that a perfect model could give.
//
// The checker looks at each parameter of a call alone, so a call that passes is found, or ruled
// out, parameter by parameter; no combinations need be tried.
#ifndef BFCLX_TOOLS_POSSIBLE_CALLS_H_
#define BFCLX_TOOLS_POSSIBLE_CALLS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/value/value.h"

namespace bfclx::tools {

// Values of one parameter that might pass, likeliest first: the alternatives as they stand, those
// of dictionaries (lists of alternatives for each key) put together, whole numbers as floats and
// the reverse; for Java and JavaScript all of them as source text. At most `limit`.
std::vector<Value> candidates(const Value& alternatives, Language language, std::size_t limit);

struct PossibleReply {
  Value calls;  // list of {name: {parameter: value}}
  bool passes = false;
  std::string rule;    // why not: name of the rule that no candidate satisfies
  std::string reason;  // and a sentence
};

// The calls of an entry's ground truth, with the first value of each parameter that passes;
// optional parameters are left out. The entry's category is judged by calls.
PossibleReply possible_reply(const Entry& entry);

// "[f(a=1, b='x'), g()]".
std::string python_text(const Value& calls);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_POSSIBLE_CALLS_H_
