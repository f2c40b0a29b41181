#include "core/conversation/prompt_formats/messages.h"

#include <utility>

#include "core/base/unicode.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

const Value& none() {
  static const Value kNone;
  return kNone;
}

bool is_tool(const List& messages, std::size_t index) {
  return index < messages.size() && role_of(messages[index]) == "tool";
}

}  // namespace

std::string_view role_of(const Value& message) { return text_member(message, "role"); }

const Value& content_of(const Value& message) {
  const Value* content = member(message, "content");
  return content != nullptr ? *content : none();
}

bool starts_with_system(const Value& messages) {
  return !messages.items().empty() && role_of(messages.items()[0]) == "system";
}

std::size_t after_system(const Value& messages) { return starts_with_system(messages) ? 1 : 0; }

void append_content(std::string& out, const Value& message) {
  python_like::append_format(out, content_of(message));
}

Result<std::string_view> stripped_content(const Value& message) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text,
                         python_like::str_method(content_of(message), "strip"));
  return strip(text);
}

Status append_dumps(std::string& out, const Value& value, int indent) {
  JsonStyle style;
  style.indent = indent;
  BFCLX_ASSIGN_OR_RETURN(const std::string text, json_dumps(value, style));
  out += text;
  return {};
}

Status append_str(std::string& out, const Value& value) {
  if (!value.is_str()) {
    std::string message = "can only concatenate str (not \"";
    message.append(type_name(value)).append("\") to str");
    return Error{"TypeError", std::move(message)};
  }
  out += value.as_str();
  return {};
}

void append_tool_response(std::string& out, const Value& messages, std::size_t index,
                          std::string_view open, std::string_view close) {
  const List& all = messages.items();
  if (index == 0 || !is_tool(all, index - 1)) out += open;
  out += "\n<tool_response>\n";
  append_content(out, all[index]);
  out += "\n</tool_response>";
  if (!is_tool(all, index + 1)) out += close;
}

Status append_tool_calls(std::string& out, const Value& calls, bool has_content) {
  for (const Value& item : calls.items()) {
    const bool first = same_or_equal(item, calls.items()[0]);
    if (!first || has_content) out += '\n';
    BFCLX_ASSIGN_OR_RETURN(const bool wrapped, python_like::contains_str(item, "function"));
    Value call = item;
    if (wrapped) {
      BFCLX_ASSIGN_OR_RETURN(const Value* inner, python_like::subscript(item, "function"));
      call = *inner;
    }
    out += "<tool_call>\n{\"name\": \"";
    BFCLX_ASSIGN_OR_RETURN(const Value* name, python_like::subscript(call, "name"));
    BFCLX_RETURN_IF_ERROR(append_str(out, *name));
    out += "\", \"arguments\": ";
    BFCLX_ASSIGN_OR_RETURN(const Value* arguments, python_like::subscript(call, "arguments"));
    if (arguments->is_str()) {
      out += arguments->as_str();
    } else {
      BFCLX_RETURN_IF_ERROR(append_dumps(out, *arguments));
    }
    out += "}\n</tool_call>";
  }
  return {};
}

}  // namespace bfclx::chat_formats
