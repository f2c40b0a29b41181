#include "core/generation/time_left.h"

#include <algorithm>

namespace bfclx {
namespace {

constexpr double kRecent = 60;                 // seconds, of what the speed is told by,
constexpr std::size_t kRecentEntries = 20;     // and at least so many entries
constexpr std::size_t kMostEntries = 100'000;  // so that a fast run, or replay, stays small
constexpr double kBasis = 5;  // seconds in which something could end, before any speed is told
constexpr double kIdle = 15;  // seconds without an entry that ends, before no time left is told,
constexpr double kIdleShare = 5;  // or as many times what one takes

}  // namespace

void TimeLeft::tick(double now, bool waiting) {
  waiting_ = waiting;
  if (!waiting) active_ += now - seen_;
  seen_ = now;
}

void TimeLeft::ended(std::size_t tokens) {
  ends_.push_back({active_, tokens});
  tokens_ += tokens;
  const auto is_old = [this] {
    return ends_.size() > kRecentEntries && ends_.front().time < active_ - kRecent;
  };
  while (is_old() || ends_.size() > kMostEntries) {
    begin_ = ends_.front().time;
    tokens_ -= ends_.front().tokens;
    ends_.pop_front();
  }
}

std::optional<double> TimeLeft::left(std::size_t entries) const {
  if (waiting_ || ends_.empty() || active_ - begin_ < kBasis) return std::nullopt;
  const double each = seconds() / static_cast<double>(ends_.size());
  if (active_ - ends_.back().time > std::max(kIdle, kIdleShare * each)) return std::nullopt;
  return each * static_cast<double>(entries);
}

std::optional<double> TimeLeft::entries_per_minute() const {
  const std::optional<double> each = left(1);
  if (!each || *each <= 0) return std::nullopt;
  return 60 / *each;
}

std::optional<double> TimeLeft::tokens_per_second() const {
  if (tokens_ == 0 || active_ - begin_ < kBasis) return std::nullopt;
  return static_cast<double>(tokens_) / std::max(seconds(), 0.1);
}

}  // namespace bfclx
