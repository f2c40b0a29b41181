#include "core/generation/endpoint.h"

namespace bfclx {

std::string_view state_name(EndpointState state) {
  static constexpr std::string_view kNames[] = {"available", "paused", "unavailable", "refusing",
                                                "closed"};
  return kNames[static_cast<std::size_t>(state)];
}

EndpointState Endpoint::state(double now) const {
  if (closed) return EndpointState::kClosed;
  if (health.state() == ServerHealth::State::kRefusing) return EndpointState::kRefusing;
  if (!health.available() || in_doubt()) return EndpointState::kUnavailable;
  return now < paused_until ? EndpointState::kPaused : EndpointState::kAvailable;
}

}  // namespace bfclx
