#include "core/generation/concurrency_limit.h"

#include <algorithm>

namespace bfclx {
namespace {

constexpr double kStart = 8;      // in flight at once when automatic begins
constexpr double kCut = 0.7;      // what a refusal leaves
constexpr double kGrowth = 0.05;  // a round, after slow start
constexpr double kWorthDoubling = 1.15;
constexpr double kWorthGrowth = 1.025;
constexpr double kFading = 0.98;

}  // namespace

ConcurrencyLimit::ConcurrencyLimit(std::size_t most, bool automatic)
    : most_(std::max<double>(1, static_cast<double>(most))),
      limit_(automatic ? std::min(kStart, most_) : most_),
      automatic_(automatic),
      slow_start_(automatic) {}

void ConcurrencyLimit::responded(double now, bool crowded) {
  if (round_start_ < 0) {
    round_start_ = now;
    round_limit_ = limit_;
  } else {
    ++round_responses_;
  }
  round_crowded_ = round_crowded_ && crowded;
  if (crowded && slow_start_) limit_ = std::min(most_, limit_ + 1);
  if (static_cast<double>(round_responses_) >= std::max(round_limit_, kStart)) end_round(now);
}

void ConcurrencyLimit::end_round(double now) {
  const double rate = static_cast<double>(round_responses_) / std::max(now - round_start_, 1e-6);
  const bool grown = round_limit_ >= 1.5 * best_limit_;
  const double worth = !slow_start_ ? kWorthGrowth : grown ? kWorthDoubling : 1.0;
  if (rate > best_rate_ * worth) {
    best_limit_ = round_limit_;
  } else if (slow_start_ && grown && round_crowded_) {
    slow_start_ = false;  // twice as many in flight brought hardly more
    limit_ = std::max(1.0, best_limit_);
  } else if (automatic_ && !slow_start_ && round_limit_ > 1.2 * best_limit_) {
    limit_ = std::max(1.0, best_limit_);
  }
  best_rate_ = std::max(rate, best_rate_ * kFading);
  if (!slow_start_ && round_crowded_) {
    limit_ = std::min(most_, limit_ + std::max(1.0, limit_ * kGrowth));
  }
  round_start_ = now;
  round_limit_ = limit_;
  round_responses_ = 0;
  round_crowded_ = true;
}

void ConcurrencyLimit::refused(double sent, double now) {
  slow_start_ = false;
  if (sent < last_cut_) return;
  last_cut_ = now;
  limit_ = std::max(1.0, limit_ * kCut);
  best_limit_ = std::min(best_limit_, limit_);
  best_rate_ = 0;
  round_start_ = -1;
  round_responses_ = 0;
}

}  // namespace bfclx
