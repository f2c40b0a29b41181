#include "core/generation/scheduler.h"

#include <algorithm>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/generation/wait_text.h"

namespace bfclx {
namespace {

constexpr double kLook = 0.1;  // seconds between two looks at the clock
// Conversations whose entry failed and that wait for its next try, beside those that go on.
constexpr std::size_t kMostBackingOff = 256;

}  // namespace

Scheduler::Scheduler(std::span<const PlannedEntry> plan, const SchedulerSettings& settings,
                     std::uint64_t seed)
    : settings_(settings),
      entries_(plan.size()),
      order_(plan, settings.official_order, settings_.uncertain ? &*settings_.uncertain : nullptr),
      random_(seed) {
  std::vector<EndpointSettings> endpoints = settings.endpoints;
  if (endpoints.empty()) endpoints.push_back({settings.server});
  endpoints_.reserve(endpoints.size());
  for (const EndpointSettings& one : endpoints) {
    endpoints_.emplace_back(one, settings.concurrency, settings.automatic, settings.patience);
  }
}

// Not by a distribution of the library: the same seed gives the same waits on every platform.
double Scheduler::chance() { return static_cast<double>(random_() >> 11) * 0x1.0p-53; }

std::string Scheduler::option(std::string_view name) const {
  return settings_.command_line ? concat({" (", name, ")"}) : std::string();
}

Scheduler::Action Scheduler::next(double now, bool room, bool may_check) {
  begin_endpoints(now);
  release_delayed(now);
  for (Endpoint& one : endpoints_) {
    if (one.is_refused() && in_flight(one) == 0) close_by_doubt(one);
  }
  if (finished()) return {Action::Kind::kFinished};
  leave_endpoints(now);
  compare_endpoints(now);
  bool may_send_any = false;
  for (std::size_t i = 0; i < endpoints_.size(); ++i) {
    if (may_check && wants_check(endpoints_[i], now)) return {Action::Kind::kCheckServer, 0, 0, i};
    may_send_any = may_send_any || may_send(endpoints_[i], now);
  }
  const double look = next_look(now);
  if (!may_send_any) return {Action::Kind::kWait, 0, look};
  // An entry that has not failed yet is the better probe.
  if (!is_any_available() && may_begin(room)) {
    if (const auto entry = begin(now)) return {Action::Kind::kBegin, *entry};
  }
  if (const std::optional<Action> action = next_request(now)) return *action;
  if (may_begin(room)) {
    if (const auto entry = begin(now)) return {Action::Kind::kBegin, *entry};
  }
  return {Action::Kind::kWait, 0, look};
}

// Whether another entry may begin. Conversations that wait for their next try leave room for
// others, but not for all of them. While the server is in trouble one new entry goes with each
// probe.
bool Scheduler::may_begin(bool room) const {
  if (stopping_ || (!running_.empty() && !room)) return false;
  if (!is_any_available()) return !begun_for_probe_ || !has_begun(*begun_for_probe_);
  const std::size_t waiting = std::min(backing_off_, kMostBackingOff);
  return running_.size() - std::min(waiting, running_.size()) < 2 * allowed() + 4;
}

std::optional<Scheduler::EntryIndex> Scheduler::begin(double now) {
  const bool available = is_any_available();
  const auto entry = !available  ? order_.take_last()
                     : several() ? take_for_endpoint(now)
                                 : order_.take();
  if (!entry) return std::nullopt;
  if (!available) begun_for_probe_ = entry;
  running_.emplace(*entry, Running());
  return entry;
}

void Scheduler::release_delayed(double now) {
  while (!delayed_.empty() && delayed_.top().time <= now) {
    const Delayed due = delayed_.top();
    delayed_.pop();
    if (due.own) --backing_off_;
    if (has_begun(due.entry)) queue(due.entry, due.own);
  }
}

// Something may be due then; probes and patience by the regular look.
double Scheduler::next_look(double now) const {
  double look = now + kLook;
  if (!delayed_.empty()) look = std::min(look, delayed_.top().time);
  for (const Endpoint& one : endpoints_) {
    if (one.closed) continue;
    if (one.paused_until > now) look = std::min(look, one.paused_until);
    if (one.in_doubt() && one.next_check > now) look = std::min(look, one.next_check);
  }
  return look;
}

void Scheduler::delay(EntryIndex entry, double time, bool own) {
  if (own) ++backing_off_;
  delayed_.push({time, delayed_number_++, entry, own});
}

void Scheduler::wants_request(EntryIndex entry, double wait, double jitter, double now) {
  const double all = settings_.in_batches ? 0 : wait + jitter * chance();
  if (all <= 0) {
    queue(entry, true);
  } else {
    delay(entry, now + std::min(all, kLongestWait), true);
  }
}

void Scheduler::sent(EntryIndex entry, double now) {
  Running& running = running_[entry];
  Endpoint& endpoint = endpoints_[running.at];
  running.sent = now;
  running.in_flight = true;
  running.good = false;
  endpoint.health.sent(entry);
  endpoint.response_time.sent(now, endpoint.in_flight == 0);
  ++endpoint.in_flight;
  ++endpoint.requests;
  begun_for_probe_.reset();
  ++in_flight_;
  ++requests_;
}

void Scheduler::accepted(EntryIndex entry) {
  const auto found = running_.find(entry);
  if (found == running_.end()) return;
  found->second.trouble = {};
  found->second.refused_by.clear();
}

void Scheduler::judged(EntryIndex entry, bool usable) {
  const auto found = running_.find(entry);
  if (!several() || found == running_.end() || !found->second.good) return;
  Running& running = found->second;
  Endpoint& endpoint = endpoints_[running.at];
  if (usable) {  // what is of no use may come fast
    endpoint.response_time.responded(running.sent, running.received);
    endpoint.proven = true;
    endpoint.useless = 0;
    for (const std::size_t other : std::exchange(running.refused_by, {})) {
      ++endpoints_[other].useless;
    }
  } else {
    ++endpoint.failed;
    ++endpoint.useless;
    running.stays = false;
    running.avoid = running.at;
  }
  close_useless();
}

std::vector<Scheduler::EntryIndex> Scheduler::ended(EntryIndex entry, bool has_result) {
  for (Endpoint& one : endpoints_) one.health.ended(entry);
  if (const auto found = running_.find(entry); found != running_.end()) {
    if (found->second.in_flight) --endpoints_[found->second.at].in_flight;
    running_.erase(found);
  }
  if (has_result) {
    ++with_result_;
    order_.complete(entry);
    return {};
  }
  std::vector<EntryIndex> lost = order_.give_up(entry);
  without_result_ += 1 + lost.size();
  return lost;
}

void Scheduler::check_sent(double now, std::size_t endpoint) {
  Endpoint& one = endpoints_[endpoint];
  one.checking = true;
  one.check_sent = now;
  one.health.sent(ServerHealth::kKnownGood);
  one.response_time.sent(now, one.in_flight == 0);
  ++one.in_flight;
  ++one.requests;
  ++checks_in_flight_;
  ++in_flight_;
  ++requests_;
}

void Scheduler::no_known_good(std::size_t endpoint) {
  Endpoint& one = endpoints_[endpoint];
  one.no_known_good = true;
  if (one.in_doubt()) return close_by_doubt(one);
  if (!one.health.available()) say_unavailable(one);
}

void Scheduler::request_stop(double now) {
  if (std::exchange(stopping_, true)) return;
  if (settings_.stop_timeout) stop_at_ = now + *settings_.stop_timeout;
  const std::string limit =
      settings_.stop_timeout ? wait_text(*settings_.stop_timeout) + " to finish" : "to finish";
  say(concat({"stopping: no new requests; ", grouped_digits(running_.size()),
              running_.size() == 1 ? " conversation has " : " conversations have ", limit,
              option("--stop-timeout"),
              settings_.command_line ? "; press Ctrl-C again to exit immediately" : ""}));
}

void Scheduler::tick(double now) {
  bool available = false;
  bool over = true;
  bool refuses = false;
  double paused_until = kLongestWait + now;
  double seconds = kLongestWait;  // since all of them are in trouble
  for (Endpoint& one : endpoints_) {
    // Without patience too, the check is sent before the run ends; none is before any success.
    const bool late = one.is_refused() ? now >= one.doubt_until : now > one.doubt_until;
    if (one.in_doubt() && late) close_by_doubt(one);
    if (one.closed) continue;
    available = available || one.health.available();
    over = over && one.health.is_over(now);
    refuses = refuses || one.health.state() == ServerHealth::State::kRefusing;
    paused_until = std::min(paused_until, one.paused_until);
    seconds = std::min(seconds, now - one.health.trouble_since());
  }
  const std::string& last = last_failure_.text;
  const std::string trouble = last.empty() ? "" : concat({" (", last, ")"});
  const std::string who = several() ? "every endpoint" : "the server";
  if (stopping_ && stopped_.empty()) {
    const std::string left =
        concat({grouped_digits(running_.size()),
                running_.size() == 1 ? " conversation" : " conversations", " unfinished"});
    // Nothing is in flight, and the pause outlasts the time to finish.
    const bool pausing =
        in_flight_ == 0 && now < paused_until && (!stop_at_ || paused_until >= *stop_at_);
    if (!available || pausing) {
      stop(concat({"stopped while ", who, " was unavailable", trouble, ", ", left}),
           last_failure_.reason, false);
    } else if (stop_at_ && now >= *stop_at_) {
      stop(concat({"stopped after ", wait_text(*settings_.stop_timeout), option("--stop-timeout"),
                   ", ", left}),
           "stopped", false);
    }
  }
  const bool refused = refused_since_ >= 0 && now - refused_since_ > settings_.patience;
  if (!over && !refused) return;
  if (refused) seconds = now - refused_since_;
  stop(refused || refuses ? refused_text(seconds)
                          : concat({who, " was unavailable for ", wait_text(seconds), trouble}),
       last_failure_.reason, false);
}

void Scheduler::stop(std::string why, std::string reason, bool lasts) {
  if (!stopped_.empty()) return;
  stopped_ = std::move(why);
  stop_reason_ = std::move(reason);
  stop_lasts_ = lasts;
}

bool Scheduler::is_in_flight(EntryIndex entry) const {
  const auto found = running_.find(entry);
  return found != running_.end() && found->second.in_flight;
}

int Scheduler::repeated(EntryIndex entry) const {
  const auto found = running_.find(entry);
  return found == running_.end() ? 0 : found->second.repeated;
}

const Scheduler::Trouble& Scheduler::trouble(EntryIndex entry) const {
  static const Trouble kNone;
  const auto found = running_.find(entry);
  return found == running_.end() ? kNone : found->second.trouble;
}

std::string Scheduler::reason_of_unfinished(EntryIndex entry) const {
  if (!has_begun(entry)) return "not requested";
  const std::string& own = trouble(entry).reason;
  if (!own.empty()) return own;
  if (endpoints_.front().is_refused() && !several()) {
    return is_in_flight(entry) ? "unfinished" : "not requested";
  }
  return stop_reason_.empty() ? "unfinished" : stop_reason_;
}

Scheduler::Figures Scheduler::figures(double now) const {
  Figures figures;
  figures.entries = entries_;
  figures.with_result = with_result_;
  figures.without_result = without_result_;
  figures.running = running_.size();
  figures.in_flight = in_flight_;
  figures.allowed = allowed();
  figures.requests = requests_;
  figures.repeated = repeated_;
  figures.paused = true;
  figures.wait = kLongestWait;
  figures.key_refused = true;
  for (const Endpoint& one : endpoints_) {
    if (one.health.available() && !one.closed && now >= one.paused_until) figures.paused = false;
    figures.wait = std::min(figures.wait, std::max(0.0, one.paused_until - now));
    figures.key_refused = figures.key_refused && one.key.refused();
  }
  figures.backing_off = backing_off_;
  if (backing_off_ > 0) {
    figures.retrying = counted(backing_off_, "entry is", "entries are") + " being retried";
    const std::string& last = last_failure_.text;
    if (!last.empty()) figures.retrying += ": " + last;
  }
  figures.stopping = stopping_;
  if (several()) figures.endpoints = endpoint_figures(now);
  return figures;
}

std::vector<std::string> Scheduler::take_messages() { return std::exchange(messages_, {}); }

}  // namespace bfclx
