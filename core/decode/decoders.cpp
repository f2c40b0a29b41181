// The registry of decoders: one row for each, and the official handler classes that map to them.
#include <vector>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/decode/decoder.h"
#include "core/decode/formats.h"
#include "core/decode/python_calls.h"

namespace bfclx {
namespace {

using Mode = Decoder::Mode;
namespace f = formats;

constexpr std::string_view kJsonArguments =
    R"(a list of {function name: JSON text of the arguments}, as returned by tool-calling APIs)";
constexpr std::string_view kPythonCalls = R"(Python calls as text: [f(a=1), g(b="x")])";
constexpr std::string_view kToolCallTags =
    R"(text with <tool_call>, a line {"name": ..., "arguments": {...}}, </tool_call>)";
constexpr std::string_view kCallObjects = R"(a list of {function name: {parameter: value}})";
constexpr std::string_view kCallObjectsOnly =
    R"(a list of {function name: {parameter: value}}, objects only)";
constexpr std::string_view kJsonOrSemicolons =
    R"(JSON text [{"name": ..., "arguments": {...}}], or such objects between semicolons)";

constexpr Decoder kDecoders[] = {
    {"openai_fc", "OpenAICompletionsHandler", Mode::kFunctionCalling, kJsonArguments,
     f::json_arguments_ast, f::json_arguments_execute, nullptr, true},
    {"prompting", "OpenAICompletionsHandler", Mode::kPrompting, kPythonCalls, f::prompting_ast,
     f::prompting_execute, prompting_calls_text},
    {"openai_responses_fc", "OpenAIResponsesHandler", Mode::kFunctionCalling, kJsonArguments,
     f::json_arguments_ast, f::json_arguments_execute, nullptr, true},
    {"claude_fc", "ClaudeHandler", Mode::kFunctionCalling, kJsonArguments, f::json_arguments_ast,
     f::json_arguments_execute, nullptr, true},
    {"claude_prompting", "ClaudeHandler", Mode::kPrompting, kPythonCalls, f::prompting_ast,
     f::prompting_execute, prompting_calls_text},
    {"mistral_api_fc", "MistralHandler", Mode::kFunctionCalling, kJsonArguments,
     f::json_arguments_ast, f::json_arguments_execute, nullptr, true},
    {"mistral_api_prompting", "MistralHandler", Mode::kPrompting, kPythonCalls, f::prompting_ast,
     f::prompting_execute, prompting_calls_text},
    {"gemini_fc", "GeminiHandler", Mode::kFunctionCalling, kCallObjects, f::gemini_ast,
     f::gemini_execute},
    {"gemini_prompting", "GeminiHandler", Mode::kPrompting,
     R"(Python calls as text, perhaps in a ```tool_code fence)", f::gemini_prompting_ast,
     f::gemini_prompting_execute},
    {"nova_fc", "NovaHandler", Mode::kAny, kCallObjects, f::call_list_ast, f::call_list_execute},
    {"cohere_fc", "CohereHandler", Mode::kAny,
     R"(a list of {"tool_name": ..., "parameters": {...}})", f::cohere_ast, f::cohere_execute},
    {"gorilla", "GorillaHandler", Mode::kAny, R"(Python calls as text without brackets: f(a=1))",
     f::gorilla_ast, f::gorilla_execute},
    {"nexus", "NexusHandler", Mode::kAny, R"(Python calls between semicolons: f(a=1);g(b=2);)",
     f::nexus_ast, f::nexus_execute},
    {"nemotron", "NemotronHandler", Mode::kAny,
     R"(Python calls between tags: <TOOLCALL>[f(a=1)]</TOOLCALL>)", f::nemotron_ast,
     f::nemotron_execute},
    {"nvidia", "NvidiaHandler", Mode::kAny, kPythonCalls, f::prompting_ast, f::prompting_execute,
     prompting_calls_text},
    {"mining", "MiningHandler", Mode::kAny, R"(a list of {"name": ..., "arguments": {...}})",
     f::mining_ast, f::mining_execute},
    {"dm_cito", "DMCitoHandler", Mode::kAny, R"(a list of {"name": ..., "arguments": {...}})",
     f::mining_ast, f::mining_execute},
    {"oss", "OSSHandler", Mode::kAny, kPythonCalls, f::prompting_ast, f::prompting_execute,
     prompting_calls_text},
    {"glm", "GLMHandler", Mode::kAny, R"(two lines: the function name, then JSON of the arguments)",
     f::glm_ast, f::glm_execute},
    {"qwen_fc", "QwenFCHandler", Mode::kAny, kToolCallTags, f::tool_call_tags_ast,
     f::tool_call_tags_execute},
    {"granite3_fc", "Granite3FCHandler", Mode::kAny, kCallObjectsOnly, f::call_dicts_ast,
     f::call_dicts_execute},
    {"granite4_fc", "Granite4FCHandler", Mode::kAny, kToolCallTags, f::tool_call_tags_ast,
     f::tool_call_tags_execute},
    {"salesforce_llama", "SalesforceLlamaHandler", Mode::kAny, kJsonOrSemicolons, f::salesforce_ast,
     f::salesforce_execute},
    {"salesforce_qwen", "SalesforceQwenHandler", Mode::kAny, kJsonOrSemicolons, f::salesforce_ast,
     f::salesforce_execute},
    {"hammer", "HammerHandler", Mode::kAny,
     R"(JSON text [{"name": ..., "arguments": {...}}], perhaps in a fence)", f::hammer_ast,
     f::hammer_execute},
    {"bitagent", "BitAgentHandler", Mode::kAny, R"(JSON text [{"name": ..., "arguments": {...}}])",
     f::bitagent_ast, f::bitagent_execute},
    {"think_agent", "ThinkAgentHandler", Mode::kAny,
     R"(<think>...</think> and then a list of {"name": ..., "arguments": {...}}, in any quotes)",
     f::think_agent_ast, f::think_agent_execute},
    {"falcon_fc", "Falcon3FCHandler", Mode::kAny,
     R"(<tool_call>[{"name": ..., "arguments": {...}}]</tool_call>, perhaps in a fence)",
     f::falcon_ast, f::falcon_execute},
    {"functiongemma", "FunctionGemmaHandler", Mode::kAny,
     R"(<start_function_call>call:f{a:<escape>x<escape>,b:1}<end_function_call>)",
     f::functiongemma_ast, f::functiongemma_execute},
    {"minicpm_fc", "MiniCPMFCHandler", Mode::kAny,
     R"(<|tool_call_start|>, a fence of Python calls, one a line, <|tool_call_end|>)",
     f::minicpm_ast, f::minicpm_execute},
    {"nanbeige_fc", "NanbeigeFCHandler", Mode::kAny, kToolCallTags, f::tool_call_tags_ast,
     f::tool_call_tags_execute},
    {"llama_3_1", "LlamaHandler_3_1", Mode::kAny,
     R"(text {"name": ..., "parameters": {...}} as a Python literal, or JSON between semicolons)",
     f::llama_3_1_ast, f::llama_3_1_execute},
    {"phi", "PhiHandler", Mode::kAny,
     R"(Python calls as text, perhaps in a ```json or ```python fence)", f::phi_ast,
     f::phi_execute},
    {"phi_fc", "PhiFCHandler", Mode::kAny, kCallObjectsOnly, f::call_dicts_ast,
     f::call_dicts_execute},
    {"mistral_fc", "MistralFCHandler", Mode::kAny, kCallObjects, f::call_list_ast,
     f::call_list_execute},
    {"arch", "ArchHandler", Mode::kAny, kCallObjectsOnly, f::call_dicts_ast, f::call_dicts_execute},
    {"pelican_fc", "PelicanVLFCHandler", Mode::kAny, kToolCallTags, f::tool_call_tags_ast,
     f::tool_call_tags_execute},
    // Last: it reads any JSON object that has a name.
    {"granite", "GraniteFunctionCallingHandler", Mode::kAny,
     R"(<function_call> {"name": ..., "arguments": {...}}, once for each call)", f::granite_ast,
     f::granite_execute},
};

// Handler classes that define no decode functions, and the class whose they inherit.
struct InheritedHandler {
  std::string_view handler;
  std::string_view defined_in;
};

constexpr InheritedHandler kInheritedHandlers[] = {
    {"DeepSeekAPIHandler", "OpenAICompletionsHandler"},
    {"FireworksHandler", "OpenAICompletionsHandler"},
    {"FunctionaryHandler", "OpenAICompletionsHandler"},
    {"GLMAPIHandler", "OpenAICompletionsHandler"},
    {"GoGoAgentHandler", "OpenAICompletionsHandler"},
    {"GrokHandler", "OpenAICompletionsHandler"},
    {"KimiHandler", "OpenAICompletionsHandler"},
    {"LingAPIHandler", "OpenAICompletionsHandler"},
    {"NanbeigeAPIHandler", "OpenAICompletionsHandler"},
    {"NovitaHandler", "OpenAICompletionsHandler"},
    {"QwenAPIHandler", "OpenAICompletionsHandler"},
    {"QwenAgentThinkHandler", "OpenAICompletionsHandler"},
    {"QwenAgentNoThinkHandler", "OpenAICompletionsHandler"},
    {"WriterHandler", "OpenAICompletionsHandler"},
    {"BielikHandler", "OSSHandler"},
    {"DeepseekReasoningHandler", "OSSHandler"},
    {"GemmaHandler", "OSSHandler"},
    {"LlamaHandler", "OSSHandler"},
    {"MiniCPMHandler", "OSSHandler"},
    {"QuickTestingOSSHandler", "OSSHandler"},
    {"QwenHandler", "OSSHandler"},
};

const Decoder* find_by_class(std::string_view handler_class, Mode mode) {
  for (const Decoder& decoder : kDecoders) {
    if (decoder.handler == handler_class && (decoder.mode == Mode::kAny || decoder.mode == mode)) {
      return &decoder;
    }
  }
  return nullptr;
}

}  // namespace

std::span<const Decoder> decoders() { return kDecoders; }

const Decoder* find_decoder(std::string_view name) {
  for (const Decoder& decoder : kDecoders) {
    if (decoder.name == name) return &decoder;
  }
  return nullptr;
}

std::string unknown_decoder(std::string_view name, bool or_auto) {
  std::vector<std::string_view> names;
  if (or_auto) names.push_back("auto");
  for (const Decoder& decoder : kDecoders) names.push_back(decoder.name);
  return concat({"unknown decoder `", name, "`.", did_you_mean(name, names)});
}

const Decoder* find_decoder_for_handler(std::string_view handler_class, bool is_fc_model) {
  for (const InheritedHandler& row : kInheritedHandlers) {
    if (row.handler == handler_class) handler_class = row.defined_in;
  }
  // Without tool calls the two OpenAI classes do the same; one row stands for both.
  if (handler_class == "OpenAIResponsesHandler" && !is_fc_model) {
    handler_class = "OpenAICompletionsHandler";
  }
  return find_by_class(handler_class, is_fc_model ? Mode::kFunctionCalling : Mode::kPrompting);
}

}  // namespace bfclx
