#include "core/generation/server_health.h"

#include <algorithm>
#include <utility>

#include "core/generation/back_off.h"

namespace bfclx {

namespace {

constexpr std::size_t kTolerance = 5;   // failures in a row before the server is unavailable
constexpr std::size_t kOverload = 3;    // before it is asked less at once
constexpr std::size_t kDoubt = 6;       // before the request that is known to succeed decides
constexpr double kLongestProbe = 30;    // seconds between two probes of a server that fails
constexpr double kLongestConnect = 10;  // of one that cannot be reached, as no request arrives

}  // namespace

void ServerHealth::sent(EntryIndex entry) {
  in_flight_[entry] = {troubles_, successes_};
  if (!available()) {
    probe_.entry = entry;
  } else if (entry == kKnownGood && doubted_) {
    deciding_ = true;
    clear_row();
  }
}

// The request of the entry has had its outcome. Gives how things were when it was sent.
ServerHealth::Sent ServerHealth::settle(EntryIndex entry) {
  const auto found = in_flight_.find(entry);
  if (found == in_flight_.end()) return {troubles_, successes_};
  const Sent sent = found->second;
  if (since_ >= 0 && sent.troubles < troubles_) --older_;
  in_flight_.erase(found);
  return sent;
}

void ServerHealth::trouble(double now) {
  if (since_ >= 0) return;
  since_ = now;
  ++troubles_;
  older_ = in_flight_.size();
}

// A failure of an entry. Those of one entry alone raise no doubt.
void ServerHealth::count_in_row(EntryIndex entry) {
  if (in_row_++ == 0) first_in_row_ = entry;
  if (entry != first_in_row_) several_in_row_ = true;
  if (several_in_row_ && outweighs(in_row_, kDoubt)) doubted_ = true;
}

void ServerHealth::clear_row() {
  in_row_ = 0;
  several_in_row_ = false;
  doubted_ = false;
}

bool ServerHealth::outweighs(std::size_t evidence, std::size_t tolerance) const {
  return evidence >= std::max(tolerance, older_);
}

void ServerHealth::succeeded(EntryIndex entry) {
  settle(entry);
  if (entry == kKnownGood) deciding_ = false;
  suspects_.insert(failing_.begin(), failing_.end());
  suspects_.erase(entry);
  refused_.erase(entry);
  clear_row();
  failing_.clear();
  evidence_.clear();
  unreachable_ = 0;
  refusals_ = 0;
  older_ = 0;
  ++successes_;
  probe_ = Probe();
  since_ = -1;
  state_ = State::kAvailable;
  ever_succeeded_ = true;
}

void ServerHealth::missing(double now, double chance) {
  trouble(now);
  ++unreachable_;
  state_ = State::kUnavailable;
  probe_.next = now + back_off(++probe_.count, chance, 1, kLongestConnect);
}

ServerHealth::Failure ServerHealth::failed(EntryIndex entry, double now, double chance,
                                           Cause cause) {
  const Sent sent = settle(entry);
  trouble(now);
  if (entry == kKnownGood && std::exchange(deciding_, false) && available()) {
    state_ = State::kUnavailable;
    probe_.count = 2;  // an entry has the next turn
    probe_.next = now + back_off(probe_.count, chance, 1, kLongestProbe);
    return {};
  }
  count_in_row(entry);
  const bool unreachable = cause == Cause::kUnreachable;
  const bool known = !unreachable && suspects_.count(entry) != 0;
  // Others succeeded while it was in flight. (A server that goes away breaks all connections.)
  const bool meanwhile = cause == Cause::kResponse && sent.successes < successes_;
  const bool evidence = !known && !meanwhile;
  if (unreachable) {
    ++unreachable_;
  } else if (!known) {
    failing_.insert(entry);
    (meanwhile ? suspects_ : evidence_).insert(entry);
  }
  const bool was_probe = probe_.entry == entry;
  if (was_probe) probe_.entry.reset();
  Failure failure;
  if (available()) {
    failure.slow_down = !known && outweighs(failing_.size() + unreachable_, kOverload);
    failure.counts = !evidence || !outweighs(evidence_.size() + unreachable_, kTolerance);
    if (failure.counts) return failure;
    state_ = State::kUnavailable;
  } else if (!was_probe) {
    return failure;  // sent before: it delays no probe
  }
  const double longest = unreachable ? kLongestConnect : kLongestProbe;
  probe_.next = now + back_off(++probe_.count, chance, 1, longest);
  return failure;
}

ServerHealth::Refusal ServerHealth::refused(EntryIndex entry, double now, double chance,
                                            std::optional<double> asked) {
  settle(entry);
  if (entry == kKnownGood) deciding_ = false;
  trouble(now);
  clear_row();  // somebody is there
  failing_.clear();
  evidence_.clear();
  unreachable_ = 0;
  Refused& own = refused_[entry];
  // An entry that is refused again while others succeed says nothing about the server, and its wait
  // is its own.
  const bool alone = own.count > 0 && own.successes < successes_;
  if (!alone) ++refusals_;
  const bool many = outweighs(refusals_, kTolerance);
  if (own.count++ == 0) own.since = now;
  own.successes = successes_;
  Refusal refusal;
  refusal.alone = alone;
  refusal.wait = wait_after_refusal(asked, own.count, chance);
  if (many && now + asked.value_or(0) - since_ > patience_) {
    refusal.next = Refusal::Next::kStop;
    return refusal;
  }
  if (now + refusal.wait - own.since > patience_) {
    refusal.next = Refusal::Next::kGiveUp;
    return refusal;
  }
  refusal.pause = alone ? 0 : asked.value_or(0);
  const bool was_probe = probe_.entry == entry;
  if (was_probe) probe_.entry.reset();
  const bool turned = available() && many;
  if (turned || was_probe) {
    probe_.next = now + wait_after_refusal(asked, ++probe_.count, chance);
  }
  if (turned || !available()) {
    state_ = State::kRefusing;
    refusal.wait = 0;  // the probes set the pace
  }
  return refusal;
}

void ServerHealth::ended(EntryIndex entry) {
  settle(entry);
  if (probe_.entry == entry) probe_.entry.reset();
  if (entry == kKnownGood) deciding_ = false;
  suspects_.erase(entry);
  refused_.erase(entry);
}

bool ServerHealth::may_send(double now) const {
  return available() || (!probe_.entry && now >= probe_.next);
}

bool ServerHealth::wants_known_good(double now) const {
  if (doubted_ && available()) return true;
  if (state_ != State::kUnavailable || unreachable_ > 0 || probe_.entry) return false;
  if (probe_.count % 2 == 0) return false;
  return probe_.count == 1 || now >= probe_.next;
}

bool ServerHealth::is_over(double now) const {
  return !available() && older_ == 0 && now - since_ > patience_;
}

}  // namespace bfclx
