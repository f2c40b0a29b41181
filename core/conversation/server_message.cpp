#include "core/conversation/server_message.h"

#include <utility>

#include "core/base/utf8.h"
#include "core/conversation/message_line.h"
#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kShownBody = 300;
constexpr std::size_t kLongestCodePoint = 4;

}  // namespace

std::string message_line(std::string_view text) {
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

namespace {

// A text, or an object's message.
std::string text_of(const Value& error) {
  if (error.is_str()) return message_line(error.as_str());
  for (const char* name : {"message", "detail"}) {
    const std::string_view text = text_member(error, name);
    if (!text.empty()) return message_line(text);
  }
  return {};
}

int status_of(const Value& error) {
  const Value* code = present(error, "code");
  if (code == nullptr || !code->is_small_int()) return 0;
  const std::int64_t status = code->as_int64();
  return status >= 400 && status < 600 ? static_cast<int>(status) : 0;
}

}  // namespace

std::optional<StatedError> read_stated_error(const Value& error) {
  if (!truthy(error)) return std::nullopt;
  std::string text = text_of(error);
  if (text.empty()) {
    const Result<std::string> json = json_dumps(error);
    text = json.ok() ? message_line(*json) : "an error";
  }
  return StatedError{std::move(text), status_of(error)};
}

std::optional<StatedError> stated_error(std::string_view body) {
  const Result<Value> json = json_loads(body);
  if (!json.ok()) return std::nullopt;
  const Value* error = present(*json, "error");
  if (error != nullptr && (!text_of(*error).empty() || text_of(*json).empty())) {
    std::optional<StatedError> stated = read_stated_error(*error);
    if (stated && text_of(*error).empty()) stated->text = message_line(body);
    if (stated) return stated;
  }
  std::string text = text_of(*json);
  if (text.empty()) return std::nullopt;
  const bool is_error = text_member(*json, "object") == "error";
  return StatedError{std::move(text), is_error ? status_of(*json) : 0};
}

std::string server_message(std::string_view body) {
  const std::optional<StatedError> error = stated_error(body);
  return error ? error->text : message_line(body);
}

}  // namespace bfclx
