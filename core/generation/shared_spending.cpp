#include "core/generation/shared_spending.h"

#include <algorithm>
#include <cmath>

namespace bfclx {
namespace {

constexpr double kAhead = 2;  // seconds that a claim is ahead, and after which it is made anew
constexpr double kRequestsAhead = 8;  // at least, where another is sent
// Of what was spent, before there is a pace; and of what is left of a limit.
constexpr double kFirstAhead = 0.5;
constexpr double kOfLimit = 0.25;

// `need`: of this task, with the request; `all`: of all. A pace below 0 is not known. A limit may
// be infinite.
double ahead(double need, double request, double pace, double all, double limit) {
  const double wanted =
      pace >= 0 ? std::max(pace * kAhead, request * kRequestsAhead) : need * kFirstAhead;
  return std::clamp(wanted, 0.0, std::max(0.0, (limit - all) * kOfLimit));
}

}  // namespace

bool SharedSpending::covers(const Spending& spending, const Amounts& request) const {
  Amounts need = spending.committed();
  need.add(request);
  return claimed_at_ && claimed_.covers(need);
}

bool SharedSpending::is_due(double now) const {
  return claimed_at_ && now >= *claimed_at_ + kAhead;
}

void SharedSpending::claim(const Spending& spending, const Amounts& request, double now) {
  const Amounts spent = spending.committed();
  if (!paced_at_) paced_at_ = now;
  if (const double seconds = now - *paced_at_; seconds >= kAhead) {
    pace_ = Amounts{std::max(0.0, spent.cost - paced_.cost) / seconds,
                    std::max(0.0, spent.tokens - paced_.tokens) / seconds};
    paced_ = spent;
    paced_at_ = now;
  }
  Amounts need = spent;
  need.add(request);
  const Amounts& others = spending.others();
  const Amounts pace = pace_.value_or(Amounts{-1, -1});
  const double cost = limits_.cost.value_or(HUGE_VAL);
  const double tokens = limits_.tokens ? static_cast<double>(*limits_.tokens) : HUGE_VAL;
  claimed_ = need;
  claimed_.cost += ahead(need.cost, request.cost, pace.cost, need.cost + others.cost, cost);
  claimed_.tokens +=
      ahead(need.tokens, request.tokens, pace.tokens, need.tokens + others.tokens, tokens);
  claimed_at_ = now;
}

void SharedSpending::close(const Spending& spending) { claimed_ = spending.committed(); }

SpentRecord SharedSpending::record(const Spending& spending) const {
  SpentRecord record = before_;
  const TokenCounts& tokens = spending.tokens();
  const double cost = spending.cost().value_or(0);
  record.tokens.add(tokens);
  record.cost += cost;
  if (!prices_) record.unpriced.add(tokens);
  const Amounts held = {std::max(0.0, claimed_.cost - cost),
                        std::max(0.0, claimed_.tokens - static_cast<double>(tokens.all()))};
  record.held.add(held);
  if (!prices_) record.held_unpriced += held.tokens;
  record.greatest.cost = std::max(record.greatest.cost, spending.greatest().cost);
  record.greatest.tokens = std::max(record.greatest.tokens, spending.greatest().tokens);
  return record;
}

}  // namespace bfclx
