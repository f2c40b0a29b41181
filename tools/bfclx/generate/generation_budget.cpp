// What earlier commands have spent in the result folders, of which limits may count.
#include <string>
#include <vector>

#include "core/base/counted.h"
#include "core/generation/least_limits.h"
#include "core/generation/spending.h"
#include "tools/bfclx/generate/generation.h"

namespace bfclx::tools {

SpendingLedger::Settings Generation::ledger_settings() const {
  SpendingLedger::Settings settings;
  settings.own = {folder_.root(), checked_model_folder(target_.settings.registry_name)};
  if (options_.shard) settings.task = shard_set_ + "-" + std::to_string(options_.shard->number);
  if (const auto& places = options_.spending.places) settings.counted = *places;
  settings.limits = chosen_limits(options_.spending);
  settings.prices = prices_;
  return settings;
}

// For people; empty where the limits count nothing of others.
std::string Generation::earlier_spending(const Amounts& others) const {
  const SpendingLimits limits = chosen_limits(options_.spending);
  std::string text;
  if (limits.cost && others.cost > 0) {
    text = dollars_text(others.cost) + " of --max-cost " + dollars_text(*limits.cost);
  }
  if (limits.tokens && others.tokens > 0) {
    text += (text.empty() ? "" : " and ") +
            grouped_digits(static_cast<std::size_t>(others.tokens)) + " of --max-tokens-total " +
            grouped_digits(*limits.tokens);
  }
  if (text.empty()) return {};
  return "already spent: " + text +
         (options_.spending.is_further ? "" : " (--budget-scope command counts only this command)");
}

ResponsesOf Generation::responses_of_run() const {
  return responses_of(options_, checked_model_folder(target_.settings.registry_name),
                      choice_.categories);
}

RunEstimate Generation::estimate(const std::vector<PlannedEntry>& planned) {
  return estimate_of(planned, empty_estimate(options_, target_, prices_), responses_of_run(),
                     [this](const PlannedEntry& one) { return start(one); });
}

std::string Generation::earlier_spending() const {
  return earlier_spending(SpendingLedger(ledger_settings()).others());
}

SpendingLimits Generation::limits() const {
  SpendingLimits limits = chosen_limits(options_.spending);
  if (const auto& most = target_.settings.max_tokens; most && *most > 0) {
    limits.response = static_cast<std::size_t>(*most);
  }
  return limits;
}

std::string Generation::limits_too_low(const RunEstimate& estimate) const {
  const SpendingLimits all = limits();
  if (!all.cost && !all.tokens) return {};
  const SpendingLedger ledger(ledger_settings());
  return too_low_text(all, prices_, ledger.others(), ledger.greatest(), estimate);
}

}  // namespace bfclx::tools
