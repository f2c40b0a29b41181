#include "core/generation/thinking_presets.h"

#include <algorithm>
#include <vector>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kThreeLevels[] = {"low", "medium", "high"};
constexpr string_view kTwoLevels[] = {"low", "high"};
constexpr string_view kGemini3Levels[] = {"minimal", "low", "medium", "high"};
constexpr string_view kGpt5Levels[] = {"minimal", "low", "medium", "high"};
constexpr string_view kGpt51Levels[] = {"none", "low", "medium", "high", "xhigh"};
constexpr string_view kOpenRouterLevels[] = {"minimal", "low", "medium", "high", "xhigh"};
constexpr string_view kClaudeLevels[] = {"low", "medium", "high", "max"};

constexpr string_view kQwen3[] = {"qwen3", "qwen-3"};
constexpr string_view kQwen3Fixed[] = {"coder", "instruct-2507", "thinking-2507"};
constexpr string_view kQwen[] = {"qwen"};
constexpr string_view kDeepSeek[] = {"deepseek-v3.1", "deepseek-v3.2"};
constexpr string_view kGranite[] = {"granite-3.2", "granite-3.3"};
constexpr string_view kGlm[] = {"glm-4.5", "glm-4.6", "glm-4.7", "glm-5"};
constexpr string_view kGemma4[] = {"gemma-4"};
constexpr string_view kSmolLm3[] = {"smollm3"};
constexpr string_view kHunyuan[] = {"hunyuan-a13b"};
constexpr string_view kSeedOss[] = {"seed-oss"};
constexpr string_view kGptOss[] = {"gpt-oss"};
constexpr string_view kGpt51[] = {"gpt-5.1", "gpt-5.2", "gpt-5.3", "gpt-5.4"};
constexpr string_view kGpt5[] = {"gpt-5", "o1", "o3", "o4-mini"};
constexpr string_view kGrok[] = {"grok-3-mini"};
constexpr string_view kClaudeManual[] = {
    "claude-3-7",        "claude-sonnet-4-2025", "claude-sonnet-4-5",
    "claude-sonnet-4-0", "claude-opus-4-2025",   "claude-opus-4-0",
    "claude-opus-4-1",   "claude-opus-4-5",      "claude-haiku-4-5"};
constexpr string_view kClaude[] = {"claude"};
constexpr string_view kGemini25[] = {"gemini-2.5"};
constexpr string_view kGemini3[] = {"gemini-3"};
constexpr string_view kCommandA[] = {"command-a-reasoning"};

constexpr string_view kEnableOn = R"({"chat_template_kwargs": {"enable_thinking": true}})";
constexpr string_view kEnableOff = R"({"chat_template_kwargs": {"enable_thinking": false}})";
constexpr string_view kThinkingOn = R"({"chat_template_kwargs": {"thinking": true}})";
constexpr string_view kThinkingOff = R"({"chat_template_kwargs": {"thinking": false}})";
constexpr string_view kTypeOn = R"({"thinking": {"type": "enabled"}})";
constexpr string_view kTypeOff = R"({"thinking": {"type": "disabled"}})";
constexpr string_view kEffort = R"({"reasoning_effort": "LEVEL"})";
constexpr string_view kEffortMedium = R"({"reasoning_effort": "medium"})";
constexpr string_view kEffortNone = R"({"reasoning_effort": "none"})";
// The summary is what the official handler asks for.
constexpr string_view kResponses = R"({"reasoning": {"effort": "LEVEL", "summary": "auto"}})";
constexpr string_view kResponsesMedium =
    R"({"reasoning": {"effort": "medium", "summary": "auto"}})";
constexpr string_view kResponsesNone = R"({"reasoning": {"effort": "none", "summary": "auto"}})";

constexpr string_view kVllm = "https://docs.vllm.ai/en/stable/features/reasoning_outputs/";
constexpr string_view kOpenAi = "https://platform.openai.com/docs/guides/reasoning";
constexpr string_view kAnthropic =
    "https://platform.claude.com/docs/en/build-with-claude/extended-thinking";
constexpr string_view kGoogle = "https://ai.google.dev/gemini-api/docs/thinking";

