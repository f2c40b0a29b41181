// Contents of a conversation with Gemini: what the SDK makes of a part that a server sent, and how
// Python prints the SDK's objects (the inference log and an error text show them).
#ifndef BFCLX_CORE_CONVERSATION_DIALECTS_GEMINI_CONTENT_H_
#define BFCLX_CORE_CONVERSATION_DIALECTS_GEMINI_CONTENT_H_

#include <string>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// {"parts": [...], "role": ...} as it goes back to the server: known fields that are not None,
// signatures in the URL-safe alphabet of base64. A "ValidationError" names what has a wrong shape.
// `content` is a dict.
Result<Value> gemini_content(const Value& content);

// repr() of the SDK's objects: a list of contents, and a list of parts.
std::string gemini_contents_repr(const Value& contents);
std::string gemini_parts_repr(const Value& parts);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_DIALECTS_GEMINI_CONTENT_H_
