// The rows of the chat family: a handler class, what it does differently, how it retries.
#include "core/conversation/dialects/chat.h"
#include "core/conversation/dialects/dialects.h"

namespace bfclx {

namespace {

using std::string_view;
using Prompt = ChatTraits::Prompt;
using Reading = ChatTraits::Reading;

Result<std::string> without_fc(const Settings& settings) {
  std::string name = settings.model_name;
  if (!settings.calls_functions()) return name;
  for (std::size_t at = name.find("-FC"); at != std::string::npos; at = name.find("-FC", at)) {
    name.erase(at, 3);
  }
  return name;
}

Result<std::string> ling_model(const Settings& settings) {
  if (settings.model_name.find("Ling/ling-lite-v1.5") != std::string::npos) {
    return std::string("Ling-lite-1.5-250604");
  }
  return Error{"ValueError",
               "Model name " + settings.model_name + " not yet supported in this method"};
}

constexpr ChatTraits kGeneric = {.store = false, .reading = Reading::kGeneric};
constexpr ChatTraits kOpenAi = {};
constexpr ChatTraits kDeepSeek = {.store = false,
                                  .temperature_prompt = false,
                                  .merges_user = true,
                                  .strips_reasoning_fc = true,
                                  .strips_reasoning_prompt = true};
constexpr ChatTraits kGrok = {.strips_reasoning_fc = true, .strips_reasoning_prompt = true};
constexpr ChatTraits kQwen = {.store = false,
                              .temperature_fc = false,
                              .temperature_prompt = false,
                              .empty_tools = true,
                              .stream = true,
                              .model = without_fc};
constexpr ChatTraits kGlm = {.thinking_models = "glm-4.6"};
constexpr ChatTraits kNovita = {.tools = ToolStyle::kNovita, .store = false};
constexpr ChatTraits kNvidia = {.merges_user = true};
constexpr ChatTraits kNemotron = {.sends_tools = false, .prompt = Prompt::kNemotron};
constexpr ChatTraits kFireworks = {.tools = ToolStyle::kFireworks,
                                   .store = false,
                                   .reading = Reading::kFireworks,
                                   .live_log = true};
constexpr ChatTraits kWriter = {
    .tools = ToolStyle::kWriter, .path = "/chat", .store = false, .tool_choice = true};
constexpr ChatTraits kGorilla = {.store = false,
                                 .empty_tools = true,
                                 .tools_key = "functions",
                                 .raw_tools = true,
                                 .ascii_body = true,
                                 .reading = Reading::kGorilla,
                                 .live_log = true};
constexpr ChatTraits kNanbeige = {
    .store = false, .temperature_fc = false, .empty_tools = true, .reading = Reading::kNanbeige};
constexpr ChatTraits kLing = {.store = false,
                              .temperature_prompt = false,
                              .model = ling_model,
                              .merges_user = true,
                              .strips_reasoning_prompt = true};
constexpr ChatTraits kMining = {.prompt = Prompt::kMining, .reading = Reading::kMining};

// gorilla.py reads the answer of any status: what fails is the way to its text.
std::string gorilla_error_text(const HttpResponse& http) {
  const Result<Value> body = read_json_body(http);
  if (!body.ok()) return body.error().message;
  return body->is_dict() ? "'choices'" : "string indices must be integers, not 'str'";
}

template <const ChatTraits& kTraits>
std::unique_ptr<Dialect> make(const Settings& settings) {
  return std::make_unique<ChatDialect>(settings, kTraits);
}

constexpr string_view kInsufficientBalance[] = {"Insufficient Balance"};

constexpr RetryRule kUsual = {.inner = {.count = 2}, .outer = {.on_429 = true}};
constexpr RetryRule kDeepSeekRetries = {
    .inner = {.count = 2},
    .outer = {.on_429 = true, .on_bad_json = true, .messages = kInsufficientBalance}};
constexpr RetryRule kLingRetries = {.inner = {.count = 2},
                                    .outer = {.on_429 = true, .on_bad_json = true}};
constexpr RetryRule kInnerOnly = {.inner = {.count = 2}};
constexpr RetryRule kWriterRetries = {.inner = {.count = 7}};
constexpr RetryRule kNever = {};

constexpr string_view kOpenAiHandlers[] = {"OpenAICompletionsHandler"};
constexpr string_view kDeepSeekHandlers[] = {"DeepSeekAPIHandler"};
constexpr string_view kGrokHandlers[] = {"GrokHandler"};
constexpr string_view kQwenHandlers[] = {"QwenAPIHandler"};
constexpr string_view kGlmHandlers[] = {"GLMAPIHandler"};
constexpr string_view kKimiHandlers[] = {"KimiHandler"};
constexpr string_view kNovitaHandlers[] = {"NovitaHandler"};
constexpr string_view kNvidiaHandlers[] = {"NvidiaHandler"};
constexpr string_view kNemotronHandlers[] = {"NemotronHandler"};
constexpr string_view kFireworksHandlers[] = {"FireworksHandler"};
constexpr string_view kFunctionaryHandlers[] = {"FunctionaryHandler"};
constexpr string_view kWriterHandlers[] = {"WriterHandler"};
constexpr string_view kGorillaHandlers[] = {"GorillaHandler"};
constexpr string_view kNanbeigeHandlers[] = {"NanbeigeAPIHandler"};
constexpr string_view kLingHandlers[] = {"LingAPIHandler"};
constexpr string_view kGoGoAgentHandlers[] = {"GoGoAgentHandler"};
constexpr string_view kMiningHandlers[] = {"MiningHandler"};
constexpr string_view kDmCitoHandlers[] = {"DMCitoHandler"};

constexpr DialectInfo row(string_view name, std::span<const string_view> handlers,
                          std::unique_ptr<Dialect> (*make)(const Settings&), RetryRule retry,
                          string_view base_url, string_view key_variable) {
  return {
      .name = name,
      .api = "chat",
      .handlers = handlers,
      .decoder_handler = handlers.empty() ? string_view("OpenAICompletionsHandler") : string_view(),
      .make = make,
      .retry = retry,
      .error_text = openai_error_text,
      .base_url = base_url,
      .key_variable = key_variable};
}

constexpr DialectInfo with_error_text(DialectInfo info,
                                      std::string (*error_text)(const HttpResponse&)) {
  info.error_text = error_text;
  return info;
}

constexpr DialectInfo with_fc(DialectInfo info, bool fc) {
  info.fc = fc;
  return info;
}

constexpr DialectInfo kRows[] = {
    row("chat", {}, make<kGeneric>, kUsual, "", "OPENAI_API_KEY"),
    row("openai-chat", kOpenAiHandlers, make<kOpenAi>, kUsual, "https://api.openai.com/v1",
        "OPENAI_API_KEY"),
    row("deepseek", kDeepSeekHandlers, make<kDeepSeek>, kDeepSeekRetries,
        "https://api.deepseek.com", "DEEPSEEK_API_KEY"),
    row("grok", kGrokHandlers, make<kGrok>, kUsual, "https://api.x.ai/v1", "GROK_API_KEY"),
    row("qwen", kQwenHandlers, make<kQwen>, kUsual,
        "https://dashscope.aliyuncs.com/compatible-mode/v1", "QWEN_API_KEY"),
    row("glm", kGlmHandlers, make<kGlm>, kUsual, "https://open.bigmodel.cn/api/paas/v4",
        "GLM_API_KEY"),
    row("kimi", kKimiHandlers, make<kOpenAi>, kUsual, "https://api.moonshot.ai/v1", "KIMI_API_KEY"),
    row("novita", kNovitaHandlers, make<kNovita>, kUsual, "https://api.novita.ai/v3/openai",
        "NOVITA_API_KEY"),
    row("nvidia", kNvidiaHandlers, make<kNvidia>, kUsual, "https://integrate.api.nvidia.com/v1",
        "NVIDIA_API_KEY"),
    row("nemotron", kNemotronHandlers, make<kNemotron>, kUsual,
        "https://integrate.api.nvidia.com/v1", "NVIDIA_API_KEY"),
    row("fireworks", kFireworksHandlers, make<kFireworks>, kInnerOnly,
        "https://api.fireworks.ai/inference/v1", "FIREWORKS_API_KEY"),
    row("functionary", kFunctionaryHandlers, make<kOpenAi>, kUsual, "http://localhost:8000/v1", ""),
    row("writer", kWriterHandlers, make<kWriter>, kWriterRetries, "https://api.writer.com/v1",
        "WRITER_API_KEY"),
    with_error_text(row("gorilla", kGorillaHandlers, make<kGorilla>, kNever,
                        "https://luigi.millennium.berkeley.edu:443/v1", ""),
                    gorilla_error_text),
    row("nanbeige", kNanbeigeHandlers, make<kNanbeige>, kUsual,
        "https://nanbeige.zhipin.com/api/gpt/open/chat/openai/v1", "NBG_API_KEY"),
    row("ling", kLingHandlers, make<kLing>, kLingRetries, "https://bailingchat.alipay.com",
        "LING_API_KEY"),
    with_fc(row("gogoagent", kGoGoAgentHandlers, make<kOpenAi>, kUsual, "https://api.gogoagent.ai",
                "GOGOAGENT_API_KEY"),
            false),
    row("mining", kMiningHandlers, make<kMining>, kUsual, "", "MINING_API_KEY"),
    row("dm-cito", kDmCitoHandlers, make<kMining>, kUsual, "", "DMCITO_API_KEY"),
};

}  // namespace

std::span<const DialectInfo> chat_dialects() { return kRows; }

}  // namespace bfclx