// The first row that fits is taken: hosted APIs, then families, the narrower names first.
constexpr ThinkingPreset kPresets[] = {
    {.family = "openrouter",
     .api = "chat",
     .place = "openrouter",
     .on = R"({"reasoning": {"enabled": true}})",
     .off = R"({"reasoning": {"effort": "none"}})",
     .level = R"({"reasoning": {"effort": "LEVEL"}})",
     .levels = kOpenRouterLevels,
     .tokens = R"({"reasoning": {"max_tokens": TOKENS}})",
     .source = "https://openrouter.ai/docs/guides/best-practices/reasoning-tokens"},
    {.family = "ollama",
     .api = "chat",
     .place = "ollama",
     .on = kEffortMedium,
     .off = kEffortNone,
     .level = kEffort,
     .levels = kThreeLevels,
     .source = "https://docs.ollama.com/api/openai-compatibility"},
    {.family = "qwen3",
     .api = "chat",
     .place = "groq",
     .models = kQwen3,
     .on = R"({"reasoning_effort": "default"})",
     .off = kEffortNone,
     .source = "https://console.groq.com/docs/reasoning"},
    {.family = "deepseek",
     .api = "chat",
     .place = "deepseek",
     .on = kTypeOn,
     .off = kTypeOff,
     .source = "https://api-docs.deepseek.com/guides/thinking_mode"},
    {.family = "glm",
     .api = "chat",
     .place = "glm",
     .on = kTypeOn,
     .off = kTypeOff,
     .source = "https://docs.z.ai/guides/capabilities/thinking-mode"},
    {.family = "qwen3",
     .api = "chat",
     .place = "qwen",
     .models = kQwen,
     .on = R"({"enable_thinking": true})",
     .off = R"({"enable_thinking": false})",
     .tokens = R"({"enable_thinking": true, "thinking_budget": TOKENS})",
     .source = "https://www.alibabacloud.com/help/en/model-studio/deep-thinking"},
    {.family = "qwen3",
     .api = "chat",
     .models = kQwen3,
     .not_models = kQwen3Fixed,
     .on = kEnableOn,
     .off = kEnableOff,
     .source = kVllm},
    {.family = "deepseek",
     .api = "chat",
     .models = kDeepSeek,
     .on = kThinkingOn,
     .off = kThinkingOff,
     .source = kVllm},
    {.family = "granite",
     .api = "chat",
     .models = kGranite,
     .on = kThinkingOn,
     .off = kThinkingOff,
     .source = kVllm},
    {.family = "glm",
     .api = "chat",
     .models = kGlm,
     .on = kEnableOn,
     .off = kEnableOff,
     .source = "https://docs.sglang.ai/advanced_features/separate_reasoning.html"},
    {.family = "gemma4",
     .api = "chat",
     .models = kGemma4,
     .on = kEnableOn,
     .off = kEnableOff,
     .source = kVllm},
    {.family = "smollm3",
     .api = "chat",
     .models = kSmolLm3,
     .on = kEnableOn,
     .off = kEnableOff,
     .source = "https://huggingface.co/HuggingFaceTB/SmolLM3-3B"},
    {.family = "hunyuan",
     .api = "chat",
     .models = kHunyuan,
     .on = kEnableOn,
     .off = kEnableOff,
     .source = "https://huggingface.co/tencent/Hunyuan-A13B-Instruct"},
    {.family = "seed-oss",
     .api = "chat",
     .models = kSeedOss,
     .on = R"({"chat_template_kwargs": {"thinking_budget": -1}})",
     .off = R"({"chat_template_kwargs": {"thinking_budget": 0}})",
     .tokens = R"({"chat_template_kwargs": {"thinking_budget": TOKENS}})",
     .source = "https://huggingface.co/ByteDance-Seed/Seed-OSS-36B-Instruct"},
    {.family = "gpt-oss",
     .api = "chat",
     .models = kGptOss,
     .on = kEffortMedium,
     .level = kEffort,
     .levels = kThreeLevels,
     .source = "https://docs.vllm.ai/projects/recipes/en/latest/OpenAI/GPT-OSS.html"},
    {.family = "gpt-oss",
     .api = "responses",
     .models = kGptOss,
     .on = kResponsesMedium,
     .level = kResponses,
     .levels = kThreeLevels,
     .source = "https://docs.vllm.ai/projects/recipes/en/latest/OpenAI/GPT-OSS.html"},
    {.family = "gpt-5.1",
     .api = "chat",
     .models = kGpt51,
     .on = kEffortMedium,
     .off = kEffortNone,
     .level = kEffort,
     .levels = kGpt51Levels,
     .source = kOpenAi},
    {.family = "gpt-5.1",
     .api = "responses",
     .models = kGpt51,
     .on = kResponsesMedium,
     .off = kResponsesNone,
     .level = kResponses,
     .levels = kGpt51Levels,
     .source = kOpenAi},
    {.family = "gpt-5",
     .api = "chat",
     .models = kGpt5,
     .on = kEffortMedium,
     .level = kEffort,
     .levels = kGpt5Levels,
     .source = kOpenAi},
    {.family = "gpt-5",
     .api = "responses",
     .models = kGpt5,
     .on = kResponsesMedium,
     .level = kResponses,
     .levels = kGpt5Levels,
     .source = kOpenAi},
    {.family = "grok",
     .api = "chat",
     .models = kGrok,
     .on = R"({"reasoning_effort": "high"})",
     .level = kEffort,
     .levels = kTwoLevels,
     .source = "https://docs.x.ai/docs/guides/reasoning"},
    {.family = "claude-4.5",
     .api = "anthropic",
     .models = kClaudeManual,
     .on = R"({"thinking": {"type": "enabled", "budget_tokens": 8192}, "temperature": 1})",
     .off = kTypeOff,
     .tokens = R"({"thinking": {"type": "enabled", "budget_tokens": TOKENS}, "temperature": 1})",
     .source = kAnthropic},
    {.family = "claude",
     .api = "anthropic",
     .models = kClaude,
     .on = R"({"thinking": {"type": "adaptive"}, "temperature": 1})",
     .off = kTypeOff,
     .level =
         R"({"thinking": {"type": "adaptive"}, "output_config": {"effort": "LEVEL"}, "temperature": 1})",
     .levels = kClaudeLevels,
     .source = kAnthropic},
    {.family = "gemini-2.5",
     .api = "gemini",
     .models = kGemini25,
     .on = R"({"generationConfig": {"thinkingConfig": {"thinkingBudget": -1}}})",
     .off = R"({"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}})",
     .tokens = R"({"generationConfig": {"thinkingConfig": {"thinkingBudget": TOKENS}}})",
     .source = kGoogle},
    {.family = "gemini-3",
     .api = "gemini",
     .models = kGemini3,
     .on = R"({"generationConfig": {"thinkingConfig": {"thinkingLevel": "high"}}})",
     .level = R"({"generationConfig": {"thinkingConfig": {"thinkingLevel": "LEVEL"}}})",
     .levels = kGemini3Levels,
     .source = kGoogle},
    {.family = "command-a",
     .api = "cohere",
     .models = kCommandA,
     .on = kTypeOn,
     .off = kTypeOff,
     .tokens = R"({"thinking": {"type": "enabled", "token_budget": TOKENS}})",
     .source = "https://docs.cohere.com/docs/reasoning"},
};

