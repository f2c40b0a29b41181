// Text of a server on one line, for messages.
#ifndef BFCLX_CORE_CONVERSATION_MESSAGE_LINE_H_
#define BFCLX_CORE_CONVERSATION_MESSAGE_LINE_H_

#include <string>
#include <string_view>

namespace bfclx {

// Valid UTF-8 without control characters, cut with "..." after 300 bytes.
std::string message_line(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_MESSAGE_LINE_H_
