// Python objects as the core's Values: the responses of models, and calls and function docs of
// one's own.
//
// Nothing that a response holds makes this fail: what the core has no kind for, and what is nested
// too deep or is too much, becomes an opaque object, which no decoder can read. Only an exception
// that an object's own code raises comes through.
#ifndef BFCLX_PYTHON_SRC_TO_VALUE_H_
#define BFCLX_PYTHON_SRC_TO_VALUE_H_

#include <nanobind/nanobind.h>

#include "core/value/value.h"

namespace bfclx::python_binding {

// None, bool, int, float, complex, str, bytes, list, tuple, dict, set and frozenset, and what is
// made of these. Other objects by what they offer: `model_dump()` (pydantic, so the objects of
// OpenAI's client), `tolist()` (numpy), `keys()` (mappings), `__index__`, or the attributes of a
// message. A copy: nothing is shared with the object. May raise nanobind::python_error.
Value to_value(nanobind::handle object);

// Whether work on such a value may take longer than the interpreter lock is worth, 50 us.
bool is_big(const Value& value);

// How deep the steps of a response lie in it.
enum class ResponseShape : unsigned char {
  kSingle,   // the response is the step
  kEpisode,  // turns, each a list of steps
};

// A response as result files have it, from what clients hand out: of a chat message, of a list of
// tool calls, of a whole answer of the chat or the responses protocol the calls as [{name:
// arguments}] or else the text; likewise of a conversation, of an answer of Anthropic or Gemini,
// and of the other forms of core/dataset/response_forms.h. Anything else comes back as it is.
Value response_of(Value given, ResponseShape shape);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_TO_VALUE_H_
