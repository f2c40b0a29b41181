// What a server says about a request that it could not serve, for people.
#ifndef BFCLX_CORE_CONVERSATION_SERVER_MESSAGE_H_
#define BFCLX_CORE_CONVERSATION_SERVER_MESSAGE_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/value/value.h"

namespace bfclx {

// Texts are one line of valid UTF-8 without control characters, cut with "..." after 300 bytes.

struct StatedError {
  std::string text;
  int status = 0;  // its `code`, where that is the HTTP status of an error
};
// The value of an `error`; nullopt where it states none.
std::optional<StatedError> read_stated_error(const Value& error);
// The error that a body of JSON states.
std::optional<StatedError> stated_error(std::string_view body);
// The same, else the start of the body.
std::string server_message(std::string_view body);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_SERVER_MESSAGE_H_
