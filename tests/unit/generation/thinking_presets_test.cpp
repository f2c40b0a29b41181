#include "core/generation/thinking_presets.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/conversation/dialect.h"
#include "core/generation/providers.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

std::string members(std::string_view value, std::string_view api, std::string_view model,
                    std::string_view place = {}) {
  const Result<Thinking> chosen = choose_thinking({value, api, place, model});
  return chosen.ok() ? json_dumps(chosen->members).value() : "error: " + chosen.error().message;
}

TEST(ThinkingPresets, WhatIsSentByFamily) {
  EXPECT_EQ(members("on", "chat", "Qwen/Qwen3-8B"),
            R"({"chat_template_kwargs": {"enable_thinking": true}})");
  EXPECT_EQ(members("off", "chat", "qwen3:8b"),
            R"({"chat_template_kwargs": {"enable_thinking": false}})");
  EXPECT_EQ(members("on", "chat", "deepseek-ai/DeepSeek-V3.1"),
            R"({"chat_template_kwargs": {"thinking": true}})");
  EXPECT_EQ(members("on", "chat", "ibm-granite/granite-3.3-8b-instruct"),
            R"({"chat_template_kwargs": {"thinking": true}})");
  EXPECT_EQ(members("high", "chat", "openai/gpt-oss-120b"), R"({"reasoning_effort": "high"})");
  EXPECT_EQ(members("low", "responses", "gpt-5-mini"),
            R"({"reasoning": {"effort": "low", "summary": "auto"}})");
  EXPECT_EQ(members("off", "responses", "gpt-5.2-2025-12-11"),
            R"({"reasoning": {"effort": "none", "summary": "auto"}})");
  EXPECT_EQ(members("2048", "anthropic", "claude-sonnet-4-5-20250929"),
            R"({"thinking": {"type": "enabled", "budget_tokens": 2048}, "temperature": 1})");
  EXPECT_EQ(
      members("high", "anthropic", "claude-opus-4-7"),
      R"({"thinking": {"type": "adaptive"}, "output_config": {"effort": "high"}, "temperature": 1})");
  EXPECT_EQ(members("off", "gemini", "gemini-2.5-flash"),
            R"({"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}})");
  EXPECT_EQ(members("low", "gemini", "gemini-3-pro-preview"),
            R"({"generationConfig": {"thinkingConfig": {"thinkingLevel": "low"}}})");
}

TEST(ThinkingPresets, HostedApisHaveSwitchesOfTheirOwn) {
  EXPECT_EQ(members("on", "chat", "deepseek-chat", "deepseek"),
            R"({"thinking": {"type": "enabled"}})");
  EXPECT_EQ(members("off", "chat", "qwen/qwen3-32b", "openrouter"),
            R"({"reasoning": {"effort": "none"}})");
  EXPECT_EQ(members("off", "chat", "qwen/qwen3-32b", "groq"), R"({"reasoning_effort": "none"})");
  EXPECT_EQ(members("500", "chat", "qwen3-8b", "qwen"),
            R"({"enable_thinking": true, "thinking_budget": 500})");
  // A provider without a row serves the family as others do.
  EXPECT_EQ(members("off", "chat", "Qwen/Qwen3-8B", "together"),
            R"({"chat_template_kwargs": {"enable_thinking": false}})");
}

TEST(ThinkingPresets, AFamilyCanBeNamed) {
  EXPECT_EQ(members("qwen3:off", "chat", "my-finetune"),
            R"({"chat_template_kwargs": {"enable_thinking": false}})");
}

TEST(ThinkingPresets, WhatIsUnsupportedSaysWhatIsNot) {
  const auto says = [](const std::string& text, const char* part) {
    EXPECT_EQ(text.rfind("error: ", 0), 0U) << text;
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  says(members("off", "chat", "gpt-oss-20b"), "expected on, low, medium or high");
  says(members("high", "chat", "qwen3-8b"), "expected on or off");
  says(members("on", "chat", "my-model"), "put it in front, as in qwen3:on");
  says(members("nope:on", "chat", "qwen3-8b"), "unknown family `nope`");
  says(members("on", "chat", "Qwen3-Coder-30B"), "is unknown");
  says(members("on", "mistral", "magistral"), "no model family");
  for (const char* value :
       {"", "0", "-1", "99999999", "1e3", "LEVEL", "TOKENS", "on ", "12\"}", ":", "qwen3:"}) {
    says(members(value, "anthropic", "claude-haiku-4-5"), "");
    says(members(value, "chat", "gpt-oss-20b"), "");
  }
}

TEST(ThinkingPresets, AKnownFamilyOverAnotherProtocolSaysWhichOnesItHas) {
  const char* qwen =
      "error: the family qwen3 has no thinking switch in the protocol gemini, only in chat: use "
      "another "
      "--api, or --extra-body";
  EXPECT_EQ(members("on", "gemini", "Qwen/Qwen3-8B"), qwen);
  EXPECT_EQ(members("off", "gemini", "Qwen3-Coder-30B"), qwen);
  EXPECT_EQ(members("qwen3:on", "gemini", "my-finetune"), qwen);
  EXPECT_EQ(
      members("on", "chat", "claude-opus-4-7"),
      "error: the family claude has no thinking switch in the protocol chat, only in anthropic: "
      "use another --api, or --extra-body");
  EXPECT_EQ(
      members("low", "anthropic", "gpt-oss-120b"),
      "error: the family gpt-oss has no thinking switch in the protocol anthropic, only in chat, "
      "responses: use another --api, or --extra-body");
}

TEST(ThinkingPresets, TheExampleOfAFamilyHasTheValue) {
  const std::string text = members("minimal", "gemini", "my-model");
  EXPECT_NE(text.find("as in gemini-3:minimal"), std::string::npos) << text;
  EXPECT_NE(members("nonsense", "gemini", "my-model").find("as in FAMILY:nonsense"),
            std::string::npos);
}

TEST(ThinkingPresets, EveryRowIsUsable) {
  std::set<std::string> apis;
  for (const DialectInfo* row : dialects()) apis.insert(std::string(row->api));
  for (const ThinkingPreset& row : thinking_presets()) {
    SCOPED_TRACE(std::string(row.family) + " " + std::string(row.api));
    EXPECT_TRUE(apis.count(std::string(row.api)) == 1);
    EXPECT_TRUE(row.place.empty() || find_provider(row.place) != nullptr ||
                find_dialect(row.place) != nullptr);
    EXPECT_TRUE(row.source.starts_with("https://"));
    EXPECT_FALSE(row.on.empty());
    for (const std::string_view text : {row.on, row.off, row.level}) {
      EXPECT_TRUE(text.empty() || json_loads(text).ok()) << text;
    }
    EXPECT_EQ(row.level.empty(), row.levels.empty());
    EXPECT_NE(row.tokens.find("TOKENS") == std::string_view::npos, !row.tokens.empty());
  }
}

}  // namespace
}  // namespace bfclx
