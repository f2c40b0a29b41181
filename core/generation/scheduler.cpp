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
      limit_(settings.concurrency, settings.automatic),
      health_(settings.patience),
      order_(plan, settings.official_order),
      random_(seed) {}

// Not by a distribution of the library: the same seed gives the same waits on every platform.
double Scheduler::chance() { return static_cast<double>(random_() >> 11) * 0x1.0p-53; }

std::string Scheduler::option(std::string_view name) const {
  return settings_.command_line ? concat({" (", name, ")"}) : std::string();
}

Scheduler::Action Scheduler::next(double now, bool room) {
  release_delayed(now);
  if (is_refused() && in_flight_ == 0) stop_for_good();
  if (finished()) return {Action::Kind::kFinished};
  if (is_refused()) return {Action::Kind::kWait, 0, next_look(now)};
  const bool check =
      !in_doubt() ? !no_known_good_ && health_.wants_known_good(now) : now >= next_check_;
  if (check && !checking_ && now >= paused_until_) return {Action::Kind::kCheckServer};
  const double look = next_look(now);
  if (!may_send(now)) return {Action::Kind::kWait, 0, look};
  // An entry that has not failed yet is the better probe.
  if (!health_.available() && may_begin(room)) {
    if (const auto entry = begin()) return {Action::Kind::kBegin, *entry};
  }
  while (!ready_.empty()) {
    const EntryIndex entry = ready_.front();
    ready_.pop_front();
    if (has_begun(entry)) return {Action::Kind::kSend, entry};
  }
  if (may_begin(room)) {
    if (const auto entry = begin()) return {Action::Kind::kBegin, *entry};
  }
  return {Action::Kind::kWait, 0, look};
}

bool Scheduler::may_send(double now) const {
  return now >= paused_until_ && in_flight_ < limit_.allowed() && !in_doubt() &&
         health_.may_send(now);
}

// Whether another entry may begin. Conversations that wait for their next try leave room for
// others, but not for all of them. While the server is in trouble one new entry goes with each
// probe.
bool Scheduler::may_begin(bool room) const {
  if (stopping_ || (!running_.empty() && !room)) return false;
  if (!health_.available()) return !begun_for_probe_ || !has_begun(*begun_for_probe_);
  const std::size_t waiting = std::min(backing_off_, kMostBackingOff);
  return running_.size() - std::min(waiting, running_.size()) < 2 * limit_.allowed() + 4;
}

std::optional<Scheduler::EntryIndex> Scheduler::begin() {
  const auto entry = health_.available() ? order_.take() : order_.take_last();
  if (!entry) return std::nullopt;
  if (!health_.available()) begun_for_probe_ = entry;
  running_.emplace(*entry, Running());
  return entry;
}

void Scheduler::release_delayed(double now) {
  while (!delayed_.empty() && delayed_.top().time <= now) {
    const Delayed due = delayed_.top();
    delayed_.pop();
    if (due.own) --backing_off_;
    if (!has_begun(due.entry)) continue;
    if (due.own) {
      ready_.push_front(due.entry);
    } else {
      ready_.push_back(due.entry);
    }
  }
}

// Something may be due then; probes and patience by the regular look.
double Scheduler::next_look(double now) const {
  double look = now + kLook;
  if (!delayed_.empty()) look = std::min(look, delayed_.top().time);
  if (paused_until_ > now) look = std::min(look, paused_until_);
  if (in_doubt() && next_check_ > now) look = std::min(look, next_check_);
  return look;
}

void Scheduler::delay(EntryIndex entry, double time, bool own) {
  if (own) ++backing_off_;
  delayed_.push({time, delayed_number_++, entry, own});
}

void Scheduler::wants_request(EntryIndex entry, double wait, double jitter, double now) {
  const double all = wait + jitter * chance();
  if (all <= 0) {
    ready_.push_front(entry);
  } else {
    delay(entry, now + std::min(all, kLongestWait), true);
  }
}

