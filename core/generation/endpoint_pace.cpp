#include "core/generation/endpoint_pace.h"

#include <algorithm>
#include <limits>

namespace bfclx {
namespace {

constexpr std::size_t kRemembered = 32;  // responses that the mean is about
constexpr double kClearlySlower = 1.5;   // times; what is less may be chance
constexpr double kFarLater = 1.25;       // times as late as others, before they are waited for

// Since when all requests would have their responses, by endpoints that are each faster than those
// behind them.
class Faster {
 public:
  Faster(std::size_t waiting, std::size_t most)
      : waiting_(static_cast<double>(waiting)), most_(static_cast<double>(most)) {}
  void add(const EndpointPace& pace) {
    slots_ += static_cast<double>(pace.slots);
    rate_ += static_cast<double>(pace.slots) / std::max(*pace.seconds, 1e-9);
    const double rate = rate_ * std::min(1.0, most_ / slots_);
    best_ = std::min(best_, waiting_ / rate + *pace.seconds);
  }
  double best() const { return best_; }

 private:
  double waiting_;
  double most_;
  double slots_ = 0;
  double rate_ = 0;  // responses a second
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

void ResponseTime::responded(double sent, double now) {
  responses_ = std::min(responses_ + 1, kRemembered);
  mean_ += (now - sent - mean_) / static_cast<double>(responses_);
  silent_since_ = now;
}

std::optional<double> ResponseTime::expected(double now, bool in_flight) const {
  const double silent = in_flight ? now - silent_since_ : 0;
  if (responses_ > 0) return std::max(mean_, silent);
  return silent > 0 ? std::optional<double>(silent) : std::nullopt;
}

std::vector<PaceVerdict> compare_paces(std::span<const EndpointPace> paces, std::size_t waiting,
                                       std::size_t most) {
  std::vector<PaceVerdict> verdicts(paces.size());
  std::vector<std::size_t> order;  // of those that are known, the fastest first
  for (std::size_t i = 0; i < paces.size(); ++i) {
    if (paces[i].seconds) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [paces](std::size_t a, std::size_t b) {
    return *paces[a].seconds < *paces[b].seconds;
  });
  Faster faster(waiting, std::max<std::size_t>(most, 1));
  std::optional<double> fastest;
  for (const std::size_t i : order) {
    const double seconds = *paces[i].seconds;
    if (fastest) {
      verdicts[i].slowness = std::max(1.0, seconds / (kClearlySlower * std::max(*fastest, 1e-9)));
    }
    verdicts[i].late = seconds > kFarLater * faster.best();
    if (paces[i].slots == 0) continue;
    if (!fastest) fastest = seconds;
    faster.add(paces[i]);
  }
  return verdicts;
}

}  // namespace bfclx
