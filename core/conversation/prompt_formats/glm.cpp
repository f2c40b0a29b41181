// glm.py: GLM-4 with tools in its own words, in the types of OpenAPI.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/conversation/tools.h"
#include "core/decode/python_like.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

Result<std::string> glm(const PromptInput& input) {
  BFCLX_ASSIGN_OR_RETURN(const Value tools,
                         convert_to_tool(input.functions, ToolStyle::kOpenAiChat));
  std::string out;
  if (!tools.items().empty()) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view before, input.text("tools_before"));
    BFCLX_ASSIGN_OR_RETURN(const std::string_view after, input.text("tool_after"));
    out += before;
    for (const Value& tool : tools.items()) {
      const Value& function = *member(tool, "function");
      BFCLX_ASSIGN_OR_RETURN(const Value* name, python_like::subscript(function, "name"));
      out += "\n\n## ";
      python_like::append_format(out, *name);
      out += "\n\n";
      BFCLX_RETURN_IF_ERROR(append_dumps(out, function, 4));
      out += after;
    }
  }
  for (const Value& message : input.messages.items()) {
    out.append("<|").append(role_of(message)).append("|>\n");
    append_content(out, message);
  }
  out += "<|assistant|>";
  return out;
}

}  // namespace bfclx::chat_formats
