// Function declarations as Google's Python SDK puts them on the wire: it reads a schema into typed
// objects and writes those, so keys come in its own order and spelling (snake case inside a
// schema), types in upper case, numbers in the field's kind, and what is None is left out.
#ifndef BFCLX_CORE_CONVERSATION_DIALECTS_GEMINI_SCHEMA_H_
#define BFCLX_CORE_CONVERSATION_DIALECTS_GEMINI_SCHEMA_H_

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// A list of declarations from tools of ToolStyle::kGoogle, which stay as they are. A key or a value
// that the SDK's types refuse is a "ValidationError" that names the place.
Result<Value> gemini_declarations(const Value& tools);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_DIALECTS_GEMINI_SCHEMA_H_
