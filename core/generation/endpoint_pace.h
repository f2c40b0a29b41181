// How fast the endpoints of a run respond, and which of them are too slow for what is left of it.
//
// An endpoint that takes five times as long as others has to begin its last requests long before
// they do: near the end of a run, a request that waits for a fast endpoint has its response sooner.
#ifndef BFCLX_CORE_GENERATION_ENDPOINT_PACE_H_
#define BFCLX_CORE_GENERATION_ENDPOINT_PACE_H_

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace bfclx {

// How long an endpoint takes for a request: a mean of its responses, in which the last ones count
// most. Seconds on any clock that only goes forward.
class ResponseTime {
 public:
  // A request goes out. `alone`: nothing else is in flight there.
  void sent(double now, bool alone) {
    if (alone) silent_since_ = now;
  }
  // A good response to what was sent at `sent`.
  void responded(double sent, double now);

  // Nothing before the first response.
  std::optional<double> mean() const {
    return responses_ > 0 ? std::optional<double>(mean_) : std::nullopt;
  }
  // For a request that is sent now: the mean, and at least how long the endpoint has been silent
  // while requests are in flight there.
  std::optional<double> expected(double now, bool in_flight) const;

 private:
  double mean_ = 0;
  std::size_t responses_ = 0;
  double silent_since_ = 0;
};

// An endpoint as the others are compared with it.
struct EndpointPace {
  std::optional<double> seconds;  // expected for a request; nothing where it is not known
  std::size_t slots = 0;          // requests that it takes at once; 0: it takes none now
};

struct PaceVerdict {
  // By which its requests in flight weigh more than those of the fastest: 1 unless it is clearly
  // slower.
  double slowness = 1;
  // All requests that wait would have their responses from faster endpoints before it had one.
  bool late = false;
};

// `waiting`: requests that have no endpoint yet. `most`: in flight at all endpoints together.
std::vector<PaceVerdict> compare_paces(std::span<const EndpointPace> paces, std::size_t waiting,
                                       std::size_t most);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_ENDPOINT_PACE_H_
