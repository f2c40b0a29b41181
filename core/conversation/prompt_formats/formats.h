// The functions of the prompt formats, for the registry (prompt_formats.cpp) alone. Each follows
// the method of the official handler class that is named beside it.
#ifndef BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_FORMATS_H_
#define BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_FORMATS_H_

#include "core/conversation/prompt_formats/prompt_format.h"

namespace bfclx::chat_formats {

using PromptFunction = Result<std::string>(const PromptInput& input);
using ParseFunction = Result<ModelResponse>(std::string_view text, std::size_t& made_ids);
using PrepareFunction = Status(const Value& entry, const Value& prompts);
using ResultsFunction = Status(const Value& messages, const Value& calls, const Value& results,
                               const ModelResponse& response);

// prepare.cpp
PrepareFunction nothing_to_prepare;         // handlers with a system text of their own
PrepareFunction bfcl_system;                // base_oss_handler.py
PrepareFunction bfcl_system_as_user;        // deepseek_reasoning.py
PrepareFunction bfcl_system_for_gemma;      // gemma.py
PrepareFunction first_turn_system_as_user;  // hammer.py

// plain_turns.cpp: the messages one after the other between marks, nothing else.
PromptFunction bielik, minicpm, llama_3, llama_4, phi_4, phi_4_mini, gemma;
// xlam.cpp
PromptFunction salesforce_llama, salesforce_qwen, bitagent;
// llama.cpp
PromptFunction llama_3_1, think_agent;
// qwen.cpp
PromptFunction qwen, qwen_fc, nanbeige_fc;
// The others have a file each.
PromptFunction arch, deepseek_reasoning, functiongemma, glm, hammer, minicpm_fc, mistral_fc,
    pelican_vl_fc, phi_fc;
// granite.cpp
PromptFunction granite_20b, granite_3, granite_4;

// responses.cpp
ParseFunction text_response;           // base_oss_handler.py
ParseFunction response_after_thought;  // qwen.py: reasoning is taken out and kept
ParseFunction deepseek_response;       // deepseek_reasoning.py
ParseFunction tool_call_response;      // granite_4.py: blocks go back into the history as calls
ParseFunction thought_and_tool_call_response;  // qwen_fc.py, nanbeige_fc.py, pelican_vl_fc.py
ParseFunction arch_response;                   // arch.py
ParseFunction granite_3_response;              // granite_3.py
ParseFunction phi_fc_response;                 // phi_fc.py
ParseFunction mistral_fc_response;             // mistral_fc.py

// results.cpp
ResultsFunction tool_messages;           // base_oss_handler.py: one message a result
ResultsFunction ipython_messages;        // llama.py
ResultsFunction one_user_message;        // deepseek_reasoning.py
ResultsFunction numbered_tool_messages;  // mistral_fc.py: by the ids of the calls

}  // namespace bfclx::chat_formats

#endif  // BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_FORMATS_H_
