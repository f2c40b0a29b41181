// Endpoint: one of the servers that a run sends its requests to, as the scheduler knows it.
//
// Each has its own limit of requests, its own health, and its own pauses. What is wrong with one
// says nothing about the others.
#ifndef BFCLX_CORE_GENERATION_ENDPOINT_H_
#define BFCLX_CORE_GENERATION_ENDPOINT_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "core/generation/concurrency_limit.h"
#include "core/generation/endpoint_pace.h"
#include "core/generation/key_refusals.h"
#include "core/generation/server_health.h"

namespace bfclx {

struct EndpointSettings {
  std::string server;           // its address as messages show it
  double weight = 1;            // its share of the requests, more than 0
  std::size_t concurrency = 0;  // requests in flight at most; 0: as many as the run
  bool missing = false;         // it could not be reached before the run
};

// Why there is no response: in the words that are counted, and for people.
struct RequestTrouble {
  std::string reason = {};
  std::string text = {};
};

enum class EndpointState : std::uint8_t {
  kAvailable,
  kPaused,       // it asked to wait
  kUnavailable,  // it fails, and is probed
  kRefusing,     // it says nothing but "later", and is probed
  kClosed,       // it gets no more requests in this run
};
// "available", "paused", ...: as it is shown and stored.
std::string_view state_name(EndpointState state);

struct EndpointFigures {
  std::string server;
  EndpointState state = EndpointState::kAvailable;
  std::size_t in_flight = 0;
  std::size_t allowed = 1;
  std::size_t requests = 0;
  std::size_t failed = 0;  // of them, without a response or with one that is none
  std::optional<double> tokens_per_second = {};  // of the driver: of streamed responses
};

struct Endpoint {
  Endpoint(const EndpointSettings& settings, std::size_t most, bool automatic, double patience)
      : server(settings.server),
        weight(settings.weight),
        limit(settings.concurrency > 0 && settings.concurrency < most ? settings.concurrency : most,
              automatic),
        health(patience),
        missing(settings.missing) {}

  std::string server;
  double weight;
  ConcurrencyLimit limit;
  ServerHealth health;
  // Of several: requests of conversations that are here.
  std::deque<ServerHealth::EntryIndex> ready = {};
  std::optional<std::size_t> group = {};  // of the entry that was sent there last (EntryOrder)
  std::size_t in_flight = 0;              // the check included
  std::size_t requests = 0;
  std::size_t failed = 0;
  ResponseTime response_time = {};
  PaceVerdict pace = {};  // beside the others
  double paused_until = 0;
  double pause_said = 0;
  bool trouble_said = false;
  int for_good = 0;           // responses in a row that mean no request can succeed
  RequestTrouble doubt = {};  // why it is closed, unless a success decides otherwise; or empty
  double doubt_until = 0;     // it is closed then
  double next_check = 0;      // of a doubt
  int undecided_checks = 0;   // in a row
  bool checking = false;
  double check_sent = 0;
  KeyRefusals key = {};
  bool no_known_good = false;
  bool missing;         // at the start
  bool proven = false;  // an entry has had a good response there
  int useless = 0;      // responses in a row that were unusable, or that another bettered
  bool closed = false;

  bool in_doubt() const { return !doubt.text.empty(); }
  // Before any success: what is in flight decides, and no check is sent.
  bool is_refused() const { return in_doubt() && !health.ever_succeeded(); }
  EndpointState state(double now) const;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_ENDPOINT_H_
