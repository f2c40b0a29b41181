// What a server says about a request that it could not serve, for people.
#ifndef BFCLX_CORE_CONVERSATION_SERVER_MESSAGE_H_
#define BFCLX_CORE_CONVERSATION_SERVER_MESSAGE_H_

#include <string>
#include <string_view>

namespace bfclx {

// Both are one line of valid UTF-8 without control characters, cut with "..." after 300 bytes.

// The error that a body of JSON states; empty where it states none.
std::string stated_error(std::string_view body);
// The same, else the start of the body.
std::string server_message(std::string_view body);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_SERVER_MESSAGE_H_
