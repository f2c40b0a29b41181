// Prompt formats: the chat formats that the official handlers of open-weight models write by hand,
// for servers that only complete text (model_handler/local_inference/).
//
// A format is one row: how the entry is prepared, how history and function docs become one text,
// what a response means, how results of calls go back. Special tokens and field names stand in the
// code; the sentences of a prompt are data of the official release (prompt_texts.json of
// tools/get-dataset, Dataset::add_prompt_texts) and are looked up by name.
//
// Adding a format is one function, or one file, and one row in prompt_formats.cpp.
#ifndef BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_PROMPT_FORMAT_H_
#define BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_PROMPT_FORMAT_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/conversation/dialect.h"
#include "core/value/value.h"

namespace bfclx {

// What a prompt is made of. Some formats change messages and docs in place, as the official
// handlers do: the change is there in every later step.
struct PromptInput {
  const Value& messages;   // list of {role, content, ...}, never empty
  const Value& functions;  // list of function docs
  const Value& texts;      // dict {name: sentence} of the format; None where it needs none

  // The sentence of that name; an Error "DatasetError" when the dataset's table lacks it.
  Result<std::string_view> text(std::string_view name) const;
};

struct PromptFormat {
  std::string_view name;     // "qwen_fc"; unique, what --format takes
  std::string_view handler;  // official class: "QwenFCHandler"
  // Of several rows of one class, the one whose part is in the model's name is meant; the row
  // without a part is for all others.
  std::string_view model_part;
  // Whether it has sentences, in the table under the name of the class.
  bool has_texts;
  // _pre_query_processing_prompting: changes entry["question"]. `prompts` as Dataset::prompts().
  Status (*prepare)(const Value& entry, const Value& prompts);
  // _format_prompt; nullptr when the format is the template of the model's own tokenizer, which
  // only the server has (`template_arguments`).
  Result<std::string> (*prompt)(const PromptInput& input);
  // _parse_query_response_prompting, without the token counts. `made_ids`: tool call ids given in
  // this conversation so far.
  Result<ModelResponse> (*parse)(std::string_view text, std::size_t& made_ids);
  // _add_execution_results_prompting: appends to `messages`.
  Status (*add_results)(const Value& messages, const Value& calls, const Value& results,
                        const ModelResponse& response);
  // Members of every request beside the usual ones, a JSON object or empty.
  std::string_view extra_body = {};
  // "-FC" is taken out of the model's name for the server.
  bool drops_fc = false;
  // The template of the tokenizer is given the function docs as tools.
  bool template_has_tools = false;
};

// All formats, in the order in which people see them.
std::span<const PromptFormat> prompt_formats();
const PromptFormat* find_prompt_format(std::string_view name);  // nullptr when unknown
// The row of an official handler class for a model; nullptr when the class has none.
const PromptFormat* find_prompt_format_for(std::string_view handler_class,
                                           std::string_view model_name);

// What the official handler gives to the tokenizer's apply_chat_template, as keyword arguments in
// alphabetical order, then "messages": of formats without `prompt` alone.
Value template_arguments(const PromptFormat& format, const PromptInput& input);

// The sentences of a format in Dataset::prompts(). An Error "DatasetError" that tells what to do
// where the dataset has no such table.
Result<Value> prompt_texts_of(const Value& prompts, const PromptFormat& format);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_PROMPT_FORMAT_H_
