// What a run lacks: prompt texts, told before it begins; entries without a result, by reason, and
// responses that were cut at the token limit, told at its end.
#include <string>
#include <vector>

#include "core/dataset/finish_reason.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"

namespace bfclx::tools {

// The sample has none; a model that needs them says so.
void Generation::load_prompts() {
  const Status prompts = dataset_.load_prompts();
  if (prompts.ok() || target_.settings.calls_functions()) return;
  target_.notes.push_back("no prompts: " + prompts.error().message);
  if (dataset_.own_benchmark() == nullptr || choice_.categories.empty()) return;
  const std::vector<Entry>& entries = dataset_.dataset().entries(*choice_.categories.front());
  if (entries.empty()) return;
  const Result<Conversation> first =
      Conversation::start(dataset_.dataset(), entries.front(), target_.settings);
  if (first.ok() && first->next().kind != Ask::Kind::kFinished) return;
  throw UsageError(
      "prompt mode needs the official prompt texts: copy prompts.json of the official dataset "
      "into " +
      dataset_.place() + ", or use native tool calling (--mode fc)");
}

void Generation::lose(const std::string& id, const std::string& reason, const std::string& error) {
  summary_.missing.push_back(id);
  ++summary_.missing_reasons[reason.empty() ? "no response" : reason];
  if (error.empty() || !summary_.first_missing.empty()) return;
  summary_.first_missing = target_.server.scrubbed(std::string(id).append(": ").append(error));
}

void Generation::count_error(const Asked& asked) {
  if (!is_error(asked)) return;
  ++summary_.errors;
  summary_.error_ids.push_back(asked.conversation->id());
  if (!summary_.first_error.empty()) return;
  summary_.first_error =
      target_.server.scrubbed(asked.conversation->id() + ": " + asked.conversation->last_error());
}

void Generation::count_token_limit(const Asked& asked) {
  for (const StepNote& step : asked.conversation->notes()) {
    if (!is_token_limit(step.finish_reason)) continue;
    if (summary_.at_token_limit++ == 0) summary_.first_at_token_limit = asked.conversation->id();
    return;
  }
}

int exit_code(const GenerateOptions& options, const GenerationSummary& summary) {
  const bool errors = summary.errors + summary.kept_errors > 0 && !options.as_official;
  return summary.complete() && !errors ? kDone : kSomeUnusable;
}

}  // namespace bfclx::tools
