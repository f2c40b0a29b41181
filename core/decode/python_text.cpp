// Responses in the call syntax that the prompt asks for.
#include <optional>
#include <string>
#include <string_view>

#include "core/base/unicode.h"
#include "core/decode/formats.h"
#include "core/decode/python_calls.h"
#include "core/decode/python_like.h"

namespace bfclx::formats {
namespace {

using python_like::str_method;

// utils.py:ast_parse gets the tag flag as its language from two handlers, and always raises: quirk
// flag_as_language.
Error unsupported_language(const DecodeOptions& options) {
  return Error{"NotImplementedError", options.has_tool_call_tag ? "Unsupported language: True"
                                                                : "Unsupported language: False"};
}

// gemini.py: without the fences that Gemini puts around Python.
Result<std::string> without_tool_code_fence(const Value& response) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(response, "replace"));
  return replace_all(replace_all(text, "```tool_code\n", ""), "\n```", "");
}

// phi.py: either fence opening, or one after the other.
std::string_view without_fence_opening(std::string_view text) {
  for (const std::string_view opening : {"```json", "```python"}) {
    if (text.substr(0, opening.size()) == opening) text.remove_prefix(opening.size());
  }
  return text;
}

// nemotron.py: what stands between the first pair of tags.
Result<std::optional<std::string_view>> between_toolcall_tags(const Value& response) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, python_like::regex_subject(response));
  const auto found = python_like::find_between(text, "<TOOLCALL>", "</TOOLCALL>");
  if (!found) return std::optional<std::string_view>();
  return std::optional<std::string_view>(found->content);
}

// nexus.py: semicolons separate the calls, and may end the last.
Result<std::string> nexus_text(const Value& response) {
  BFCLX_ASSIGN_OR_RETURN(std::string_view text, str_method(response, "endswith"));
  if (!text.empty() && text.back() == ';') text.remove_suffix(1);
  return replace_all(text, ";", ",");
}

}  // namespace

// utils.py:default_decode_ast_prompting, default_decode_execute_prompting
Result<Value> prompting_ast(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(response, "strip"));
  return decode_ast_prompting(text, options);
}

Result<Value> prompting_execute(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(response, "strip"));
  return decode_execute_prompting(text, options);
}

// gemini.py
Result<Value> gemini_prompting_ast(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, without_tool_code_fence(response));
  return decode_ast_prompting(text, options);
}

Result<Value> gemini_prompting_execute(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, without_tool_code_fence(response));
  return decode_execute_prompting(text, options);
}

// phi.py: white space in front of the fence is dropped for checking, not for execution (quirk
// phi_space_before_fence).
Result<Value> phi_ast(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(response, "strip"));
  return decode_ast_prompting(without_fence_opening(strip(text)), options);
}

Result<Value> phi_execute(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(response, "startswith"));
  return decode_execute_prompting(without_fence_opening(text), options);
}

// nemotron.py
Result<Value> nemotron_ast(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const auto text, between_toolcall_tags(response));
  if (!text) return Value::list();
  return decode_ast_prompting(*text, options);
}

Result<Value> nemotron_execute(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const auto text, between_toolcall_tags(response));
  if (!text) return Value::list();
  return decode_execute_prompting(*text, options);
}

// gorilla.py
Result<Value> gorilla_ast(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, python_like::in_brackets(response));
  return ast_parse(text, options);
}

Result<Value> gorilla_execute(const Value& response, const DecodeOptions& options) {
  BFCLX_RETURN_IF_ERROR(python_like::in_brackets(response));
  return unsupported_language(options);
}

// nexus.py
Result<Value> nexus_ast(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, nexus_text(response));
  BFCLX_ASSIGN_OR_RETURN(Value calls, ast_parse("[" + text + "]", options));
  if (text.find("out_of_domain") != std::string::npos) return Value::str("irrelevant");
  return calls;
}

Result<Value> nexus_execute(const Value& response, const DecodeOptions& options) {
  BFCLX_RETURN_IF_ERROR(nexus_text(response));
  return unsupported_language(options);
}

}  // namespace bfclx::formats
