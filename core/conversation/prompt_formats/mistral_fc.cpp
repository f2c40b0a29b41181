// mistral_fc.py: the tools before the last user message, the system's text only where that message
// is the last of all.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

// Texts are put between quotes as they are, everything else as JSON.
Status append_doc(std::string& out, const Value& function) {
  BFCLX_ASSIGN_OR_RETURN(const Dict* fields, python_like::dict_method(function, "items"));
  out += R"({"type": "function", "function": {)";
  const char* separator = "";
  for (const Dict::Entry& field : *fields) {
    if (field.key.is_str() && field.key.as_str() == "return") continue;
    out.append(separator).append("\"");
    python_like::append_format(out, field.key);
    out += "\": ";
    if (field.value.is_str()) {
      out.append("\"").append(field.value.as_str()).append("\"");
    } else {
      BFCLX_RETURN_IF_ERROR(append_dumps(out, field.value));
    }
    separator = ", ";
  }
  out += "}}";
  return {};
}

Status append_tools(std::string& out, const Value& functions) {
  out += "[AVAILABLE_TOOLS][";
  const char* separator = "";
  for (const Value& function : functions.items()) {
    out += separator;
    BFCLX_RETURN_IF_ERROR(append_doc(out, function));
    separator = ", ";
  }
  out += "][/AVAILABLE_TOOLS]";
  return {};
}

const Value* last_user(const List& messages, std::size_t first) {
  for (std::size_t i = messages.size(); i > first; --i) {
    if (role_of(messages[i - 1]) == "user") return &messages[i - 1];
  }
  return nullptr;
}

Status append_tool_result(std::string& out, const Value& message) {
  BFCLX_ASSIGN_OR_RETURN(const Value* id, python_like::subscript(message, "tool_call_id"));
  Dict result;
  result.set("content", content_of(message));
  result.set("call_id", *id);
  out += "[TOOL_RESULTS]";
  BFCLX_RETURN_IF_ERROR(append_dumps(out, Value::dict(std::move(result))));
  out += "[/TOOL_RESULTS]";
  return {};
}

}  // namespace

Result<std::string> mistral_fc(const PromptInput& input) {
  const List& messages = input.messages.items();
  const std::size_t first = after_system(input.messages);
  const Value* last = last_user(messages, first);
  const bool has_system = first == 1 && truthy(content_of(messages[0]));
  std::string out = "<s>";
  for (std::size_t i = first; i < messages.size(); ++i) {
    const std::string_view role = role_of(messages[i]);
    if (role == "user") {
      // An earlier message of the same words has the tools as well.
      if (!input.functions.items().empty() && equal(messages[i], *last)) {
        BFCLX_RETURN_IF_ERROR(append_tools(out, input.functions));
      }
      out += "[INST]";
      if (has_system && i + 1 == messages.size()) {
        append_content(out, messages[0]);
        out += "\n\n";
      }
      append_content(out, messages[i]);
      out += "[/INST]";
    } else if (role == "assistant") {
      append_content(out, messages[i]);
      out += "</s>";
    } else if (role == "tool") {
      BFCLX_RETURN_IF_ERROR(append_tool_result(out, messages[i]));
    }
  }
  return out;
}

}  // namespace bfclx::chat_formats
