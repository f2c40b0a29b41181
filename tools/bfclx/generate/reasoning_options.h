// Options of `bfclx generate` and `bfclx run` about the reasoning of a model, and the log
// probabilities of its tokens.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_REASONING_OPTIONS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_REASONING_OPTIONS_H_

#include <cstddef>
#include <optional>
#include <string>

#include "core/generation/token_usage.h"
#include "core/value/value.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

struct Target;

struct ReasoningOptions {
  std::string blocks = "auto";          // --reasoning
  std::string thinking;                 // --thinking
  bool swept = false;                   // by --sweep instead
  std::string temperature_option;       // that gave the temperature; empty: none
  std::optional<std::size_t> logprobs;  // alternatives of each token
};

void add_reasoning_options(CLI::App& command, ReasoningOptions& options);
// What has no effect beside others; when all options are there.
void add_reasoning_relations(CLI::App& command);

// Puts them into the settings of the target, whose other settings are there. UsageError where the
// model or the protocol has no such thing.
void apply_reasoning(const ReasoningOptions& options, Target& target);

// "parse" or "keep", where leading reasoning is treated otherwise than by default; else none.
Value other_reasoning(const Target& target);
// What of these options the manifest names, into `settings`.
void add_reasoning_settings(const ReasoningOptions& options, const Target& target, Dict& settings);
// "Thinking is on (qwen3): requests have {...}", a line for --dry-run; empty for none.
std::string thinking_text(const Target& target);
// {"input", "cached", "output", "reasoning"}, for the manifest.
Value tokens_value(const TokenCounts& tokens);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_REASONING_OPTIONS_H_
