// llama_3_1.py, think_agent.py: the tools in the first user message.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

constexpr std::string_view kEnd = "<|eot_id|>";

void append_header(std::string& out, std::string_view role) {
  out.append("<|start_header_id|>").append(role).append("<|end_header_id|>\n\n");
}

// think_agent.py:_convert_functions_format
Result<Value> flat_docs(const Value& functions) {
  List docs;
  for (const Value& function : functions.items()) {
    Dict doc;
    for (const std::string_view key : {"name", "description"}) {
      BFCLX_ASSIGN_OR_RETURN(const Value* text, python_like::subscript(function, key));
      doc.set(key, *text);
    }
    BFCLX_ASSIGN_OR_RETURN(const Value* parameters, python_like::subscript(function, "parameters"));
    BFCLX_ASSIGN_OR_RETURN(const Dict* schema, python_like::dict_method(*parameters, "get"));
    const Value* properties = schema->find("properties");
    doc.set("parameters", properties != nullptr ? *properties : Value::dict());
    docs.push_back(Value::dict(std::move(doc)));
  }
  return Value::list(std::move(docs));
}

}  // namespace

Result<std::string> llama_3_1(const PromptInput& input) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view system_before, input.text("system_before"));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view tools_before, input.text("tools_before"));
  const List& messages = input.messages.items();
  const std::size_t first = after_system(input.messages);
  std::string out = "<|begin_of_text|>";
  out += system_before;
  if (first == 1) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view system, stripped_content(messages[0]));
    out += system;
  }
  out += kEnd;
  bool tools_shown = false;
  for (std::size_t i = first; i < messages.size(); ++i) {
    const std::string_view role = role_of(messages[i]);
    if (role == "tool") {
      append_header(out, "ipython");
      append_content(out, messages[i]);
      out += kEnd;
      continue;
    }
    if (role == "user" && !tools_shown) {
      tools_shown = true;
      out += tools_before;
      for (const Value& function : input.functions.items()) {
        BFCLX_RETURN_IF_ERROR(append_dumps(out, function, 4));
        out += "\n\n";
      }
    } else {
      append_header(out, role);
    }
    BFCLX_ASSIGN_OR_RETURN(const std::string_view content, stripped_content(messages[i]));
    out.append(content).append(kEnd);
  }
  append_header(out, "assistant");
  return out;
}

// Nothing but the first message is ever sent: quirk first_message_alone.
Result<std::string> think_agent(const PromptInput& input) {
  BFCLX_ASSIGN_OR_RETURN(const Value docs, flat_docs(input.functions));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view system, input.text("system"));
  const List& messages = input.messages.items();
  const std::size_t first = after_system(input.messages);
  std::string out = "<|begin_of_text|>";
  out += system;
  if (first < messages.size()) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view tools_before, input.text("tools_before"));
    out += tools_before;
    append_repr(out, docs);
    BFCLX_ASSIGN_OR_RETURN(const std::string_view content, stripped_content(messages[first]));
    out.append(content).append(kEnd);
  }
  out += "<|start_header_id|>assistant<|end_header_id|>";
  return out;
}

}  // namespace bfclx::chat_formats
