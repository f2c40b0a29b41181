// Which endpoint a request goes to, and what becomes of it where its endpoint takes nothing.
//
// With one endpoint all requests wait in one line. With several, those of a conversation wait in
// the line of the endpoint that has the conversation, and the rest in one for whichever is free.
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/text.h"
#include "core/generation/scheduler.h"

namespace bfclx {
namespace {

constexpr double kStayInPause = 5;   // seconds that a conversation waits for its endpoint
constexpr int kMostMoves = 2;        // of a request, before its entry pays for a failure
constexpr int kMostRefusals = 3;     // of an entry for good, by endpoints that go well
constexpr int kMostUseless = 5;      // responses in a row, where those of others are used
constexpr double kBusier = 1.25;     // than others, by which entries with the same tools stay
constexpr std::size_t kLooks = 256;  // at requests that wait, for one that an endpoint takes

double load_of(const Endpoint& endpoint) {
  return endpoint.pace.slowness * static_cast<double>(endpoint.in_flight + 1) / endpoint.weight;
}

bool fails(const Endpoint& endpoint) {
  return endpoint.health.state() == ServerHealth::State::kUnavailable;
}

// Whether others will have responded to all that waits before it has to anything.
bool is_late(const Endpoint& endpoint) { return endpoint.pace.late && endpoint.health.available(); }

// Whether `a` is the better place for a request: less in flight, or fewer requests so far; one that
// fails is the last.
bool is_better(const Endpoint& a, const Endpoint& b) {
  if (fails(a) != fails(b)) return fails(b);
  const double load = load_of(a);
  const double other = load_of(b);
  if (load != other) return load < other;
  return static_cast<double>(a.requests) / a.weight < static_cast<double>(b.requests) / b.weight;
}

bool contains_number(const std::vector<std::size_t>& numbers, std::size_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

}  // namespace

// What counts against its limit; of one endpoint, requests beside those of the model too.
std::size_t Scheduler::in_flight(const Endpoint& endpoint) const {
  return several() ? endpoint.in_flight : in_flight_;
}

std::size_t Scheduler::allowed() const {
  if (!several()) return endpoints_.front().limit.allowed();
  std::size_t all = 0;
  for (const Endpoint& one : endpoints_) {
    if (!one.closed && one.health.available()) all += one.limit.allowed();
  }
  return std::clamp<std::size_t>(all, 1, std::max<std::size_t>(settings_.concurrency, 1));
}

// Whether the run goes on for the sake of a doubt alone.
bool Scheduler::waits_for_doubt() const { return !several() && endpoints_.front().in_doubt(); }

bool Scheduler::is_any_available() const {
  return std::any_of(endpoints_.begin(), endpoints_.end(),
                     [](const Endpoint& one) { return !one.closed && one.health.available(); });
}

bool Scheduler::may_send(const Endpoint& endpoint, double now) const {
  if (endpoint.closed || endpoint.in_doubt() || now < endpoint.paused_until) return false;
  if (in_flight(endpoint) >= endpoint.limit.allowed() || !endpoint.health.may_send(now)) {
    return false;
  }
  if (!several()) return true;
  if (is_held(endpoint)) return false;
  // The request that is known to succeed is the probe, where there is one.
  const bool probed_by_check = fails(endpoint) && !endpoint.no_known_good;
  return in_flight_ - checks_in_flight_ < settings_.concurrency && !probed_by_check;
}

// Whether the request that is known to succeed should be sent there.
bool Scheduler::wants_check(const Endpoint& endpoint, double now) const {
  if (endpoint.closed || endpoint.checking || endpoint.is_refused()) return false;
  if (now < endpoint.paused_until) return false;
  if (endpoint.in_doubt()) return now >= endpoint.next_check;
  if (endpoint.no_known_good) return false;
  if (endpoint.health.wants_known_good(now)) return true;
  return several() && fails(endpoint) && endpoint.health.may_send(now);
}

// Whether conversations stay there, and their requests wait.
bool Scheduler::keeps(const Endpoint& endpoint, double now) const {
  return !endpoint.closed && !endpoint.in_doubt() && endpoint.health.available() &&
         endpoint.paused_until - now < kStayInPause;
}

// What could not be reached before the run begins as unavailable, where others could.
void Scheduler::begin_endpoints(double now) {
  if (std::exchange(started_, true) || !several()) return;
  const auto missing = [](const Endpoint& one) { return one.missing; };
  if (std::all_of(endpoints_.begin(), endpoints_.end(), missing)) return;
  for (Endpoint& one : endpoints_) {
    if (!one.missing) continue;
    one.health.missing(now, chance());
    one.trouble_said = true;  // before the run
  }
}

// Whether an endpoint that gave nothing usable waits until the others have shown more.
bool Scheduler::is_held(const Endpoint& endpoint) const {
  if (endpoint.proven || endpoint.useless < kMostUseless) return false;
  return std::any_of(endpoints_.begin(), endpoints_.end(), [](const Endpoint& one) {
    return one.in_flight > 0 && one.useless < kMostUseless;
  });
}

// Endpoints whose responses are of no use while those of others are.
void Scheduler::close_useless() {
  const bool others = std::any_of(endpoints_.begin(), endpoints_.end(), [](const Endpoint& one) {
    return one.proven && one.useless == 0 && !one.closed && one.health.available();
  });
  for (Endpoint& one : endpoints_) {
    if (!others || one.useless < kMostUseless || one.closed) continue;
    // Of one that never had a good response, `useless` knows only the entries that others ended.
    const std::string requests =
        one.proven
            ? concat({std::to_string(one.useless), " requests in a row"})
            : concat({"any of its ", std::to_string(one.requests - one.in_flight), " requests"});
    close(one,
          concat({one.server, ": no usable response to ", requests, ", unlike other endpoints"}),
          "unusable response", true);
  }
}

// Which endpoints are slower than others, and too slow for what is left.
void Scheduler::compare_endpoints(double now) {
  if (!several()) return;
  std::vector<EndpointPace> paces;
  paces.reserve(endpoints_.size());
  for (const Endpoint& one : endpoints_) {
    const bool takes = keeps(one, now) && now >= one.paused_until && one.response_time.mean();
    paces.push_back(
        {one.response_time.expected(now, one.in_flight > 0), takes ? one.limit.allowed() : 0});
  }
  const std::size_t waiting = ready_.size() + (stopping_ ? 0 : order_.ready());
  const std::vector<PaceVerdict> verdicts = compare_paces(paces, waiting, settings_.concurrency);
  for (std::size_t i = 0; i < endpoints_.size(); ++i) endpoints_[i].pace = verdicts[i];
}

// Requests of an endpoint that takes none go to the others.
void Scheduler::leave_endpoints(double now) {
  if (!several()) return;
  for (Endpoint& one : endpoints_) {
    if (one.ready.empty() || keeps(one, now)) continue;
    for (const EntryIndex entry : std::exchange(one.ready, {})) {
      const auto found = running_.find(entry);
      if (found == running_.end()) continue;
      found->second.stays = false;
      ready_.push_back(entry);
    }
  }
}

void Scheduler::queue(EntryIndex entry, bool first) {
  const Running& running = running_[entry];
  std::deque<EntryIndex>& line = several() && running.stays ? endpoints_[running.at].ready : ready_;
  if (first) {
    line.push_front(entry);
  } else {
    line.push_back(entry);
  }
}

// The best place for a request that is nowhere yet, among those that take one now.
std::optional<std::size_t> Scheduler::endpoint_of(EntryIndex entry, double now) const {
  const Running& running = running_of(entry);
  const auto known = endpoint_of_group_.find(order_.group_of(entry));
  std::optional<std::size_t> best;
  std::optional<std::size_t> of_group;
  std::optional<std::size_t> avoided;
  bool others = false;  // that are busy, or take it
  // What has failed somewhere goes wherever it can.
  const bool is_free = !running.avoid && running.refused_by.empty();
  // Where those are closed that have not refused it, one of the others ends it.
  const bool is_refused = !is_open_to(running.refused_by);
  const bool only_proven = running.to_proven && may_move_to_proven(entry, now);
  for (std::size_t i = 0; i < endpoints_.size(); ++i) {
    if (!is_refused && contains_number(running.refused_by, i)) continue;
    if (only_proven && !endpoints_[i].proven) continue;
    others = others || (running.avoid != i && keeps(endpoints_[i], now));
    if (!may_send(endpoints_[i], now)) continue;
    if (is_free && is_late(endpoints_[i])) continue;
    if (running.avoid == i) {
      avoided = i;
      continue;
    }
    if (known != endpoint_of_group_.end() && known->second == i) of_group = i;
    if (!best || is_better(endpoints_[i], endpoints_[*best])) best = i;
  }
  if (!best) return others ? std::nullopt : avoided;
  if (!of_group || !endpoints_[*of_group].health.available()) return best;
  const double least = load_of(endpoints_[*best]);
  const Endpoint& known_one = endpoints_[*of_group];
  const double one_more = known_one.pace.slowness / known_one.weight;
  return load_of(known_one) <= kBusier * least + one_more ? of_group : best;
}

// A new entry for the endpoint that would get it: of the tools that were sent there last, else of
// tools that no other endpoint has.
std::optional<Scheduler::EntryIndex> Scheduler::take_for_endpoint(double now) {
  if (settings_.uncertain) return order_.take();
  const Endpoint* best = nullptr;
  for (const Endpoint& one : endpoints_) {
    if (may_send(one, now) && !is_late(one) && (best == nullptr || is_better(one, *best)))
      best = &one;
  }
  if (best != nullptr && best->group) {
    if (const auto entry = order_.take_of(*best->group)) return entry;
  }
  const auto is_free = [this, now](std::size_t group) {
    const auto known = endpoint_of_group_.find(group);
    return known == endpoint_of_group_.end() || !keeps(endpoints_[known->second], now);
  };
  if (const auto entry = order_.take_of_free(is_free)) return entry;
  return order_.take();
}

// The next request that may be sent, and where.
std::optional<Scheduler::Action> Scheduler::next_request(double now) {
  for (std::size_t i = 0; several() && i < endpoints_.size(); ++i) {
    Endpoint& one = endpoints_[i];
    while (!one.ready.empty() && may_send(one, now)) {
      const EntryIndex entry = one.ready.front();
      one.ready.pop_front();
      if (has_begun(entry)) return Action{Action::Kind::kSend, entry, 0, i};
    }
  }
  std::size_t looks = 0;
  for (auto at = ready_.begin(); at != ready_.end() && looks < kLooks;) {
    const EntryIndex entry = *at;
    if (!has_begun(entry)) {
      at = ready_.erase(at);
      continue;
    }
    std::optional<std::size_t> place = 0;
    if (several()) place = endpoint_of(entry, now);
    if (!place) {
      ++looks;
      ++at;
      continue;
    }
    ready_.erase(at);
    running_[entry].at = *place;
    if (several() && endpoints_[*place].health.available()) {
      Endpoint& one = endpoints_[*place];
      one.group = order_.group_of(entry);
      endpoint_of_group_[*one.group] = *place;
    }
    return Action{Action::Kind::kSend, entry, 0, *place};
  }
  return std::nullopt;
}

const Scheduler::Running& Scheduler::running_of(EntryIndex entry) const {
  static const Running kNone;
  const auto found = running_.find(entry);
  return found == running_.end() ? kNone : found->second;
}

std::size_t Scheduler::endpoint_for(EntryIndex entry, double now) const {
  if (!several()) return 0;
  const auto found = running_.find(entry);
  if (found != running_.end() && found->second.stays) return found->second.at;
  std::size_t best = 0;
  for (std::size_t i = 1; i < endpoints_.size(); ++i) {
    const bool kept = keeps(endpoints_[i], now);
    if (kept != keeps(endpoints_[best], now) ? kept : is_better(endpoints_[i], endpoints_[best])) {
      best = i;
    }
  }
  return best;
}

// Whether there is an endpoint beside those that have refused an entry. One that fails is waited
// for only where all do: the patience ends that.
bool Scheduler::is_open_to(const std::vector<std::size_t>& refused_by) const {
  const bool available = std::any_of(endpoints_.begin(), endpoints_.end(), [](const Endpoint& one) {
    return !one.closed && !one.in_doubt() && one.health.available();
  });
  for (std::size_t i = 0; i < endpoints_.size(); ++i) {
    const Endpoint& one = endpoints_[i];
    if (one.closed || contains_number(refused_by, i)) continue;
    if (one.in_doubt() || one.health.available() || !available) return true;
  }
  return false;
}

// Whether an endpoint has failed an entry that has not succeeded with any, where another one has.
bool Scheduler::may_move_to_proven(EntryIndex entry, double now) const {
  const Running& running = running_of(entry);
  if (!several() || endpoints_[running.at].proven) return false;
  for (std::size_t i = 0; i < endpoints_.size(); ++i) {
    const Endpoint& one = endpoints_[i];
    if (one.proven && keeps(one, now) && !contains_number(running.refused_by, i)) return true;
  }
  return false;
}

// Whether a response that refuses the request (400, 413) may be that of its endpoint alone: a
// second one is asked. What is no response at all says nothing of the request: any other is.
bool Scheduler::is_bettered(EntryIndex entry, const RequestOutcome& outcome) {
  Running& running = running_[entry];
  const bool unreadable = is_unreadable(outcome);
  const bool refused = status_of(outcome) >= 400 && running.refused_by.empty();
  if (!several() || !(unreadable || refused)) return false;
  if (unreadable && running.moves >= kMostMoves) return false;
  running.refused_by.push_back(running.at);
  if (may_move_for_good(entry)) return true;
  running.refused_by.clear();
  return false;
}

// Whether another endpoint takes the request of an entry whose own has failed it.
bool Scheduler::may_move(EntryIndex entry, double now) const {
  if (!several()) return false;
  if (may_move_to_proven(entry, now)) return true;
  const Running& running = running_of(entry);
  if (running.moves >= kMostMoves) return false;
  for (std::size_t i = 0; i < endpoints_.size(); ++i) {
    if (i != running.at && keeps(endpoints_[i], now) && !contains_number(running.refused_by, i)) {
      return true;
    }
  }
  return false;
}

// The same where its own will never succeed. What several endpoints refuse that go well, the others
// refuse too.
bool Scheduler::may_move_for_good(EntryIndex entry) const {
  std::vector<std::size_t> passed = running_of(entry).refused_by;
  const auto goes_well = [this](std::size_t i) { return endpoints_[i].health.ever_succeeded(); };
  if (std::count_if(passed.begin(), passed.end(), goes_well) >= kMostRefusals) return false;
  for (std::size_t i = 0; i < endpoints_.size(); ++i) {
    if (endpoints_[i].in_doubt()) passed.push_back(i);
  }
  return several() && is_open_to(passed);
}

Scheduler::Decision Scheduler::move(EntryIndex entry, double now) {
  Running& running = running_[entry];
  running.to_proven = may_move_to_proven(entry, now);
  if (!running.to_proven) ++running.moves;
  running.avoid = running.at;
  running.stays = false;
  retry(entry, 0, now);
  return {Decision::Kind::kRetry};
}

// The endpoint gets no more requests; without another one the run ends.
void Scheduler::close(Endpoint& endpoint, std::string why, std::string reason, bool lasts) {
  if (!several()) return stop(std::move(why), std::move(reason), lasts);
  if (std::exchange(endpoint.closed, true)) return;
  endpoint.doubt = {};
  const bool left = std::any_of(endpoints_.begin(), endpoints_.end(),
                                [](const Endpoint& one) { return !one.closed; });
  if (left) return say(concat({why, "; ", endpoint.server, " gets no more requests"}));
  stop(concat({"no endpoint is left: ", why}), std::move(reason), lasts);
}

void Scheduler::close_by_doubt(Endpoint& endpoint) {
  close(endpoint, endpoint.doubt.text, endpoint.doubt.reason, true);
}

// In messages, as the one who acts.
std::string Scheduler::name_of(const Endpoint& endpoint) const {
  return several() ? endpoint.server : "the server";
}

std::vector<EndpointFigures> Scheduler::endpoint_figures(double now) const {
  std::vector<EndpointFigures> all;
  all.reserve(endpoints_.size());
  for (const Endpoint& one : endpoints_) {
    all.push_back(
        {one.server, one.state(now), one.in_flight, one.limit.allowed(), one.requests, one.failed});
  }
  return all;
}

}  // namespace bfclx
