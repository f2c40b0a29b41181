// Function docs of an entry as the tools of each protocol.
//
// One table has a row for each model style of the official generator: how a name's dots are
// treated, under which key the schema stands, what is folded into descriptions, how a tool is
// wrapped. Some protocols' own libraries change tools once more on their way to the wire (Google's
// upper-cases types): that is the dialect's part.
#ifndef BFCLX_CORE_CONVERSATION_TOOLS_H_
#define BFCLX_CORE_CONVERSATION_TOOLS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/dataset/category.h"
#include "core/value/value.h"

namespace bfclx {

// The official ModelStyle, of those that compile tools.
enum class ToolStyle : std::uint8_t {
  kOpenAiChat,
  kOpenAiResponses,
  kAnthropic,
  kMistral,
  kGoogle,
  kAmazon,
  kFireworks,
  kOss,  // chat formats of open-weight models
  kCohere,
  kWriter,
  kNovita,
};

// The JSON schema type that a type of a function doc becomes: "dict" is "object". Empty for a type
// that the official table (GORILLA_TO_OPENAPI) does not know.
std::string_view openapi_type(std::string_view doc_type);

// A list of tools from a list of function docs, which stay as they are. A doc that lacks what the
// official code reads ("parameters", its "properties", the description that a text is appended to)
// or has a type of another kind there gives the Python exception that the official code raises.
// utils.py:convert_to_tool. JSON Schema (checker/schema_doc.h) stays as it was given.
Result<Value> convert_to_tool(const Value& function_docs, ToolStyle style);

// The name by which a tool of that style is called: with underscores for dots, or as it is.
std::string name_on_wire(std::string_view name, ToolStyle style);

// Hints on the language, in the docs themselves: a sentence in the description of each function;
// of Java and JavaScript also one in that of each parameter, which becomes a string. Errors as
// above. utils.py:_func_doc_language_specific_pre_processing
Status add_language_hints(const Value& function_docs, Language language);
// The same in a list of its own: the docs given stay as they are, and what the hints leave alone is
// shared with them.
Result<Value> with_language_hints(const Value& function_docs, Language language);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_TOOLS_H_