Error thinking_error(std::string message) { return Error{"ThinkingError", std::move(message)}; }

bool contains_any(string_view text, std::span<const string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [text](string_view part) { return text.find(part) != string_view::npos; });
}

// "Qwen/Qwen3-8B" is "qwen3-8b"
std::string plain_name(string_view model) {
  return lower_ascii(
      model.substr(model.rfind('/') == string_view::npos ? 0 : model.rfind('/') + 1));
}

bool begins_with_any(const std::string& name, std::span<const string_view> begins) {
  return std::any_of(begins.begin(), begins.end(),
                     [&name](string_view one) { return name.starts_with(one); });
}

bool fits_model(const ThinkingPreset& preset, const std::string& name) {
  return (preset.models.empty() || begins_with_any(name, preset.models)) &&
         !contains_any(name, preset.not_models);
}

bool fits_server(const ThinkingPreset& preset, const ThinkingRequest& request) {
  return preset.api == request.api && (preset.place.empty() || preset.place == request.place);
}

// Names of families, each once, of the rows that `wanted` takes.
template <typename Wanted>
std::vector<std::string> families(const Wanted& wanted) {
  std::vector<std::string> names;
  for (const ThinkingPreset& preset : kPresets) {
    const std::string name(preset.family);
    if (!wanted(preset) || std::find(names.begin(), names.end(), name) != names.end()) continue;
    names.push_back(name);
  }
  return names;
}

// The family of a model by its name, whatever the protocol; empty where no row names it.
string_view family_by_name(const std::string& name) {
  for (const ThinkingPreset& preset : kPresets) {
    if (!preset.models.empty() && begins_with_any(name, preset.models)) return preset.family;
  }
  return {};
}

