// What comes of a request: a response for the conversation, another try, the end of its entry, or
// of the run.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/generation/back_off.h"
#include "core/generation/scheduler.h"
#include "core/generation/wait_text.h"

namespace bfclx {
namespace {

constexpr int kForGood = 5;  // refusals for good in a row that end a run which was going well
constexpr double kPauseWorthSaying = 5;
constexpr double kLongestCheckWait = 30;
constexpr int kServiceUnavailable = 503;

std::optional<double> wait_in(const RequestOutcome& outcome, double unix_now) {
  if (outcome.headers == nullptr) return std::nullopt;
  return requested_wait(*outcome.headers, unix_now);
}

std::optional<double> kept_pause(std::optional<double> asked) {
  return asked ? std::min(*asked, kLongestPause) : asked;
}

}  // namespace

Scheduler::Decision Scheduler::received(EntryIndex entry, const RequestOutcome& outcome, double now,
                                        double unix_now) {
  Running& running = running_[entry];
  Endpoint& endpoint = endpoints_[running.at];
  if (std::exchange(running.in_flight, false)) --endpoint.in_flight;
  endpoint.key.received(outcome, running.sent, now);
  if (settings_.in_batches) return of_batch(entry, outcome);
  if (settings_.official_retries) return official(outcome, now);
  const Reception reception = reception_of(outcome);
  if (reception == Reception::kResponse) return responded(entry, outcome, now, unix_now);
  ++endpoint.failed;
  last_failure_ = {reason_of(outcome), describe(outcome, endpoint.server)};
  running_[entry].trouble = last_failure_;
  switch (reception) {
    case Reception::kRateLimited:
      return rate_limited(entry, outcome, now, unix_now);
    case Reception::kFailed:
    case Reception::kUnreachable:
      return failed(entry, outcome, now);
    default:
      return failed_for_good(entry, outcome, now);
  }
}

// It says nothing of the server, nor of the entry.
Scheduler::Decision Scheduler::expired(EntryIndex entry, double now) {
  Running& running = running_[entry];
  Endpoint& endpoint = endpoints_[running.at];
  if (std::exchange(running.in_flight, false)) --endpoint.in_flight;
  endpoint.health.ended(entry);
  running.trouble = {"credentials expired", endpoint.server + ": the credentials have expired"};
  retry(entry, 0, now);
  return {Decision::Kind::kRetry};
}

// The official retries decide, which never end where every request is refused: patience does.
Scheduler::Decision Scheduler::official(const RequestOutcome& outcome, double now) {
  if (reception_of(outcome) != Reception::kRateLimited) {
    refused_since_ = -1;
  } else if (refused_since_ < 0) {
    refused_since_ = now;
    last_failure_ = {reason_of(outcome), describe(outcome, settings_.server)};
  }
  return {};
}

// It says nothing of the server. What cannot succeed is no response of the model; the conversation
// decides on everything else.
Scheduler::Decision Scheduler::of_batch(EntryIndex entry, const RequestOutcome& outcome) {
  const Reception reception = reception_of(outcome);
  Trouble& trouble = running_[entry].trouble;
  if (reception == Reception::kResponse) {
    trouble = {"unusable response", ""};  // unless it is accepted
    return {};
  }
  trouble = {reason_of(outcome), describe(outcome, endpoints_.front().server)};
  ++endpoints_.front().failed;
  const bool for_good = reception == Reception::kForbidden || reception == Reception::kWrongAddress;
  if (for_good) return {Decision::Kind::kEnd, false, trouble.text};
  ++repeated_;  // the conversation counts it for its entry
  return {};
}

// A response: the server is well.
Scheduler::Decision Scheduler::responded(EntryIndex entry, const RequestOutcome& outcome,
                                         double now, double unix_now) {
  Running& running = running_[entry];
  Endpoint& endpoint = endpoints_[running.at];
  say_available(endpoint, now);
  if (endpoint.is_refused()) endpoint.doubt = {};
  endpoint.health.succeeded(entry);
  if (!endpoint.checking) endpoint.health.ended(ServerHealth::kKnownGood);  // its refusals are past
  endpoint.for_good = 0;
  endpoint.limit.responded(now, (in_flight(endpoint) + 1) * 5 >= endpoint.limit.allowed() * 4);
  running.stays = several();
  if (!is_unreadable(outcome)) running.moves = 0;
  running.avoid.reset();
  const std::optional<double> wait = wait_in(outcome, unix_now);
  if (wait && *wait > 0) {
    pause(endpoint, std::min(*kept_pause(wait), settings_.patience), *wait, "rate limit reached",
          now);
  }
  running.good = status_of(outcome) < 300;
  running.received = now;
  running.to_proven = false;
  if (is_bettered(entry, outcome)) {
    ++endpoint.failed;
    running.trouble = {reason_of(outcome), describe(outcome, endpoint.server)};
    return move(entry, now);
  }
  running.trouble = {"unusable response", ""};  // unless it is accepted
  Decision decision;
  decision.good = running.good;
  if (decision.good) {
    for (Endpoint& one : endpoints_) one.no_known_good = false;
  }
  return decision;
}

// The server wants fewer requests, or later.
Scheduler::Decision Scheduler::rate_limited(EntryIndex entry, const RequestOutcome& outcome,
                                            double now, double unix_now) {
  Running& running = running_[entry];
  Endpoint& endpoint = endpoints_[running.at];
  const std::optional<double> asked = wait_in(outcome, unix_now);
  const auto refusal = endpoint.health.refused(entry, now, chance(), kept_pause(asked));
  if (!refusal.alone) endpoint.limit.refused(running.sent, now);
  const std::string patience = wait_text(settings_.patience);
  const std::string& text = last_failure_.text;
  const bool asks = asked.value_or(0) > settings_.patience;
  const std::string too_long =
      asks ? concat({text, "; it asks for a pause of ", wait_text(*asked),
                     settings_.command_line ? ", --patience is " : ", more than ", patience})
           : concat({text, "; refused for more than ", patience, option("--patience")});
  switch (refusal.next) {
    case ServerHealth::Refusal::Next::kStop:
      close(endpoint, asks ? too_long : refused_text(now - endpoint.health.trouble_since()),
            last_failure_.reason, false);
      if (!stopped_.empty()) return {Decision::Kind::kStop};
      return move(entry, now);
    case ServerHealth::Refusal::Next::kGiveUp:
      if (may_move(entry, now)) return move(entry, now);
      return {Decision::Kind::kEnd, false, too_long};
    case ServerHealth::Refusal::Next::kRetry:
      break;
  }
  if (refusal.pause > 0) pause(endpoint, refusal.pause, asked.value_or(0), text, now);
  if (!endpoint.health.available() && !std::exchange(endpoint.trouble_said, true)) {
    say(concat({name_of(endpoint), " refuses every request (", text,
                "); probing it with one request at a time for up to ", patience,
                option("--patience")}));
  }
  // A conversation waits for a little while, and finds its cache again.
  const bool waits = running.stays && refusal.wait > 0 && keeps(endpoint, now);
  if (!waits && may_move(entry, now)) return move(entry, now);
  running.moves = 0;
  retry(entry, refusal.wait + (asked ? chance() * 0.1 : 0), now, refusal.alone);
  return {Decision::Kind::kRetry};
}

// No response, or an error of the server.
Scheduler::Decision Scheduler::failed(EntryIndex entry, const RequestOutcome& outcome, double now) {
  Running& running = running_[entry];
  Endpoint& endpoint = endpoints_[running.at];
  ServerHealth& health = endpoint.health;
  // A server that is waited for may say that it is still loading.
  const bool starting = settings_.wait_for_start && !health.ever_succeeded() &&
                        status_of(outcome) == kServiceUnavailable;
  const bool unreachable = reception_of(outcome) == Reception::kUnreachable || starting;
  const bool broke = outcome.failure == RequestFailure::kCut;
  const auto cause = unreachable ? ServerHealth::Cause::kUnreachable
                     : broke     ? ServerHealth::Cause::kConnection
                                 : ServerHealth::Cause::kResponse;
  const auto failure = health.failed(entry, now, chance(), cause);
  if (unreachable || failure.slow_down || !health.available()) {
    endpoint.limit.refused(running.sent, now);
  }
  const bool moves = may_move(entry, now);
  if (failure.counts && !moves) {  // the conversation has its own count
    running.stays = false;
    running.avoid = running.at;
    return {};
  }
  const bool hopeless = std::none_of(endpoints_.begin(), endpoints_.end(), [](const Endpoint& one) {
    return one.health.ever_succeeded() || (!one.closed && one.health.available());
  });
  if (unreachable && hopeless && !moves && !settings_.wait_for_start) {
    stop(concat(
             {last_failure_.text, ". No entry was generated; check ",
              several()                ? "the addresses"
              : settings_.command_line ? "--base-url"
                                       : "the address",
              several() ? " and that the servers are running" : " and that the server is running"}),
         last_failure_.reason);
    return {Decision::Kind::kStop};
  }
  // The request known to succeed is sent first, see next(); what comes of it decides.
  const bool decided = endpoint.no_known_good || !health.wants_known_good(now);
  if (!endpoint.checking && decided && !health.available()) say_unavailable(endpoint);
  if (moves) return move(entry, now);
  running.stays = false;
  running.avoid = running.at;
  retry(entry, 0, now);
  return {Decision::Kind::kRetry};
}

// 401, 403, 404, TLS: the next request fails too, unless others succeed. A firewall refuses some
// entries, so the request that is known to succeed decides before a run ends.
Scheduler::Decision Scheduler::failed_for_good(EntryIndex entry, const RequestOutcome& outcome,
                                               double now) {
  Running& running = running_[entry];
  Endpoint& endpoint = endpoints_[running.at];
  const bool first = !endpoint.health.ever_succeeded();
  if ((first || ++endpoint.for_good >= kForGood) && !endpoint.in_doubt() && !endpoint.closed) {
    endpoint.doubt = {last_failure_.reason,
                      concat({last_failure_.text, advice_on(outcome, settings_.command_line)})};
    const double patience = settings_.patience;
    endpoint.doubt_until = now + (first ? settings_.stop_timeout.value_or(patience) : patience);
    endpoint.next_check = now;
    endpoint.undecided_checks = 0;
  }
  if (several()) {
    endpoint.health.ended(entry);
    if (std::find(running.refused_by.begin(), running.refused_by.end(), running.at) ==
        running.refused_by.end()) {
      running.refused_by.push_back(running.at);
    }
    if (may_move_for_good(entry)) return move(entry, now);
  }
  if (!first || in_flight_ > 0) return {Decision::Kind::kEnd, false, last_failure_.text};
  close_by_doubt(endpoint);
  if (stopped_.empty()) return {Decision::Kind::kEnd, false, last_failure_.text};
  return {Decision::Kind::kStop};
}

bool Scheduler::check_received(const RequestOutcome& outcome, double now, double unix_now,
                               std::size_t endpoint) {
  Endpoint& one = endpoints_[endpoint];
  one.checking = false;
  --one.in_flight;
  --checks_in_flight_;
  one.key.received(outcome, one.check_sent, now);
  const Reception reception = reception_of(outcome);
  if (reception == Reception::kResponse) {
    say_available(one, now);
    one.health.succeeded(ServerHealth::kKnownGood);
    one.response_time.responded(one.check_sent, now);
    one.for_good = 0;
    one.doubt = {};
    return true;
  }
  ++one.failed;
  const bool for_good = reception == Reception::kForbidden || reception == Reception::kWrongAddress;
  if (one.in_doubt() && for_good) {
    close_by_doubt(one);
    return true;
  }
  last_failure_ = {reason_of(outcome), describe(outcome, one.server)};
  put_off_check(one, now);
  if (reception == Reception::kRateLimited) {
    const std::optional<double> asked = wait_in(outcome, unix_now);
    const auto refusal =
        one.health.refused(ServerHealth::kKnownGood, now, chance(), kept_pause(asked));
    if (refusal.next != ServerHealth::Refusal::Next::kRetry) {
      // A check ends nothing: the entries' own refusals do.
      one.health.ended(ServerHealth::kKnownGood);
      one.paused_until = std::max(one.paused_until, one.next_check);
    } else if (refusal.pause > 0) {
      pause(one, std::min(refusal.pause, settings_.patience), asked.value_or(0), last_failure_.text,
            now);
    }
    return true;
  }
  const bool unreachable = reception == Reception::kUnreachable;
  one.health.failed(
      ServerHealth::kKnownGood, now, chance(),
      unreachable ? ServerHealth::Cause::kUnreachable : ServerHealth::Cause::kResponse);
  if (!one.health.available()) say_unavailable(one);
  const auto succeeded = [](const Endpoint& any) { return any.health.ever_succeeded(); };
  if (std::any_of(endpoints_.begin(), endpoints_.end(), succeeded)) return true;
  one.no_known_good = false;
  return false;
}

void Scheduler::check_lost(double now, std::size_t endpoint) {
  Endpoint& one = endpoints_[endpoint];
  if (std::exchange(one.checking, false)) {
    --one.in_flight;
    --checks_in_flight_;
  }
  put_off_check(one, now);
  one.health.ended(ServerHealth::kKnownGood);
}

// A check that decided nothing is repeated with back-off, until the patience ends.
void Scheduler::put_off_check(Endpoint& endpoint, double now) {
  endpoint.next_check = now + back_off(++endpoint.undecided_checks, chance(), 1, kLongestCheckWait);
}

std::string Scheduler::refused_text(double seconds) const {
  return concat({several() ? "requests were refused for " : "the server refused every request for ",
                 wait_text(seconds), " (", last_failure_.text, ")"});
}

// The same request once more; behind the others, so that a probe is another entry's.
void Scheduler::retry(EntryIndex entry, double wait, double now, bool own) {
  ++running_[entry].repeated;
  ++repeated_;
  if (wait <= 0) {
    queue(entry, false);
  } else {
    delay(entry, now + wait, own);
  }
}

// `asked`: what the server asks for.
void Scheduler::pause(Endpoint& endpoint, double seconds, double asked, const std::string& why,
                      double now) {
  endpoint.paused_until = std::max(endpoint.paused_until, now + seconds);
  if (seconds < kPauseWorthSaying || now < endpoint.pause_said) return;
  endpoint.pause_said = endpoint.paused_until;
  const bool shorter = seconds + 1 < asked;
  say(concat({name_of(endpoint), " asks for a pause of ", wait_text(std::max(asked, seconds)), " (",
              why, ")", shorter ? "; the next request is sent in " + wait_text(seconds) : ""}));
}

void Scheduler::say_unavailable(Endpoint& endpoint) {
  if (std::exchange(endpoint.trouble_said, true)) return;
  if (is_any_available()) {
    return say(concat({last_failure_.text, ": ", endpoint.server,
                       " is unavailable and probed; its requests go to the others"}));
  }
  say(concat({last_failure_.text,
              several() ? ": no endpoint is available. Probing them for up to "
                        : ": the server is unavailable. Probing it for up to ",
              wait_text(settings_.patience), option("--patience"), "; results are kept"}));
}

void Scheduler::say_available(Endpoint& endpoint, double now) {
  if (endpoint.health.available() || !std::exchange(endpoint.trouble_said, false)) return;
  say(concat({name_of(endpoint), " responds again after ",
              wait_text(now - endpoint.health.trouble_since())}));
}

}  // namespace bfclx
