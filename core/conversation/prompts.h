// Prompts and messages that several protocols build in the same way (model_handler/utils.py). The
// sentences come from the dataset's prompts.json (`Dataset::prompts`), none stand here.
#ifndef BFCLX_CORE_CONVERSATION_PROMPTS_H_
#define BFCLX_CORE_CONVERSATION_PROMPTS_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// A text of prompts.json by its path: {"PROMPT_STYLE_TEMPLATES", "classic", "persona"}. KeyError
// when it is not there.
Result<std::string> prompt_text(const Value& prompts, std::string_view first,
                                std::string_view second = {}, std::string_view third = {});

// template.format(name=value, ...) for plain {name} fields; "{{" and "}}" are braces.
struct FormatField {
  std::string_view name;
  std::string_view value;
};
std::string format_template(std::string_view text, std::initializer_list<FormatField> fields);

// formulate_system_prompt: the system prompt of prompting mode. `config` is that of the entry's id
// ("ret_fmt=...&style=...", prompt_config_of).
Result<std::string> system_prompt(const Value& prompts, std::string_view config,
                                  const Value& functions);
// extract_prompt_format_from_id; for ids without one DEFAULT_SYSTEM_PROMPT_FORMAT.
Result<std::string> prompt_config_of(const Value& prompts, std::string_view id);
// format_function_doc: function docs as "json", "xml" or "python".
Result<std::string> format_function_docs(const Value& functions, std::string_view format);

// Puts `text` before the content of the first message if that is the system's, with a blank line
// between; else a system message in front. `messages` is a list and is changed in place.
Status put_system_prompt(const Value& messages, std::string_view text);
// system_prompt_pre_processing_chat_model: both steps above for the first turn of an entry.
Status add_system_prompt(const Value& prompts, const Value& entry);

// combine_consecutive_user_prompts for every turn of entry["question"]: new lists of the same
// messages, whose content grows in place.
Status combine_user_messages(const Value& entry);
Result<Value> combine_user_messages_of(const Value& messages);
// extract_system_prompt: takes the first system message out of the list and gives its content;
// nullopt when there is none.
std::optional<Value> take_system_message(const Value& messages);
// convert_system_prompt_into_user_prompt, in place.
void make_system_messages_user(const Value& messages);

// format_execution_results_prompting: repr of [{"role": "tool", "name": call, "content": result}].
std::string results_as_user_text(const Value& calls, const Value& results);

// add_memory_instruction_system_prompt. `unified`: of the recursive summary memory.
Status add_memory_instruction(const Value& prompts, const Value& question,
                              std::string_view scenario, bool unified,
                              std::string_view memory_content);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_PROMPTS_H_