// Protocols over which a family has a switch.
std::string protocols_of(string_view family) {
  std::vector<std::string> apis;
  for (const ThinkingPreset& preset : kPresets) {
    const std::string api(preset.api);
    if (preset.family != family || std::find(apis.begin(), apis.end(), api) != apis.end()) continue;
    apis.push_back(api);
  }
  return joined(apis, ", ");
}

bool is_tokens(string_view value) {
  return !value.empty() && value.size() <= 7 && value.front() != '0' &&
         std::all_of(value.begin(), value.end(), is_digit);
}

// The template that stands for the value; empty where it has none.
std::string filled(const ThinkingPreset& preset, string_view value) {
  if (value == "on") return std::string(preset.on);
  if (value == "off") return std::string(preset.off);
  if (std::find(preset.levels.begin(), preset.levels.end(), value) != preset.levels.end()) {
    return replace_all(preset.level, "LEVEL", value);
  }
  return is_tokens(value) ? replace_all(preset.tokens, "TOKENS", value) : std::string();
}

// Why no row fits, and what to do.
Error no_preset(const ThinkingRequest& request, string_view family, string_view value) {
  const std::string api(request.api);
  const std::vector<std::string> known =
      families([&](const ThinkingPreset& preset) { return fits_server(preset, request); });
  if (known.empty()) {
    return thinking_error("no model family has a thinking switch in the protocol " + api +
                          ": use --extra-body");
  }
  const string_view named = family.empty() ? family_by_name(plain_name(request.model)) : family;
  const std::string protocols = protocols_of(named);
  const bool here = std::find(known.begin(), known.end(), named) != known.end();
  if (!here && !protocols.empty()) {
    return thinking_error("the family " + std::string(named) +
                          " has no thinking switch in the protocol " + api + ", only in " +
                          protocols + ": use another --api, or --extra-body");
  }
  if (!family.empty()) {
    return thinking_error("unknown family `" + std::string(family) + "` for the protocol " + api +
                          ", expected one of " + joined(known, ", "));
  }
  const std::vector<std::string> able = families([&](const ThinkingPreset& preset) {
    return fits_server(preset, request) && !filled(preset, value).empty();
  });
  const std::string example = able.empty() ? "FAMILY" : able.front();
  return thinking_error("the family of " + std::string(request.model) +
                        " is unknown: put it in front, as in " + example + ":" +
                        std::string(value) + " (one of " + joined(known, ", ") +
                        "), or use --extra-body");
}

Result<const ThinkingPreset*> choose_preset(const ThinkingRequest& request, string_view family,
                                            string_view value) {
  const std::string name = plain_name(request.model);
  for (const ThinkingPreset& preset : kPresets) {
    if (!fits_server(preset, request)) continue;
    if (family.empty() ? fits_model(preset, name) : preset.family == family) return &preset;
  }
  return no_preset(request, family, value);
}

}  // namespace

std::span<const ThinkingPreset> thinking_presets() { return kPresets; }

std::string thinking_values(const ThinkingPreset& preset) {
  std::vector<std::string> values;
  if (!preset.on.empty()) values.emplace_back("on");
  if (!preset.off.empty()) values.emplace_back("off");
  values.insert(values.end(), preset.levels.begin(), preset.levels.end());
  if (!preset.tokens.empty()) values.emplace_back("a number of tokens");
  if (values.size() < 2) return joined(values, ", ");
  const std::string last = std::move(values.back());
  values.pop_back();
  return joined(values, ", ") + " or " + last;
}

Result<Thinking> choose_thinking(const ThinkingRequest& request) {
  const std::size_t colon = request.value.find(':');
  const string_view family =
      colon == string_view::npos ? string_view() : request.value.substr(0, colon);
  const string_view value =
      colon == string_view::npos ? request.value : request.value.substr(colon + 1);
  BFCLX_ASSIGN_OR_RETURN(const ThinkingPreset* preset, choose_preset(request, family, value));
  const std::string text = filled(*preset, value);
  if (text.empty()) {
    return thinking_error("`" + std::string(value) + "` is unsupported for the family " +
                          std::string(preset->family) + ", expected " + thinking_values(*preset));
  }
  BFCLX_ASSIGN_OR_RETURN(Value members, json_loads(text));
  return Thinking{preset, std::string(value), std::move(members)};
}

}  // namespace bfclx
