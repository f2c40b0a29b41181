// Function docs in the words of each protocol (model_handler/utils.py: convert_to_tool,
// _cast_to_openai_type; constants/type_mappings.py; utils.py: add_language_specific_hint...).
#ifndef BFCLX_CORE_CONVERSATION_TOOLS_H_
#define BFCLX_CORE_CONVERSATION_TOOLS_H_

#include <string_view>

#include "core/base/result.h"
#include "core/dataset/category.h"
#include "core/value/value.h"

namespace bfclx {

// Official ModelStyle, as far as it shapes tools.
enum class ToolStyle {
  kOpenAiChat,
  kOpenAiResponses,
  kAnthropic,
  kMistral,
  kGoogle,
  kAmazon,
  kFireworks,
  kCohere,
  kWriter,
  kNovita,
  kOss,
};

// convert_to_tool(functions, GORILLA_TO_OPENAPI, style): a new list; `functions` stays as it is.
// KeyError and the like, with Python's texts, where a doc lacks what the official code reads.
Result<Value> convert_to_tool(const Value& functions, ToolStyle style);

// GORILLA_TO_OPENAPI: "dict" -> "object"; empty when unknown.
std::string_view openapi_type(std::string_view bfcl_type);

// _func_doc_language_specific_pre_processing, in place: hints on the language in descriptions, and
// for Java and JavaScript every parameter a string.
Status add_language_hints(const Value& functions, Language language);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_TOOLS_H_
