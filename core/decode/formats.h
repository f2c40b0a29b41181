// The decode functions of the response formats, for the registry (decoders.cpp) alone. Each pair
// follows `decode_ast` / `decode_execute` of the official handler named beside it; several handlers
// share a pair because their code does the same.
#ifndef BFCLX_CORE_DECODE_FORMATS_H_
#define BFCLX_CORE_DECODE_FORMATS_H_

#include "core/base/result.h"
#include "core/decode/decoder.h"
#include "core/value/value.h"

namespace bfclx::formats {

using DecodeFunction = Result<Value>(const Value& response, const DecodeOptions& options);

// structured.cpp: responses that are JSON already.
DecodeFunction json_arguments_ast, json_arguments_execute;  // OpenAI, Claude, Mistral API (FC)
DecodeFunction gemini_ast, gemini_execute;                  // GeminiHandler (FC)
DecodeFunction call_list_ast, call_list_execute;            // NovaHandler, MistralFCHandler
DecodeFunction call_dicts_ast, call_dicts_execute;          // Arch, Granite3FC, PhiFC
DecodeFunction cohere_ast, cohere_execute;                  // CohereHandler
DecodeFunction mining_ast, mining_execute;                  // MiningHandler

// python_text.cpp: calls in the syntax that the prompt asks for, Python's most of the time.
DecodeFunction prompting_ast, prompting_execute;                // OpenAI, OSS and all that inherit
DecodeFunction gemini_prompting_ast, gemini_prompting_execute;  // GeminiHandler (prompting)
DecodeFunction phi_ast, phi_execute;                            // PhiHandler
DecodeFunction nemotron_ast, nemotron_execute;                  // NemotronHandler
DecodeFunction gorilla_ast, gorilla_execute;                    // GorillaHandler
DecodeFunction nexus_ast, nexus_execute;                        // NexusHandler

// json_text.cpp: JSON (or nearly) as text.
DecodeFunction bitagent_ast, bitagent_execute;      // BitAgentHandler
DecodeFunction salesforce_ast, salesforce_execute;  // SalesforceLlamaHandler, SalesforceQwenHandler
DecodeFunction hammer_ast, hammer_execute;          // HammerHandler
DecodeFunction think_agent_ast, think_agent_execute;  // ThinkAgentHandler
DecodeFunction llama_3_1_ast, llama_3_1_execute;      // LlamaHandler_3_1
DecodeFunction glm_ast, glm_execute;                  // GLMHandler

// tagged_json.cpp: JSON behind or between tags.
DecodeFunction tool_call_tags_ast,
    tool_call_tags_execute;                   // QwenFC, Granite4FC, NanbeigeFC, Pelican
DecodeFunction falcon_ast, falcon_execute;    // Falcon3FCHandler
DecodeFunction granite_ast, granite_execute;  // GraniteFunctionCallingHandler

// functiongemma.cpp, minicpm.cpp: syntaxes of their own.
DecodeFunction functiongemma_ast, functiongemma_execute;  // FunctionGemmaHandler
DecodeFunction minicpm_ast, minicpm_execute;              // MiniCPMFCHandler

}  // namespace bfclx::formats

#endif  // BFCLX_CORE_DECODE_FORMATS_H_
