// Requests in batches (--batch): the queue (core/generation/batch_queue.h) says what to do, this
// carries it out. A response of a batch goes the same way as one that came alone.
#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "core/base/counted.h"
#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/asker_talk.h"

namespace bfclx::tools {
namespace {

constexpr int kDeliveredAtOnce = 64;     // before the clock and the user are looked at
constexpr std::size_t kFetchShare = 8;   // of the memory budget, for one response with results
constexpr std::size_t kBatchShare = 32;  // likewise, for the requests of one batch
constexpr std::size_t kResponseBytes = std::size_t{24}
                                       << 10;  // that a response is expected to have
constexpr std::size_t kLeastFetch = std::size_t{32} << 20;

}  // namespace

void Asker::open_batches() {
  const AskerBatches& how = how_.batches;
  BatchSettings settings;
  settings.server = net::shown_url(server_.base_url);
  settings.made_with = how.made_with;
  settings.poll = how.poll;
  settings.patience = how_.schedule.patience;
  settings.cancel = how.cancel;
  settings.most_bytes = how_.memory.all / kBatchShare;
  settings.fetch_bytes = std::max(how_.memory.all / kFetchShare, kLeastFetch);
  settings.most_requests = std::max<std::size_t>(1, settings.fetch_bytes / kResponseBytes);
  batches_ = std::make_unique<BatchQueue>(*how.service, settings, net::Client::chance());
  for (const std::string& line : how.journal) {
    const Status status = batches_->restore(line, how.has_result);
    if (status.ok()) continue;
    scheduler_.stop(status.error().message +
                        "; use that server, or move bfclx_batches.jsonl away to ignore the batch",
                    "", true);
  }
  batches_->restored();
  if (!how_.limits.any() || how.cancel) return;
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    const Entry& entry = *plan_[i].entry;
    // An episode goes on with requests that are not paid for.
    const bool is_episode = entry.category == nullptr ||
                            entry.category->judging == Judging::kMultiTurn ||
                            entry.category->judging == Judging::kAgentic;
    if (!is_episode && batches_->has_open(entry.id, 0)) paid_.insert(i);
  }
}

// Every conversation waits for a batch, for memory that others give back, or for the limits.
bool Asker::all_wait_for_batches() const {
  const std::size_t waiting = memory_queue_.waiting() + batches_->members() + unpaid_.size();
  return reserved_ == 0 && talks_.size() <= waiting && finished_.empty();
}

// True when there is more to do.
bool Asker::pump_batches() {
  const double now = net::Client::now();
  if (all_wait_for_batches()) {
    // No response will make room for them.
    if (!unpaid_.empty() && batches_->members() == 0 && paid_.empty()) {
      stop_at_limit();
      return false;
    }
    batches_->flush(now, net::Client::unix_now());
  }
  for (int delivered = 0; delivered < kDeliveredAtOnce;) {
    BatchQueue::Action action = batches_->next(net::Client::now(), net::Client::unix_now());
    if (action.kind == BatchQueue::Action::Kind::kDeliver) ++delivered;
    if (!do_batches(std::move(action))) return delivered > 0;
  }
  return true;
}

// False where there is nothing to do now.
bool Asker::do_batches(BatchQueue::Action&& action) {
  using Kind = BatchQueue::Action::Kind;
  switch (action.kind) {
    case Kind::kKeep:
      if (hooks_.keep_batch(action.line)) return true;
      scheduler_.stop("the results cannot be written");
      return false;
    case Kind::kSend:
      send_to_batches(std::move(action));
      return true;
    case Kind::kDeliver:
      deliver_of_batch(std::move(action.delivery));
      return true;
    case Kind::kWait:
      wake_at(action.until);
      return false;
    case Kind::kStop:
      scheduler_.stop(batches_->stopped().why, batches_->stopped().reason,
                      batches_->stopped().lasts);
      return false;
  }
  return false;
}

void Asker::send_to_batches(BatchQueue::Action&& action) {
  net::Request request = server_.request(action.request);
  request.lent_body = {};
  request.body = std::move(action.request.body);
  request.max_bytes = action.max_bytes;
  client_.send(std::move(request), [this](net::Response&& response) {
    try {
      server_.scrub(response);
      std::string body = std::exchange(response.body, {});
      RequestOutcome outcome = response.outcome();
      outcome.body = body;
      batches_->received(outcome, std::move(body), net::Client::now(), net::Client::unix_now());
    } catch (const std::bad_alloc&) {
      scheduler_.stop("not enough memory for the results of a batch (--memory-budget)");
    }
  });
}

void Asker::deliver_of_batch(BatchQueue::Delivery&& delivery) {
  net::Response response;
  response.failure = delivery.failure;
  response.error = std::move(delivery.error);
  response.status = delivery.status;
  response.body = std::move(delivery.body);
  response.seconds = delivery.seconds;
  scheduler_.request_ended();
  guarded(delivery.entry, [this, &response, lost = delivery.lost](Talk& talk) {
    if (lost) return lose_of_batch(talk, response);
    if (response.body.size() > how_.memory.entry) {
      response.failure = net::Failure::kTooLarge;
      response.error = "the response in the batch is larger than " + size_text(how_.memory.entry) +
                       " (--memory-budget)";
      response.body.clear();
    }
    bound(response);
    received(talk, std::move(response));
  });
}

// The entry ends without a result, whatever its retries: its response is paid for.
void Asker::lose_of_batch(Talk& talk, net::Response& response) {
  open_report(talk, response);
  spending_.received(talk.index);
  scheduler_.received(talk.index, response.outcome(), net::Client::now(), net::Client::unix_now());
  close_report(talk, RequestUse::kEnded);
  end(talk, false, response.error, "unreadable batch results");
}

// The batches stay open; what is being created is waited for, so that the journal has its id.
void Asker::stop_batches(double now) {
  if (!stop_asked_at_) stop_asked_at_ = now;
  const bool late = now - *stop_asked_at_ >= how_.schedule.stop_timeout.value_or(0);
  if (batches_->is_creating() && !late) return;
  at_limit_ = at_limit_ || spending_.is_over(now - started_);
  const std::string why =
      spending_.is_over(now - started_) ? spending_.why(now - started_) : std::string("stopped");
  const std::size_t open = batches_->open();
  scheduler_.stop(open == 0 ? why
                            : why + "; " + counted(open, "batch stays open", "batches stay open") +
                                  " at " + std::string(how_.batches.service->title()),
                  "waiting for a batch", false);
}

}  // namespace bfclx::tools
