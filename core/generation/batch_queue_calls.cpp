// What came of a call to the batch API.
#include <algorithm>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/generation/back_off.h"
#include "core/generation/batch_queue.h"
#include "core/generation/wait_text.h"

namespace bfclx {
namespace {

constexpr double kFirstPoll = 5;
constexpr double kPollGrowth = 1.5;
constexpr double kLongestRetry = 60;
constexpr std::size_t kMostPages = 20;
constexpr double kClockSkew = 300;  // between the service's clock and ours
constexpr int kTooLargeStatus = 413;
constexpr int kServerErrors = 500;        // with these, and above, a batch may have been created
constexpr double kGivenUpAfter = 86400;   // seconds in which results could not be read
constexpr std::size_t kLeastFetches = 5;  // of these, in one run
constexpr int kRefusalsOfOne = 3;         // 429 in a row, before a batch is made smaller

bool is_success(const RequestOutcome& outcome) {
  const int status = status_of(outcome);
  return outcome.has_response() && status >= 200 && status < 300;
}

// Whether the service may have acted on a request that has no usable response.
bool may_have_arrived(const RequestOutcome& outcome) {
  return outcome.has_response() || outcome.failure == RequestFailure::kTimeout ||
         outcome.failure == RequestFailure::kCut || outcome.failure == RequestFailure::kTooLarge ||
         outcome.failure == RequestFailure::kProtocol;
}

}  // namespace

void BatchQueue::received(const RequestOutcome& outcome, std::string&& body, double now,
                          double unix_now) {
  const Purpose purpose = std::exchange(in_flight_, Purpose::kNone);
  const auto at = batches_.find(in_flight_batch_);
  if (at == batches_.end()) return;
  Batch& batch = at->second;
  if (!is_success(outcome)) return failed(batch, purpose, outcome, now, unix_now);
  switch (purpose) {
    case Purpose::kUpload:
      return uploaded(batch, body, now);
    case Purpose::kCreate:
      return created(batch, body, now);
    case Purpose::kFind:
      return found(batch, body, now);
    case Purpose::kPoll:
      return looked(batch, body, now);
    case Purpose::kCancel:
      batch.failures = 0;
      batch.next = now;
      return;
    case Purpose::kFetch:
      return fetched(batch, std::move(body), now);
    case Purpose::kNone:
      return;
  }
}

void BatchQueue::uploaded(Batch& batch, std::string_view body, double now) {
  Result<std::string> file = service_.uploaded(body);
  if (!file.ok()) return retry(batch, file.error().message, "malformed response", 0, now);
  batch.failures = 0;
  batch.file = std::move(file).value();
  batch.stage = Stage::kCreate;
  batch.next = now;
}

void BatchQueue::created(Batch& batch, std::string_view body, double now) {
  Result<BatchStatus> status = service_.status(body);
  if (!status.ok()) {
    retry(batch, concat({settings_.server, ": ", status.error().message}), "malformed response", 0,
          now);
    return search(batch, now);
  }
  opened(batch, std::move(status).value(), now);
}

// The batch is there.
void BatchQueue::opened(Batch& batch, BatchStatus status, double now) {
  batch.id = status.id;
  if (batch.certain) keep_of(batch, "id", Value::str(batch.id));
  batch.failures = 0;
  batch.stage = Stage::kOpen;
  batch.interval = std::min(kFirstPoll, settings_.poll);
  batch.next = now + batch.interval;
  batch.status = std::move(status);
  say(concat({name_of(batch), " at ", service_.title(), " has ",
              counted(batch.members.size(), "request", "requests")}));
}

void BatchQueue::looked(Batch& batch, std::string_view body, double now) {
  Result<BatchStatus> status = service_.status(body);
  if (!status.ok() || status->id != batch.id) {
    const std::string why =
        status.ok() ? "the response describes another batch" : status.error().message;
    return retry(batch,
                 concat({settings_.server, ": GET ", service_.look_up(batch.id).path, ": ", why}),
                 "malformed response", 0, now);
  }
  using State = BatchStatus::State;
  if (status->state == State::kEnded && status->done > 0 && status->results.empty()) {
    return retry(batch, concat({name_of(batch), " has ended, but its results are still missing"}),
                 "malformed response", 0, now);
  }
  batch.failures = 0;
  batch.status = std::move(status).value();
  if (batch.status.state == State::kRefused) return refused(batch, now);
  if (batch.status.state == State::kOpen) {
    if (batch.status.done > 0) queue_full_since_ = -1;
    if (batch.interval <= 0) batch.interval = std::min(kFirstPoll, settings_.poll);
    batch.next = now + batch.interval;
    batch.interval = std::min(batch.interval * kPollGrowth, settings_.poll);
    return;
  }
  queue_full_since_ = -1;
  batch.fetched = 0;
  batch.at = 0;
  batch.stage = Stage::kFetch;
  batch.next = now;
  if (!batch.status.results.empty()) return;
  batch.stage = Stage::kDeliver;
  batch.readable = true;
  batch.lines = service_.lines({});
}

// The whole batch failed, and nothing of it was processed.
void BatchQueue::refused(Batch& batch, double now) {
  std::string& message = batch.status.message;
  if (!message.empty() && message.back() == '.') message.pop_back();
  const std::string why =
      concat({service_.title(), " refused ", name_of(batch), ": ", batch.status.message});
  if (settings_.cancel) return forget(batch);
  if (!batch.status.queue_full) {
    forget(batch);
    return stop(why, "batch refused", true);
  }
  one_at_a_time_ = true;
  const bool alone = std::none_of(batches_.begin(), batches_.end(), [&](const auto& other) {
    return other.first != batch.number && is_wanted(other.second);
  });
  if (alone && make_smaller(batch, why)) return;
  give_back(batch);
  if (!alone) return say(why + "; its requests are submitted again after the other batches");
  if (queue_full_since_ < 0) queue_full_since_ = now;
  if (now - queue_full_since_ > settings_.patience) return stop(why, "batch refused", false);
  not_before_ = now + settings_.poll;
  say(concat({why, "; retrying for up to ", wait_text(settings_.patience)}));
}

// False where it has one request alone.
bool BatchQueue::make_smaller(Batch& batch, std::string_view why) {
  const std::size_t count = batch.members.size();
  if (count < 2) return false;
  too_many_ = count;
  most_requests_ = std::max<std::size_t>(1, count / 2);
  give_back(batch);
  say(concat(
      {why, "; the next batches have at most ", counted(most_requests_, "request", "requests")}));
  return true;
}

// Its requests wait for another batch.
void BatchQueue::give_back(Batch& batch) {
  for (auto member = batch.members.rbegin(); member != batch.members.rend(); ++member) {
    if (!member->entry) continue;
    waiting_.push_front({*member->entry, member->id, member->index, member->request});
  }
  forget(batch);
}

// Looks in the list for a batch whose creation may have succeeded.
void BatchQueue::search(Batch& batch, double now) {
  batch.stage = Stage::kFind;
  batch.page.clear();
  batch.pages = 0;
  batch.next = std::max(batch.next, now);
}

void BatchQueue::found(Batch& batch, std::string_view body, double now) {
  const std::string path = batch.page.empty() ? service_.list().path : batch.page;
  Result<BatchPage> page = service_.page(body, batch.tag, path);
  if (!page.ok()) {
    const std::string why = concat({settings_.server, ": ", page.error().message});
    return retry(batch, why, "malformed response", 0, now);
  }
  // Some were not submitted where nobody waited for them any more.
  const bool fewer = std::any_of(batch.members.begin(), batch.members.end(),
                                 [](const Member& member) { return member.closed; });
  for (BatchStatus& one : page->batches) {
    if (!service_.names_batches()) {
      const std::size_t most = batch.members.size();
      const bool fits = (one.total == most || (fewer && one.total < most)) && one.created &&
                        *one.created >= batch.created - kClockSkew;
      if (!fits || batch.others.count(one.id) != 0) continue;
      batch.certain = false;
    }
    return opened(batch, std::move(one), now);
  }
  batch.page = page->next;
  batch.next = now;
  if (!batch.page.empty() && ++batch.pages < kMostPages) return;
  // It was never created.
  batch.page.clear();
  batch.pages = 0;
  batch.created = 0;
  batch.stage = batch.file.empty() && service_.uploads() ? Stage::kUpload : Stage::kCreate;
  const bool waited_for = std::all_of(batch.members.begin(), batch.members.end(),
                                      [](const Member& one) { return one.request != nullptr; });
  if (settings_.cancel || !waited_for) give_back(batch);
}

void BatchQueue::fetched(Batch& batch, std::string&& body, double now) {
  batch.readable = skip_space(body, 0) == body.size();
  batch.unknown_before = batch.unknown;
  batch.lines = service_.lines(std::move(body));
  batch.stage = Stage::kDeliver;
  batch.next = now;
}

// Something else came instead of the results, such as an error page.
void BatchQueue::unreadable(Batch& batch, double now, double unix_now) {
  batch.unknown = batch.unknown_before;
  if (batch.unreadable_since == 0 || batch.unreadable_since > unix_now) {
    batch.unreadable_since = unix_now;
    keep_of(batch, "unreadable", Value::real(unix_now));
  }
  const bool long_enough = settings_.cancel || unix_now - batch.unreadable_since >= kGivenUpAfter;
  if (++batch.unreadable_times < kLeastFetches || !long_enough) {
    batch.stage = Stage::kFetch;
    return retry(batch, concat({name_of(batch), ": the server did not send its results"}),
                 "malformed response", 0, now);
  }
  batch.given_up = true;  // deliver_missing() tells whoever waits
  say(concat(
      {name_of(batch), ": its results could not be read (",
       counted(batch.unreadable_times, "fetch", "fetches"), " in this run",
       settings_.cancel ? "" : ", for a day",
       "); giving up. The next run submits the requests again, and you pay for them again"}));
}

void BatchQueue::failed(Batch& batch, Purpose purpose, const RequestOutcome& outcome, double now,
                        double unix_now) {
  const std::string text = describe(outcome, settings_.server);
  const int status = outcome.has_response() ? status_of(outcome) : 0;
  // It has ended already, or it cannot be canceled.
  if (purpose == Purpose::kCancel && status >= 400 && status < 500 && status != 401 &&
      status != 429) {
    batch.next = now;
    return;
  }
  const Reception reception = reception_of(outcome);
  const bool too_large = outcome.failure == RequestFailure::kTooLarge;
  const bool passes =
      !too_large && (reception == Reception::kRateLimited || reception == Reception::kFailed ||
                     reception == Reception::kUnreachable);
  // Of results there are as many the next time.
  const bool has_results = purpose == Purpose::kFetch || service_.has_results_inside();
  if (!passes && !(too_large && (purpose == Purpose::kCreate || !has_results))) {
    return failed_for_good(batch, purpose, outcome, now);
  }
  double asked = 0;
  if (reception == Reception::kRateLimited && outcome.headers != nullptr) {
    asked = requested_wait(*outcome.headers, unix_now).value_or(0);
  }
  // Some services refuse a batch like this that is too large for what may be enqueued.
  const bool refused = reception == Reception::kRateLimited && status < kServerErrors;
  const bool again = purpose == Purpose::kCreate && refused && batch.failures >= kRefusalsOfOne &&
                     asked <= kLongestRetry;
  if (again && make_smaller(batch, text)) {
    one_at_a_time_ = true;
    not_before_ = now + kLongestRetry;
    return;
  }
  retry(batch, text, reason_of(outcome), asked, now);
  if (purpose == Purpose::kCancel) batch.cancel_sent = false;
  if (purpose == Purpose::kCreate && !refused && may_have_arrived(outcome)) search(batch, now);
}

void BatchQueue::failed_for_good(Batch& batch, Purpose purpose, const RequestOutcome& outcome,
                                 double now) {
  const std::string text = describe(outcome, settings_.server);
  const std::string reason = reason_of(outcome);
  const Reception reception = reception_of(outcome);
  const bool makes = purpose == Purpose::kUpload || purpose == Purpose::kCreate;
  const bool missing = outcome.has_response() && reception == Reception::kWrongAddress;
  // The service said no, so that nothing is open.
  if (purpose == Purpose::kCreate && outcome.has_response()) batch.created = 0;
  if (makes && outcome.has_response() && status_of(outcome) == kTooLargeStatus &&
      make_smaller(batch, text)) {
    return;
  }
  if (missing && (makes || purpose == Purpose::kFind)) {
    return stop(concat({text, ". The server does not have the batch API of ", service_.title()}),
                reason, true);
  }
  if (missing) {
    if (settings_.cancel) return end(batch, now);
    return stop(concat({text, ". Use the key of the account that submitted ", name_of(batch),
                        ", or --batch-cancel to forget it"}),
                reason, true);
  }
  if (makes && reception == Reception::kResponse) {
    return stop(concat({service_.title(), " refused the batch: ", text}), "batch refused", true);
  }
  stop(text + std::string(advice_on(outcome, true)), reason, true);
}

// The same call again, or another one that makes it unnecessary.
void BatchQueue::retry(Batch& batch, const std::string& why, const std::string& reason,
                       double asked, double now) {
  if (batch.failures++ == 0) {
    batch.failing_since = now;
    say(concat({why, "; retrying for up to ", wait_text(settings_.patience), " (--patience)"}));
  }
  const double wait = std::max(asked, back_off(batch.failures, chance(), 1, kLongestRetry));
  batch.next = now + wait;
  if (batch.next - batch.failing_since > settings_.patience) stop(why, reason, false);
}

}  // namespace bfclx
