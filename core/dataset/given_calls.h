// Calls as people have them: calls of OpenAI, messages, whole responses, conversations, dicts, or
// text that a decoder reads.
#ifndef BFCLX_CORE_DATASET_GIVEN_CALLS_H_
#define BFCLX_CORE_DATASET_GIVEN_CALLS_H_

#include "core/base/result.h"
#include "core/decode/decoder.h"
#include "core/value/value.h"

namespace bfclx {

// A list of {name: {parameter: value}}, given as a list or a tuple. Of a list of messages all calls
// of the assistant count, or where there are none, its last text. A call without `arguments` has
// none. None and a message without content or calls are no calls. `texts` reads texts. An Error,
// the decoder's, for what cannot be read; what is not a form at all comes back as it is, so that
// the check says that it is not a list of calls.
Result<Value> decode_given_calls(const Value& given, const Decoder& texts);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_GIVEN_CALLS_H_
