#include "core/conversation/streams/time_histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bfclx {
namespace {

constexpr double kShortest = 1e-4;
constexpr double kWidth = 1.05;

}  // namespace

void TimeHistogram::add(double seconds) {
  std::size_t bucket = 0;
  if (seconds >= kShortest) {
    const double place = std::floor(std::log(seconds / kShortest) / std::log(kWidth));
    bucket = 1 + static_cast<std::size_t>(std::clamp(place, 0.0, kBuckets - 2.0));
  }
  buckets_.resize(kBuckets);
  if (buckets_[bucket] < std::numeric_limits<std::uint32_t>::max()) ++buckets_[bucket];
  ++count_;
}

void TimeHistogram::add(const TimeHistogram& other) {
  if (other.buckets_.empty()) return;
  buckets_.resize(kBuckets);
  for (std::size_t i = 0; i < kBuckets; ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
}

std::optional<double> TimeHistogram::percentile(double share) const {
  if (count_ == 0) return std::nullopt;
  const double wanted = std::max(share * static_cast<double>(count_), 1.0);
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    seen += buckets_[i];
    if (static_cast<double>(seen) < wanted) continue;
    // The middle of the bucket.
    return i == 0 ? 0 : kShortest * std::pow(kWidth, static_cast<double>(i) - 0.5);
  }
  return std::nullopt;
}

}  // namespace bfclx
