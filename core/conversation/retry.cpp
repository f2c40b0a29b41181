#include "core/conversation/retry.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bfclx {

namespace {

using Kind = AttemptOutcome::Kind;

template <typename Items, typename Item>
bool holds(const Items& items, const Item& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

bool usual_status(int status) {
  return status == 408 || status == 409 || status == 429 || status >= 500;
}

bool inner_matches(const InnerRetries& inner, const AttemptOutcome& outcome) {
  if (outcome.kind == Kind::kConnection || outcome.kind == Kind::kTimeout) return true;
  if (outcome.kind != Kind::kStatus) return false;
  if (outcome.should_retry) return *outcome.should_retry;
  return inner.statuses.empty() ? usual_status(outcome.status)
                                : holds(inner.statuses, outcome.status);
}

bool outer_matches(const OuterRetries& outer, const AttemptOutcome& outcome) {
  if (outer.on_anything) return true;
  if (outer.on_429 && outcome.kind == Kind::kStatus && outcome.status == 429) return true;
  if (outer.on_bad_json && outcome.kind == Kind::kBadJson) return true;
  // The patterns are ".*text.*", which stay within the first line.
  const std::string_view line = outcome.message.substr(0, outcome.message.find('\n'));
  return std::any_of(outer.messages.begin(), outer.messages.end(), [line](std::string_view text) {
    return line.find(text) != std::string_view::npos;
  });
}

// Stainless SDKs: the server's Retry-After up to a minute, else half a second doubling to eight, of
// which up to a quarter is taken off at random.
void inner_wait(int retries_before, const AttemptOutcome& outcome, RetryDecision& decision) {
  if (outcome.retry_after && *outcome.retry_after > 0 && *outcome.retry_after <= 60) {
    decision.wait = *outcome.retry_after;
    return;
  }
  const double longest = std::min(std::ldexp(0.5, std::min(retries_before, 10)), 8.0);
  decision.wait = longest * 0.75;
  decision.jitter = longest * 0.25;
}

// tenacity: uniform between 6 and 2^(calls - 1), which is held between 6 and 120.
void outer_wait(int calls, RetryDecision& decision) {
  const double high = std::clamp(std::ldexp(1.0, std::min(calls - 1, 20)), 6.0, 120.0);
  decision.wait = 6;
  decision.jitter = high - 6;
}

bool may_pass(const AttemptOutcome& outcome) {
  if (outcome.kind == Kind::kConnection || outcome.kind == Kind::kTimeout) return true;
  if (outcome.kind == Kind::kBadJson || outcome.kind == Kind::kServerError) return true;
  return outcome.kind == Kind::kStatus && (usual_status(outcome.status) || outcome.status == 425);
}

}  // namespace

bool is_transport_trouble(const AttemptOutcome& outcome) { return may_pass(outcome); }

RetryDecision decide_official_retry(const RetryRule& rule, RetryState& state,
                                    const AttemptOutcome& outcome) {
  RetryDecision decision;
  ++state.attempts;
  ++state.inner;
  if (state.inner <= rule.inner.count && inner_matches(rule.inner, outcome)) {
    decision.again = true;
    inner_wait(state.inner - 1, outcome, decision);
    return decision;
  }
  state.inner = 0;
  ++state.calls;
  const bool may_call_again = rule.outer.max_calls == 0 || state.calls < rule.outer.max_calls;
  if (may_call_again && outer_matches(rule.outer, outcome)) {
    decision.again = true;
    decision.new_call = true;
    outer_wait(state.calls, decision);
  }
  return decision;
}

RetryDecision decide_retry(const RetryRule& rule, RetryState& state, const AttemptOutcome& outcome,
                           int limit) {
  RetryDecision decision;
  ++state.attempts;
  const bool refused = outcome.should_retry && !*outcome.should_retry;
  if (state.attempts > limit || refused) return decision;
  if (!may_pass(outcome) && !outer_matches({.messages = rule.outer.messages}, outcome)) {
    return decision;
  }
  decision.again = true;
  decision.new_call = true;
  const double pause = std::min(std::ldexp(1.0, std::min(state.attempts - 1, 10)), 60.0);
  decision.wait = outcome.retry_after ? std::clamp(*outcome.retry_after, 0.0, 600.0) : pause * 0.5;
  decision.jitter = outcome.retry_after ? pause * 0.1 : pause * 0.5;
  return decision;
}

}  // namespace bfclx