void Scheduler::sent(EntryIndex entry, double now) {
  running_[entry].sent = now;
  running_[entry].in_flight = true;
  health_.sent(entry);
  begun_for_probe_.reset();
  ++in_flight_;
  ++requests_;
}

void Scheduler::accepted(EntryIndex entry) {
  const auto found = running_.find(entry);
  if (found != running_.end()) found->second.trouble = {};
}

std::vector<Scheduler::EntryIndex> Scheduler::ended(EntryIndex entry, bool has_result) {
  health_.ended(entry);
  running_.erase(entry);
  if (has_result) {
    ++with_result_;
    order_.complete(entry);
    return {};
  }
  std::vector<EntryIndex> lost = order_.give_up(entry);
  without_result_ += 1 + lost.size();
  return lost;
}

void Scheduler::check_sent(double now) {
  checking_ = true;
  check_sent_ = now;
  health_.sent(ServerHealth::kKnownGood);
  ++in_flight_;
  ++requests_;
}

void Scheduler::no_known_good() {
  no_known_good_ = true;
  if (in_doubt()) return stop_for_good();
  if (!health_.available()) say_unavailable();
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
  // Without patience too, the check is sent before the run ends; none is before any success.
  if (in_doubt() && (is_refused() ? now >= doubt_until_ : now > doubt_until_)) stop_for_good();
  const std::string& last = last_failure_.text;
  const std::string trouble = last.empty() ? "" : concat({" (", last, ")"});
  if (stopping_ && stopped_.empty()) {
    const std::string left =
        concat({grouped_digits(running_.size()),
                running_.size() == 1 ? " conversation" : " conversations", " unfinished"});
    // Nothing is in flight, and the pause outlasts the time to finish.
    const bool pausing =
        in_flight_ == 0 && now < paused_until_ && (!stop_at_ || paused_until_ >= *stop_at_);
    if (!health_.available() || pausing) {
      stop(concat({"stopped while the server was unavailable", trouble, ", ", left}),
           last_failure_.reason, false);
    } else if (stop_at_ && now >= *stop_at_) {
      stop(concat({"stopped after ", wait_text(*settings_.stop_timeout), option("--stop-timeout"),
                   ", ", left}),
           "stopped", false);
    }
  }
  const bool refused = refused_since_ >= 0 && now - refused_since_ > settings_.patience;
  if (!health_.is_over(now) && !refused) return;
  const double seconds = now - (refused ? refused_since_ : health_.trouble_since());
  const bool refuses = refused || health_.state() == ServerHealth::State::kRefusing;
  stop(refuses ? refused_text(seconds)
               : concat({"the server was unavailable for ", wait_text(seconds), trouble}),
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
  if (is_refused()) return is_in_flight(entry) ? "unfinished" : "not requested";
  return stop_reason_.empty() ? "unfinished" : stop_reason_;
}

Scheduler::Figures Scheduler::figures(double now) const {
  Figures figures;
  figures.entries = entries_;
  figures.with_result = with_result_;
  figures.without_result = without_result_;
  figures.running = running_.size();
  figures.in_flight = in_flight_;
  figures.allowed = limit_.allowed();
  figures.requests = requests_;
  figures.repeated = repeated_;
  figures.paused = !health_.available() || now < paused_until_;
  figures.wait = std::max(0.0, paused_until_ - now);
  figures.backing_off = backing_off_;
  if (backing_off_ > 0) {
    figures.retrying = counted(backing_off_, "entry is", "entries are") + " being retried";
    const std::string& last = last_failure_.text;
    if (!last.empty()) figures.retrying += ": " + last;
  }
  figures.stopping = stopping_;
  figures.key_refused = key_.refused();
  return figures;
}

std::vector<std::string> Scheduler::take_messages() { return std::exchange(messages_, {}); }

}  // namespace bfclx
