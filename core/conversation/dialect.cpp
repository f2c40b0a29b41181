#include "core/conversation/dialect.h"

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

std::string_view stripped(std::string_view text) { return strip_chars(text, " \t\r\n\v\f"); }

// Position in code points of the first lone surrogate; nullopt when there is none.
std::optional<std::size_t> find_surrogate(std::string_view text, std::uint32_t& found) {
  std::size_t position = 0;
  for (std::size_t offset = 0; offset < text.size(); ++position) {
    found = next_code_point(text, offset);
    if (found >= 0xD800 && found <= 0xDFFF) return position;
  }
  return std::nullopt;
}

std::string hex(std::uint32_t code) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 12; shift >= 0; shift -= 4) text += kDigits[(code >> shift) & 0xF];
  return text;
}

// Objects are merged, as copies: those of a body may be shared with others.
void merge_members(const Value& body, const Value& members) {
  for (const Dict::Entry& entry : members.as_dict()) {
    const Value* own = body.as_dict().find(entry.key.as_str());
    if (own == nullptr || !own->is_dict() || !entry.value.is_dict()) {
      body.mutable_dict().set(entry.key, entry.value);
      continue;
    }
    const Value merged = Value::dict(Dict(own->as_dict()));
    merge_members(merged, entry.value);
    body.mutable_dict().set(entry.key, merged);
  }
}

}  // namespace

std::string_view find_header(const std::vector<HttpHeader>& headers, std::string_view name) {
  for (const HttpHeader& header : headers) {
    if (header.name == name) return header.value;
  }
  return {};
}

void add_members(const Value& body, const Settings& settings) {
  if (settings.request_members.is_dict()) merge_members(body, settings.request_members);
  if (!settings.extra_body.is_dict()) return;
  for (const Dict::Entry& entry : settings.extra_body.as_dict()) {
    body.mutable_dict().set(entry.key, entry.value);
  }
}

Result<std::string> write_body(const Value& body, const Settings& settings) {
  add_members(body, settings);
  JsonStyle style;
  style.ensure_ascii = false;
  style.item_separator = ",";
  style.key_separator = ":";
  BFCLX_ASSIGN_OR_RETURN(std::string text, json_dumps(body, style));
  std::uint32_t code = 0;
  if (const std::optional<std::size_t> position = find_surrogate(text, code)) {
    return Error{"UnicodeEncodeError", "'utf-8' codec can't encode character '\\u" + hex(code) +
                                           "' in position " + std::to_string(*position) +
                                           ": surrogates not allowed"};
  }
  return text;
}

Result<Value> read_json_body(const HttpResponse& http) {
  if (find_invalid_utf8(http.body).has_value()) {
    return Error{"UnicodeDecodeError", "'utf-8' codec can't decode the body: invalid UTF-8"};
  }
  return json_loads(http.body);
}

std::string openai_error_text(const HttpResponse& http) {
  const std::string_view text = stripped(http.body);
  std::string code = "Error code: " + std::to_string(http.status);
  if (text.empty()) return code;
  if (find_invalid_utf8(text).has_value()) return code + " - a body that is invalid UTF-8";
  const Result<Value> body = json_loads(text);
  return body.ok() ? code + " - " + str(*body) : std::string(text);
}

}  // namespace bfclx
