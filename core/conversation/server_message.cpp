#include "core/conversation/server_message.h"

#include "core/base/utf8.h"
#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kShownBody = 300;
constexpr std::size_t kLongestCodePoint = 4;

// On one line, valid UTF-8, and cut where it is longer than kShownBody.
std::string one_line(std::string_view text) {
  const std::string valid = sanitize_utf8(text.substr(0, kShownBody + kLongestCodePoint));
  std::string line;
  for (std::size_t at = 0; at < valid.size();) {
    const std::size_t begin = at;
    const char32_t c = next_code_point(valid, at);
    if (line.size() + (at - begin) > kShownBody) return line + "...";
    const bool breaks = c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
    line += breaks ? " " : std::string_view(valid).substr(begin, at - begin);
  }
  return line;
}

}  // namespace

std::string stated_error(std::string_view body) {
  const Result<Value> json = json_loads(body);
  if (!json.ok()) return {};
  const Value* error = present(*json, "error");
  for (const Value* place : {error, &*json}) {
    if (place == nullptr) continue;
    if (place->is_str() && !place->as_str().empty()) return one_line(place->as_str());
    for (const char* name : {"message", "detail"}) {
      const std::string_view text = text_member(*place, name);
      if (!text.empty()) return one_line(text);
    }
  }
  return error != nullptr ? one_line(body) : std::string();
}

std::string server_message(std::string_view body) {
  const std::string error = stated_error(body);
  return error.empty() ? one_line(body) : error;
}

}  // namespace bfclx
