// The registry of prompt formats.
#include "core/conversation/prompt_formats/prompt_format.h"

#include <array>

#include "core/conversation/prompt_formats/formats.h"
#include "core/value/dict.h"

namespace bfclx {

namespace {

using namespace chat_formats;  // NOLINT(google-build-using-namespace): the table is about it

// The key of prompt_texts.json in Dataset::prompts().
constexpr std::string_view kTextsKey = "PROMPT_TEXTS";

constexpr std::string_view kGlmExtra = R"({"stop_token_ids": [151329, 151336, 151338]})";
constexpr std::string_view kMiniCpmExtra =
    R"({"stop_token_ids": [2, 73440], "skip_special_tokens": false})";

// name, handler, model part, has sentences, prepare, prompt, parse, add results, extra body,
// drops "-FC", tools in the tokenizer's template
constexpr std::array kFormats = {
    PromptFormat{"arch", "ArchHandler", "", true, nothing_to_prepare, arch, arch_response,
                 tool_messages},
    PromptFormat{"bielik", "BielikHandler", "", false, bfcl_system, bielik, text_response,
                 tool_messages},
    PromptFormat{"bitagent", "BitAgentHandler", "", true, nothing_to_prepare, bitagent,
                 text_response, tool_messages},
    PromptFormat{"deepseek_reasoning", "DeepseekReasoningHandler", "", false, bfcl_system_as_user,
                 deepseek_reasoning, deepseek_response, one_user_message},
    PromptFormat{"falcon_fc", "Falcon3FCHandler", "", false, nothing_to_prepare, nullptr,
                 text_response, tool_messages, "", false, true},
    PromptFormat{"functiongemma", "FunctionGemmaHandler", "", true, nothing_to_prepare,
                 functiongemma, text_response, tool_messages},
    PromptFormat{"gemma", "GemmaHandler", "", false, bfcl_system_for_gemma, gemma, text_response,
                 tool_messages},
    PromptFormat{"glm", "GLMHandler", "", true, nothing_to_prepare, glm, text_response,
                 tool_messages, kGlmExtra},
    PromptFormat{"granite_20b", "GraniteFunctionCallingHandler", "", true, nothing_to_prepare,
                 granite_20b, text_response, tool_messages},
    PromptFormat{"granite_3", "Granite3FCHandler", "", true, nothing_to_prepare, granite_3,
                 granite_3_response, tool_messages, "", true},
    PromptFormat{"granite_4", "Granite4FCHandler", "", true, nothing_to_prepare, granite_4,
                 tool_call_response, tool_messages},
    PromptFormat{"hammer", "HammerHandler", "", true, first_turn_system_as_user, hammer,
                 text_response, tool_messages},
    PromptFormat{"llama_3", "LlamaHandler", "", false, bfcl_system, llama_3, text_response,
                 ipython_messages, "", true},
    PromptFormat{"llama_4", "LlamaHandler", "Llama-4", false, bfcl_system, llama_4, text_response,
                 ipython_messages, "", true},
    PromptFormat{"llama_3_1_fc", "LlamaHandler_3_1", "", true, nothing_to_prepare, llama_3_1,
                 text_response, tool_messages, "", true},
    PromptFormat{"minicpm", "MiniCPMHandler", "", false, bfcl_system, minicpm, text_response,
                 tool_messages},
    PromptFormat{"minicpm_fc", "MiniCPMFCHandler", "", true, nothing_to_prepare, minicpm_fc,
                 text_response, tool_messages, kMiniCpmExtra},
    PromptFormat{"mistral_fc", "MistralFCHandler", "", false, nothing_to_prepare, mistral_fc,
                 mistral_fc_response, numbered_tool_messages},
    PromptFormat{"nanbeige_fc", "NanbeigeFCHandler", "", true, nothing_to_prepare, nanbeige_fc,
                 thought_and_tool_call_response, tool_messages},
    PromptFormat{"pelican_vl_fc", "PelicanVLFCHandler", "", true, nothing_to_prepare, pelican_vl_fc,
                 thought_and_tool_call_response, tool_messages, "", true},
    PromptFormat{"phi_4", "PhiHandler", "", false, bfcl_system, phi_4, text_response,
                 tool_messages},
    PromptFormat{"phi_4_mini", "PhiHandler", "Phi-4-mini", false, bfcl_system, phi_4_mini,
                 text_response, tool_messages},
    PromptFormat{"phi_4_mini_fc", "PhiFCHandler", "", true, nothing_to_prepare, phi_fc,
                 phi_fc_response, tool_messages},
    PromptFormat{"qwen", "QwenHandler", "", false, bfcl_system, qwen, response_after_thought,
                 tool_messages},
    PromptFormat{"qwen_fc", "QwenFCHandler", "", true, nothing_to_prepare, qwen_fc,
                 thought_and_tool_call_response, tool_messages},
    PromptFormat{"salesforce_llama", "SalesforceLlamaHandler", "", true, nothing_to_prepare,
                 salesforce_llama, text_response, tool_messages},
    PromptFormat{"salesforce_qwen", "SalesforceQwenHandler", "", true, nothing_to_prepare,
                 salesforce_qwen, text_response, tool_messages},
    // The BFCL system text is put in front and then never shown.
    PromptFormat{"think_agent", "ThinkAgentHandler", "", true, bfcl_system, think_agent,
                 text_response, tool_messages},
    PromptFormat{"tokenizer_template", "QuickTestingOSSHandler", "", false, bfcl_system, nullptr,
                 text_response, tool_messages},
};

}  // namespace

std::span<const PromptFormat> prompt_formats() { return kFormats; }

const PromptFormat* find_prompt_format(std::string_view name) {
  for (const PromptFormat& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

const PromptFormat* find_prompt_format_for(std::string_view handler_class,
                                           std::string_view model_name) {
  const PromptFormat* general = nullptr;
  for (const PromptFormat& format : kFormats) {
    if (format.handler != handler_class) continue;
    if (format.model_part.empty()) {
      general = &format;
    } else if (model_name.find(format.model_part) != std::string_view::npos) {
      return &format;
    }
  }
  return general;
}

Value template_arguments(const PromptFormat& format, const PromptInput& input) {
  Dict arguments;
  arguments.set("add_generation_prompt", Value::boolean(true));
  arguments.set("tokenize", Value::boolean(false));
  if (format.template_has_tools) arguments.set("tools", input.functions);
  arguments.set("messages", input.messages);
  return Value::dict(std::move(arguments));
}

Result<Value> prompt_texts_of(const Value& prompts, const PromptFormat& format) {
  if (!format.has_texts) return Value::none();
  const Value* table = prompts.is_dict() ? prompts.as_dict().find(kTextsKey) : nullptr;
  const Value* texts =
      table != nullptr && table->is_dict() ? table->as_dict().find(format.handler) : nullptr;
  if (texts != nullptr && texts->is_dict()) return *texts;
  std::string message = "the prompt format ";
  message.append(format.name)
      .append(" has sentences of the official release, and the dataset has ");
  message += "no prompt_texts.json with them: run tools/get-dataset";
  return Error{"DatasetError", std::move(message)};
}

Result<std::string_view> PromptInput::text(std::string_view name) const {
  const Value* found = texts.is_dict() ? texts.as_dict().find(name) : nullptr;
  if (found != nullptr && found->is_str()) return found->as_str();
  std::string message = "prompt_texts.json has no sentence \"";
  message.append(name).append("\" for this prompt format: run tools/get-dataset --force");
  return Error{"DatasetError", std::move(message)};
}

}  // namespace bfclx
