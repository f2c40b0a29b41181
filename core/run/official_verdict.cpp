#include "core/run/official_verdict.h"

#include <string>
#include <utility>

#include "core/check/judge.h"

namespace bfclx {
namespace {

AstCheck check_of(const Entry& entry, bool underscore_to_dot) {
  return {entry.category->language, entry.call_count(), underscore_to_dot, false};
}

// The verdict of a response that is judged while it is read. False: it is left to the checker.
bool judge_plainly(const Entry& entry, const Value& response, const Decoder& decoder,
                   const AstCheck& check, Verdict& verdict) {
  // Of format_sensitivity every entry asks for a form of its own.
  if (entry.plan == nullptr || entry.category->varies_prompts) return false;
  if (decoder.json_arguments) return entry.plan->verdict_of_tool_calls(response, check, verdict);
  if (decoder.calls_text == nullptr || !response.is_str()) return false;
  std::string storage;
  const std::string_view text = decoder.calls_text(response.as_str(), storage);
  return entry.plan->verdict_of_text(text, check, verdict);
}

Verdict judge_decoded(const Entry& entry, Result<Value> decoded, const AstCheck& check) {
  if (decoded.ok() && entry.plan != nullptr && is_function_calling_format(*decoded) &&
      entry.plan->judge(*decoded, check.underscore_to_dot) == true) {
    Verdict verdict;
    verdict.valid = true;
    return verdict;
  }
  return judge_calls(entry.functions(), entry.ground_truth, check, std::move(decoded));
}

// Entries whose failures have reasons that can be left out.
bool is_official(const Entry& entry) {
  const Judging judging = entry.category->judging;
  return judging != Judging::kRelevance && judging != Judging::kIrrelevance &&
         entry.own_match == nullptr;
}

}  // namespace

Verdict official_verdict(const Entry& entry, const Value& response, const Decoder& decoder,
                         bool underscore_to_dot) {
  Verdict verdict;
  if (!is_official(entry)) {
    verdict = score(entry, response, decoder, underscore_to_dot);
    verdict.why.reset();
    return verdict;
  }
  const AstCheck check = check_of(entry, underscore_to_dot);
  if (judge_plainly(entry, response, decoder, check, verdict)) return verdict;
  DecodeOptions options = decode_options_of(entry);
  Budget budget;
  options.budget = &budget;
  verdict = judge_decoded(entry, decoder.decode_ast(response, options), check);
  return verdict;
}

void score_officially(ScoredResponse& response, const RunSettings& settings) {
  if (response.entry == nullptr || response.entry->category->judging != Judging::kCalls ||
      !settings.out_of_memory.empty()) {
    return score_response(response, settings);
  }
  const Entry& entry = *response.entry;
  Verdict& verdict = response.verdict;
  verdict =
      official_verdict(entry, response.response, *settings.decoder, settings.underscore_to_dot);
  if (verdict.valid || verdict.decoded || verdict.decode_error) return;
  DecodeOptions options = decode_options_of(entry);
  Budget budget;
  options.budget = &budget;
  Result<Value> decoded = settings.decoder->decode_ast(response.response, options);
  if (decoded.ok()) verdict.decoded = std::move(decoded).value();
}

}  // namespace bfclx
