// Parameters of a function as classes of pydantic, in the text that datamodel-code-generator 0.25.7
// makes of their JSON schema and black lays out (for minicpm_fc alone).
//
// Covered is what function docs use: objects, lists, enumerations of texts and numbers, defaults,
// bounds, names that Python or pydantic keep for themselves, classes of one name. An Error
// "Unsupported" says what is outside of it; the official handler leaves such a function out only
// where the generator raises.
#ifndef BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MODEL_CODE_H_
#define BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MODEL_CODE_H_

#include <string>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::chat_formats {

struct ModelCode {
  std::string classes;     // before the class Model, with the empty lines behind them
  std::string parameters;  // the body of the class Model, from behind its colon
};

// `schema`: {"type": "object", "properties": {...}, "required": [...]}.
Result<ModelCode> model_code(const Value& schema);

}  // namespace bfclx::chat_formats

#endif  // BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MODEL_CODE_H_
