// The version of Anthropic's API that requests ask for.
#ifndef BFCLX_CORE_CONVERSATION_ANTHROPIC_VERSION_H_
#define BFCLX_CORE_CONVERSATION_ANTHROPIC_VERSION_H_

namespace bfclx {

inline constexpr const char* kAnthropicVersionHeader = "anthropic-version";
inline constexpr const char* kAnthropicVersion = "2023-06-01";
// On Vertex AI it is a member of the request.
inline constexpr const char* kAnthropicVertexVersion = "vertex-2023-10-16";

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_ANTHROPIC_VERSION_H_
