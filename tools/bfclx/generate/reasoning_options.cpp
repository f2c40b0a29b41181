#include "tools/bfclx/generate/reasoning_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/conversation/default_limits.h"
#include "core/conversation/dialect.h"
#include "core/conversation/token_logprobs.h"
#include "core/conversation/values.h"
#include "core/generation/providers.h"
#include "core/generation/thinking_presets.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/target.h"
#include "tools/bfclx/input/names_given.h"
#include "tools/bfclx/input/options.h"

namespace bfclx::tools {
namespace {

constexpr std::string_view kTemperature = "temperature";
constexpr std::int64_t kLeastBudget = 1024;  // tokens of thinking that Claude takes

// Handlers of registered models have their own rules.
bool separates_by_default(const Target& target) {
  return target.registered == nullptr && !target.settings.as_official;
}

// The hosted API that is asked, by the name of its provider or dialect; empty for other servers.
std::string_view place_of(const Target& target) {
  if (target.provider != nullptr) return target.provider->name;
  const DialectInfo& dialect = *target.settings.dialect;
  const bool hosted = !dialect.base_url.empty() && target.server.base_url == dialect.base_url;
  return hosted ? dialect.name : std::string_view();
}

void refuse_twice(const Value& members, std::string_view option, const Settings& settings) {
  if (!settings.extra_body.is_dict()) return;
  for (const auto& [name, value] : members.as_dict()) {
    if (settings.extra_body.as_dict().find(name.as_str()) == nullptr) continue;
    throw UsageError("--extra-body: remove `" + std::string(name.as_str()) + "`, because " +
                     std::string(option) + " sets it");
  }
}

void put_members(const Value& members, std::string_view option, Target& target) {
  refuse_twice(members, option, target.settings);
  Value& all = target.settings.request_members;
  if (!all.is_dict()) all = Value::dict();
  for (const auto& [name, value] : members.as_dict()) all.mutable_dict().set(name, value);
}

// "--thinking on", or as --sweep has it.
std::string thinking_words(const ReasoningOptions& options) {
  return (options.swept ? "--sweep thinking=" : "--thinking ") + options.thinking;
}

// Claude thinks at temperature 1 alone, so that the setting is that, too.
void apply_temperature(const ReasoningOptions& options, const Value& members, Target& target) {
  if (member(members, kTemperature) == nullptr || target.settings.temperature == 1) return;
  if (!options.temperature_option.empty()) {
    throw UsageError(thinking_words(options) +
                     ": this model thinks only at temperature 1. Leave out " +
                     options.temperature_option);
  }
  target.notes.emplace_back("--thinking sets the temperature to 1");
  target.settings.temperature = 1;
}

// What limits a response of Claude, and the words for it.
struct ResponseLimit {
  std::int64_t tokens = 0;
  std::string words;
};
ResponseLimit response_limit(const Settings& settings) {
  const Value* own = find_member(settings.extra_body, "max_tokens");
  if (own != nullptr && own->is_small_int()) {
    return {own->as_int64(),
            "the max_tokens " + std::to_string(own->as_int64()) + " of --extra-body"};
  }
  const std::int64_t tokens = settings.max_tokens.value_or(kAnthropicMaxTokens);
  return {tokens, "--max-tokens " + std::to_string(tokens)};
}

// Claude takes only a budget below the limit of the response. `on` gets one that leaves half of it.
void fit_budget(const ReasoningOptions& options, const Settings& settings, Thinking& chosen) {
  const Value* thinking = member(chosen.members, "thinking");
  const Value* budget = thinking != nullptr ? member(*thinking, "budget_tokens") : nullptr;
  if (budget == nullptr) return;
  const ResponseLimit limit = response_limit(settings);
  if (chosen.value != "on") {
    if (budget->as_int64() < kLeastBudget) {
      throw UsageError(thinking_words(options) + ": expected at least " +
                       std::to_string(kLeastBudget) + " tokens");
    }
    if (budget->as_int64() < limit.tokens) return;
    throw UsageError(thinking_words(options) + ": must be below " + limit.words);
  }
  if (limit.tokens <= kLeastBudget) {
    throw UsageError(thinking_words(options) + ": needs a --max-tokens above " +
                     std::to_string(kLeastBudget) + ", not " + limit.words);
  }
  const std::int64_t most = std::max(kLeastBudget, limit.tokens / 2);
  thinking->mutable_dict().set("budget_tokens", Value::integer(std::min(budget->as_int64(), most)));
}

void apply_thinking(const ReasoningOptions& options, Target& target) {
  const Settings& settings = target.settings;
  Result<Thinking> chosen = choose_thinking(
      {options.thinking, settings.dialect->api, place_of(target), settings.model_name});
  if (!chosen.ok()) throw UsageError(thinking_words(options) + ": " + chosen.error().message);
  apply_temperature(options, chosen->members, target);
  fit_budget(options, settings, *chosen);
  put_members(chosen->members, options.swept ? "--sweep" : "--thinking", target);
  target.settings.tells_all_reasoning = true;
  target.thinking = dict_of({{"family", Value::str(chosen->preset->family)},
                             {"value", Value::str(chosen->value)},
                             {"members", chosen->members}});
}

// Of chat dialects, those whose responses have them.
bool has_logprobs(const DialectInfo& dialect) {
  if (dialect.api == "completions") return true;
  return dialect.api == "chat" && dialect.name != "qwen" && dialect.name != "gorilla";
}

void apply_logprobs(std::size_t top, Target& target) {
  const DialectInfo& dialect = *target.settings.dialect;
  if (!has_logprobs(dialect)) {
    throw UsageError("--logprobs supports the protocols chat and completions, not " +
                     std::string(dialect.name));
  }
  const Value number = Value::integer(static_cast<std::int64_t>(top));
  const Value members = dialect.api == "completions"
                            ? dict_of({{"logprobs", number}})
                            : dict_of({{"logprobs", true}, {"top_logprobs", number}});
  if (target.provider != nullptr &&
      !refused_members(*target.provider, members, target.settings.max_tokens, true).empty()) {
    throw UsageError("--logprobs: " + std::string(target.provider->title) + " refuses `logprobs`");
  }
  put_members(members, "--logprobs", target);
  target.settings.keeps_logprobs = true;
}

}  // namespace

void add_reasoning_options(CLI::App& command, ReasoningOptions& options) {
  command
      .add_option("--thinking", options.thinking,
                  "Switch the thinking of a model: on, off, or a level or number of tokens that\n"
                  "its family has (see `bfclx list thinking`). FAMILY: for a model whose family\n"
                  "is not known by its name")
      ->type_name("[FAMILY:]VALUE")
      ->check(names_given);
  command
      .add_option("--reasoning", options.blocks,
                  "Reasoning at the start of a response, such as <think>...</think>: parse\n"
                  "(store it as reasoning_content) or keep (leave it in the response). auto:\n"
                  "parse for models outside the registry")
      ->type_name("auto|parse|keep")
      ->check(one_of({"auto", "parse", "keep"}))
      ->capture_default_str();
  command
      .add_option("--logprobs", options.logprobs,
                  "Keep the log probabilities of tokens in the results, with K alternatives for\n"
                  "each token (0 to 20; 0 if K is omitted). For chat and completions")
      ->type_name("[K]")
      ->expected(0, 1)
      ->default_str("0")
      ->check(whole_number(0, kMostTopLogprobs));
}

void add_reasoning_relations(CLI::App& command) {
  for (const char* name : {"--thinking", "--reasoning", "--logprobs"}) {
    command.get_option(name)->excludes(command.get_option("--as-official"));
  }
}

void apply_reasoning(const ReasoningOptions& options, Target& target) {
  target.settings.separates_reasoning =
      options.blocks == "auto" ? separates_by_default(target) : options.blocks == "parse";
  if (!options.thinking.empty()) apply_thinking(options, target);
  if (options.logprobs) apply_logprobs(*options.logprobs, target);
}

Value other_reasoning(const Target& target) {
  const bool separates = target.settings.separates_reasoning;
  if (separates == separates_by_default(target)) return {};
  return Value::str(separates ? "parse" : "keep");
}

void add_reasoning_settings(const ReasoningOptions& options, const Target& target, Dict& settings) {
  if (!target.settings.as_official) {
    settings.set("reasoning", Value::str(target.settings.separates_reasoning ? "parse" : "keep"));
  }
  if (target.thinking.is_dict()) settings.set("thinking", target.thinking);
  if (options.logprobs) {
    settings.set("logprobs", Value::integer(static_cast<std::int64_t>(*options.logprobs)));
  }
}

std::string thinking_text(const Target& target) {
  if (!target.thinking.is_dict()) return {};
  std::string members;
  append_json(members, *member(target.thinking, "members"));
  return "Thinking: " + std::string(text_member(target.thinking, "value")) + " (family " +
         std::string(text_member(target.thinking, "family")) + "); requests have " + members + "\n";
}

Value tokens_value(const TokenCounts& tokens) {
  return dict_of({{"input", tokens.input},
                  {"cached", tokens.cached},
                  {"output", tokens.output},
                  {"reasoning", tokens.reasoning}});
}

}  // namespace bfclx::tools
