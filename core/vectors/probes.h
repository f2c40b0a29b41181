// The data that the vectors are made of, JSON lines. A probe is a situation and the responses that
// are tried in it; vectors.cpp says how each form is put into entries.
//
// "@f", "@g" and "@h" stand for names of functions, "@x", "@y" and "@z" for names of parameters.
#ifndef BFCLX_CORE_VECTORS_PROBES_H_
#define BFCLX_CORE_VECTORS_PROBES_H_

#include <string_view>

namespace bfclx::probes {

std::string_view value_probes();     // an argument's schema, what is allowed, what is tried
std::string_view call_probes();      // functions, ground truth, lists of calls
std::string_view language_probes();  // as value_probes, in the syntax of Java and JavaScript
std::string_view text_probes();      // as call_probes, responses as they are written
std::string_view episode_probes();   // services, calls by turn; final answers

}  // namespace bfclx::probes

#endif  // BFCLX_CORE_VECTORS_PROBES_H_
